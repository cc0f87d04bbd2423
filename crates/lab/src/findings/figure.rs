//! The figures that findings are made of: shares, means and bins, as they are kept in JSON.
//!
//! JSON has no infinity: an end that is infinite is absent, and an infinite estimate has a word for
//! its side instead.

use serde::{Deserialize, Serialize};

use tengen_statistics::{
    self as statistics, CONFIDENCE, EloDifference, Histogram, Share, Summary, quantile,
};

/// A confidence interval of 95 % of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<statistics::Interval> for Interval {
    fn from(interval: statistics::Interval) -> Self {
        Self {
            low: interval.low,
            high: interval.high,
        }
    }
}

/// A share of some trials, with how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// Successes; draws are halves.
    pub wins: f64,
    /// Trials.
    pub of: u64,
    /// The share, where there are trials.
    pub share: Option<f64>,
    /// Wilson's interval.
    pub wilson: Option<Interval>,
    /// The exact interval of Clopper and Pearson.
    pub clopper_pearson: Option<Interval>,
    /// The two-sided exact test against one half.
    pub p: Option<f64>,
}

impl Proportion {
    /// Of games.
    #[must_use]
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Self {
        Share::of_games(wins, draws, losses).map_or_else(Self::default, |share| Self {
            wins: share.wins,
            of: share.of,
            share: share.value(),
            wilson: share.wilson(CONFIDENCE).map(Interval::from),
            clopper_pearson: share.clopper_pearson(CONFIDENCE).map(Interval::from),
            p: share.exact_test(0.5),
        })
    }

    /// Of answers, which are right or wrong; nobody expects half of them to be right, so there is
    /// no test.
    #[must_use]
    pub fn of_answers(right: u64, wrong: u64) -> Self {
        Self {
            p: None,
            ..Self::of_games(right, 0, wrong)
        }
    }
}

/// A difference in rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// The best estimate; absent where all games were won, or all lost.
    pub value: Option<f64>,
    /// The side on which the best estimate is infinite, where it is.
    #[serde(default)]
    pub infinite: Option<Beyond>,
    /// The lower end of its interval; absent where it has none.
    pub low: Option<f64>,
    /// The upper end; absent where it has none.
    pub high: Option<f64>,
}

/// An end of the numbers beyond which something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beyond {
    /// Above all.
    Above,
    /// Below all.
    Below,
}

impl From<EloDifference> for Elo {
    fn from(elo: EloDifference) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self {
            value: finite(elo.value),
            infinite: match elo.value {
                f64::INFINITY => Some(Beyond::Above),
                f64::NEG_INFINITY => Some(Beyond::Below),
                _ => None,
            },
            low: finite(elo.interval.low),
            high: finite(elo.interval.high),
        }
    }
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The number of values.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// The standard error of the mean; absent of one value.
    pub error: Option<f64>,
    /// Student's interval of the mean; absent of one value.
    pub interval: Option<Interval>,
    /// The least value.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Mean {
    /// Of those values that are finite; `None` of none.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().filter(|v| v.is_finite()).collect();
        let summary = Summary::of(&values)?;
        Some(Self {
            n: summary.count,
            mean: summary.mean,
            error: summary.standard_error(),
            interval: summary.interval(CONFIDENCE).map(Interval::from),
            min: summary.min,
            max: summary.max,
        })
    }
}

/// A histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bins {
    /// The lower end of the first bin.
    pub start: f64,
    /// The width of a bin.
    pub width: f64,
    /// The number of values in each.
    pub counts: Vec<u64>,
    /// True if the last one also holds all greater values.
    pub open: bool,
}

/// About how many bins there are.
const BINS: f64 = 24.0;

impl Bins {
    /// Bins of round widths for each of some lists, the same for all and not narrower than `least`.
    /// If a few values are far greater than all others, they go into the last bin. `None` for a
    /// list without values.
    #[must_use]
    pub fn alike(lists: &[Vec<f64>], least: f64) -> Vec<Option<Self>> {
        Self::within(lists, least, 3.0)
    }

    /// The same, but all values above the 99th percentile go into the last bin.
    #[must_use]
    pub fn cut(lists: &[Vec<f64>], least: f64) -> Vec<Option<Self>> {
        Self::within(lists, least, 1.0)
    }

    /// Bins up to the 99th percentile where the values span more than `far` times as much.
    fn within(lists: &[Vec<f64>], least: f64, far: f64) -> Vec<Option<Self>> {
        let all = lists.concat();
        let of = |frame: Option<&Self>, list: &Vec<f64>| frame?.filled(list);
        let frame = Self::frame(&all, least, far);
        lists.iter().map(|list| of(frame.as_ref(), list)).collect()
    }

    /// Empty bins for values.
    fn frame(values: &[f64], least: f64, far: f64) -> Option<Self> {
        let summary = Summary::of(values)?;
        let most = quantile(values, 0.99)?;
        let open = summary.max - summary.min > far * (most - summary.min) && most > summary.min;
        let top = if open { most } else { summary.max };
        let width = round((top - summary.min) / BINS).max(least);
        let start = (summary.min / width).floor() * width;
        let bins = ((top - start) / width).floor() + 1.0;
        (1.0..=1000.0).contains(&bins).then(|| Self {
            start,
            width,
            counts: vec![0; bins as usize],
            open,
        })
    }

    fn filled(&self, values: &[f64]) -> Option<Self> {
        let end = self.start + self.width * self.counts.len() as f64;
        let histogram = Histogram::between(values, self.start, end, self.counts.len())?;
        (!values.is_empty()).then(|| Self {
            counts: histogram.counts,
            ..self.clone()
        })
    }
}

/// The least of 1, 2, 5 times a power of ten that is not less; 0 for 0.
fn round(width: f64) -> f64 {
    if width <= 0.0 || !width.is_finite() {
        return 0.0;
    }
    let power = 10f64.powf(width.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|f| f * power >= width);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(values: Vec<f64>, least: f64) -> Option<Bins> {
        Bins::alike(&[values], least).remove(0)
    }

    #[test]
    fn bins_begin_at_round_numbers_and_hold_all() {
        let lengths: Vec<f64> = (53..=120).map(f64::from).collect();
        let bins = alike(lengths, 1.0).unwrap();
        assert_eq!((bins.start, bins.width, bins.open), (50.0, 5.0, false));
        assert_eq!(bins.counts.iter().sum::<u64>(), 68);
        assert_eq!(bins.counts[0], 2);
    }

    #[test]
    fn few_far_values_share_the_last_bin() {
        let mut times = vec![0.0; 150];
        times.extend((0..150).map(|at| f64::from(at) / 100.0));
        times.push(900.0);
        let bins = alike(times, 1e-6).unwrap();
        assert!(bins.open && bins.counts.len() < 40);
        assert_eq!(bins.counts.iter().sum::<u64>(), 301);
    }

    #[test]
    fn equal_values_have_one_bin() {
        let bins = alike(vec![7.0; 5], 1.0).unwrap();
        assert_eq!((bins.start, bins.counts), (7.0, vec![5]));
        assert_eq!(alike(Vec::new(), 1.0), None);
    }
}
