//! Progressive bias: a bonus for likely moves that fades as playouts tell more.
//!
//! G. Chaslot, M. Winands, J. Uiterwijk, J. van den Herik and B. Bouzy, "Progressive strategies for
//! Monte-Carlo tree search", 2008, add what is known about a move, divided by its playouts, to its
//! urgency. Here the bonus is c·f(P)·sqrt(k / (n + k)): it begins at c·f(P), whatever k is, and falls
//! in the way of the hand-selected schedule of first plays. n counts virtual playouts too.
//!
//! A move that nothing is known about has its bonus on top of the first-play urgency, so that such
//! moves are tried in the order of the prior.

use super::{Batch, Formula, Lane};
use crate::params::{BiasParams, BiasShape};

/// The terms that do not depend on the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bias {
    weight: f32,
    equivalence: f32,
    shape: BiasShape,
}

impl Bias {
    /// None if it weighs nothing.
    pub(crate) fn new(params: &BiasParams) -> Option<Self> {
        (params.weight > 0.0).then_some(Self {
            weight: params.weight,
            equivalence: params.equivalence,
            shape: params.shape,
        })
    }

    /// Another formula with the bonus on top.
    pub(crate) const fn on<F>(self, formula: F) -> Biased<F> {
        Biased {
            bias: self,
            formula,
        }
    }

    #[inline(always)]
    fn add(&self, urgencies: &mut Lane, batch: &Batch, shape: impl Fn(f32) -> f32) {
        let k = self.equivalence;
        for (i, urgency) in urgencies.iter_mut().enumerate() {
            let fading = (k / (batch.visits[i] + k)).sqrt();
            *urgency += self.weight * fading * shape(batch.prior[i]);
        }
    }
}

/// A formula with the bonus on top.
pub(crate) struct Biased<F> {
    bias: Bias,
    formula: F,
}

impl<F: Formula> Formula for Biased<F> {
    const RAVE: bool = F::RAVE;
    const PRIOR: bool = true;

    #[inline(always)]
    fn urgencies(&self, batch: &Batch) -> Lane {
        let mut urgencies = self.formula.urgencies(batch);
        match self.bias.shape {
            BiasShape::Share => self.bias.add(&mut urgencies, batch, |p| p),
            BiasShape::Root => self.bias.add(&mut urgencies, batch, f32::sqrt),
            BiasShape::Log => self.bias.add(&mut urgencies, batch, |p| {
                (1.0 + 0.1 * binary_log(p)).max(0.0)
            }),
        }
        urgencies
    }
}

/// The binary logarithm as the bits of a number have it: exact at the powers of two and straight
/// between them, which vectors can do and every machine does alike. Far below 0 for 0.
#[inline(always)]
fn binary_log(x: f32) -> f32 {
    x.to_bits() as f32 * (1.0 / (1 << 23) as f32) - 127.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{LANES, Ucb};

    fn urgency(params: &BiasParams, visits: f32, prior: f32) -> f32 {
        let batch = Batch {
            visits: [visits; LANES],
            wins: [0.5 * visits; LANES],
            rave_visits: [0.0; LANES],
            rave_wins: [0.0; LANES],
            prior: [prior; LANES],
        };
        let ucb = Ucb::<false>::new(0.0, 1.1, 100);
        Bias::new(params).unwrap().on(ucb).urgencies(&batch)[0]
    }

    #[test]
    fn the_bonus_is_as_computed_by_hand() {
        let mut params = BiasParams {
            weight: 0.4,
            equivalence: 50.0,
            ..BiasParams::default()
        };
        // n = 0: on top of the first-play urgency. n = 150: sqrt(50 / 200) = 1/2.
        for (shape, prior, bonus) in [
            (BiasShape::Share, 0.25, 0.1),
            (BiasShape::Root, 0.25, 0.2),
            (BiasShape::Log, 0.25, 0.32),
            (BiasShape::Log, 1.0, 0.4),
            (BiasShape::Log, 0.0001, 0.0),
            (BiasShape::Log, 0.0, 0.0),
        ] {
            params.shape = shape;
            let near = |found: f32, expected: f32| {
                assert!(
                    (found - expected).abs() < 1e-5,
                    "{shape:?} {prior}: {found}"
                );
            };
            near(urgency(&params, 0.0, prior), 1.1 + bonus);
            near(urgency(&params, 150.0, prior), 0.5 + bonus / 2.0);
        }
    }

    #[test]
    fn without_weight_there_is_none() {
        assert!(Bias::new(&BiasParams::default()).is_none());
    }
}
