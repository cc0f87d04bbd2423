//! A search of Go as the session sees it, whatever it is made of.

use tengen_go::{Color, Game};
use tengen_search::Shape;

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

/// Thinks about the positions of a game. It lives as long as the game and keeps what it has learned.
pub trait Thinker: Send {
    /// Searches and says what came of it.
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control) -> Analysis;

    /// How surely each point goes to Black (1) or White (−1) when the game is played out from here
    /// so many times without a search.
    ///
    /// A search asks what is best, not what is dead: where it sees a pass win, it looks at little
    /// else than passes, and hardly any stone is ever taken.
    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32>;

    /// How the tree has grown up to the end of the last search.
    fn shape(&self) -> Shape;

    /// Distributions that the parts of the last search have counted, by name: what a counter is too
    /// little for. `playout positions` are the largest counts of one position among the first moves
    /// of playouts, if those are watched.
    fn rows(&self) -> Vec<(&'static str, Vec<u64>)>;
}
