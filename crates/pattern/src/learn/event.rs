//! The events of a training while it runs, and the reasons why it ends early.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::mm::MmError;
use super::{Basis, CheckpointError, GatherError, Step};
use crate::file::FileError;

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are gathered and let go, to know early that all of them fit into memory.
    Measuring,
    /// Features are collected from the games; where they are known, games are counted.
    Collecting,
    /// Positions are gathered in memory.
    Gathering,
    /// Weights are found.
    Learning,
}

/// News of a training.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Games were gone through, but not yet for their weights.
    Games {
        /// The stage that reads them.
        stage: Stage,
        /// Those that are done in this pass.
        games: u64,
        /// The pass, from 1.
        pass: usize,
        /// The number of passes.
        passes: usize,
    },
    /// The features are known.
    Begun {
        /// They, and the number of games.
        basis: &'a Basis,
        /// If they are those of a checkpoint, the games that were done before, in all passes together.
        resumed: Option<u64>,
    },
    /// A step of gradient ascent.
    Step {
        /// Where it is.
        step: Step,
        /// The games done in all passes together.
        done: u64,
        /// The games of all passes.
        all: u64,
    },
    /// A pass of minorisation-maximisation over all columns of features.
    Pass {
        /// Its number, from 1.
        number: usize,
        /// The mean log-likelihood after it.
        mean: f64,
    },
}

/// An observer: it is told what happens, and breaks off to stop the training.
pub type Watch<'a> = dyn FnMut(Event<'_>) -> ControlFlow<()> + 'a;

/// An end of a training without weights.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// Who watched broke off.
    #[error("training was stopped")]
    Stopped(Stage),
    /// There is a checkpoint that is no beginning of this.
    #[error("{} cannot be resumed: {reason}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The fault in it.
        reason: CheckpointError,
    },
    /// The checkpoint cannot be read, written or removed.
    #[error(transparent)]
    File(#[from] FileError),
    /// No game has a stone played at these moves.
    #[error("there is no position to learn from")]
    NoPositions,
    /// Nothing is there often enough to be a feature.
    #[error(
        "no pattern is in these games as often as shape.minimum and broad.minimum ask, and no other \
         feature is on: lower them, or learn from more games"
    )]
    NoFeatures,
    /// The positions do not fit into memory.
    #[error(transparent)]
    Memory(GatherError),
    /// The positions do not fit together.
    #[error(transparent)]
    Samples(#[from] MmError),
}
