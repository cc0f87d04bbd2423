//! Learning the evaluation from games with values.
//!
//! The loss is the squared error of the chance of winning; Adam takes the steps (Kingma and Ba, 2015). Samples are drawn in
//! an order of their own in each epoch, half of them with left and right exchanged. A batch is cut into two halves whose
//! gradients are added in order, so that the result does not depend on the number of threads.

mod corpus;
mod float;
mod selfplay;

pub use corpus::{Sample, read_line};
pub use selfplay::SelfPlay;

use tengen_game::Rng;

use crate::eval::{Isa, Network};
use float::{Float, LARGEST, SMALL, Scratch, Sums, Target, WEIGHTS};

/// How to learn.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How often each sample is seen.
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// The size of a step at first; it falls to a hundredth of it along a cosine.
    pub rate: f32,
    /// The share of the result in what is learned, beside the value.
    pub result: f32,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 4096,
            rate: 2e-3,
            result: 0.3,
            seed: 1,
        }
    }
}

/// How far a training has come.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The epoch that has ended, from 1.
    pub epoch: usize,
    /// The mean squared error on what was learned.
    pub learned: f64,
    /// The mean squared error on what was kept apart.
    pub apart: f64,
}

/// Learns a network; `apart` are samples that it is judged by. Ends early when `each`, which hears of every epoch, says so.
pub fn train(
    samples: &[Sample],
    apart: &[Sample],
    settings: &Settings,
    from: Option<&Network>,
    mut each: impl FnMut(Report, &Network) -> bool,
) -> Network {
    let isa = Isa::best();
    let target = Target {
        result: settings.result,
    };
    let mut float = from.map_or_else(|| Float::new(settings.seed), Float::of);
    let mut adam = Adam::new();
    let mut rng = Rng::new(settings.seed ^ 0x5eed);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = samples.len().div_ceil(settings.batch).max(1) * settings.epochs;
    let mut step = 0;
    let mut halves = [Half::default(), Half::default()];
    for epoch in 1..=settings.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, rng.below(n as u32 + 1) as usize);
        }
        let mut learned = Sums::default();
        for batch in order.chunks(settings.batch) {
            let batch: Vec<(&Sample, bool)> = batch
                .iter()
                .map(|&n| (&samples[n as usize], rng.below(2) == 0))
                .collect();
            let (left, right) = batch.split_at(batch.len() / 2);
            let [a, b] = &mut halves;
            rayon::join(
                || a.learn(isa, &float, left, target),
                || b.learn(isa, &float, right, target),
            );
            for half in &halves {
                learned.samples += half.sums.samples;
                learned.loss += half.sums.loss;
            }
            let progress = step as f32 / steps as f32;
            let cosine = (1.0 + libm::cosf(std::f32::consts::PI * progress)) / 2.0;
            let rate = settings.rate * (0.01 + 0.99 * cosine);
            adam.step(isa, &mut float, &halves, batch.len(), rate);
            step += 1;
        }
        let judged = judge(isa, &float, apart, target);
        let network = float.quantised();
        let report = Report {
            epoch,
            learned: learned.loss / learned.samples.max(1) as f64,
            apart: judged.loss / judged.samples.max(1) as f64,
        };
        if !each(report, &network) {
            break;
        }
    }
    float.quantised()
}

/// Half of a batch, with its gradient.
struct Half {
    gradient: Vec<f32>,
    scratch: Scratch,
    sums: Sums,
}

impl Default for Half {
    fn default() -> Self {
        Self {
            gradient: vec![0.0; WEIGHTS],
            scratch: Scratch::default(),
            sums: Sums::default(),
        }
    }
}

impl Half {
    fn learn(&mut self, isa: Isa, float: &Float, batch: &[(&Sample, bool)], target: Target) {
        self.gradient.fill(0.0);
        self.sums = learn(
            isa,
            float,
            batch,
            target,
            &mut self.scratch,
            &mut self.gradient,
        );
    }
}

fn learn(
    isa: Isa,
    float: &Float,
    batch: &[(&Sample, bool)],
    target: Target,
    scratch: &mut Scratch,
    gradient: &mut [f32],
) -> Sums {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(f: &Float, b: &[(&Sample, bool)], t: Target, s: &mut Scratch, g: &mut [f32]) -> Sums {
        f.learn(b, t, s, g)
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn avx512(f: &Float, b: &[(&Sample, bool)], t: Target, s: &mut Scratch, g: &mut [f32]) -> Sums {
        f.learn(b, t, s, g)
    }
    match isa {
        Isa::Plain => float.learn(batch, target, scratch, gradient),
        // SAFETY: `Isa` names only what this CPU has.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { avx2(float, batch, target, scratch, gradient) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { avx512(float, batch, target, scratch, gradient) },
    }
}

fn judge(_isa: Isa, float: &Float, samples: &[Sample], target: Target) -> Sums {
    float.judge(samples, target, &mut Scratch::default())
}

/// The moments of Adam.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new() -> Self {
        Self {
            mean: vec![0.0; WEIGHTS],
            square: vec![0.0; WEIGHTS],
            steps: 0,
        }
    }

    fn step(&mut self, isa: Isa, float: &mut Float, halves: &[Half; 2], samples: usize, rate: f32) {
        self.steps += 1;
        let bias = |beta: f32| 1.0 - libm::powf(beta, self.steps as f32);
        let rate = rate * bias(SQUARES).sqrt() / bias(MEANS);
        let share = 1.0 / samples as f32;
        let gradients = [&*halves[0].gradient, &*halves[1].gradient];
        let moments = (&mut *self.mean, &mut *self.square);
        descend(isa, &mut float.weights, moments, gradients, share, rate);
        for range in SMALL {
            for weight in &mut float.weights[range] {
                *weight = weight.clamp(-LARGEST, LARGEST);
            }
        }
    }
}

/// How long means and squares of the gradient are remembered.
const MEANS: f32 = 0.9;
const SQUARES: f32 = 0.999;

fn descend(
    isa: Isa,
    weights: &mut [f32],
    moments: (&mut [f32], &mut [f32]),
    gradients: [&[f32]; 2],
    share: f32,
    rate: f32,
) {
    #[inline(always)]
    fn plain(w: &mut [f32], m: (&mut [f32], &mut [f32]), g: [&[f32]; 2], share: f32, rate: f32) {
        let n = w.len();
        let (mean, square) = (&mut m.0[..n], &mut m.1[..n]);
        let (a, b) = (&g[0][..n], &g[1][..n]);
        for i in 0..n {
            let gradient = (a[i] + b[i]) * share;
            mean[i] = MEANS * mean[i] + (1.0 - MEANS) * gradient;
            square[i] = SQUARES * square[i] + (1.0 - SQUARES) * gradient * gradient;
            w[i] -= rate * mean[i] / (square[i].sqrt() + 1e-8);
        }
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(w: &mut [f32], m: (&mut [f32], &mut [f32]), g: [&[f32]; 2], share: f32, rate: f32) {
        plain(w, m, g, share, rate);
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn avx512(w: &mut [f32], m: (&mut [f32], &mut [f32]), g: [&[f32]; 2], share: f32, rate: f32) {
        plain(w, m, g, share, rate);
    }
    match isa {
        Isa::Plain => plain(weights, moments, gradients, share, rate),
        // SAFETY: `Isa` names only what this CPU has.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { avx2(weights, moments, gradients, share, rate) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { avx512(weights, moments, gradients, share, rate) },
    }
}
