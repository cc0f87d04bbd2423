//! Games in pairs: the same opening twice, colours swapped.
//!
//! An opening that favours one colour gives a point to each side: the games of a pair are not
//! independent, and a pair scatters less than two games do. So the pair is the unit that is
//! counted, in five classes (*pentanomial*), as M. Van den Bergh does for the tests of fishtest,
//! *Comments on Normalized Elo* (2020).
//!
//! The interval of the mean is Wilson's for as many independent games as would be known as well as
//! these pairs: their number over the *design effect* (L. Kish, *Survey Sampling*, 1965), which is
//! the variance of the pairs over that of independent games with the same mean. The design effect
//! is estimated as if one more pair had been seen that scattered like independent games, and is 1
//! where all games were won or lost; so few pairs do not look surer than they are.

use super::binomial::{self, Interval, Share};

/// The number of pairs that gave 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl Pentanomial {
    /// The share of the points of a pair that each class has.
    pub const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// The counts of so many pairs with 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// The counts of the points that the pairs gave; `None` if one is not 0, ½, 1, 1½ or 2.
    #[must_use]
    pub fn of_scores(scores: &[f64]) -> Option<Self> {
        let mut pairs = Self::default();
        for &score in scores {
            pairs.add(score)?;
        }
        Some(pairs)
    }

    /// Counts one more pair; `None`, and nothing counted, if its points are not 0, ½, 1, 1½ or 2.
    pub fn add(&mut self, score: f64) -> Option<()> {
        let class = Self::VALUES.iter().position(|&v| 2.0 * v == score)?;
        self.counts[class] = self.counts[class].checked_add(1)?;
        Some(())
    }

    /// The number of pairs that gave 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// All the games as one share, as if they were independent.
    #[must_use]
    pub fn share(&self) -> Option<Share> {
        let of = self.pairs().checked_mul(2)?;
        let wins = 2.0 * self.sum(|value| value);
        Share { wins, of }.checked()
    }

    /// The mean share of the points, from 0 to 1.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let n = self.pairs();
        (n > 0).then(|| (self.sum(|value| value) / n as f64).clamp(0.0, 1.0))
    }

    /// The sample variance of a pair's share; `None` for fewer than two pairs. Two independent even
    /// games without draws have 1/8.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let n = self.pairs();
        let squares = self.squares(self.mean()?);
        (n > 1).then(|| squares / (n - 1) as f64)
    }

    /// The standard error of the mean; `None` for fewer than two pairs.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.pairs() as f64).sqrt())
    }

    /// The interval of the mean, by pairs.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        binomial::wilson(self.mean()?, self.effective_games()?, confidence)
    }

    /// As many independent games without draws would tell as much about the mean.
    #[must_use]
    pub fn effective_games(&self) -> Option<f64> {
        let mean = self.mean()?;
        let pairs = self.pairs() as f64;
        let independent = mean * (1.0 - mean) / 2.0;
        if independent <= 0.0 {
            return Some(2.0 * pairs);
        }
        let design_effect = (self.squares(mean) / independent + 1.0) / pairs;
        Some(2.0 * pairs / design_effect)
    }

    fn squares(&self, mean: f64) -> f64 {
        self.sum(|value| (value - mean) * (value - mean))
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        let classes = self.counts.iter().zip(Self::VALUES);
        classes
            .map(|(&count, value)| count as f64 * of(value))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_game::Rng;

    use super::*;
    use crate::CONFIDENCE;

    #[test]
    fn scores_fall_into_their_classes() {
        let pairs = Pentanomial::of_scores(&[0.0, 0.5, 1.0, 1.0, 1.5, 2.0]).unwrap();
        assert_eq!(pairs.counts(), [1, 1, 2, 1, 1]);
        assert_eq!(pairs.pairs(), 6);
        assert_eq!(pairs.mean(), Some(0.5));
        assert_eq!(pairs.share(), Some(Share { wins: 6.0, of: 12 }));
        // (2·0.25 + 2·0.0625) / 5
        assert_eq!(pairs.variance(), Some(0.125));
        assert!((pairs.standard_error().unwrap() - (0.125f64 / 6.0).sqrt()).abs() < 1e-15);
        for bad in [0.25, 3.0, -1.0, f64::NAN] {
            assert_eq!(Pentanomial::of_scores(&[1.0, bad]), None);
        }
    }

    #[test]
    fn nothing_has_no_mean() {
        let none = Pentanomial::of_scores(&[]).unwrap();
        assert_eq!(none.mean(), None);
        assert_eq!(none.share(), None);
        assert_eq!(none.variance(), None);
        assert_eq!(none.interval(CONFIDENCE), None);
        assert_eq!(Pentanomial::new([0, 0, 1, 0, 0]).standard_error(), None);
        let full = Pentanomial::new([u64::MAX; 5]);
        assert!(full.mean().is_some_and(|mean| (0.0..=1.0).contains(&mean)));
    }

    /// Where openings decide the games, pairs know the mean far better than single games do; where
    /// both games of a pair always go the same way, worse.
    #[test]
    fn pairs_that_split_narrow_the_interval() {
        let width = |counts| {
            Pentanomial::new(counts)
                .interval(CONFIDENCE)
                .unwrap()
                .width()
        };
        let games = Share {
            wins: 1000.0,
            of: 2000,
        }
        .wilson(CONFIDENCE)
        .unwrap()
        .width();
        assert!(width([50, 0, 900, 0, 50]) < games / 2.0);
        assert!((width([250, 0, 500, 0, 250]) - games).abs() < 1e-3);
        let doubled = width([500, 0, 0, 0, 500]) / games;
        assert!((doubled - 2f64.sqrt()).abs() < 0.01, "{doubled}");
    }

    #[test]
    fn many_pairs_have_the_normal_interval() {
        let pairs = Pentanomial::new([1000, 4000, 10_000, 6000, 1500]);
        let interval = pairs.interval(CONFIDENCE).unwrap();
        let half = 1.96 * pairs.standard_error().unwrap();
        assert!((interval.width() / 2.0 - half).abs() < 1e-5);
    }

    /// Openings that favour one side by as much as `bias`, or, below 0, pairs that go one way.
    fn covered(p: f64, bias: f64, pairs: u32, seed: u64) -> f64 {
        let mut rng = Rng::new(seed);
        let mut inside = 0u32;
        for _ in 0..2000 {
            let mut seen = Pentanomial::default();
            for _ in 0..pairs {
                let tilt = bias * (2.0 * rng.unit() - 1.0);
                let one = u8::from(rng.unit() < p + tilt);
                let two = u8::from(rng.unit() < p - tilt * bias.signum());
                seen.add(f64::from(one + two)).unwrap();
            }
            inside += u32::from(seen.interval(CONFIDENCE).unwrap().contains(p));
        }
        f64::from(inside) / 2000.0
    }

    /// Four standard errors of 0.95 in 2,000 matches are 0.02.
    #[test]
    fn the_interval_covers_the_truth_as_often_as_it_says() {
        for (p, bias) in [
            (0.5, 0.0),
            (0.5, 0.45),
            (0.6, -0.4),
            (0.8, 0.2),
            (0.5, -0.5),
        ] {
            for pairs in [20, 100] {
                let covered = covered(p, bias, pairs, 11);
                assert!(
                    (0.93..0.975).contains(&covered),
                    "{p} {bias} {pairs}: {covered}"
                );
            }
        }
    }

    #[test]
    fn a_clean_sweep_is_as_unsure_as_single_games() {
        let sweep = Pentanomial::new([0, 0, 0, 0, 100]);
        let games = Share {
            wins: 200.0,
            of: 200,
        };
        assert_eq!(sweep.interval(CONFIDENCE), games.wilson(CONFIDENCE));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_mean_and_is_symmetric(counts in prop::array::uniform5(0u64..500)) {
            let pairs = Pentanomial::new(counts);
            prop_assume!(pairs.pairs() > 0);
            let mut mirror = counts;
            mirror.reverse();
            let mirror = Pentanomial::new(mirror).interval(CONFIDENCE).unwrap();
            let interval = pairs.interval(CONFIDENCE).unwrap();
            prop_assert!(interval.contains(pairs.mean().unwrap()));
            prop_assert!((interval.low + mirror.high - 1.0).abs() < 1e-9);
        }
    }
}
