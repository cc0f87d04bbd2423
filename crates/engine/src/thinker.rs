//! A search of Go as the session sees it, whatever it is made of.

use tengen_go::{Color, Game};

use crate::{Analysis, Control, Limits, Restriction};

/// What to think about.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game up to now.
    pub game: &'a Game,
    /// Whose move is sought.
    pub turn: Color,
    /// When to stop.
    pub limits: Limits,
    /// What to leave out.
    pub restriction: &'a Restriction,
}

/// Thinks about the positions of a game. It lives as long as the game and keeps what it has learnt.
pub trait Thinker: Send {
    /// Searches and says what came of it.
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control) -> Analysis;

    /// Forgets everything: another game begins.
    fn forget(&mut self);
}
