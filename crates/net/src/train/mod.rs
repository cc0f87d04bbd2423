//! Training of networks on a CPU.
//!
//! Read in this order: [`shape`] (what is trained), [`sample`] (what from), [`loss`] (to what end), [`settings`] (how),
//! [`trainer`] (step by step).

pub mod loss;
pub mod sample;
pub mod settings;
pub mod shape;
pub mod trainer;

pub use loss::{Losses, Mean};
pub use sample::{Sample, Targets, Teacher};
pub use settings::{LossWeights, Settings};
pub use shape::Shape;
pub use trainer::{TrainError, Trainer};
