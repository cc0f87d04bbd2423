//! The linear evaluation while it learns, by logistic regression.
//!
//! What a piece is worth is learned for its kind, beside what its place adds, so that places that are seldom seen are worth
//! what the piece is. Left is as right by itself.

use tengen_shogi::Board;

use super::trainer::{Loss, Target, sigmoid};
use super::Learner;
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
        let worth = |kind: usize| material::WORTH[terms::ON_BOARD[kind].to_index()] as f32 / SCALE as f32;
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
        let odds = if pawn > 0.0 { 100.0 / pawn } else { SCALE as f32 };
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
