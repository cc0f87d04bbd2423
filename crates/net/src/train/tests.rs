//! Gradients against finite differences, and what training must be: a learner, and the same each time.

use tengen_go::Size;

use super::optimiser::length;
use super::trainer::run;
use super::{LossWeights, Sample, Settings, Shape, Targets, Teacher, Trainer};
use crate::features::{Features, PLANES};
use crate::kernel::simd::Isa;
use crate::model::Model;

/// Random numbers from 0 to 1.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.next() * end as f32) as usize).min(end - 1)
    }

    /// A position of noise, with all that a sample can have, or with some of it.
    fn sample(&mut self, side: usize) -> Sample {
        let mut features = Features::new(Size::new(side).expect("a size"));
        let area = side * side;
        for bits in &mut features.planes[..area] {
            *bits = 1;
            for plane in 1..PLANES {
                *bits |= u32::from(self.next() < 0.15) << plane;
            }
        }
        features.globals = std::array::from_fn(|_| self.next() - 0.3);
        let teacher = Teacher {
            win: self.next(),
            lead: Some(30.0 * self.next() - 10.0),
            ownership: (0..area).map(|_| 2.0 * self.next() - 1.0).collect(),
            policy: vec![(self.below(area) as u16, 0.5), (area as u16, 0.3)],
        };
        let targets = Targets {
            played: Some(self.below(area + 1)),
            played_weight: 0.8,
            reply: Some(self.below(area + 1)),
            result: Some(self.next().round()),
            result_weight: 0.7,
            score: (self.next() < 0.5).then(|| 40.0 * self.next() - 20.0),
            teacher: (self.next() < 0.9).then_some(teacher),
        };
        let patterns = (self.next() < 0.9).then(|| (0..=area).map(|_| 2.0 * self.next()).collect());
        Sample {
            features,
            targets,
            patterns,
        }
    }

    fn samples(&mut self, count: usize, side: usize) -> Vec<Sample> {
        (0..count).map(|_| self.sample(side)).collect()
    }
}

fn shape(blocks: usize) -> Shape {
    Shape {
        blocks,
        channels: 32,
        pooling: vec![1],
        pooled: 16,
        window: 5,
        policy: 16,
        value: 16,
        hidden: 16,
    }
}

fn trainer(model: Model, isa: Isa, threads: usize) -> Trainer {
    let settings = Settings {
        rate: 5e-3,
        warm_up: 0,
        weights: LossWeights {
            deviation: 0.0,
            ..LossWeights::default()
        },
        ..Settings::default()
    };
    Trainer::new(model, settings, isa, threads).expect("a network that can be trained")
}

/// A network none of whose weights is 0.
fn noisy(blocks: usize, draws: &mut Draws) -> Trainer {
    let mut trainer = trainer(shape(blocks).fresh("noise", 7), Isa::best(), 1);
    for part in &trainer.graph.parts {
        let size = if part.decays { 0.05 } else { 0.2 };
        for weight in &mut trainer.ready.weights[part.at.clone()] {
            *weight += size * (draws.next() * 2.0 - 1.0);
        }
    }
    trainer.ready.renew(&trainer.graph);
    trainer
}

/// The loss of samples with the weights of now, and its gradient.
fn gradient(trainer: &mut Trainer, samples: &[Sample]) -> (f64, Vec<f32>) {
    let share = Some(1.0 / samples.len() as f32);
    let task = (&trainer.graph, &mut trainer.ready, &trainer.settings);
    let losses = run(task, &mut trainer.workers, samples, share);
    let mut gradient = vec![0.0; trainer.graph.len];
    for worker in &trainer.workers {
        for (to, from) in gradient.iter_mut().zip(&worker.gradient) {
            *to += from;
        }
    }
    (losses.total.get().expect("samples"), gradient)
}

fn loss(trainer: &mut Trainer, samples: &[Sample], weights: Vec<f32>) -> f64 {
    trainer.ready.weights = weights;
    trainer.ready.renew(&trainer.graph);
    let task = (&trainer.graph, &mut trainer.ready, &trainer.settings);
    let losses = run(task, &mut trainer.workers, samples, None);
    losses.total.get().expect("samples")
}

/// The slope along the gradient of each part of the weights is the length of that gradient.
fn slopes(side: usize) {
    let mut draws = Draws(side as u64);
    let mut trainer = noisy(2, &mut draws);
    let samples = draws.samples(3, side);
    let (_, gradient) = gradient(&mut trainer, &samples);
    let weights = trainer.ready.weights.clone();
    for (i, part) in trainer.graph.parts.clone().iter().enumerate() {
        let d = &gradient[part.at.clone()];
        let norm = length(d);
        assert!(norm > 1e-4, "part {i} has a gradient of {norm}");
        let mut at = |step: f64| {
            let mut weights = weights.clone();
            for (weight, d) in weights[part.at.clone()].iter_mut().zip(d) {
                *weight += (step / norm * f64::from(*d)) as f32;
            }
            loss(&mut trainer, &samples, weights)
        };
        let step = 1e-3;
        let slope = (at(step) - at(-step)) / (2.0 * step);
        let error = (slope - norm).abs() / norm.max(0.04);
        assert!(
            error < 0.05,
            "part {i} at {:?}: {norm} instead of {slope}",
            part.at
        );
    }
}

#[test]
fn gradients_are_slopes_on_5x5() {
    slopes(5);
}

#[test]
fn gradients_are_slopes_on_7x7() {
    slopes(7);
}

#[test]
fn gradients_are_slopes_on_9x9() {
    slopes(9);
}
