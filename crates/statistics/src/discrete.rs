//! The two distributions of counts, binomial and hypergeometric, and their tails.
//!
//! Probabilities come from the saddle-point form of C. Loader, *Fast and Accurate Computation of
//! Binomial Probabilities* (2000): differences of large logarithms of factorials would lose the
//! digits that a large match needs. A tail is summed from its largest term outwards until nothing
//! is added any more, which takes a multiple of √n steps.

use std::f64::consts::{LN_2, PI};

use statrs::function::factorial::ln_factorial;

/// More trials than this have no exact tail here: the sums would grow long.
pub(crate) const LARGEST: u64 = 1_000_000_000;

/// Probabilities this close to the observed one count as equal to it, as in R.
const EQUAL: f64 = 1.0 + 1e-7;

/// A distribution on whole numbers that rises to its mode and falls from there.
pub(crate) trait Unimodal {
    /// The smallest and the largest value with a probability above 0.
    fn range(&self) -> (u64, u64);

    /// A most probable value.
    fn mode(&self) -> u64;

    /// The probability of `k`.
    fn probability(&self, k: u64) -> f64;

    /// The probability of `k + 1` over that of `k`, for `k` in the range and not its end.
    fn ratio(&self, k: u64) -> f64;

    /// The probability of `k` and below.
    fn at_most(&self, k: u64) -> f64 {
        if k >= self.range().1 {
            1.0
        } else if k < self.mode() {
            self.sum_down(k)
        } else {
            1.0 - self.sum_up(k + 1)
        }
    }

    /// The probability of `k` and above.
    fn at_least(&self, k: u64) -> f64 {
        if k <= self.range().0 {
            1.0
        } else if k > self.mode() {
            self.sum_up(k)
        } else {
            1.0 - self.sum_down(k - 1)
        }
    }

    /// The sum from `k`, which is not above the mode, to the start of the range.
    fn sum_down(&self, k: u64) -> f64 {
        let low = self.range().0;
        if k < low {
            return 0.0;
        }
        let mut term = self.probability(k);
        let mut sum = term;
        for below in (low..k).rev() {
            term /= self.ratio(below);
            sum += term;
            if term <= sum * 1e-17 {
                break;
            }
        }
        sum.min(1.0)
    }

    /// The sum from `k`, which is not below the mode, to the end of the range.
    fn sum_up(&self, k: u64) -> f64 {
        let high = self.range().1;
        if k > high {
            return 0.0;
        }
        let mut term = self.probability(k);
        let mut sum = term;
        for before in k..high {
            term *= self.ratio(before);
            sum += term;
            if term <= sum * 1e-17 {
                break;
            }
        }
        sum.min(1.0)
    }

    /// The probability of all values that are not more probable than `observed`.
    fn two_sided(&self, observed: u64) -> f64 {
        let (low, high) = self.range();
        let mode = self.mode();
        let limit = self.probability(observed) * EQUAL;
        if observed < low || observed > high || self.probability(mode) <= limit {
            return 1.0;
        }
        let likelier = |k: u64| self.probability(k) > limit;
        let sum = if observed < mode {
            // The first value on the far side that is not likelier; one past the end if none.
            let (mut inside, mut outside) = (mode, high + 1);
            while outside - inside > 1 {
                let middle = inside + (outside - inside) / 2;
                if likelier(middle) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            self.at_most(observed) + self.at_least_or_none(outside)
        } else {
            let (mut outside, mut inside) = (low, mode);
            if likelier(low) {
                return self.at_least(observed).min(1.0);
            }
            while inside - outside > 1 {
                let middle = outside + (inside - outside) / 2;
                if likelier(middle) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            self.at_least(observed) + self.at_most(outside)
        };
        sum.min(1.0)
    }

    /// As `at_least`, and 0 past the end.
    fn at_least_or_none(&self, k: u64) -> f64 {
        if k > self.range().1 {
            0.0
        } else {
            self.at_least(k)
        }
    }
}

/// Successes in `n` trials that succeed with probability `p` each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binomial {
    n: u64,
    p: f64,
}

impl Binomial {
    /// For 0 < p < 1 and up to [`LARGEST`] trials.
    pub(crate) fn new(n: u64, p: f64) -> Option<Self> {
        (p > 0.0 && p < 1.0 && n <= LARGEST).then_some(Self { n, p })
    }
}

impl Unimodal for Binomial {
    fn range(&self) -> (u64, u64) {
        (0, self.n)
    }

