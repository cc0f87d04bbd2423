//! The network while it learns, in floating-point numbers, with its gradient.

use tengen_game::Rng;

use crate::eval::features::{COUNT, mirrored, reversed};
use crate::eval::network::{Chunk, FINE, HIDDEN, Layer, Network, ONE, Row, SCALE, SHIFT, WIDTH};

use super::corpus::Sample;

/// Inputs of the first layer after the sums.
const INPUTS: usize = 2 * WIDTH;
/// Where each part begins among all weights.
const BIAS: usize = COUNT * WIDTH;
const FIRST: usize = BIAS + WIDTH;
const FIRST_BIAS: usize = FIRST + HIDDEN * INPUTS;
const SECOND: usize = FIRST_BIAS + HIDDEN;
const SECOND_BIAS: usize = SECOND + HIDDEN * HIDDEN;
const OUTPUT: usize = SECOND_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
/// The number of weights.
pub(crate) const WEIGHTS: usize = OUTPUT_BIAS + 1;

/// The weights of the layers that become eight bits.
pub(crate) const SMALL: [std::ops::Range<usize>; 2] = [FIRST..FIRST_BIAS, SECOND..SECOND_BIAS];
/// The largest of these.
pub(crate) const LARGEST: f32 = 127.0 / 64.0;

/// See the module's head. The weights of all parts lie one behind the other.
#[derive(Clone)]
pub(crate) struct Float {
    pub(crate) weights: Vec<f32>,
}

/// What a network made of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) samples: usize,
    pub(crate) loss: f64,
}

/// How targets are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The share of the result beside the value.
    pub(crate) result: f32,
}

impl Target {
    fn of(self, sample: &Sample) -> f32 {
        let value = sigmoid(f32::from(sample.value) / SCALE as f32);
        let result = f32::from(sample.result) / 2.0;
        value + self.result * (result - value)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

impl Float {
    /// Small random weights.
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: std::ops::Range<usize>, size: f32| {
            for weight in &mut weights[range] {
                *weight = (2.0 * rng.unit() as f32 - 1.0) * size;
            }
        };
        fill(0..BIAS, 0.1);
        fill(FIRST..FIRST_BIAS, (3.0 / INPUTS as f32).sqrt());
        fill(SECOND..SECOND_BIAS, (3.0 / HIDDEN as f32).sqrt());
        fill(OUTPUT..OUTPUT_BIAS, (3.0 / HIDDEN as f32).sqrt());
        weights[BIAS..FIRST].fill(0.5);
        Self { weights }
    }

    /// The weights of a network in whole numbers.
    pub(crate) fn of(network: &Network) -> Self {
        let mut weights = Vec::with_capacity(WEIGHTS);
        let one = ONE as f32;
        let small = (1 << SHIFT) as f32;
        for row in network.rows.iter().chain([&network.bias]) {
            weights.extend(row.0.iter().map(|&w| f32::from(w) / one));
        }
        for layer in [&network.first, &network.second] {
            let inputs = layer.weights.len() * 4;
            for out in 0..HIDDEN {
                let weight = |n: usize| layer.weights[n / 4].0[4 * out + n % 4];
                weights.extend((0..inputs).map(|n| f32::from(weight(n)) / small));
            }
            weights.extend(layer.bias.map(|b| b as f32 / (one * small)));
        }
        weights.extend(network.output.map(|w| f32::from(w) / FINE as f32));
        weights.push(network.output_bias as f32 / (one * small));
        Self { weights }
    }

    /// The network in whole numbers.
    pub(crate) fn quantised(&self) -> Network {
        let w = &self.weights;
        let one = ONE as f32;
        let small = (1 << SHIFT) as f32;
        let byte = |x: f32| (x * small).round().clamp(-127.0, 127.0) as i8;
        let row = |n: usize| {
            Row(std::array::from_fn(|i| {
                (w[n * WIDTH + i] * one).round().clamp(-16_000.0, 16_000.0) as i16
            }))
        };
        let bias =
            |from: usize| std::array::from_fn(|i| (w[from + i] * one * small).round() as i32);
        let layer = |from: usize, inputs: usize, to: usize| Layer {
            weights: (0..inputs / 4)
                .map(|four| {
                    Chunk(std::array::from_fn(|i| {
                        byte(w[from + (i / 4) * inputs + 4 * four + i % 4])
                    }))
                })
                .collect(),
            bias: bias(to),
        };
        Network {
            rows: (0..COUNT).map(row).collect(),
            bias: row(COUNT),
            first: layer(FIRST, INPUTS, FIRST_BIAS),
            second: layer(SECOND, HIDDEN, SECOND_BIAS),
            output: std::array::from_fn(|i| {
                (w[OUTPUT + i] * FINE as f32)
                    .round()
                    .clamp(-32_000.0, 32_000.0) as i16
            }),
            output_bias: (w[OUTPUT_BIAS] * one * small).round() as i32,
        }
    }
}

/// What is computed for a sample on the way to its value.
pub(crate) struct Scratch {
    own: [u16; 40],
    other: [u16; 40],
    count: usize,
    sums: [f32; INPUTS],
    input: [f32; INPUTS],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    back: [f32; INPUTS],
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            own: [0; 40],
            other: [0; 40],
            count: 0,
            sums: [0.0; INPUTS],
            input: [0.0; INPUTS],
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
            back: [0.0; INPUTS],
        }
    }
}

