//! Training of networks on a CPU.
//!
//! Read in this order: [`shape`] (what is trained), [`sample`] (what from), [`loss`] (to what end), [`settings`] (how),
//! [`trainer`] (step by step), `worker` (what a thread does: `forth` and `back`), `optimiser`, `checkpoint`; [`widen`] (a larger
//! network out of a smaller one).

mod back;
mod checkpoint;
mod forth;
mod graph;
mod head;
pub mod loss;
mod memory;
mod optimiser;
pub mod params;
mod pooling;
mod ready;
pub mod sample;
pub mod settings;
pub mod shape;
pub mod trainer;
pub mod widen;
mod worker;

#[cfg(test)]
mod tests;

pub use loss::{Losses, Mean};
pub use params::TrainParams;
pub use sample::{Drawing, Sample, Targets, Teacher};
pub use settings::{LossWeights, Settings};
pub use shape::Shape;
pub use trainer::{TrainError, Trainer};
