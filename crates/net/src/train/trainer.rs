//! Training, step by step.

use std::path::Path;

use super::{Losses, Sample, Settings};
use crate::kernel::simd::Isa;
use crate::model::Model;

/// Why a network cannot be trained, or its training not be resumed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The network has a part that is not trained here.
    #[error("this network cannot be trained here: {0}")]
    Model(String),
    /// The file could not be read or written.
    #[error(transparent)]
    File(#[from] tengen_pattern::file::FileError),
    /// The checkpoint is damaged, foreign or of another network.
    #[error("{path} is not a checkpoint that training can resume from: {reason}")]
    Checkpoint {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// A network in training.
pub struct Trainer {
    settings: Settings,
    step: u64,
    seen: u64,
}

impl Trainer {
    /// Begins the training of a network, with so many threads.
    ///
    /// # Errors
    /// If it has something that is not trained here: nested blocks, activations other than ReLU, numbers of channels
    /// that are not multiples of 16.
    pub fn new(
        model: Model,
        settings: Settings,
        isa: Isa,
        threads: usize,
    ) -> Result<Self, TrainError> {
        todo!("{model:?} {settings:?} {isa} {threads}")
    }

    /// Learns from a batch of samples, whose boards may be of different sizes.
    ///
    /// # Panics
    /// If a target is not on its board.
    pub fn step(&mut self, samples: &[Sample]) -> Losses {
        todo!("{samples:?}")
    }

    /// The losses of samples with the averaged weights.
    ///
    /// # Panics
    /// If a target is not on its board.
    pub fn evaluate(&mut self, samples: &[Sample]) -> Losses {
        todo!("{samples:?}")
    }

    /// The network with the averaged weights.
    #[must_use]
    pub fn export(&self) -> Model {
        todo!()
    }

    /// What the logits of patterns are multiplied by, averaged like the weights.
    #[must_use]
    pub fn pattern_scale(&self) -> f32 {
        todo!()
    }

    /// The positions learned from until now.
    #[must_use]
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// The steps made until now.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.step
    }

    /// The learning rate of the next step.
    #[must_use]
    pub fn rate(&self) -> f32 {
        self.settings.rate_at(self.seen)
    }

    /// How it is trained.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Goes on with other settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Writes all that training resumes from, in place of a file that may be there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn checkpoint(&self, path: &Path) -> Result<(), TrainError> {
        todo!("{path:?}")
    }

    /// Resumes from a checkpoint, as if training had never stopped; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read or is no whole checkpoint.
    pub fn resume(path: &Path, isa: Isa, threads: usize) -> Result<Option<Self>, TrainError> {
        todo!("{path:?} {isa} {threads}")
    }
}
