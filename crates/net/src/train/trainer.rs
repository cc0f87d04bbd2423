//! Training, step by step.

use super::graph::Graph;
use super::memory::CHUNK;
use super::optimiser::{Optimiser, Stride, length};
use super::ready::Ready;
use super::worker::{Task, Worker};
use super::{Losses, Sample, Settings};
use crate::kernel::plane::Plane;
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
///
/// For one number of threads, everything is the same each time.
#[derive(Debug)]
pub struct Trainer {
    isa: Isa,
    /// Names and layers; its weights are those of the beginning.
    pub(super) model: Model,
    pub(super) graph: Graph,
    pub(super) settings: Settings,
    pub(super) ready: Ready,
    /// Ready for evaluation with the averaged weights, since the last step.
    averaged: Option<Box<Ready>>,
    pub(super) optimiser: Optimiser,
    pub(super) workers: Vec<Worker>,
    pub(super) steps: u64,
    pub(super) seen: u64,
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
        let (graph, weights) = Graph::new(&model).map_err(TrainError::Model)?;
        let workers = (0..threads.max(1)).map(|_| Worker::new(isa, &graph));
        Ok(Self {
            isa,
            workers: workers.collect(),
            optimiser: Optimiser::new(&weights),
            ready: Ready::new(isa, &graph, weights),
            averaged: None,
            settings,
            steps: 0,
            seen: 0,
            graph,
            model,
        })
    }

    /// Learns from a batch of samples, whose boards may be of different sizes.
    ///
    /// # Panics
    /// If a target is not on its board.
    pub fn step(&mut self, samples: &[Sample]) -> Losses {
        if samples.is_empty() {
            return Losses::default();
        }
        let rate = self.rate();
        let share = 1.0 / samples.len() as f32;
        let task = (&self.graph, &mut self.ready, &self.settings);
        let mut losses = run(task, &mut self.workers, samples, Some(share));
        let (total, others) = self.workers.split_at_mut(1);
        let gradient = &mut total[0].gradient;
        for other in others {
            for (to, from) in gradient.iter_mut().zip(&other.gradient) {
                *to += from;
            }
        }
        let norm = length(gradient);
        losses.gradient.add(norm, 1.0);
        self.seen += samples.len() as u64;
        if !norm.is_finite() {
            losses.skipped = 1;
            return losses;
        }
        self.steps += 1;
        self.optimiser.step(
            self.isa,
            &self.settings,
            &self.graph.parts,
            &mut self.ready.weights,
            gradient,
            Stride {
                step: self.steps,
                rate,
                factor: (f64::from(self.settings.clip) / norm.max(1e-30)).min(1.0) as f32,
            },
        );
        self.ready.renew(&self.graph);
        self.averaged = None;
        losses
    }

    /// Counts positions as learned from that nothing could be learned from.
    pub const fn pass_over(&mut self, positions: u64) {
        self.seen += positions;
    }

    /// The losses of samples with the averaged weights.
    ///
    /// # Panics
    /// If a target is not on its board.
    pub fn evaluate(&mut self, samples: &[Sample]) -> Losses {
        let ready = self.averaged.get_or_insert_with(|| {
            let weights = self.optimiser.average.clone();
            Box::new(Ready::new(self.isa, &self.graph, weights))
        });
        let task = (&self.graph, &mut **ready, &self.settings);
        run(task, &mut self.workers, samples, None)
    }

    /// The network with the averaged weights.
    #[must_use]
    pub fn export(&self) -> Model {
        let mut model = self.model.clone();
        self.graph.export(&self.optimiser.average, &mut model);
        model
    }

    /// What the logits of patterns are multiplied by, averaged like the weights.
    #[must_use]
    pub fn pattern_scale(&self) -> f32 {
        self.optimiser.average[self.graph.head.patterns]
    }

    /// The positions learned from until now.
    #[must_use]
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// The steps made until now.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
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
}

/// Runs samples through the network in chunks of one size of board, which the workers take in turn.
pub(super) fn run(
    (graph, ready, settings): (&Graph, &mut Ready, &Settings),
    workers: &mut [Worker],
    samples: &[Sample],
    share: Option<f32>,
) -> Losses {
    let mut samples: Vec<&Sample> = samples.iter().collect();
    samples.sort_by_key(|sample| sample.features.size.get());
    let most = samples.len().div_ceil(workers.len()).min(CHUNK);
    let mut chunks: Vec<&[&Sample]> = Vec::new();
    for same in samples.chunk_by(|a, b| a.features.size == b.features.size) {
        ready.prepare(graph, Plane::new(same[0].features.size).tile);
        chunks.extend(same.chunks(most));
    }
    let (count, chunks) = (workers.len(), &chunks);
    let task = Task {
        graph,
        ready,
        losses: &settings.weights,
        share,
    };
    let work = |(i, worker): (usize, &mut Worker)| {
        worker.clear();
        for chunk in chunks.iter().skip(i).step_by(count) {
            worker.run(&task, chunk);
        }
        if share.is_some() {
            worker.finish(graph);
        }
    };
    std::thread::scope(|scope| {
        let mut workers = workers.iter_mut().enumerate();
        let own = workers.next();
        for worker in workers {
            scope.spawn(move || work(worker));
        }
        own.map(work);
    });
    let mut losses = Losses::default();
    for worker in workers {
        losses.add(&worker.losses);
    }
    losses
}