    fn mode(&self) -> u64 {
        (((self.n + 1) as f64 * self.p) as u64).min(self.n)
    }

    fn probability(&self, k: u64) -> f64 {
        binomial_probability(k, self.n, self.p)
    }

    fn ratio(&self, k: u64) -> f64 {
        (self.n - k) as f64 / (k + 1) as f64 * (self.p / (1.0 - self.p))
    }
}

/// Marked ones among `drawn` out of `marked + plain`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hypergeometric {
    marked: u64,
    plain: u64,
    drawn: u64,
}

impl Hypergeometric {
    /// For up to [`LARGEST`] in all, of which no more are drawn than there are.
    pub(crate) fn new(marked: u64, plain: u64, drawn: u64) -> Option<Self> {
        let all = marked.checked_add(plain)?;
        (all <= LARGEST && drawn <= all).then_some(Self {
            marked,
            plain,
            drawn,
        })
    }
}

impl Unimodal for Hypergeometric {
    fn range(&self) -> (u64, u64) {
        (
            self.drawn.saturating_sub(self.plain),
            self.drawn.min(self.marked),
        )
    }

    fn mode(&self) -> u64 {
        let share = (self.drawn + 1) as f64 / (self.marked + self.plain + 2) as f64;
        let (low, high) = self.range();
        ((share * (self.marked + 1) as f64) as u64).clamp(low, high)
    }

    fn probability(&self, k: u64) -> f64 {
        let (low, high) = self.range();
        if k < low || k > high {
            return 0.0;
        }
        let all = self.marked + self.plain;
        if self.drawn == 0 || self.drawn == all {
            return 1.0;
        }
        let p = self.drawn as f64 / all as f64;
        binomial_probability(k, self.marked, p)
            * binomial_probability(self.drawn - k, self.plain, p)
            / binomial_probability(self.drawn, all, p)
    }

    fn ratio(&self, k: u64) -> f64 {
        let up = (self.marked - k) as f64 * (self.drawn - k) as f64;
        // In the range, plain + k is at least drawn.
        up / ((k + 1) as f64 * (self.plain + k + 1 - self.drawn) as f64)
    }
}

fn binomial_probability(k: u64, n: u64, p: f64) -> f64 {
    if k > n {
        return 0.0;
    }
    let q = 1.0 - p;
    if k == 0 {
        return (n as f64 * (-p).ln_1p()).exp();
    }
    if k == n {
        return (n as f64 * p.ln()).exp();
    }
    let (wins, all, losses) = (k as f64, n as f64, (n - k) as f64);
    let exponent = stirling_error(n)
        - stirling_error(k)
        - stirling_error(n - k)
        - deviance(wins, all * p)
        - deviance(losses, all * q);
    exponent.exp() * (all / (2.0 * PI * wins * losses)).sqrt()
}

/// ln n! less Stirling's formula, for n ≥ 1.
fn stirling_error(n: u64) -> f64 {
    let x = n as f64;
    if n <= 15 {
        return ln_factorial(n) - (x + 0.5) * x.ln() + x - (LN_2 + PI.ln()) / 2.0;
    }
    let x2 = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * x2)) / x2) / x2) / x
}

/// x·ln(x/m) + m − x, without cancellation where both are near.
fn deviance(x: f64, m: f64) -> f64 {
    let e = (x - m) / m;
    if e.abs() > 0.1 {
        return x * (x / m).ln() + m - x;
    }
    let mut power = e * e;
    let mut sum = 0.0;
    for k in 2..40 {
        let k = f64::from(k);
        let term = power / (k * (k - 1.0));
        sum += term;
        if term.abs() < 1e-18 * sum {
            break;
        }
        power *= -e;
    }
    m * sum
}

#[cfg(test)]
mod tests;
