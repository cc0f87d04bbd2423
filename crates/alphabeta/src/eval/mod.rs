//! What a position is worth without search.

mod accumulator;
pub mod features;
mod isa;
mod kernel;
mod material;
pub mod network;

pub use accumulator::Accumulator;
pub use isa::Isa;
pub use material::Material;
pub use network::{Network, NetworkError};

use tengen_shogi::{Board, Change};

/// An evaluation that follows the moves of a search.
pub trait Evaluate: Clone + Send {
    /// Begins at a board.
    fn start(&mut self, board: &Board);

    /// Follows a move; the change is that of the board before it.
    fn play(&mut self, change: &Change);

    /// Follows a turn that is given away.
    fn play_null(&mut self);

    /// Goes back by a move.
    fn undo(&mut self);

    /// The value for the side to move, in hundredths of a pawn.
    fn value(&mut self, board: &Board) -> i32;
}
