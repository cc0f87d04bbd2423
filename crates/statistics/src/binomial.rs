//! A share of games, how sure it is, and whether it differs from an even match.
//!
//! The intervals are those of E. B. Wilson, *Probable Inference, the Law of Succession, and
//! Statistical Inference*, JASA 22 (1927), and of C. J. Clopper and E. S. Pearson, *The Use of
//! Confidence or Fiducial Limits Illustrated in the Case of the Binomial*, Biometrika 26 (1934).
//! Wilson's is right on average, the other one never covers too little and is therefore wider. The
//! test is the exact binomial one: the probability of all results that are not likelier than the
//! one seen.
//!
//! Draws are half wins. Wilson's formula takes them as they are. What is exact takes whole wins
//! only, so both neighbours of a half are looked at and the more cautious answer is given: the
//! wider interval, the larger p. Games with draws scatter less than games without, so all this errs
//! on the cautious side.

use super::discrete::{Binomial, LARGEST, Unimodal};
use super::normal;

/// The confidence of intervals unless said otherwise.
pub const CONFIDENCE: f64 = 0.95;

/// The interval in which a figure may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Tests if `x` is between the ends, or is one of them.
    #[must_use]
    pub fn contains(self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }

    /// The distance from one end to the other.
    #[must_use]
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

/// A share of a number of trials. Draws are halves, so the wins need not be whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Successes.
    pub wins: f64,
    /// Trials.
    pub of: u64,
}

impl Share {
    /// The share of whoever won, drew and lost so many games; `None` if there was none.
    #[must_use]
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Option<Self> {
        let of = wins.checked_add(draws)?.checked_add(losses)?;
        Self {
            wins: wins as f64 + draws as f64 / 2.0,
            of,
        }
        .checked()
    }

    /// The share, if it is one: trials, and wins from 0 to their number.
    #[must_use]
    pub fn checked(self) -> Option<Self> {
        (self.of > 0 && self.wins >= 0.0 && self.wins <= self.of as f64).then_some(self)
    }

    /// The share from 0 to 1; `None` of nothing.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        self.checked().map(|share| share.wins / share.of as f64)
    }

    /// The result of the other side.
    #[must_use]
    pub fn of_opponent(self) -> Self {
        Self {
            wins: self.of as f64 - self.wins,
            of: self.of,
        }
    }

    /// Wilson's interval.
    #[must_use]
    pub fn wilson(self, confidence: f64) -> Option<Interval> {
        wilson(self.value()?, self.of as f64, confidence)
    }

    /// The interval of Clopper and Pearson: from the lower end for the wins rounded down to the
    /// upper end for the wins rounded up. `None` above a thousand million trials.
    #[must_use]
    pub fn clopper_pearson(self, confidence: f64) -> Option<Interval> {
        self.checked()?;
        if self.of > LARGEST || !(confidence > 0.0 && confidence < 1.0) {
            return None;
        }
        let (down, up) = self.whole();
        let outside = (1.0 - confidence) / 2.0;
        let low = lower_end(down, self.of, outside)?;
        let high = 1.0 - lower_end(self.of - up, self.of, outside)?;
        Some(Interval { low, high })
    }

    /// The p value of the two-sided exact test that the true share is `expected`, which is one half
    /// for equals. `None` above a thousand million trials.
    #[must_use]
    pub fn exact_test(self, expected: f64) -> Option<f64> {
        self.checked()?;
        if !(0.0..=1.0).contains(&expected) || self.of > LARGEST {
            return None;
        }
        let (down, up) = self.whole();
        if expected == 0.0 || expected == 1.0 {
            // Only one result is possible at all.
            let only = expected * self.of as f64;
            return Some(if self.wins == only { 1.0 } else { 0.0 });
        }
        let binomial = Binomial::new(self.of, expected)?;
        Some(binomial.two_sided(down).max(binomial.two_sided(up)))
    }

    /// The wins rounded down and up.
    pub(crate) fn whole(self) -> (u64, u64) {
        (
            (self.wins.floor() as u64).min(self.of),
            (self.wins.ceil() as u64).min(self.of),
        )
    }
}

/// Wilson's interval for a share `p` of `n` trials, which need not be whole.
pub(crate) fn wilson(p: f64, n: f64, confidence: f64) -> Option<Interval> {
    let z = normal::two_sided(confidence)?;
    if !((0.0..=1.0).contains(&p) && n > 0.0 && n.is_finite()) {
        return None;
    }
    let z2 = z * z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    // In exact arithmetic the share is always inside, and at 0 and 1 it is an end.
    Some(Interval {
        low: if p == 0.0 {
            0.0
        } else {
            (centre - half).clamp(0.0, p)
        },
        high: if p == 1.0 {
            1.0
        } else {
            (centre + half).clamp(p, 1.0)
        },
    })
}

/// The share at which `wins` or more have the probability `outside`.
fn lower_end(wins: u64, of: u64, outside: f64) -> Option<f64> {
    if wins == 0 {
        return Some(0.0);
    }
    let (mut low, mut high) = (0.0, wins as f64 / of as f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if Binomial::new(of, middle)?.at_least(wins) > outside {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests;
