//! The network while it learns, in floating-point numbers, with its gradient.

use std::ops::Range;

use tengen_game::Rng;
use tengen_shogi::Board;

use super::Learner;
use super::trainer::{Loss, Target, sigmoid};
use crate::eval::features::{self, COUNT, MOST, mirrored, reversed};
use crate::eval::network::{Chunk, FINE, HIDDEN, Layer, Network, ONE, Row, SHIFT, WIDTH};
use crate::eval::{Isa, NetworkError};

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
const WEIGHTS: usize = OUTPUT_BIAS + 1;

/// The parts, for tests.
#[cfg(test)]
pub(super) const PARTS: [Range<usize>; 8] = [
    0..BIAS,
    BIAS..FIRST,
    FIRST..FIRST_BIAS,
    FIRST_BIAS..SECOND,
    SECOND..SECOND_BIAS,
    SECOND_BIAS..OUTPUT,
    OUTPUT..OUTPUT_BIAS,
    OUTPUT_BIAS..WEIGHTS,
];

/// The weights of the layers that become eight bits.
const SMALL: [Range<usize>; 2] = [FIRST..FIRST_BIAS, SECOND..SECOND_BIAS];
/// The largest of these.
const LARGEST: f32 = 127.0 / 64.0;

/// See the module's head. The weights of all parts lie one behind the other.
#[derive(Clone)]
pub struct Float {
    weights: Vec<f32>,
}

/// No feature.
const NONE: u16 = u16::MAX;

/// A position by its features.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its features in the view of the side to move.
    features: [u16; MOST],
    value: i16,
    result: u8,
}

impl Sample {
    /// The features that hold.
    #[inline(always)]
    fn holding(&self) -> impl Iterator<Item = usize> + '_ {
        let held = self.features.iter().take_while(|&&feature| feature != NONE);
        held.map(|&feature| usize::from(feature))
    }
}

