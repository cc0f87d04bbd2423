//! The quality of strengths: where the moves that were played stand among all legal ones.
//!
//! The figures are those of the paper on broad patterns: how often the played move is ranked first,
//! its mean rank, how often it is among the first twenty, and the mean logarithm of its chance.
//! Candidates often have the same features and so the same score; by our convention a tied move
//! has the mean rank of its tie, the match rate counts 1/(number tied at the top), and a tie that
//! only begins within the first k counts for the share of it that lies within.
//!
//! Intervals are by the bootstrap over games, since the moves of a game are not independent. Two
//! models are compared on the same resamples of the same games.
//!
//! Read in this order: [`Placing`] (one move), [`Sums`] (many), [`Evaluation`] (all of a corpus),
//! [`Figures`] (with intervals).

mod bootstrap;
mod drive;
mod placing;
mod sums;

pub use bootstrap::{Difference, Estimate, Figures, Resampling};
pub use drive::{EvaluateError, Predict, evaluate, evaluate_by, evaluate_while};
pub use placing::Placing;
pub use sums::{Evaluation, GameSums, Sums, TOP};
