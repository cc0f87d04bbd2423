//! The difference that a number of games can show, and the number of games that a difference needs.
//!
//! For one match against an even score the power of the exact binomial test is computed exactly up
//! to [`EXACT_UP_TO`] games and by the normal distribution above. For two samples it is the usual
//! normal approximation; both as in J. L. Fleiss, B. Levin, M. C. Paik, *Statistical Methods for
//! Rates and Proportions* (3rd ed., 2003).
//!
//! The power of the exact test does not rise steadily with the number of games: it jumps whenever
//! one more win is asked for. So [`Plan::games_for`] answers the number from which on the power is
//! never too small again.

use super::discrete::{Binomial, Unimodal};
use super::normal;

/// Up to so many games the power is exact.
pub const EXACT_UP_TO: u64 = 20_000;

/// The certainty that a match shall have, before it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    significance: f64,
    power: f64,
}

/// A two-sided test at 5 % with a power of 80 %.
impl Default for Plan {
    fn default() -> Self {
        Self {
            significance: 0.05,
            power: 0.8,
        }
    }
}

impl Plan {
    /// A two-sided test that finds a difference where there is none with probability
    /// `significance`, and one that is there with probability `power`.
    ///
    /// `None` unless 0 < significance < power < 1.
    #[must_use]
    pub fn new(significance: f64, power: f64) -> Option<Self> {
        (significance > 0.0 && significance < power && power < 1.0).then_some(Self {
            significance,
            power,
        })
    }

    /// The probability that `games` games show a true win rate of `rate` to differ from one half.
    #[must_use]
    pub fn power_of(&self, games: u64, rate: f64) -> Option<f64> {
        if games == 0 || !(0.0..=1.0).contains(&rate) {
            return None;
        }
        if games > EXACT_UP_TO {
            return self.normal_power(games as f64, rate);
        }
        Some(match self.critical(games)? {
            None => 0.0,
            Some(_) if rate == 0.0 || rate == 1.0 => 1.0,
            Some(wins) => {
                let binomial = Binomial::new(games, rate)?;
                (binomial.at_most(wins) + binomial.at_least(games - wins)).min(1.0)
            }
        })
    }

    /// The smallest win rate above one half that `games` games show with the power of the plan;
    /// the largest one below is its mirror. `None` if they can show none.
    #[must_use]
    pub fn detectable(&self, games: u64) -> Option<f64> {
        if self.power_of(games, 1.0)? < self.power {
            return None;
        }
        bisect(0.5, 1.0, |rate| {
            Some(self.power_of(games, rate)? >= self.power)
        })
    }

    /// The number of games that a win rate needs to be told from one half. `None` for one half
    /// itself.
    #[must_use]
    pub fn games_for(&self, rate: f64) -> Option<u64> {
        if !(0.0..=1.0).contains(&rate) || rate == 0.5 {
            return None;
        }
        let enough = |games| Some(self.power_of(games, rate)? >= self.power);
        let rough = (self.deviations(rate)? / (rate - 0.5)).powi(2).ceil();
        if rough > EXACT_UP_TO as f64 * 0.9 {
            return (rough < u64::MAX as f64).then_some(rough as u64);
        }
        let mut games = rough as u64 + 6 * (rough.sqrt() as u64) + 30;
        while !enough(games)? {
            games += 1 + games / 50;
        }
        while games > 1 && enough(games - 1)? {
            games -= 1;
        }
        Some(games)
    }

    /// The smallest difference of two win rates around one half that so many games of each show.
    /// `None` if they can show none.
    #[must_use]
    pub fn detectable_between(&self, games_a: u64, games_b: u64) -> Option<f64> {
        if games_a == 0 || games_b == 0 {
            return None;
        }
        let shown = |d: f64| {
            let (a, b) = (0.5 + d / 2.0, 0.5 - d / 2.0);
            Some(self.spread(a, b, games_a as f64, games_b as f64)? <= d)
        };
        shown(1.0)?.then_some(())?;
        bisect(0.0, 1.0, shown)
    }

