//! Summaries of a list of measurements.
//!
//! Mean and deviation by the recurrence of B. P. Welford, *Note on a Method for Calculating
//! Corrected Sums of Squares and Products*, Technometrics 4 (1962); the interval of the mean by
//! Student, *The Probable Error of a Mean*, Biometrika 6 (1908); quantiles by definition 7 of R. J.
//! Hyndman and Y. Fan, *Sample Quantiles in Statistical Packages* (1996), which is that of R and
//! NumPy.

use super::binomial::Interval;
use super::normal;

/// Mean, deviation and extremes of some measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The number of measurements; at least one.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Summary {
    /// The summary of measurements; `None` if there is none, one is not finite, or they are too
    /// large to sum.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let first = *values.first()?;
        let mut summary = Self {
            count: 0,
            mean: 0.0,
            min: first,
            max: first,
            squares: 0.0,
        };
        for &value in values {
            summary.count += 1;
            let off = value - summary.mean;
            summary.mean += off / summary.count as f64;
            summary.squares += off * (value - summary.mean);
            summary.min = summary.min.min(value);
            summary.max = summary.max.max(value);
        }
        (summary.mean.is_finite() && summary.squares.is_finite()).then_some(summary)
    }

    /// The sample standard deviation; `None` of one measurement.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares.max(0.0) / (self.count - 1) as f64).sqrt())
    }

    /// The standard error of the mean; `None` of one measurement.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.count as f64).sqrt())
    }

    /// Student's interval of the mean; `None` of one measurement.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let error = self.standard_error()?;
        let half = error * normal::student_two_sided(confidence, self.count - 1)?;
        let interval = Interval {
            low: self.mean - half,
            high: self.mean + half,
        };
        (interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
    }
}

/// The middle of some measurements; `None` if there is none or one is not finite.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value below which lies the share `q` of some measurements, with a straight line between
/// neighbours; `None` if there is none, one is not finite, or `q` is not from 0 to 1.
#[must_use]
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    if values.is_empty() || !(0.0..=1.0).contains(&q) || values.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = q * (sorted.len() - 1) as f64;
    let (below, rest) = (at.floor() as usize, at.fract());
    let low = *sorted.get(below)?;
    let high = *sorted.get(below + 1).unwrap_or(&low);
    Some(low * (1.0 - rest) + high * rest)
}

