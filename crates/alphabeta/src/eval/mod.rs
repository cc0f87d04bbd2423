//! What a position is worth without search.
//!
//! Three steps: [`Material`]; [`Linear`], a sum of learned weights of what `terms` sees; [`Accumulator`], which follows moves
//! through a [`Network`]. A pawn is worth about 100 in each.

mod accumulator;
pub mod features;
mod isa;
mod kernel;
pub mod linear;
pub(crate) mod material;
pub mod network;
pub(crate) mod seal;
pub(crate) mod terms;

pub use accumulator::Accumulator;
pub use isa::Isa;
pub use linear::{Linear, Weights};
pub use material::Material;
pub use network::Network;
pub use seal::NetworkError;

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
