//! Training of networks on a CPU.
//!
//! Read in this order: [`shape`] (what is trained), [`sample`] (what from), [`loss`] (to what end), [`settings`] (how),
//! [`trainer`] (step by step).

mod graph;
mod head;
pub mod loss;
mod optimiser;
mod pooling;
mod ready;
pub mod sample;
pub mod settings;
pub mod shape;
pub mod trainer;
mod worker;

#[cfg(test)]
mod tests;

pub use loss::{Losses, Mean};
pub use sample::{Sample, Targets, Teacher};
pub use settings::{LossWeights, Settings};
pub use shape::Shape;
pub use trainer::{TrainError, Trainer};
