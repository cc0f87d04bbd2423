//! `tengen train` as its users meet it: networks, judgements, cards, and sentences where things fail.
//!
//! Read first: `lesson`, the games and the command that the others use.

mod lesson;
mod mistakes;
mod networks;
mod shogi;
mod stopped;
