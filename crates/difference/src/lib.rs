//! The difference game: a position G beside its colour-reversed twin −G, as one game.
//!
//! Nakamura and Ishida (Kyushu Institute of Technology), "Search for the best move by difference games in
//! Monte-Carlo tree search" (in Japanese), Game Programming Workshop 2015. G + (−G) is exactly even, however lopsided G is:
//! whoever moves second can copy every move on the other board. So the first player has to begin on G,
//! and the second player may not answer with the copy of that move; then a first move wins or holds
//! the sum only if no rival move is better.
//!
//! Read in this order: [`position`] (the sum as a position like any other, its rules; it knows no game), [`partizan`]
//! (a game that is its own tree, for tests by hand), [`board`] (a board of Go as one of the two), [`playout`] (playouts
//! of both boards), `expand` (the moves that enter the tree) and `leaf` (a playout judges a leaf).

pub mod board;
mod expand;
mod leaf;
pub mod partizan;
pub mod playout;
pub mod position;

pub use board::{Sum, tax};
pub use expand::SumMoves;
pub use leaf::{SumPlayout, SumStones};
pub use playout::{Everywhere, OnEach, SumBoard, SumPolicy};
pub use position::{Difference, Half, Opening, SumMove, Summand};