    /// The most wins with which a match of so many games counts as lost; inside, `None` if not even
    /// 0 wins would.
    fn critical(&self, games: u64) -> Option<Option<u64>> {
        let even = Binomial::new(games, 0.5)?;
        let rejects = |wins| 2.0 * even.at_most(wins) <= self.significance;
        if !rejects(0) {
            return Some(None);
        }
        let (mut inside, mut outside) = (0, games / 2 + 1);
        while outside - inside > 1 {
            let middle = u64::midpoint(inside, outside);
            if rejects(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        Some(Some(inside))
    }

    /// Beyond so many standard deviations lies the significance; not by way of 1 − significance,
    /// which for a tiny one is 1.
    fn by_chance(&self) -> Option<f64> {
        Some(-normal::quantile(self.significance / 2.0)?).filter(|z| z.is_finite())
    }

    fn normal_power(&self, games: f64, rate: f64) -> Option<f64> {
        let off = (rate - 0.5).abs() * games.sqrt();
        let needed = self.by_chance()? / 2.0;
        let deviation = (rate * (1.0 - rate)).sqrt();
        if deviation == 0.0 {
            return Some(if off >= needed { 1.0 } else { 0.0 });
        }
        let shown = normal::cdf((off - needed) / deviation);
        Some((shown + normal::cdf((-off - needed) / deviation)).min(1.0))
    }

    /// The distance from one half, times √n, that is shown with the power of the plan.
    fn deviations(&self, rate: f64) -> Option<f64> {
        Some(self.by_chance()? / 2.0 + normal::quantile(self.power)? * (rate * (1.0 - rate)).sqrt())
    }

    /// The difference between `a` and `b` that is shown with the power of the plan.
    fn spread(&self, a: f64, b: f64, games_a: f64, games_b: f64) -> Option<f64> {
        let pooled = (a * games_a + b * games_b) / (games_a + games_b);
        let alike = (pooled * (1.0 - pooled) * (1.0 / games_a + 1.0 / games_b)).sqrt();
        let apart = (a * (1.0 - a) / games_a + b * (1.0 - b) / games_b).sqrt();
        let spread = self.by_chance()? * alike + normal::quantile(self.power)? * apart;
        spread.is_finite().then_some(spread)
    }
}

/// The point between `low` and `high` where `holds` begins to hold; it does at `high`.
fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> Option<bool>) -> Option<f64> {
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if holds(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The critical region from `scipy.stats.binom.cdf`, its power solved by `brentq`.
    #[test]
    fn exact_power_as_scipy_has_it() {
        let plan = Plan::default();
        for (games, rate, at_55) in [
            (10, 0.916_740_062_968, 0.027_759_351_072),
            (40, 0.721_577_873_120, 0.078_483_016_964),
            (100, 0.645_131_333_257, 0.135_192_272_954),
            (200, 0.601_588_145_587, 0.261_982_886_685),
            (1000, 0.544_749_710_209, 0.880_117_163_494),
            (4000, 0.522_271_471_716, 0.999_993_560_006),
        ] {
            assert!((plan.detectable(games).unwrap() - rate).abs() < 1e-8);
            assert!((plan.power_of(games, 0.55).unwrap() - at_55).abs() < 1e-8);
        }
    }

    /// From the same: the last match below 80 %, plus one.
    #[test]
    fn games_for_a_win_rate_as_scipy_has_them() {
        let plan = Plan::default();
        for (rate, games) in [(0.55, 820), (0.6, 210), (0.54, 1259), (0.7, 54)] {
            assert_eq!(plan.games_for(rate), Some(games));
            assert_eq!(plan.games_for(1.0 - rate), Some(games));
        }
        // (1.96/2 + 0.8416/2)² / 0.001²
        assert!((plan.games_for(0.501).unwrap() as f64 - 1_962_200.0).abs() < 100.0);
    }

    /// As papers put it: 2 points need about 9,000 games each, 5 about 1,500, 10 about 400.
    #[test]
    fn what_two_methods_near_one_half_show() {
        let plan = Plan::default();
        assert!((plan.detectable_between(9_809, 9_809).unwrap() - 0.02).abs() < 1e-5);
        assert!((plan.detectable_between(390, 390).unwrap() - 0.1).abs() < 1e-3);
    }

    #[test]
    fn exact_and_normal_power_meet() {
        let plan = Plan::default();
        let exact = plan.detectable(EXACT_UP_TO).unwrap();
        let normal = plan.detectable(EXACT_UP_TO + 1).unwrap();
        assert!((exact - normal).abs() < 1e-4, "{exact} {normal}");
        assert!(plan.detectable(u64::MAX).unwrap() - 0.5 < 1e-6);
    }

    #[test]
    fn nonsense_has_no_plan_and_too_few_games_show_nothing() {
        for (significance, power) in [
            (0.0, 0.8),
            (0.05, 1.0),
            (0.9, 0.8),
            (f64::NAN, 0.8),
            (0.05, f64::NAN),
        ] {
            assert_eq!(Plan::new(significance, power), None);
        }
        let plan = Plan::default();
        assert_eq!(Plan::new(0.05, 0.8), Some(plan));
        let strict = Plan::new(1e-20, 0.8).unwrap();
        assert!(strict.games_for(0.6) > plan.games_for(0.6));
        assert_eq!(plan.detectable(0), None);
        assert_eq!(plan.detectable(5), None);
        assert_eq!(plan.power_of(5, 1.0), Some(0.0));
        assert_eq!(plan.power_of(10, f64::NAN), None);
        assert_eq!(plan.games_for(0.5), None);
        assert_eq!(plan.games_for(f64::NAN), None);
        assert_eq!(plan.games_for(1.0), Some(6));
        assert_eq!(plan.detectable_between(0, 10), None);
        assert_eq!(plan.detectable_between(1, 1), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn what_is_detectable_has_the_power(games in 6u64..3_000) {
            let plan = Plan::default();
            let rate = plan.detectable(games).unwrap();
            prop_assert!((plan.power_of(games, rate).unwrap() - 0.8).abs() < 1e-6);
            let mirror = plan.power_of(games, 1.0 - rate).unwrap();
            prop_assert!((mirror - 0.8).abs() < 1e-6);
        }

        #[test]
        fn more_games_show_less(games in 20u64..100_000, other in 20u64..100_000) {
            let plan = Plan::default();
            let between = plan.detectable_between(games, other).unwrap();
            prop_assert!((plan.detectable_between(other, games).unwrap() - between).abs() < 1e-12);
            prop_assert!(plan.detectable_between(2 * games, other).unwrap() <= between);
        }
    }
}
