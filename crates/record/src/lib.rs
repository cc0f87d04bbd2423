//! Game records: SGF, and files that hold one game a line.
//!
//! Read in this order: [`Diagnostic`] (what a reader found wrong, and where), [`GameResult`] (who
//! won and how), [`sgf`] (trees of nodes and properties, then what they mean as a game of Go), and
//! [`tsv`] (hundreds of thousands of games as a stream). Packed files are read by [`unpacked`].
//!
//! Readers are lenient: they take what makes sense and say with line and column what does not.
//! Writers are strict. No input makes a reader panic, recurse without bound, or take memory
//! without bound.

#![forbid(unsafe_code)]

mod diagnostic;
mod excerpt;
mod packed;
mod pair;
pub mod sgf;
pub mod tsv;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, TextPosition};
pub use packed::unpacked;
pub use pair::{move_from_pair, pair, point_from_pair};
pub use tengen_game::{GameResult, Margin, ResultError};
