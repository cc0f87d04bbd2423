//! Policy and value networks for Go, on a CPU.
//!
//! The layout of networks, their files and their inputs are those of KataGo (D. J. Wu, "Accelerating self-play
//! learning in Go", 2019), so that its networks run here and ours run there.
//!
//! Read in this order: [`model`] (what a network consists of), [`features`] (what it sees of a position),
//! [`output`] (what it says).

pub mod features;
pub mod kernel;
pub mod model;
pub mod output;
pub mod train;

pub use features::Features;
pub use model::Model;
pub use output::Output;
