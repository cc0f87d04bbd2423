//! Where games come from.

use tengen_go::{Color, Move, Point, Size};

/// A game to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which one it is, for messages.
    pub id: String,
    /// The size of its board.
    pub size: Size,
    /// The stones that it starts from.
    pub setup: Vec<(Color, Point)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}
