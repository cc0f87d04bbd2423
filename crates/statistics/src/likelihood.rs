//! The likeliest distribution of a few outcomes under a condition on its mean.
//!
//! Given how often each of a few values was seen, the sequential test compares the likeliest
//! distribution whose mean is s₀ with the likeliest one whose mean is s₁: M. Van den Bergh, *The
//! Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution* (2020), and
//! A. B. Owen, *Empirical Likelihood* (2001). By Lagrange's method it is pᵢ = fᵢ / (1 + θ(aᵢ − s))
//! with fᵢ the observed frequencies; θ is found by bisection.
//!
//! With the condition on the mean over the deviation (normalised Elo), that condition is
//! linearised at the latest distribution, and solved again until nothing moves.

/// A class that was never seen counts this much, so that no outcome is held impossible.
const UNSEEN: f64 = 1e-3;

/// Values that were seen, with their frequencies.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    values: Vec<f64>,
    counts: Vec<f64>,
    total: f64,
}

impl Observed {
    /// Each value with its count; `None` if none was seen.
    pub(crate) fn new(classes: impl Iterator<Item = (f64, u64)>) -> Option<Self> {
        let (values, seen): (Vec<f64>, Vec<u64>) = classes.unzip();
        if seen.iter().all(|&n| n == 0) {
            return None;
        }
        let counts: Vec<f64> = seen.iter().map(|&n| (n as f64).max(UNSEEN)).collect();
        let total = counts.iter().sum();
        Some(Self {
            values,
            counts,
            total,
        })
    }

    /// The number seen, with what the unseen classes count.
    pub(crate) fn total(&self) -> f64 {
        self.total
    }

    /// The logarithm of the likelihood ratio: how much likelier the second distribution is.
    pub(crate) fn log_ratio(&self, first: &[f64], second: &[f64]) -> f64 {
        let classes = self.counts.iter().zip(first.iter().zip(second));
        classes.map(|(n, (p, q))| n * (q / p).ln()).sum()
    }

    /// The likeliest distribution with this mean, which is strictly between the extreme values.
    pub(crate) fn with_mean(&self, mean: f64) -> Option<Vec<f64>> {
        let deviations: Vec<f64> = self.values.iter().map(|value| value - mean).collect();
        self.with_zero(&deviations)
    }

    /// The likeliest distribution whose mean lies `t` deviations above `reference`.
    ///
    /// Up to 0.4 deviations it is always found; `None` if the iteration leaves what is possible,
    /// which a larger `t` far from all that was seen may bring about.
    pub(crate) fn with_t_value(&self, reference: f64, t: f64) -> Option<Vec<f64>> {
        // Where what was seen hardly scatters, the condition linearised at it often cannot be met;
        // all classes alike are the better start, except for a large t.
        let alike = vec![1.0 / self.values.len() as f64; self.values.len()];
        self.iterate(alike, reference, t)
            .or_else(|| self.iterate(self.frequencies(), reference, t))
    }

    fn iterate(&self, start: Vec<f64>, reference: f64, t: f64) -> Option<Vec<f64>> {
        let mut latest = start;
        for _ in 0..200 {
            let (mean, deviation) = self.moments(&latest);
            if deviation <= 0.0 {
                return None;
            }
            let condition: Vec<f64> = self
                .values
                .iter()
                .map(|value| {
                    let z = (value - mean) / deviation;
                    value - reference - t * deviation * (1.0 + z * z) / 2.0
                })
                .collect();
            let next = self.with_zero(&condition)?;
            let moved = latest.iter().zip(&next).map(|(p, q)| (p - q).abs());
            let largest = moved.fold(0.0, f64::max);
            latest = next;
            if largest < 1e-10 {
                return Some(latest);
            }
        }
        None
    }

    /// The observed mean and deviation.
    pub(crate) fn observed_moments(&self) -> (f64, f64) {
        self.moments(&self.frequencies())
    }

    fn frequencies(&self) -> Vec<f64> {
        self.counts.iter().map(|n| n / self.total).collect()
    }

    fn moments(&self, distribution: &[f64]) -> (f64, f64) {
        let classes = || distribution.iter().zip(&self.values);
        let mean: f64 = classes().map(|(p, value)| p * value).sum();
        let variance: f64 = classes().map(|(p, value)| p * (value - mean).powi(2)).sum();
        (mean, variance.sqrt())
    }

    /// The likeliest distribution under which the mean of `condition` is 0.
    fn with_zero(&self, condition: &[f64]) -> Option<Vec<f64>> {
        let lowest = condition.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(lowest < 0.0 && highest > 0.0) {
            return None;
        }
        // Between the poles the sum falls from +∞ to −∞.
        let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
        for _ in 0..200 {
            let theta = f64::midpoint(low, high);
            if theta <= low || theta >= high {
                break;
            }
            let classes = self.counts.iter().zip(condition);
            let sum: f64 = classes.map(|(n, c)| n * c / (1.0 + theta * c)).sum();
            if sum > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
        }
        let theta = f64::midpoint(low, high);
        let classes = self.counts.iter().zip(condition);
        let found: Vec<f64> = classes
            .map(|(n, c)| n / self.total / (1.0 + theta * c))
            .collect();
        let sum: f64 = found.iter().sum();
        let sound = sum.is_finite() && found.iter().all(|&p| p > 0.0 && p.is_finite());
        sound.then(|| found.iter().map(|p| p / sum).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Pentanomial;

    fn observed(counts: [u64; 5]) -> Observed {
        Observed::new(Pentanomial::VALUES.into_iter().zip(counts)).unwrap()
    }

    #[test]
    fn two_classes_have_only_one_answer() {
        let coin = Observed::new([(0.0, 3), (1.0, 9)].into_iter()).unwrap();
        let found = coin.with_mean(0.4).unwrap();
        assert!((found[0] - 0.6).abs() < 1e-12 && (found[1] - 0.4).abs() < 1e-12);
        // 9·ln(0.5/0.4) + 3·ln(0.5/0.6)
        let even = coin.with_mean(0.5).unwrap();
        let ratio = coin.log_ratio(&found, &even);
        assert!((ratio - (9.0 * 1.25f64.ln() + 3.0 * (0.5f64 / 0.6).ln())).abs() < 1e-10);
    }

    #[test]
    fn a_mean_outside_the_values_has_no_distribution() {
        let seen = observed([1, 2, 3, 4, 5]);
        for bad in [0.0, 1.0, 2.0, -1.0, f64::NAN] {
            assert!(seen.with_mean(bad).is_none());
        }
        assert!(Observed::new([(0.0, 0), (1.0, 0)].into_iter()).is_none());
        assert!(seen.with_t_value(0.5, f64::NAN).is_none());
    }

    proptest! {
        #[test]
        fn the_condition_holds_and_the_unconditioned_is_the_likeliest(
            counts in prop::array::uniform5(0u64..300), mean in 0.2f64..0.8, t in -0.4f64..0.4,
        ) {
            prop_assume!(counts.iter().any(|&n| n > 0));
            let seen = observed(counts);
            let free = seen.frequencies();
            let bound = seen.with_mean(mean).unwrap();
            prop_assert!((seen.moments(&bound).0 - mean).abs() < 1e-6);
            prop_assert!(seen.log_ratio(&bound, &free) >= -1e-6);
            let bound = seen.with_t_value(0.5, t).unwrap();
            let (mean, deviation) = seen.moments(&bound);
            prop_assert!((mean - 0.5 - t * deviation).abs() < 1e-6);
            prop_assert!(seen.log_ratio(&bound, &free) >= -1e-6);
        }
    }
}
