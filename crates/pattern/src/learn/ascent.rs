//! Gradient ascent in small steps.
//!
//! Games are taken in batches; after each the weights move along the gradient, every weight by a step
//! that suits its own gradients (D. Kingma and J. Ba, "Adam: a method for stochastic optimization",
//! 2015): a feature seen once in a batch moves as readily as one seen a million times, without which rare
//! patterns would need hundreds of passes. A batch is cut into the same parts whatever the number of threads,
//! and their gradients are added in order, so the result is the same on every machine.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;

use super::gradient::{CHUNK, Gradient};
use super::{LearnParams, Source, in_batches};
use crate::team::{Extract, NONE};

/// Into so many parts a batch is cut.
const PARTS: usize = 8;
/// The steps of a pass where nothing else is said, unless a batch would be larger than is good.
const STEPS: u64 = 400;
const LARGEST: u64 = 500;
const DECAY_MEAN: f32 = 0.9;
const DECAY_SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-9;

/// One pass over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pass {
    /// The positions in it.
    pub positions: u64,
    /// The sum of the log-likelihoods of the moves played, each by the weights of its time.
    pub log_likelihood: f64,
}

impl Pass {
    /// The mean log-likelihood.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.log_likelihood / (self.positions.max(1) as f64)
    }
}

/// The state of learning after a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Games done in this pass.
    pub games: u64,
    /// Passes done, and the one under way.
    pub passes: usize,
    /// The pass under way.
    pub pass: Pass,
    /// True if the pass has just ended.
    pub ended: bool,
}

/// Weights on their way up.
#[derive(Clone, Debug, PartialEq)]
pub struct Ascent {
    /// The weights so far.
    pub weights: Vec<f32>,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u64,
    /// Games done in the pass under way.
    pub(super) games: u64,
    /// The passes so far, the last one under way.
    pub(super) passes: Vec<Pass>,
}

impl Ascent {
    /// All features at strength 1.
    #[must_use]
    pub fn new(features: usize) -> Self {
        Self {
            weights: vec![0.0; features],
            means: vec![0.0; features],
            squares: vec![0.0; features],
            steps: 0,
            games: 0,
            passes: vec![Pass::default()],
        }
    }

    /// The games of the pass under way that are done.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The passes that are complete.
    #[must_use]
    pub fn passes(&self) -> &[Pass] {
        &self.passes[..self.passes.len() - 1]
    }

    /// Learns from these moves of all games, `total` of them, until all passes are done or `watch`
    /// breaks off. `extract` makes one extractor for each part of a batch.
    pub fn climb<E: Extract>(
        &mut self,
        params: &LearnParams,
        source: &(impl Source + ?Sized),
        total: u64,
        moves: &Range<usize>,
        extract: impl Fn() -> E,
        watch: &mut dyn FnMut(&Self, &Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut parts: Vec<(E, Gradient)> = (0..PARTS)
            .map(|_| (extract(), Gradient::new(self.weights.len())))
            .collect();
        let batch = match params.batch {
            0 => total.div_ceil(STEPS).clamp(1, LARGEST),
            games => u64::from(games),
        };
        let steps = u64::from(params.passes) * total.div_ceil(batch).max(1);
        let batch = usize::try_from(batch).unwrap_or(usize::MAX);
        let mut flow = ControlFlow::Continue(());
        while self.passes().len() < params.passes as usize && flow.is_continue() {
            let skip = usize::try_from(self.games).unwrap_or(usize::MAX);
            in_batches(source, moves.end, skip, batch, |games| {
                let share = games.len().div_ceil(PARTS).max(1);
                let weights = &self.weights;
                parts.par_iter_mut().enumerate().for_each(|(i, part)| {
                    let (extract, gradient) = part;
                    gradient.clear();
                    for game in games.iter().skip(i * share).take(share) {
                        extract.replay(game, moves.clone(), &mut |_, sample| {
                            gradient.add(sample, weights);
                        });
                    }
                });
                let (first, rest) = parts.split_at_mut(1);
                let sum = &mut first[0].1;
                sum.join(rest.iter().map(|(_, part)| part));
                let part = games.len() as f32 / total.max(1) as f32;
                let left = 1.0 - self.steps as f32 / steps as f32;
                self.step(sum, params.rate * left.max(0.0), params.penalty * part);
                self.games += games.len() as u64;
                flow = watch(self, &self.at(false));
                flow
            });
            if flow.is_continue() {
                let end = self.at(true);
                self.games = 0;
                self.passes.push(Pass::default());
                flow = watch(self, &end);
            }
        }
        flow
    }

    fn at(&self, ended: bool) -> Step {
        Step {
            games: self.games,
            passes: self.passes.len(),
            pass: self.passes.last().copied().unwrap_or_default(),
            ended,
        }
    }

    fn step(&mut self, gradient: &mut Gradient, rate: f32, penalty: f32) {
        if gradient.positions == 0 {
            return;
        }
        if let Some(pass) = self.passes.last_mut() {
            pass.positions += gradient.positions;
            pass.log_likelihood += gradient.log_likelihood;
        }
        self.steps += 1;
        gradient.sums[NONE as usize] = 0.0;
        let scale = 1.0 / gradient.positions as f32;
        let age = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let mean_bias = 1.0 / (1.0 - power(DECAY_MEAN, age));
        let square_bias = 1.0 / (1.0 - power(DECAY_SQUARE, age));
        let weights = self.weights.par_iter_mut().zip(&gradient.sums);
        let moments = self.means.par_iter_mut().zip(&mut self.squares);
        let all = weights.zip(moments).with_min_len(CHUNK);
        all.for_each(|((weight, &sum), (mean, square))| {
            let slope = (sum - penalty * *weight) * scale;
            *mean += (1.0 - DECAY_MEAN) * (slope - *mean);
            *square += (1.0 - DECAY_SQUARE) * (slope * slope - *square);
            let size = (*square * square_bias).sqrt() + LEAST;
            *weight += rate * (*mean * mean_bias) / size;
        });
    }
}

/// By multiplication, which is the same on every machine.
fn power(base: f32, exponent: i32) -> f32 {
    let mut result = 1.0;
    for _ in 0..exponent.min(20_000) {
        result *= base;
    }
    result
}
