//! The linear evaluation while it learns, by logistic regression.
//!
//! What a piece is worth is learned for its kind, beside what its place adds, so that places that are seldom seen are worth
//! what the piece is. Left is as right by itself.

use tengen_shogi::Board;

use super::Learner;
use super::trainer::{Loss, Target, sigmoid};
use crate::eval::features::KINDS;
use crate::eval::linear::PARTS;
use crate::eval::network::SCALE;
use crate::eval::terms::{self, COUNT, FOLDED, OTHER, OWN, PLACES, held, placed};
use crate::eval::{Isa, NetworkError, Weights, material};

/// The weights of kinds, behind those of terms.
const WORTHS: usize = COUNT;
/// The kind of a pawn.
const PAWN: usize = 0;
/// Marks a term that the side that waits holds.
const AGAINST: u16 = 1 << 15;

const _: () = assert!(COUNT < AGAINST as usize);

/// A position by its terms.
#[derive(Clone, Debug)]
pub struct TermSample {
    terms: Box<[u16]>,
    value: i16,
    result: u8,
}

impl TermSample {
    /// The terms, with 1 for the side to move and -1 against it.
    #[inline]
    fn terms(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.terms.iter().map(|&term| {
            let sign = if term & AGAINST == 0 { 1.0 } else { -1.0 };
            (usize::from(term & !AGAINST), sign)
        })
    }
}

/// See the module's head. A weight of 1 is odds of e to 1.
#[derive(Clone, Debug)]
pub struct Sums {
    weights: Vec<f32>,
}

impl Sums {
    /// The value of a sample, 1 for odds of e to 1.
    fn value(&self, sample: &TermSample) -> f32 {
        let w = &self.weights;
        let worth = |(term, sign): (usize, f32)| {
            let kind = placed(term).map_or(0.0, |kind| w[WORTHS + kind]);
            sign * (w[term] + kind)
        };
        sample.terms().map(worth).sum()
    }

    /// What pawns on the board are worth on average over samples: their kind, their places, where they stand to the kings.
    fn pawn(&self, samples: &[TermSample]) -> f32 {
        let w = &self.weights;
        let is_pawn = |from: usize, size: usize, term: usize| (from..from + size).contains(&term);
        let standing = (OTHER - OWN) / KINDS;
        let (mut pawns, mut worth) = (0u64, 0.0);
        for (term, _) in samples.iter().flat_map(TermSample::terms) {
            if is_pawn(PLACES, FOLDED, term) {
                pawns += 1;
                worth += f64::from(w[WORTHS + PAWN] + w[term]);
            } else if is_pawn(OWN, standing, term) || is_pawn(OTHER, standing, term) {
                worth += f64::from(w[term]);
            }
        }
        match pawns {
            0 => w[WORTHS + PAWN],
            pawns => (worth / pawns as f64) as f32,
        }
    }
}

impl Learner for Sums {
    type Sample = TermSample;
    type Scratch = ();
    const KIND: &'static str = "linear";

    /// Material, and nothing else.
    fn new(_: u64) -> Self {
        let mut weights = vec![0.0; COUNT + KINDS];
        let worth =
            |kind: usize| material::WORTH[terms::ON_BOARD[kind].to_index()] as f32 / SCALE as f32;
        for kind in 0..KINDS {
            weights[WORTHS + kind] = worth(kind);
        }
        for (term, weight) in weights[..COUNT].iter_mut().enumerate() {
            if let Some((kind, count)) = held(term) {
                *weight = count as f32 * worth(kind);
            }
        }
        Self { weights }
    }

    fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let file = Weights::read(bytes)?;
        let unit = 1.0 / (PARTS as f32 * f32::from(file.odds.max(1)));
        let mut weights: Vec<f32> = file.terms.iter().map(|&w| f32::from(w) * unit).collect();
        weights.resize(COUNT + KINDS, 0.0);
        Ok(Self { weights })
    }

    fn write(&self, samples: &[TermSample]) -> Vec<u8> {
        let pawn = self.pawn(samples);
        let odds = if pawn > 0.0 {
            100.0 / pawn
        } else {
            SCALE as f32
        };
        let odds = odds.round().clamp(1.0, f32::from(u16::MAX));
        let terms = (0..COUNT).map(|term| {
            let kind = placed(term).map_or(0.0, |kind| self.weights[WORTHS + kind]);
            let weight = (self.weights[term] + kind) * odds * PARTS as f32;
            weight.round().clamp(-32_000.0, 32_000.0) as i16
        });
        let file = Weights {
            odds: odds as u16,
            terms: terms.collect(),
        };
        file.write()
    }

    fn sample(board: &Board, value: i16, result: u8) -> TermSample {
        let mut terms = Vec::with_capacity(160);
        terms::of_board(board, |color, term| {
            let against = if color == board.turn() { 0 } else { AGAINST };
            terms.push(term as u16 | against);
        });
        TermSample {
            terms: terms.into(),
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

    fn learn(
        &self,
        _: Isa,
        batch: &[(&TermSample, bool)],
        target: Target,
        (): &mut (),
        gradient: &mut [f32],
    ) -> Loss {
        let mut loss = Loss::default();
        for &(sample, _) in batch {
            let chance = sigmoid(self.value(sample));
            let error = chance - target.of(sample.value, sample.result);
            loss.count(error);
            // The gradient of the cross-entropy.
            for (term, sign) in sample.terms() {
                gradient[term] += sign * error;
                if let Some(kind) = placed(term) {
                    gradient[WORTHS + kind] += sign * error;
                }
            }
        }
        loss
    }

    fn judge(&self, _: Isa, samples: &[TermSample], target: Target, (): &mut ()) -> Loss {
        let mut loss = Loss::default();
        for sample in samples {
            let chance = sigmoid(self.value(sample));
            loss.count(chance - target.of(sample.value, sample.result));
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use tengen_game::Rng;

    use super::*;
    use crate::chance::boards;
    use crate::eval::Linear;
    use crate::train::{SelfPlay, Series, Settings, Trainer, read_line};

    fn drawn() -> Sums {
        let mut rng = Rng::new(6);
        let mut sums = Sums::new(1);
        for weight in &mut sums.weights {
            *weight += 0.1 * (rng.unit() as f32 - 0.5);
        }
        sums
    }

    #[test]
    fn it_begins_with_material() {
        let sums = Sums::new(1);
        for board in boards(2, 5) {
            let mut material = material::Material::default();
            crate::eval::Evaluate::start(&mut material, &board);
            let expected = crate::eval::Evaluate::value(&mut material, &board) as f32;
            let value = sums.value(&Sums::sample(&board, 0, 1)) * SCALE as f32;
            assert!((value - expected).abs() < 0.1, "{board:?}");
        }
    }

    #[test]
    fn the_file_says_what_was_learned_in_pawns_of_a_hundred() {
        let boards = boards(4, 7);
        let samples: Vec<TermSample> = boards.iter().map(|b| Sums::sample(b, 0, 1)).collect();
        let sums = drawn();
        let file = sums.write(&samples);
        let weights = Weights::read(&file).unwrap();
        let odds = f32::from(weights.odds);
        assert!((sums.pawn(&samples) * odds - 100.0).abs() < 0.5);
        let read = Sums::read(&file).unwrap();
        for (board, sample) in boards.iter().zip(&samples) {
            let value = weights.value(board) as f32;
            assert!((sums.value(sample) * odds - value).abs() < 3.0, "{board:?}");
            assert!((read.value(sample) * odds - value).abs() < 1.5, "{board:?}");
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_cross_entropy() {
        let boards = boards(1, 7);
        let samples: Vec<TermSample> = boards.iter().map(|b| Sums::sample(b, 200, 2)).collect();
        let batch: Vec<(&TermSample, bool)> =
            samples.iter().map(|sample| (sample, false)).collect();
        let mut sums = drawn();
        let target = Target { result: 0.3 };
        let mut gradient = vec![0.0; sums.weights.len()];
        sums.learn(Isa::Plain, &batch, target, &mut (), &mut gradient);
        let entropy = |sums: &Sums| -> f64 {
            let of = |sample: &TermSample| {
                let p = f64::from(sigmoid(sums.value(sample)));
                let t = f64::from(target.of(sample.value, sample.result));
                -t * p.ln() - (1.0 - t) * (1.0 - p).ln()
            };
            samples.iter().map(of).sum()
        };
        let mut steepest: Vec<usize> = (0..gradient.len()).collect();
        steepest.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        for &n in &steepest[..20] {
            let before = sums.weights[n];
            let [up, down] = [1e-2, -1e-2].map(|step| {
                sums.weights[n] = before + step;
                entropy(&sums)
            });
            sums.weights[n] = before;
            let found = ((up - down) / 2e-2) as f32;
            let off = (found - gradient[n]).abs();
            assert!(
                off < 0.02 * gradient[n].abs() + 1e-3,
                "{n}: {found} {}",
                gradient[n]
            );
        }
    }

    #[test]
    fn what_is_linear_is_learned() {
        let boards = boards(40, 3);
        let teacher = drawn();
        let sample = |board: &Board| {
            let value = teacher.value(&Sums::sample(board, 0, 1)) * SCALE as f32;
            Sums::sample(board, value.clamp(-2000.0, 2000.0) as i16, 1)
        };
        let samples: Vec<TermSample> = boards.iter().map(sample).collect();
        let settings = Settings {
            epochs: 30,
            batch: 64,
            ..Settings::default()
        };
        let mut trainer = Trainer::new(Sums::new(1), settings);
        let before = trainer.judge(&samples);
        while !trainer.is_done(samples.len()) {
            trainer.step(&samples);
        }
        assert!(trainer.judge(&samples) < before / 10.0, "{before}");
    }

    #[test]
    fn a_pawn_of_the_built_in_weights_is_a_hundred() {
        let series = Series {
            play: SelfPlay {
                nodes: 20,
                most: 80,
                ..SelfPlay::default()
            },
            starts: vec![Board::start()],
            seed: 1,
            threads: 1,
        };
        let mut samples = Vec::new();
        series.run(&Linear::default(), 0..5, |_, line| {
            let read = read_line(line, |board, _, _| samples.push(Sums::sample(board, 0, 1)));
            assert_eq!(read, Ok(true));
            ControlFlow::Continue(())
        });
        let weights = Weights::built_in();
        let sums = Sums::read(&weights.write()).unwrap();
        let pawn = sums.pawn(&samples) * f32::from(weights.odds);
        // Exactly that it is on the games that it was learned from.
        assert!((75.0..125.0).contains(&pawn), "{pawn}");
    }
}
