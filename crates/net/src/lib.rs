//! Policy and value networks for Go, on a CPU.
//!
//! The layout of networks, their files and their inputs are those of KataGo (D. J. Wu, "Accelerating self-play
//! learning in Go", 2019), so that its networks run here and ours run there.
//!
//! Read in this order: [`model`] (what a network consists of), [`features`] (what it sees of a position),
//! [`input`] (how that is made of a moment of a game), [`output`] (what it says), [`network`] (how that is computed, by the
//! arithmetic of [`kernel`]), [`mod@file`] (what a network is in a file), [`data`] (what it is trained on), [`train`]
//! (how), [`random`] (small networks for tests).

pub mod data;
pub mod features;
pub mod file;
pub mod input;
pub mod kernel;
pub mod model;
pub mod network;
pub mod output;
pub mod random;
pub mod train;

pub use features::Features;
pub use kernel::simd::Isa;
pub use model::Model;
pub use network::{Evaluator, Network, Unfit};
pub use output::{Judgement, Output};
