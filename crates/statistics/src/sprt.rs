//! The sequential test: play until it is known which of two hypotheses holds.
//!
//! A. Wald, *Sequential Tests of Statistical Hypotheses* (1945): the logarithm of the likelihood
//! ratio (LLR) of "the difference is elo₁" over "it is elo₀" is followed until it leaves the
//! interval from ln(β/(1−α)) to ln((1−β)/α). The ratio is the generalised one of M. Van den Bergh,
//! as fishtest uses it, over the five classes of pairs; see the likelihood beside this file.
//!
//! Normalised Elo (Van den Bergh, *Normalized Elo*, 2020) measures the difference in standard
//! deviations of a game, so that the length of a test does not hang on how many games are drawn.
//!
//! A test that stopped because it had seen enough overstates the difference: the share and its
//! interval at that moment are biased away from the middle. Only the decision has the promised
//! error rates.

use super::elo::{ELO_PER_LOGIT, share_of_elo};
use super::likelihood::Observed;
use super::pairs::Pentanomial;

/// In what the hypotheses are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloScale {
    /// Elo: a mean score.
    Logistic,
    /// Normalised Elo: a mean score over the standard deviation of a game; 800/ln 10 of them are
    /// one deviation.
    Normalised,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Not known yet: play on.
    Continue,
    /// The difference is not as large as elo₁: take elo₀.
    AcceptH0,
    /// The difference is above elo₀: take elo₁.
    AcceptH1,
}

/// The expected course of a test, should the true difference be a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The mean number of pairs until it stops.
    pub pairs: f64,
    /// The probability that it accepts H1.
    pub accepts_h1: f64,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    scale: EloScale,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// The variance of a pair's share if its games are independent, even and never drawn.
    pub const EVEN_PAIR_VARIANCE: f64 = 0.125;

    /// The largest difference that a hypothesis may have.
    pub const LARGEST_ELO: f64 = 1000.0;

    /// A test of elo₀ against elo₁ that wrongly accepts H1 with probability `alpha` and wrongly
    /// accepts H0 with probability `beta`.
    ///
    /// `None` unless elo₀ < elo₁, both within ±[`Self::LARGEST_ELO`], and both probabilities are
    /// above 0 and below one half.
    #[must_use]
    pub fn new(scale: EloScale, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let possible = |elo: f64| elo.abs() <= Self::LARGEST_ELO;
        let error = |p: f64| p > 0.0 && p < 0.5;
        let sound = elo0 < elo1 && possible(elo0) && possible(elo1) && error(alpha) && error(beta);
        sound.then_some(Self {
            scale,
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The LLR at which H0 is accepted, and the one at which H1 is.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The decision by an LLR.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Decision::AcceptH0
        } else if llr >= upper {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }

    /// The LLR of pairs of games; 0 before the first.
    #[must_use]
    pub fn llr_of_pairs(&self, pairs: &Pentanomial) -> f64 {
        let classes = Pentanomial::VALUES.into_iter().zip(pairs.counts());
        self.llr(Observed::new(classes), 2.0)
    }

    /// The decision by pairs of games.
    #[must_use]
    pub fn decide_pairs(&self, pairs: &Pentanomial) -> Decision {
        self.decide(self.llr_of_pairs(pairs))
    }

    /// The expected course if the true difference is `elo`, on the scale of the hypotheses.
    ///
    /// Wald's approximation with a random walk, without the overshoot. `pair_variance` is that of a
    /// pair's share, for instance [`Self::EVEN_PAIR_VARIANCE`]; on the normalised scale it does not
    /// matter.
    #[must_use]
    pub fn expect(&self, elo: f64, pair_variance: f64) -> Option<Outlook> {
        if !(elo.is_finite() && pair_variance > 0.0 && pair_variance.is_finite()) {
            return None;
        }
        let (at0, at1, at) = match self.scale {
            EloScale::Logistic => {
                let scaled = |elo| Some(share_of_elo(elo)? / pair_variance.sqrt());
                (scaled(self.elo0)?, scaled(self.elo1)?, scaled(elo)?)
            }
            EloScale::Normalised => (
                t_value(self.elo0, 2.0),
                t_value(self.elo1, 2.0),
                t_value(elo, 2.0),
            ),
        };
        let drift = (at1 - at0) * (at - f64::midpoint(at0, at1));
        let variance = (at1 - at0).powi(2);
        let (lower, upper) = self.bounds();
        let steepness = 2.0 * drift / variance;
        let outlook = if steepness.abs() < 1e-6 {
            Outlook {
                pairs: -lower * upper / variance,
                accepts_h1: -lower / (upper - lower),
            }
        } else {
            let accepts_h1 = rises(steepness, lower, upper);
            Outlook {
                pairs: (accepts_h1 * upper + (1.0 - accepts_h1) * lower) / drift,
                accepts_h1,
            }
        };
        (outlook.pairs.is_finite() && outlook.accepts_h1.is_finite()).then_some(outlook)
    }

    /// `games` is how many games make one observation.
    fn llr(&self, observed: Option<Observed>, games: f64) -> f64 {
        let Some(observed) = observed else {
            return 0.0;
        };
        let llr = match self.scale {
            EloScale::Logistic => {
                let under = |elo| observed.with_mean(share_of_elo(elo)?);
                under(self.elo0).zip(under(self.elo1))
            }
            EloScale::Normalised => {
                let under = |elo| observed.with_t_value(0.5, t_value(elo, games));
                under(self.elo0).zip(under(self.elo1))
            }
        }
        .map_or_else(
            || self.llr_by_variance(&observed, games),
            |(h0, h1)| observed.log_ratio(&h0, &h1),
        );
        if llr.is_finite() { llr } else { 0.0 }
    }

    /// The LLR of a normal distribution of unknown variance: for hypotheses so far from what was
    /// seen that the likeliest distribution is not found.
    fn llr_by_variance(&self, observed: &Observed, games: f64) -> f64 {
        let (mean, deviation) = observed.observed_moments();
        let t = (mean - 0.5) / deviation.max(1e-6);
        let off = |elo| (t - t_value(elo, games)).powi(2);
        observed.total() / 2.0 * ((1.0 + off(self.elo0)) / (1.0 + off(self.elo1))).ln()
    }
}

/// The number of deviations of an observation, which is the mean of so many games, that a
/// normalised Elo is.
fn t_value(elo: f64, games: f64) -> f64 {
    elo / (2.0 * ELO_PER_LOGIT) * games.sqrt()
}

/// The probability that a walk leaves through the upper bound: P from 1 = P·e^(−θ·upper) +
/// (1−P)·e^(−θ·lower), written so that nothing overflows.
fn rises(theta: f64, lower: f64, upper: f64) -> f64 {
    let p = if theta > 0.0 {
        (theta * lower).exp_m1() / (theta * (lower - upper)).exp_m1()
    } else {
        (theta * upper).exp() * (-theta * lower).exp_m1() / (theta * (upper - lower)).exp_m1()
    };
    p.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests;
