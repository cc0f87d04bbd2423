//! A search of Go, as the end of a game needs it.

use tengen_engine::Thinker;
use tengen_go::Game;

use crate::Go;

/// A search of Go.
pub trait GoThinker: Thinker<Go> {
    /// The certainty of each point's going to Black (1) or White (−1) when the game is played out from
    /// here so many times without a search.
    ///
    /// A search asks what is best, not what is dead: where it sees a pass win, it looks at little
    /// else than passes, and hardly any stone is ever taken.
    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32>;
}
