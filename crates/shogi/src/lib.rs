//! Rules of Shogi.
//!
//! Read in this order: [`Move`] and [`PieceMove`], [`Board`] (pieces, hands and all that led there; what a search asks of it), `see` (what
//! an exchange on a square is worth), [`perft`], [`Game`] (the same with rules and results, as sessions and referees see
//! it), [`Field`] (a board without a past, as the Monte-Carlo tree sees it), [`record`] (games in files).
//!
//! Moves and their legality come from the crate `rsshogi`, which nothing outside of this crate sees but for its names of
//! squares, pieces and sets of squares.

mod board;
mod field;
mod game;
mod moves;
pub mod perft;
pub mod record;
mod see;
mod setup;

pub use board::{Board, Change, Moves, Repetition};
pub use field::Field;
pub use game::{Declaration, Ending, Game, Illegal, Rules};
pub use moves::{Move, PieceMove};
pub use rsshogi::types::{Bitboard, HandPiece, Piece, PieceType, Square};
pub use setup::SfenError;
