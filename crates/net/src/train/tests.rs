//! Gradients against finite differences, and what training must be: a learner, and the same each time.

use std::sync::Arc;

use tengen_go::Size;

use super::optimiser::length;
use super::trainer::run;
use super::widen::{Unwidened, widened};
use super::{Drawing, LossWeights, Sample, Settings, Shape, Targets, Teacher, Trainer};
use crate::features::{Features, PLANES};
use crate::kernel::simd::Isa;
use crate::model::Model;
use crate::network::{Evaluator, Network};
use crate::output::Output;
use crate::random::Plan;

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
            drawing: None,
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

    /// The same position, its move drawn from half of all moves in a game that was lost.
    fn lost(&mut self, mut sample: Sample) -> Sample {
        let targets = &mut sample.targets;
        let all = 0..=sample.features.size.area();
        let among = all.filter(|&place| self.next() < 0.5 || targets.played == Some(place));
        targets.played_weight = -1.0;
        targets.drawing = Some(Drawing {
            among: among.map(|place| place as u16).collect(),
            temperature: 0.7,
        });
        sample
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

/// The losses of some steps.
fn steps(trainer: &mut Trainer, samples: &[Sample], count: usize) -> Vec<f64> {
    let losses = (0..count).map(|_| trainer.step(samples).total.get().expect("samples"));
    losses.collect()
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
    shaken(&shape(blocks), draws)
}

fn shaken(shape: &Shape, draws: &mut Draws) -> Trainer {
    let mut trainer = trainer(shape.fresh("noise", 7), Isa::best(), 1);
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
    let mut samples = draws.samples(3, side);
    let lost = draws.lost(samples[0].clone());
    samples.push(lost);
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

/// What is trained is what is used: the network that is exported says the same.
#[test]
fn exported_networks_say_what_was_trained() {
    for side in [9, 13] {
        let mut draws = Draws(17);
        let mut trainer = noisy(3, &mut draws);
        trainer.optimiser.average.clone_from(&trainer.ready.weights);
        let mut samples = draws.samples(1, side);
        samples[0].patterns = None;
        trainer.evaluate(&samples);
        let trained = &trainer.workers[0].head.outputs;
        let size = samples[0].features.size;
        let network = Network::new(&trainer.export(), size, Isa::best()).expect("fits");
        let mut outputs = [Output::default()];
        let inputs = [samples[0].features.clone()];
        Evaluator::new(Arc::new(network), 1).evaluate(&inputs, &mut outputs);
        let [output] = outputs;
        let close = |a: f32, b: f32| assert!((a - b).abs() < 2e-4 * (1.0 + b.abs()), "{a} {b}");
        let (pass, points) = trained.policy.split_last().expect("a pass");
        for (a, b) in output.policy.iter().zip(points) {
            close(*a, *b);
        }
        close(output.pass, *pass);
        for (a, b) in output.value.iter().zip(&trained.value) {
            close(*a, *b);
        }
        for (a, b) in output.ownership.iter().zip(&trained.ownership) {
            close(*a, b.tanh());
        }
        close(output.score[0], 20.0 * trained.score[0]);
        close(output.score[1], 20.0 * trained.score[1].exp().ln_1p());
        close(output.lead, 20.0 * trained.score[2]);
    }
}

#[test]
fn a_wider_network_says_the_same_until_it_learns() {
    let mut draws = Draws(19);
    let mut narrow = shaken(&Shape::new(4, 32), &mut draws);
    narrow.optimiser.average.clone_from(&narrow.ready.weights);
    // The head of replies is the trainer's own, and no part of a network.
    let model = narrow.export();
    let mut narrow = trainer(model.clone(), Isa::best(), 1);
    let mut samples = draws.samples(3, 9);
    samples.iter_mut().for_each(|sample| sample.patterns = None);
    for channels in [48, 96] {
        let wide = widened(&model, channels, 7).expect("wider");
        assert_eq!(wide.stem.outputs, channels);
        let mut wide = trainer(wide, Isa::best(), 1);
        let said = |trainer: &mut Trainer| trainer.evaluate(&samples).total.get().expect("samples");
        let (before, after) = (said(&mut narrow), said(&mut wide));
        assert!(
            (before - after).abs() < 1e-4,
            "{channels}: {before} {after}"
        );
        // What is new learns as well: as soon as somebody reads it, the gradient reaches the first layer.
        steps(&mut wide, &samples, 2);
        let (_, gradient) = gradient(&mut wide, &samples);
        let first = gradient[wide.graph.parts[0].at.clone()].chunks(channels);
        assert!(first.flat_map(|outputs| &outputs[32..]).any(|&d| d != 0.0));
    }
    assert_eq!(widened(&model, 32, 7), Err(Unwidened::Wide(32, 32)));
    let foreign = Plan::recent(16, 1).model();
    assert_eq!(widened(&foreign, 48, 7), Err(Unwidened::Foreign));
}

#[test]
fn instruction_sets_agree() {
    let mut draws = Draws(11);
    let mut first = noisy(2, &mut draws);
    let samples = [draws.samples(2, 7), draws.samples(1, 9)].concat();
    let (loss, expected) = gradient(&mut first, &samples);
    let norm = length(&expected);
    for isa in Isa::all() {
        let mut other = trainer(first.model.clone(), isa, 1);
        other.ready.weights.clone_from(&first.ready.weights);
        other.ready.renew(&other.graph);
        let (other_loss, other) = gradient(&mut other, &samples);
        let errors: Vec<f32> = other.iter().zip(&expected).map(|(a, b)| a - b).collect();
        assert!(
            (loss - other_loss).abs() < 1e-4,
            "{isa}: {other_loss} instead of {loss}"
        );
        assert!(
            length(&errors) < 1e-4 * norm,
            "{isa}: {} of {norm}",
            length(&errors)
        );
    }
}

#[test]
fn threads_agree_and_sizes_mix() {
    let mut draws = Draws(12);
    let mut one = noisy(2, &mut draws);
    let samples = [
        draws.samples(3, 9),
        draws.samples(3, 5),
        draws.samples(2, 9),
    ]
    .concat();
    let (loss, expected) = gradient(&mut one, &samples);
    let mut two = trainer(one.model.clone(), Isa::best(), 2);
    two.ready.weights.clone_from(&one.ready.weights);
    two.ready.renew(&two.graph);
    let (other_loss, other) = gradient(&mut two, &samples);
    let errors: Vec<f32> = other.iter().zip(&expected).map(|(a, b)| a - b).collect();
    assert!((loss - other_loss).abs() < 1e-5);
    assert!(length(&errors) < 1e-5 * length(&expected));
}

#[test]
fn a_few_samples_are_learned_by_heart() {
    let mut draws = Draws(13);
    let mut samples = draws.samples(8, 5);
    for sample in &mut samples {
        sample.patterns = None;
        sample.targets.played_weight = 1.0;
        if let Some(teacher) = &mut sample.targets.teacher {
            teacher.policy.clear();
            teacher.win = sample.targets.result.expect("a result");
        }
    }
    let small = Shape {
        channels: 16,
        pooled: 16,
        window: 3,
        ..shape(2)
    };
    let mut trainer = trainer(small.fresh("small", 3), Isa::best(), 1);
    steps(&mut trainer, &samples, 150);
    let losses = trainer.step(&samples);
    assert!(losses.policy.get().expect("moves") < 0.05, "{losses:?}");
    assert!(losses.result.get().expect("results") < 0.05, "{losses:?}");
    assert!(
        losses.ownership.get().expect("ownership") < 0.15,
        "{losses:?}"
    );
    assert_eq!(losses.accuracy.get(), Some(1.0));
    let averaged = trainer.evaluate(&samples);
    assert_eq!(averaged.accuracy.get(), Some(1.0), "{averaged:?}");
}

#[test]
fn training_is_the_same_each_time() {
    let samples = Draws(14).samples(5, 7);
    let run = || {
        let mut trainer = trainer(shape(2).fresh("again", 5), Isa::best(), 2);
        let losses = steps(&mut trainer, &samples, 4);
        (losses, trainer.export())
    };
    assert_eq!(run(), run());
}

#[test]
fn resuming_is_going_on() {
    let samples = Draws(15).samples(5, 7);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("checkpoint");
    assert!(
        Trainer::resume(&path, Isa::best(), 1)
            .expect("no file")
            .is_none()
    );
    let mut on = trainer(shape(2).fresh("again", 5), Isa::best(), 1);
    steps(&mut on, &samples, 3);
    on.checkpoint(&path).expect("written");
    let resumed = Trainer::resume(&path, Isa::best(), 1).expect("whole");
    let mut resumed = resumed.expect("there");
    assert_eq!((resumed.steps(), resumed.seen()), (3, 15));
    assert_eq!(resumed.settings(), on.settings());
    assert_eq!(
        steps(&mut resumed, &samples, 3),
        steps(&mut on, &samples, 3)
    );
    assert_eq!(resumed.ready.weights, on.ready.weights);
    assert_eq!(resumed.optimiser, on.optimiser);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("checkpoint");
    trainer(shape(1).fresh("x", 5), Isa::best(), 1)
        .checkpoint(&path)
        .expect("written");
    let whole = std::fs::read(&path).expect("read");
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        Trainer::resume(&path, Isa::best(), 1)
            .expect_err("damaged")
            .to_string()
    };
    assert!(refused(b"(;GM[1])").ends_with("it does not begin as they do"));
    assert!(refused(&whole[..whole.len() / 2]).contains("checksum"));
    assert!(refused(&whole[..10]).ends_with("it is cut short"));
    let mut changed = whole.clone();
    changed[whole.len() / 3] ^= 1;
    assert!(refused(&changed).contains("checksum"));
    changed[8] = 9;
    assert!(refused(&changed).contains("version 9"));
}

#[test]
fn what_is_not_trained_here_is_named() {
    let mut model = shape(1).fresh("x", 5);
    model.tip.activation = crate::model::Activation::Mish;
    let error = Trainer::new(model, Settings::default(), Isa::best(), 1).expect_err("Mish");
    assert!(
        error.to_string().contains("Mish instead of ReLU"),
        "{error}"
    );
}

#[test]
fn what_is_not_finite_is_skipped() {
    let mut samples = Draws(16).samples(2, 5);
    let mut trainer = trainer(shape(1).fresh("x", 5), Isa::best(), 1);
    let before = trainer.ready.weights.clone();
    samples[0].features.globals[5] = f32::NAN;
    let losses = trainer.step(&samples);
    assert_eq!((losses.skipped, trainer.steps()), (1, 0));
    assert_eq!(trainer.ready.weights, before);
    // Neither are positions that could not be made; both count as seen, or a resumed training would see others twice.
    trainer.step(&[]);
    trainer.pass_over(2);
    assert_eq!((trainer.seen(), trainer.steps()), (4, 0));
}

#[test]
fn the_rate_rises_and_falls() {
    let settings = Settings {
        rate: 1.0,
        floor: 0.1,
        warm_up: 100,
        positions: 1100,
        ..Settings::default()
    };
    let rates = [49, 99, 100, 600, 1100, 5000].map(|seen| settings.rate_at(seen));
    for (rate, expected) in rates.into_iter().zip([0.5, 1.0, 1.0, 0.55, 0.1, 0.1]) {
        assert!((rate - expected).abs() < 1e-6, "{rates:?}");
    }
}
