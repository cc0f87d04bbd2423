//! Problems that have right answers, and positions that searches are measured on.
//!
//! Read in this order: [`problem`] (what a problem is), [`selection`] (which of a file are taken),
//! the readers ([`local`] for collections of local stones, [`plain`] for our own lines of JSON,
//! [`tree`] for SGF; the rest of the board around local stones is [`tengen_solver::tsumego::frame`]),
//! [`posed`] (local stones as they are, for the solver of life and death), [`case`] and [`counts`] (what
//! came of them), [`position`].

pub mod case;
pub mod counts;
pub mod local;
pub mod plain;
pub mod posed;
pub mod position;
pub mod problem;
pub mod rank;
pub mod selection;
pub mod tree;

pub use case::{Agreement, Case, Played, Reply, Solved};
pub use counts::Counts;
pub use posed::{Posed, Ranks};
pub use position::Position;
pub use problem::{Problem, SuiteError};
pub use selection::{LeftOut, Selection, Suite};
