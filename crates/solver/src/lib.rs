//! Exact answers.
//!
//! Read in this order: [`cgt`] (games as values: what is larger, what is urgent), then [`endgame`] (late
//! endgames of Go, cut into parts that are such games), [`mod@brute`] (the same by plain minimax, to check
//! it by), and [`problems`] (endgames drawn by chance or by hand whose answers are proved). Apart from
//! these is [`tsumego`]: whether enclosed stones live or die.

pub mod brute;
pub mod cgt;
pub mod endgame;
pub mod problems;
pub mod tsumego;
