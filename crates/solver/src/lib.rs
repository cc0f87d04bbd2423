//! Exact answers.
//!
//! Read in this order: [`cgt`] (games as values: what is larger, what is urgent), then [`endgame`] (late
//! endgames of Go, cut into parts that are such games).

pub mod cgt;
pub mod endgame;
