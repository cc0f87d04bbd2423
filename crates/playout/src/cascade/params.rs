//! The chances of the rules: as parameters, and as thresholds.

use super::candidates::Chance;

tengen_params::params! {
    /// The rule cascade of the playouts. A chance of 0 switches a rule off.
    pub struct CascadeParams as cascade {
        /// The chance to retake a ko that was taken a few moves ago.
        ko: f32 = 0.3, 0.0..=1.0;
        /// For how many moves a taken ko is remembered.
        ko_memory: u32 = 4, 1..=100;
        /// The chance to capture the last move's chain, or what threatens a chain next to it.
        capture: f32 = 1.0, 0.0..=1.0;
        /// The chance to capture next to the own move before, if that atari went unanswered.
        capture_ignored: f32 = 1.0, 0.0..=1.0;
        /// The chance to extend a chain that the last move put in atari.
        escape: f32 = 1.0, 0.0..=1.0;
        /// The chance to play the vital point of the opponent's small eye space next to the last
        /// move, if that was a capture or begins the playout.
        nakade: f32 = 1.0, 0.0..=1.0;
        /// The chance to play the vital point of an own small eye space next to the own move
        /// before, if that was a capture or begins the playout.
        nakade_own: f32 = 1.0, 0.0..=1.0;
        /// The chance to extend a chain that the last move left two liberties.
        defend: f32 = 0.5, 0.0..=1.0;
        /// The chance to put the last move's chain in atari, if it has two liberties and no good
        /// way out.
        attack: f32 = 0.5, 0.0..=1.0;
        /// The chance to play a 3×3 pattern next to the last move.
        patterns: f32 = 1.0, 0.0..=1.0;
        /// The chance to play a 3×3 pattern next to the move before the last.
        patterns_before: f32 = 0.2, 0.0..=1.0;
        /// The chance that a random move may not put two or more own stones in atari for nothing.
        sane: f32 = 0.95, 0.0..=1.0;
    }
}

/// The chances of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    pub(super) ko: Chance,
    pub(super) capture: Chance,
    pub(super) capture_ignored: Chance,
    pub(super) escape: Chance,
    pub(super) nakade: Chance,
    pub(super) nakade_own: Chance,
    pub(super) defend: Chance,
    pub(super) attack: Chance,
    pub(super) patterns: Chance,
    pub(super) patterns_before: Chance,
    pub(super) sane: Chance,
}

impl Chances {
    /// The thresholds of the parameters.
    pub(super) fn of(params: &CascadeParams) -> Self {
        Self {
            ko: Chance::new(params.ko),
            capture: Chance::new(params.capture),
            capture_ignored: Chance::new(params.capture_ignored),
            escape: Chance::new(params.escape),
            nakade: Chance::new(params.nakade),
            nakade_own: Chance::new(params.nakade_own),
            defend: Chance::new(params.defend),
            attack: Chance::new(params.attack),
            patterns: Chance::new(params.patterns),
            patterns_before: Chance::new(params.patterns_before),
            sane: Chance::new(params.sane),
        }
    }
}