#[inline(always)]
fn add(to: &mut [f32], from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

#[inline(always)]
fn add_times(to: &mut [f32], from: &[f32], by: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += by * from;
    }
}

/// The sum of products, in sixteen strands.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut strands = [0.0; 16];
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        for i in 0..16 {
            strands[i] += a[i] * b[i];
        }
    }
    strands.iter().sum()
}

impl Float {
    #[inline(always)]
    fn forward(&self, sample: &Sample, mirror: bool, s: &mut Scratch) -> f32 {
        let w = &self.weights;
        s.count = 0;
        for feature in sample.holding() {
            let own = if mirror { mirrored(feature) } else { feature };
            s.own[s.count] = own as u16;
            s.other[s.count] = reversed(own) as u16;
            s.count += 1;
        }
        s.sums[..WIDTH].copy_from_slice(&w[BIAS..FIRST]);
        s.sums[WIDTH..].copy_from_slice(&w[BIAS..FIRST]);
        let (own, other) = s.sums.split_at_mut(WIDTH);
        for n in 0..s.count {
            add(own, &w[usize::from(s.own[n]) * WIDTH..][..WIDTH]);
            add(other, &w[usize::from(s.other[n]) * WIDTH..][..WIDTH]);
        }
        for i in 0..INPUTS {
            s.input[i] = s.sums[i].clamp(0.0, 1.0);
        }
        for out in 0..HIDDEN {
            let sum = w[FIRST_BIAS + out] + dot(&w[FIRST + out * INPUTS..][..INPUTS], &s.input);
            s.first[out] = sum;
        }
        let first = s.first.map(|x| x.clamp(0.0, 1.0));
        for out in 0..HIDDEN {
            let sum = w[SECOND_BIAS + out] + dot(&w[SECOND + out * HIDDEN..][..HIDDEN], &first);
            s.second[out] = sum;
        }
        let second = s.second.map(|x| x.clamp(0.0, 1.0));
        w[OUTPUT_BIAS] + dot(&w[OUTPUT..][..HIDDEN], &second)
    }

    #[inline(always)]
    fn backward(&self, d: f32, s: &mut Scratch, g: &mut [f32]) {
        let w = &self.weights;
        let open = |x: f32| if (0.0..1.0).contains(&x) { 1.0 } else { 0.0 };
        let first = s.first.map(|x| x.clamp(0.0, 1.0));
        let second = s.second.map(|x| x.clamp(0.0, 1.0));
        g[OUTPUT_BIAS] += d;
        add_times(&mut g[OUTPUT..][..HIDDEN], &second, d);
        let mut d_first = [0.0; HIDDEN];
        for out in 0..HIDDEN {
            let d = d * w[OUTPUT + out] * open(s.second[out]);
            if d != 0.0 {
                g[SECOND_BIAS + out] += d;
                add_times(&mut g[SECOND + out * HIDDEN..][..HIDDEN], &first, d);
                add_times(&mut d_first, &w[SECOND + out * HIDDEN..][..HIDDEN], d);
            }
        }
        s.back.fill(0.0);
        for out in 0..HIDDEN {
            let d = d_first[out] * open(s.first[out]);
            if d != 0.0 {
                g[FIRST_BIAS + out] += d;
                add_times(&mut g[FIRST + out * INPUTS..][..INPUTS], &s.input, d);
                add_times(&mut s.back, &w[FIRST + out * INPUTS..][..INPUTS], d);
            }
        }
        for i in 0..INPUTS {
            s.back[i] *= open(s.sums[i]);
        }
        let (own, other) = s.back.split_at(WIDTH);
        add(&mut g[BIAS..FIRST], own);
        add(&mut g[BIAS..FIRST], other);
        for n in 0..s.count {
            add(&mut g[usize::from(s.own[n]) * WIDTH..][..WIDTH], own);
            add(&mut g[usize::from(s.other[n]) * WIDTH..][..WIDTH], other);
        }
    }

    /// Adds the gradient of samples, each with whether its left and right are exchanged.
    #[inline(always)]
    pub(crate) fn learn(
        &self,
        batch: &[(&Sample, bool)],
        target: Target,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> Sums {
        let mut sums = Sums::default();
        for &(sample, mirror) in batch {
            let p = sigmoid(self.forward(sample, mirror, scratch));
            let error = p - target.of(sample);
            sums.samples += 1;
            sums.loss += f64::from(error * error);
            self.backward(2.0 * error * p * (1.0 - p), scratch, gradient);
        }
        sums
    }

    /// How far the network is off on samples.
    #[inline(always)]
    pub(crate) fn judge(&self, samples: &[Sample], target: Target, scratch: &mut Scratch) -> Sums {
        let mut sums = Sums::default();
        for sample in samples {
            let p = sigmoid(self.forward(sample, false, scratch));
            let error = p - target.of(sample);
            sums.samples += 1;
            sums.loss += f64::from(error * error);
        }
        sums
    }
}
