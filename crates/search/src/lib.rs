//! The Monte-Carlo tree.
pub mod params;
pub use params::*;
