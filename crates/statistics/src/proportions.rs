//! Two shares side by side: method A and method B, each against the same opponent.
//!
//! The p value is that of Fisher's exact test, the interval of the difference the hybrid of two
//! Wilson intervals of R. G. Newcombe, *Interval Estimation for the Difference between Independent
//! Proportions: Comparison of Eleven Methods*, Statistics in Medicine 17 (1998), method 10.
//!
//! Half wins: of the four ways to round both shares, the one with the largest p is taken.

use super::binomial::{Interval, Share};
use super::tables::fisher;

/// The difference of two independent shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The first less the second, from −1 to 1.
    pub difference: f64,
    /// The interval in which the difference may lie.
    pub interval: Interval,
    /// The probability of two shares at least as unlike if the true ones are the same.
    pub p: f64,
}

/// Compares two shares of independent trials. `None` if one is not a share, or above a thousand
/// million trials.
#[must_use]
pub fn compare(first: Share, second: Share, confidence: f64) -> Option<Comparison> {
    let (a, b) = (first.value()?, second.value()?);
    let (around_a, around_b) = (first.wilson(confidence)?, second.wilson(confidence)?);
    let difference = a - b;
    let below = (a - around_a.low).hypot(around_b.high - b);
    let above = (around_a.high - a).hypot(b - around_b.low);
    Some(Comparison {
        difference,
        interval: Interval {
            low: (difference - below).max(-1.0),
            high: (difference + above).min(1.0),
        },
        p: cautious_fisher(first, second)?,
    })
}

fn cautious_fisher(first: Share, second: Share) -> Option<f64> {
    let roundings = |share: Share| {
        let (down, up) = share.whole();
        [down, up].map(|wins| [wins, share.of - wins])
    };
    let mut largest = 0.0;
    for a in roundings(first) {
        for b in roundings(second) {
            largest = fisher([a, b])?.max(largest);
        }
    }
    Some(largest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::CONFIDENCE;

    fn share(wins: f64, of: u64) -> Share {
        Share { wins, of }
    }

    /// Newcombe's examples (a) and (h), method 10.
    #[test]
    fn the_interval_as_newcombe_has_it() {
        let found = compare(share(56.0, 70), share(48.0, 80), CONFIDENCE).unwrap();
        assert!((found.interval.low - 0.0524).abs() < 5e-5);
        assert!((found.interval.high - 0.3339).abs() < 5e-5);
        let none = compare(share(10.0, 10), share(0.0, 10), CONFIDENCE).unwrap();
        assert!((none.interval.low - 0.6075).abs() < 5e-5);
        assert_eq!(none.interval.high, 1.0);
    }

    #[test]
    fn the_p_value_is_fisher_s_and_cautious_about_halves() {
        let whole = compare(share(540.0, 1000), share(513.0, 1000), CONFIDENCE).unwrap();
        assert!((whole.p - 0.244_258_233).abs() < 1e-8);
        let half = compare(share(540.5, 1000), share(513.0, 1000), CONFIDENCE).unwrap();
        assert!((half.p - whole.p).abs() < 1e-8);
        assert_eq!(compare(share(3.0, 2), share(1.0, 2), CONFIDENCE), None);
        assert_eq!(compare(share(1.0, 2), share(1.0, 2), f64::NAN), None);
        assert_eq!(
            compare(share(1.0, u64::MAX), share(1.0, 2), CONFIDENCE),
            None
        );
    }

    proptest! {
        #[test]
        fn swapping_the_methods_mirrors_the_difference(
            a in 0u64..100, n in 1u64..100, b in 0u64..100, m in 1u64..100,
        ) {
            let (a, b) = (share(a.min(2 * n) as f64 / 2.0, n), share(b.min(m) as f64, m));
            let (there, back) = (compare(a, b, CONFIDENCE).unwrap(), compare(b, a, CONFIDENCE).unwrap());
            prop_assert!(there.interval.contains(there.difference));
            prop_assert!((there.interval.low + back.interval.high).abs() < 1e-12);
            prop_assert!((there.p - back.p).abs() < 1e-9);
        }
    }
}