impl Float {
    /// The weights of a network in whole numbers.
    fn of(network: &Network) -> Self {
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
    pub(super) fn quantised(&self) -> Network {
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
pub struct Scratch {
    own: [u16; MOST],
    other: [u16; MOST],
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
            own: [0; MOST],
            other: [0; MOST],
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

    #[inline(always)]
    fn learn_plain(
        &self,
        batch: &[(&Sample, bool)],
        target: Target,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> Loss {
        let mut loss = Loss::default();
        for &(sample, mirror) in batch {
            let chance = sigmoid(self.forward(sample, mirror, scratch));
            let error = chance - target.of(sample.value, sample.result);
            loss.count(error);
            self.backward(2.0 * error * chance * (1.0 - chance), scratch, gradient);
        }
        loss
    }

    #[inline(always)]
    fn judge_plain(&self, samples: &[Sample], target: Target, scratch: &mut Scratch) -> Loss {
        let mut loss = Loss::default();
        for sample in samples {
            let chance = sigmoid(self.forward(sample, false, scratch));
            loss.count(chance - target.of(sample.value, sample.result));
        }
        loss
    }
}

impl Learner for Float {
    type Sample = Sample;
    type Scratch = Scratch;
    const KIND: &'static str = "network";

    /// Small random weights.
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: Range<usize>, size: f32| {
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

    fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        Ok(Self::of(&Network::read(bytes)?))
    }

    fn write(&self, _: &[Sample]) -> Vec<u8> {
        self.quantised().write()
    }

    fn sample(board: &Board, value: i16, result: u8) -> Sample {
        let mut features = [NONE; MOST];
        let mut count = 0;
        features::of_board(board, board.turn(), |feature| {
            if let Some(place) = features.get_mut(count) {
                *place = feature as u16;
                count += 1;
            }
        });
        Sample {
            features,
            value,
            result,
        }
    }

    fn weights(&self) -> &[f32] {
        &self.weights
    }

    fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn bound(&mut self) {
        for range in SMALL {
            for weight in &mut self.weights[range] {
                *weight = weight.clamp(-LARGEST, LARGEST);
            }
        }
    }

    fn learn(
        &self,
        isa: Isa,
        batch: &[(&Sample, bool)],
        target: Target,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> Loss {
        type Batch<'a> = [(&'a Sample, bool)];
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2(f: &Float, b: &Batch<'_>, t: Target, s: &mut Scratch, g: &mut [f32]) -> Loss {
            f.learn_plain(b, t, s, g)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f")]
        fn avx512(f: &Float, b: &Batch<'_>, t: Target, s: &mut Scratch, g: &mut [f32]) -> Loss {
            f.learn_plain(b, t, s, g)
        }
        match isa {
            Isa::Plain => self.learn_plain(batch, target, scratch, gradient),
            // SAFETY: `Isa` names only what this CPU has.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { avx2(self, batch, target, scratch, gradient) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { avx512(self, batch, target, scratch, gradient) },
        }
    }

    fn judge(&self, isa: Isa, samples: &[Sample], target: Target, scratch: &mut Scratch) -> Loss {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2(f: &Float, samples: &[Sample], t: Target, s: &mut Scratch) -> Loss {
            f.judge_plain(samples, t, s)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f")]
        fn avx512(f: &Float, samples: &[Sample], t: Target, s: &mut Scratch) -> Loss {
            f.judge_plain(samples, t, s)
        }
        match isa {
            Isa::Plain => self.judge_plain(samples, target, scratch),
            // SAFETY: `Isa` names only what this CPU has.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { avx2(self, samples, target, scratch) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { avx512(self, samples, target, scratch) },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chance::boards;
    use crate::eval::network::SCALE;
    use crate::eval::{Accumulator, Evaluate, Material};
    use crate::train::{Settings, Trainer};

    /// A network that has learned values of boards, with what it had learned before and after.
    fn learned(boards: &[Board], value: impl FnMut(&Board) -> i16) -> (Float, [f64; 2]) {
        let values = boards.iter().map(value);
        let samples: Vec<Sample> = boards
            .iter()
            .zip(values)
            .map(|(board, value)| Float::sample(board, value, 1))
            .collect();
        let settings = Settings {
            epochs: 60,
            batch: 32,
            rate: 1e-3,
            ..Settings::default()
        };
        let mut trainer = Trainer::new(Float::new(1), settings);
        let before = trainer.judge(&samples);
        while !trainer.is_done(samples.len()) {
            trainer.step(&samples);
        }
        let after = trainer.judge(&samples);
        (trainer.learner().clone(), [before, after])
    }

    #[test]
    fn some_hundred_positions_are_learned_by_heart() {
        let mut rng = Rng::new(5);
        let boards = boards(10, 5);
        assert!(boards.len() > 200);
        let (_, [before, after]) = learned(&boards, |_| rng.below(1601) as i16 - 800);
        assert!(before > 0.03 && after < 0.001, "{before} {after}");
    }

    #[test]
    fn whole_numbers_say_what_the_others_do() {
        let boards = boards(10, 5);
        let mut material = Material::default();
        let (float, [before, after]) = learned(&boards, |board| {
            material.start(board);
            material.value(board).clamp(-1500, 1500) as i16
        });
        assert!(after < before / 5.0, "{before} {after}");
        let file = float.write(&[]);
        let read = Float::read(&file).unwrap();
        let mut whole = Accumulator::new(Arc::new(Network::read(&file).unwrap()));
        let mut scratch = Scratch::default();
        let mut off = [0.0; 2];
        for board in &boards {
            let sample = Float::sample(board, 0, 1);
            whole.start(board);
            let value = whole.value(board) as f32;
            for (off, float) in off.iter_mut().zip([&float, &read]) {
                let exact = float.forward(&sample, false, &mut scratch) * SCALE as f32;
                *off += (value - exact).abs() / boards.len() as f32;
            }
        }
        // What weights of eight bits change, and what outputs of seven bits do.
        assert!(
            off[0] < 30.0 && off[1] < 8.0,
            "{off:?} hundredths of a pawn off"
        );
        assert_eq!(read.write(&[]), file);
    }

    #[test]
    fn a_mirrored_position_is_worth_the_same_to_what_sees_it_mirrored() {
        let float = Float::new(2);
        let board = Board::from_sfen("4k4/1r7/9/9/4P4/9/9/7R1/3GK4 b Pb 1").unwrap();
        let mirror = Board::from_sfen("4k4/7r1/9/9/4P4/9/9/1R7/4KG3 b Pb 1").unwrap();
        let mut scratch = Scratch::default();
        let mut value =
            |board, mirrored| float.forward(&Float::sample(board, 0, 1), mirrored, &mut scratch);
        let (plain, mirrored) = (value(&board, false), value(&mirror, true));
        assert!((plain - mirrored).abs() < 1e-5);
        assert!((plain - value(&mirror, false)).abs() > 1e-4);
    }
}
