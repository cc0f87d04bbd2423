//! Problems and positions put to players: an answer, a measurement.
//!
//! Read in this order: [`mod@solve`] and [`question`] (an answer of ours, of another program),
//! [`mod@measure`] (what a search counts), `lack` (what is said where a search has no model). The
//! problems themselves are the game's.

mod lack;
pub mod measure;
pub mod question;
pub mod solve;
pub(crate) mod stopwatch;

pub use measure::measure;
pub use question::ask;
pub use solve::solve;
