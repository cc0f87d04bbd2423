//! What is learned from: a position and what is known of it.

use crate::features::Features;

/// A position and what a network should say of it, all in the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the network sees. Whoever makes samples has turned it and hidden its history.
    pub features: Features,
    /// What it should say.
    pub targets: Targets,
    /// Logits of another model in reading order, the pass last: they are added to the network's own, times a scale
    /// that is learned. Their loss is that of the sum.
    pub patterns: Option<Vec<f32>>,
}

/// What a network should say of a position. What is not known is left out.
///
/// Moves are points in reading order; the pass is the area of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets {
    /// The move that was played.
    pub played: Option<usize>,
    /// How much the move counts: 1 for one to be learned, less than 0 for one to be unlearned.
    pub played_weight: f32,
    /// How the move was drawn, if the network drew it itself; else it is one of all moves.
    pub drawing: Option<Drawing>,
    /// The opponent's reply to it.
    pub reply: Option<usize>,
    /// How the game ended: 1 if the side to move won, 0 if it lost.
    pub result: Option<f32>,
    /// How much the result counts.
    pub result_weight: f32,
    /// By how many points the side to move won, in a game that was counted.
    pub score: Option<f32>,
    /// What a stronger player thinks.
    pub teacher: Option<Teacher>,
}

/// Nothing is known; what will be counts in full.
impl Default for Targets {
    fn default() -> Self {
        Self {
            played: None,
            played_weight: 1.0,
            drawing: None,
            reply: None,
            result: None,
            result_weight: 1.0,
            score: None,
            teacher: None,
        }
    }
}

/// A distribution that moves were drawn from: the logits of some of them, divided by a temperature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The moves that could be drawn.
    pub among: Vec<u16>,
    /// What logits were divided by.
    pub temperature: f32,
}

/// A teacher's judgement of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Teacher {
    /// The probability that the side to move wins.
    pub win: f32,
    /// By how many points it leads.
    pub lead: Option<f32>,
    /// Whose each point will be, from −1 to 1, in reading order; or empty.
    pub ownership: Vec<f32>,
    /// Moves and their probabilities; or empty. What they lack to 1 is not taught.
    pub policy: Vec<(u16, f32)>,
}
