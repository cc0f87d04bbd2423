//! AdamW (I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019) with a running average of the
//! weights, which is what is used in the end (B. Polyak and A. Juditsky, 1992).

use super::Settings;
use super::graph::Part;
use crate::kernel::simd::{Isa, Kernel, Simd};

/// What the optimiser remembers of each weight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimiser {
    /// The mean gradient.
    pub(super) mean: Vec<f32>,
    /// The mean squared gradient.
    pub(super) square: Vec<f32>,
    /// The averaged weight.
    pub(super) average: Vec<f32>,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    /// Its number, from 1.
    pub(super) step: u64,
    /// The learning rate.
    pub(super) rate: f32,
    /// What the gradient is multiplied by.
    pub(super) factor: f32,
}

impl Optimiser {
    pub(super) fn new(weights: &[f32]) -> Self {
        Self {
            mean: vec![0.0; weights.len()],
            square: vec![0.0; weights.len()],
            average: weights.to_vec(),
        }
    }

    /// Changes the weights.
    pub(super) fn step(
        &mut self,
        isa: Isa,
        settings: &Settings,
        parts: &[Part],
        weights: &mut [f32],
        gradient: &[f32],
        stride: Stride,
    ) {
        let Stride { step, rate, factor } = stride;
        let steps = step as f32;
        let correct = |beta: f32| 1.0 / (1.0 - libm::powf(beta, steps));
        let keep = settings.average.min((1.0 + steps) / (10.0 + steps));
        for part in parts {
            let at = part.at.clone();
            isa.run(Update {
                weights: &mut weights[at.clone()],
                gradient: &gradient[at.clone()],
                mean: &mut self.mean[at.clone()],
                square: &mut self.square[at.clone()],
                average: &mut self.average[at],
                factor,
                beta1: settings.beta1,
                beta2: settings.beta2,
                correct: [correct(settings.beta1), correct(settings.beta2)],
                epsilon: settings.epsilon,
                rate,
                shrink: 1.0
                    - if part.decays {
                        rate * settings.decay
                    } else {
                        0.0
                    },
                keep,
            });
        }
    }
}

struct Update<'a> {
    weights: &'a mut [f32],
    gradient: &'a [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    average: &'a mut [f32],
    factor: f32,
    beta1: f32,
    beta2: f32,
    correct: [f32; 2],
    epsilon: f32,
    rate: f32,
    shrink: f32,
    keep: f32,
}

impl Kernel for Update<'_> {
    type Output = ();

    // Each number is by itself, so the compiler makes vectors of this.
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let numbers = self.weights.iter_mut().zip(self.gradient);
        let memory = self.mean.iter_mut().zip(self.square).zip(self.average);
        for ((weight, gradient), ((mean, square), average)) in numbers.zip(memory) {
            let d = gradient * self.factor;
            *mean = self.beta1 * *mean + (1.0 - self.beta1) * d;
            *square = self.beta2 * *square + (1.0 - self.beta2) * d * d;
            let size = (*square * self.correct[1]).sqrt() + self.epsilon;
            *weight = *weight * self.shrink - self.rate * (*mean * self.correct[0]) / size;
            *average = self.keep * *average + (1.0 - self.keep) * *weight;
        }
    }
}

/// The norm of a gradient.
pub(super) fn length(gradient: &[f32]) -> f64 {
    let sum: f64 = gradient
        .chunks(1024)
        .map(|part| {
            let mut sums = [0.0f32; 16];
            for numbers in part.chunks(16) {
                for (sum, x) in sums.iter_mut().zip(numbers) {
                    *sum += x * x;
                }
            }
            f64::from(sums.iter().sum::<f32>())
        })
        .sum();
    sum.sqrt()
}
