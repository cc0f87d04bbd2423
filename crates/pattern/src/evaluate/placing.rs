//! The standing of a move among the others.

use crate::team::Sample;

/// The standing of the played move of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// The number of candidates that have a higher score.
    pub above: usize,
    /// The number that have the same, the played move included.
    pub tied: usize,
    /// The logarithm of the chance that the model gives the played move.
    pub log_likelihood: f64,
}

impl Placing {
    /// Places the played move of a sample; `scores` is room for the scores of the candidates.
    ///
    /// Weights are added in the order of the columns, so that equal teams have equal scores to the
    /// last bit. A feature without a weight counts as none. `None` if no candidate was played.
    #[must_use]
    pub fn of(sample: &Sample, weights: &[f32], scores: &mut Vec<f32>) -> Option<Self> {
        let weight = |&id: &u32| weights.get(id as usize).copied().unwrap_or(0.0);
        scores.clear();
        scores.extend(
            sample
                .teams()
                .map(|team| team.iter().map(weight).sum::<f32>()),
        );
        Self::among(scores, sample.played)
    }

    /// Places the candidate of this number among all, by their scores: the logarithms of their strengths. `None` if there
    /// is no such candidate.
    #[must_use]
    pub fn among(scores: &[f32], played: usize) -> Option<Self> {
        let played = *scores.get(played)?;
        let (mut above, mut tied, mut total) = (0, 0, 0.0);
        let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for &score in scores {
            above += usize::from(score > played);
            tied += usize::from(score == played);
            total += libm::exp(f64::from(score - top));
        }
        Some(Self {
            above,
            tied: tied.max(1),
            log_likelihood: f64::from(played - top) - libm::log(total),
        })
    }

    /// The part of it that matches: 1, or its share if several candidates are tied at the top.
    #[must_use]
    pub fn matched(&self) -> f64 {
        self.within(1)
    }

    /// Its rank, from 1; a tied move has the mean rank of its tie.
    #[must_use]
    pub fn rank(&self) -> f64 {
        self.above as f64 + (self.tied as f64 + 1.0) / 2.0
    }

    /// The part of it that is among the first k: of a tie, the share that lies within.
    #[must_use]
    pub fn within(&self, k: usize) -> f64 {
        let inside = k.saturating_sub(self.above).min(self.tied);
        inside as f64 / self.tied as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(ids: &[u32], played: usize) -> Sample {
        Sample {
            width: 2,
            ids: ids.to_vec(),
            played,
        }
    }

    #[test]
    fn ties_share_their_ranks() {
        // Scores 2, 1, 1, 1, 0.
        let ids = [1, 1, 1, 0, 0, 1, 1, 0, 0, 0];
        let weights = [0.0, 1.0];
        let mut room = Vec::new();
        let mut place = |played| Placing::of(&sample(&ids, played), &weights, &mut room);
        let middle = place(2).unwrap();
        assert_eq!((middle.above, middle.tied), (1, 3));
        assert_eq!((middle.matched(), middle.rank()), (0.0, 3.0));
        assert_eq!(middle.within(2), 1.0 / 3.0);
        assert_eq!((middle.within(4), middle.within(50)), (1.0, 1.0));
        let total = 2f64.exp() + 3.0 * 1f64.exp() + 1.0;
        assert!((middle.log_likelihood - (1f64.exp() / total).ln()).abs() < 1e-6);
        assert_eq!(place(0).unwrap().matched(), 1.0);
        assert_eq!(place(4).unwrap().rank(), 5.0);
        assert_eq!(place(5), None);
    }

    #[test]
    fn without_strengths_every_move_is_as_good() {
        let place = Placing::of(&sample(&[5, 6, 7, 8], 1), &[], &mut Vec::new()).unwrap();
        assert_eq!((place.matched(), place.rank()), (0.5, 1.5));
        assert!((place.log_likelihood - 0.5f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn large_scores_do_not_overflow() {
        let place =
            Placing::of(&sample(&[1, 1, 0, 0], 1), &[0.0, 1000.0], &mut Vec::new()).unwrap();
        assert_eq!(place.log_likelihood, -2000.0);
    }
}
