//! Alpha-beta search of Shogi and its evaluation, as a library that knows no protocol.
//!
//! Read in this order: [`eval`] (what a position is worth), [`search`], [`mate`] (proofs), [`train`] (how that is learned).

#[cfg(test)]
mod chance;
pub mod eval;
pub mod mate;
pub mod search;
pub mod train;
