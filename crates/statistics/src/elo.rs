//! Differences in rating, and the likelihood of superiority.
//!
//! The scale is that of A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978), in its
//! logistic form: 400 points are ten to one. The interval of a difference is that of the share,
//! carried over; so it is not symmetric, and it is infinite on one side where every game was won or
//! lost. The likelihood of superiority (LOS) is the probability that the true share is above one
//! half, given the result and no opinion before it, by the normal approximation.

use super::binomial::{Interval, Share};
use super::normal;
use super::pairs::Pentanomial;

/// Elo points a unit of the natural logarithm of the odds: 173.7.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The difference in strength of two players, in Elo points.
///
/// An end, or the value itself, is infinite (`f64::INFINITY` or its negative) where the share that
/// it comes from is 1 or 0; never NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloDifference {
    /// The best estimate.
    pub value: f64,
    /// The interval in which it may lie.
    pub interval: Interval,
}

impl EloDifference {
    /// The difference by a share of independent games, by Wilson's interval.
    #[must_use]
    pub fn of_share(share: Share, confidence: f64) -> Option<Self> {
        Self::new(share.value()?, share.wilson(confidence)?)
    }

    /// The difference by pairs of games, by the interval of their mean.
    #[must_use]
    pub fn of_pairs(pairs: &Pentanomial, confidence: f64) -> Option<Self> {
        Self::new(pairs.mean()?, pairs.interval(confidence)?)
    }

    fn new(share: f64, interval: Interval) -> Option<Self> {
        Some(Self {
            value: elo_of_share(share)?,
            interval: Interval {
                low: elo_of_share(interval.low)?,
                high: elo_of_share(interval.high)?,
            },
        })
    }
}

/// The difference in Elo at which a share from 0 to 1 is expected; infinite for 0 and 1.
#[must_use]
pub fn elo_of_share(share: f64) -> Option<f64> {
    if share == 0.0 {
        Some(f64::NEG_INFINITY)
    } else if share == 1.0 {
        Some(f64::INFINITY)
    } else {
        (share > 0.0 && share < 1.0).then(|| ELO_PER_LOGIT * (share.ln() - (-share).ln_1p()))
    }
}

/// The share that a difference in Elo makes expected; `None` for a NaN.
#[must_use]
pub fn share_of_elo(elo: f64) -> Option<f64> {
    (!elo.is_nan()).then(|| 1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp()))
}

/// The likelihood that who won and lost so many independent games is the stronger one.
///
/// Draws say nothing about who is stronger, so they are not asked for. One half without games.
#[must_use]
pub fn superiority(wins: u64, losses: u64) -> f64 {
    let (wins, losses) = (wins as f64, losses as f64);
    if wins + losses == 0.0 {
        return 0.5;
    }
    normal::cdf((wins - losses) / (wins + losses).sqrt())
}

/// The same from pairs of games, which are compared by how much they scatter.
///
/// One half without pairs.
#[must_use]
pub fn superiority_of_pairs(pairs: &Pentanomial) -> f64 {
    match (pairs.mean(), pairs.effective_games()) {
        (Some(mean), Some(games)) => normal::cdf((mean - 0.5) * 2.0 * games.sqrt()),
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::CONFIDENCE;

    fn of(wins: f64, of: u64) -> EloDifference {
        EloDifference::of_share(Share { wins, of }, CONFIDENCE).unwrap()
    }

    #[test]
    fn the_known_points_of_the_scale() {
        assert_eq!(elo_of_share(0.5), Some(0.0));
        assert!((elo_of_share(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
        // The table of Elo's book, in its logistic form: 76 % are 200 points.
        assert!((elo_of_share(0.76).unwrap() - 200.2).abs() < 0.1);
        for bad in [-0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of_share(bad), None);
        }
        assert_eq!(share_of_elo(f64::INFINITY), Some(1.0));
        assert_eq!(share_of_elo(f64::NEG_INFINITY), Some(0.0));
        assert_eq!(share_of_elo(f64::NAN), None);
    }

    /// An even match of 1,000 games is known to ±22 points, one of 100 to ±69 by the textbook's
    /// interval and to ±68 by Wilson's.
    #[test]
    fn how_wide_an_even_match_is() {
        assert!((of(500.0, 1000).interval.high - 21.5).abs() < 0.1);
        assert!((of(50.0, 100).interval.high - 67.7).abs() < 0.1);
    }

    #[test]
    fn a_clean_sweep_is_infinite_upwards_only() {
        let sweep = of(200.0, 200);
        assert_eq!(sweep.value, f64::INFINITY);
        assert_eq!(sweep.interval.high, f64::INFINITY);
        assert!(sweep.interval.low > 600.0 && sweep.interval.low.is_finite());
        assert_eq!(of(0.0, 200).interval.low, f64::NEG_INFINITY);
    }

    #[test]
    fn superiority_has_its_known_values() {
        assert_eq!(superiority(0, 0), 0.5);
        assert!((superiority(7, 7) - 0.5).abs() < 1e-15);
        // Φ(80 / √1000), by `scipy.stats.norm.cdf`.
        assert!((superiority(540, 460) - 0.994_293_98).abs() < 1e-6);
        assert!(superiority(u64::MAX, 0) <= 1.0);
    }

    #[test]
    fn superiority_of_pairs_of_independent_games_is_nearly_that_of_the_games() {
        // 400 pairs with a share of 0.54, as independent games would fall.
        let pairs = Pentanomial::new([85, 0, 198, 0, 117]);
        let by_pairs = superiority_of_pairs(&pairs);
        let by_games = superiority(432, 368);
        assert!((by_pairs - by_games).abs() < 0.002, "{by_pairs} {by_games}");
        assert_eq!(superiority_of_pairs(&Pentanomial::default()), 0.5);
        // One pair won is a hint, not a certainty.
        let one = superiority_of_pairs(&Pentanomial::new([0, 0, 0, 0, 1]));
        assert!((0.9..0.95).contains(&one), "{one}");
    }

    proptest! {
        #[test]
        fn there_and_back(elo in -1500.0f64..1500.0) {
            let share = share_of_elo(elo).unwrap();
            prop_assert!((elo_of_share(share).unwrap() - elo).abs() < 1e-6);
            prop_assert!((share_of_elo(-elo).unwrap() + share - 1.0).abs() < 1e-12);
        }

        #[test]
        fn superiority_is_monotone_and_symmetric(wins in 0u64..10_000, losses in 0u64..10_000) {
            let los = superiority(wins, losses);
            prop_assert!((los + superiority(losses, wins) - 1.0).abs() < 1e-12);
            prop_assert!(superiority(wins + 1, losses) >= los);
        }
    }
}
