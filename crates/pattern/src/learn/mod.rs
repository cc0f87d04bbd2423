//! Learning of strengths: maximum likelihood of the moves that were played.
//!
//! Learning has two parts: a vocabulary is collected from the games ([`collect`]), then the
//! weights of its features are found, either by gradient ascent ([`Ascent`], the method of the paper on broad
//! patterns; games are read again in every pass, so that memory does not grow with their number), or by
//! minorisation-maximisation ([`mm`], R. Coulom 2007; all samples are in memory, where [`gather`] puts them).
//! A [`Training`] does all of it, with a [`Checkpoint`] to resume from.
//!
//! For a position whose candidates have the scores s_j = Σ w_i over their features i, and in which move
//! k was played, ln P = s_k − ln Σ_j exp(s_j), and the derivative by w_i is the number of features i of the
//! played move less their expected number under P. A penalty λ/2·Σ w_i² keeps rare features
//! near the strength 1: it is what a few virtual games against a player of that strength would do.

mod ascent;
mod checkpoint;
mod collect;
mod event;
mod gather;
mod gradient;
pub mod mm;
mod subject;
mod task;
mod training;

pub use ascent::{Ascent, Pass, Step};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use collect::{Collected, collect, columns};
pub use event::{Event, Stage, TrainingError, Watch};
pub use gather::{GatherError, gather};
pub use gradient::Gradient;
pub use subject::{Basis, Features, Subject};
pub use task::{Method, task, task_by};
pub use training::{Trained, Training};

use crate::corpus::{Corpus, Game};

tengen_params::params! {
    /// How strengths are found by gradient ascent.
    pub struct LearnParams as learn {
        /// How often all games are gone through.
        passes: u32 = 2, 1..=1000;
        /// After how many games the weights are changed; 0 makes some 400 steps a pass, with at most 500
        /// games for a step.
        batch: u32 = 0, 0..=1_000_000;
        /// How far a weight moves in a step at first; it falls to nothing in a straight line.
        rate: f32 = 0.2, 0.000_01..=10.0, Log;
        /// The penalty on large weights, λ in λ/2·Σ w², against the likelihood of all positions.
        penalty: f32 = 1.0, 0.0..=1_000_000.0;
    }
}

/// Games that can be read any number of times.
pub trait Source: Sync {
    /// The games from the first one on, each with its first `moves` moves at least.
    fn games(&self, moves: usize) -> Box<dyn Iterator<Item = Game> + Send + '_>;
}

impl Source for [Game] {
    fn games(&self, _: usize) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        Box::new(self.iter().cloned())
    }
}

impl Source for Corpus {
    fn games(&self, moves: usize) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        Box::new(Self::games(self, moves))
    }
}

/// Calls `work` with the games of a source, many at a time, while another thread reads on. Ends early
/// if `work` says so.
pub(crate) fn in_batches(
    source: &(impl Source + ?Sized),
    moves: usize,
    skip: usize,
    size: usize,
    mut work: impl FnMut(Vec<Game>) -> std::ops::ControlFlow<()>,
) {
    std::thread::scope(|scope| {
        let (send, receive) = std::sync::mpsc::sync_channel(2);
        scope.spawn(move || {
            let mut games = source.games(moves).skip(skip);
            loop {
                let batch: Vec<Game> = games.by_ref().take(size).collect();
                if batch.is_empty() || send.send(batch).is_err() {
                    return;
                }
            }
        });
        while let Ok(batch) = receive.recv() {
            if work(batch).is_break() {
                return;
            }
        }
    });
}
