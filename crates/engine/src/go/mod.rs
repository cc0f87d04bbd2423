//! How the parts of a player of Go are put together.

pub mod build;
pub mod dead;
pub mod knowledge;

pub use build::thinker;