/// The number of measurements in each of some equal bins.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The lower edge of the first bin.
    pub low: f64,
    /// The width of a bin; above 0.
    pub width: f64,
    /// The number in each bin. A bin holds its lower edge, the last one its upper one too.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// The number of bins at most; more are of no use to a reader.
    pub const MOST_BINS: usize = 10_000;

    /// Equal bins from the smallest to the largest measurement. Where these are the same, the bins
    /// are one wide in all, around it.
    ///
    /// `None` if there is no measurement, one is not finite, or there are no bins or more than
    /// [`Self::MOST_BINS`].
    #[must_use]
    pub fn of(values: &[f64], bins: usize) -> Option<Self> {
        let summary = Summary::of(values)?;
        let (low, high) = if summary.min < summary.max {
            (summary.min, summary.max)
        } else {
            (summary.min - 0.5, summary.min + 0.5)
        };
        Self::between(values, low, high, bins)
    }

    /// Equal bins from `low` to `high`; what lies outside is counted in the bin at that end.
    #[must_use]
    pub fn between(values: &[f64], low: f64, high: f64, bins: usize) -> Option<Self> {
        let width = (high - low) / bins as f64;
        let sound = width > 0.0 && width.is_finite() && low.is_finite();
        if !sound || bins > Self::MOST_BINS || values.iter().any(|v| !v.is_finite()) {
            return None;
        }
        let mut counts = vec![0; bins];
        for value in values {
            // A cast of what is below 0 or too large gives the nearest whole number that there is.
            let bin = ((value - low) / width) as usize;
            counts[bin.min(bins - 1)] += 1;
        }
        Some(Self { low, width, counts })
    }

    /// The two ends of a bin.
    #[must_use]
    pub fn bin(&self, index: usize) -> Interval {
        Interval {
            low: self.low + index as f64 * self.width,
            high: self.low + (index + 1) as f64 * self.width,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::CONFIDENCE;

    const VALUES: [f64; 6] = [2.1, 3.4, 1.9, 5.6, 4.4, 3.3];

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    /// `numpy.mean`, `numpy.std(ddof=1)`, `scipy.stats.sem`, `scipy.stats.t.interval`.
    #[test]
    fn a_summary_as_scipy_has_it() {
        let summary = Summary::of(&VALUES).unwrap();
        near(summary.mean, 3.45);
        near(summary.deviation().unwrap(), 1.398_213_145_410_956_3);
        near(summary.standard_error().unwrap(), 0.570_818_126_318_123_7);
        let interval = summary.interval(CONFIDENCE).unwrap();
        near(interval.low, 1.982_665_293_034_675_8);
        near(interval.high, 4.917_334_706_965_324);
        assert_eq!((summary.min, summary.max, summary.count), (1.9, 5.6, 6));
    }

    /// `numpy.quantile`.
    #[test]
    fn quantiles_as_numpy_has_them() {
        for (q, value) in [
            (0.0, 1.9),
            (0.1, 2.0),
            (0.25, 2.4),
            (0.5, 3.35),
            (0.9, 5.0),
            (1.0, 5.6),
        ] {
            near(quantile(&VALUES, q).unwrap(), value);
        }
        near(median(&[1.0, 9.0, 2.0]).unwrap(), 2.0);
    }

    #[test]
    fn bins_hold_their_lower_edge_and_the_last_one_both() {
        let histogram = Histogram::of(&[0.0, 0.9, 1.0, 1.5, 2.0], 2).unwrap();
        assert_eq!(histogram.counts, [2, 3]);
        assert_eq!(
            histogram.bin(1),
            Interval {
                low: 1.0,
                high: 2.0
            }
        );
        let outside = Histogram::between(&[-9.0, 0.5, 99.0], 0.0, 3.0, 3).unwrap();
        assert_eq!(outside.counts, [2, 0, 1]);
        assert_eq!(Histogram::of(&[4.0, 4.0], 1).unwrap().counts, [2]);
    }

    #[test]
    fn nonsense_has_no_answer() {
        for bad in [
            &[][..],
            &[f64::NAN],
            &[1.0, f64::INFINITY],
            &[f64::MAX, f64::MIN],
        ] {
            assert_eq!(Summary::of(bad), None);
            assert_eq!(Histogram::of(bad, 3), None);
        }
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[f64::NAN, 1.0]), None);
        assert_eq!(quantile(&[1.0], 1.5), None);
        assert_eq!(quantile(&[1.0], f64::NAN), None);
        let one = Summary::of(&[3.0]).unwrap();
        assert_eq!(
            (one.mean, one.deviation(), one.interval(CONFIDENCE)),
            (3.0, None, None)
        );
        assert_eq!(Histogram::of(&[1.0, 2.0], 0), None);
        assert_eq!(Histogram::of(&[1.0, 2.0], usize::MAX), None);
        assert_eq!(Histogram::between(&[1.0], 2.0, 1.0, 3), None);
        assert_eq!(Histogram::between(&[1.0], 0.0, f64::NAN, 3), None);
        assert_eq!(Histogram::of(&[1e300, 1e300], 2), None);
    }

    proptest! {
        #[test]
        fn everything_is_between_the_extremes(values in prop::collection::vec(-1e6f64..1e6, 2..60), q in 0.0f64..=1.0) {
            let summary = Summary::of(&values).unwrap();
            let whole = Interval { low: summary.min - 1e-6, high: summary.max + 1e-6 };
            prop_assert!(whole.contains(summary.mean) && whole.contains(quantile(&values, q).unwrap()));
            prop_assert!(summary.interval(CONFIDENCE).unwrap().contains(summary.mean));
            let counts = Histogram::of(&values, 7).unwrap().counts;
            prop_assert_eq!(counts.iter().sum::<u64>(), values.len() as u64);
        }
    }
}
