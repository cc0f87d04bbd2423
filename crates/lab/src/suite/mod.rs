//! Suites: problems that have right answers, positions that searches are measured on.
//!
//! Read in this order: [`problem`] (what a problem is), [`selection`] (which of a file are taken),
//! the readers ([`local`] for collections of local stones, [`plain`] for our own lines of JSON,
//! [`tree`] for SGF; the rest of the board around local stones is [`tengen_solver::tsumego::frame`]),
//! [`posed`] (local stones as they are, for the solver of life and death), [`position`], then what is done with them: [`mod@solve`] and [`question`] (an answer of ours, of
//! another program), [`mod@measure`] (what a search counts), `lack` (what is said where a search has
//! no model).

mod lack;
pub mod local;
pub mod measure;
pub mod plain;
pub mod posed;
pub mod position;
pub mod problem;
pub mod question;
pub mod rank;
pub mod selection;
pub mod solve;
mod stopwatch;
pub mod tree;

pub use measure::measure;
pub use posed::{Posed, Ranks};
pub use position::Position;
pub use problem::{Problem, SuiteError};
pub use question::ask;
pub use selection::{LeftOut, Selection, Suite};
pub use solve::solve;
