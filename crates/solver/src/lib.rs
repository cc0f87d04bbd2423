//! Exact answers.
//!
//! Read in this order: [`cgt`] (games as values: what is larger, what is urgent), then [`endgame`] (late
//! endgames of Go, cut into parts that are such games), and [`problems`] (endgames drawn by chance whose
//! answers are proved by it).

pub mod cgt;
pub mod endgame;
pub mod problems;
