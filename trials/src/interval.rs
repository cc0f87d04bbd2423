//! How sure a share is: the interval of Edwin Wilson, *Probable Inference, the Law of Succession,
//! and Statistical Inference*, Journal of the American Statistical Association 22 (1927).
//!
//! Unlike the textbook's p ± 1.96·√(p(1−p)/n) it stays within 0 and 1 and is right for few games
//! and for shares near the ends.

use std::fmt;

/// 95 % of a normal distribution lie within so many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// A share of a number of trials. Draws are halves, so the wins need not be whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    /// Successes.
    pub(crate) wins: f64,
    /// Trials.
    pub(crate) of: usize,
}

impl Share {
    /// The share in 0..=1; 0 of nothing is 0.
    pub(crate) fn value(self) -> f64 {
        self.wins / (self.of.max(1)) as f64
    }

    /// The lower and the upper end of the 95 % interval; of nothing, all is possible.
    pub(crate) fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let n = self.of as f64;
        let p = self.value();
        let z2 = Z * Z;
        let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        ((centre - half).max(0.0), (centre + half).min(1.0))
    }
}

/// ` 80.0 %     71.1–86.7 %`, always as wide; a dash for nothing.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 0 {
            return write!(f, "{:>7}   {:>13}", "–", "–");
        }
        let (low, high) = self.interval();
        let interval = format!("{:.1}–{:.1} %", low * 100.0, high * 100.0);
        write!(f, "{:>5.1} %   {interval:>13}", self.value() * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(wins: f64, of: usize) -> (f64, f64) {
        Share { wins, of }.interval()
    }

    fn near(a: (f64, f64), b: (f64, f64)) -> bool {
        (a.0 - b.0).abs() < 5e-5 && (a.1 - b.1).abs() < 5e-5
    }

    /// Numbers computed by hand from the formula of the paper.
    #[test]
    fn the_interval_is_wilsons() {
        assert!(near(interval(80.0, 100), (0.7112, 0.8666)));
        assert!(near(interval(5.0, 10), (0.2366, 0.7634)));
        assert!(near(interval(10.0, 10), (0.7225, 1.0)));
        assert!(near(interval(0.0, 10), (0.0, 0.2775)));
        assert_eq!(interval(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn draws_are_halves_and_the_text_is_as_wide_as_ever() {
        let share = Share {
            wins: 50.5,
            of: 101,
        };
        assert!((share.value() - 0.5).abs() < 1e-12);
        let width = |wins, of| Share { wins, of }.to_string().chars().count();
        assert_eq!(width(0.0, 0), width(80.0, 100));
        assert_eq!(width(0.0, 3), width(80.0, 100));
        assert_eq!(
            Share {
                wins: 80.0,
                of: 100
            }
            .to_string(),
            " 80.0 %     71.1–86.7 %"
        );
    }
}
