//! White's points for moving second.

use std::fmt;
use std::str::FromStr;

use crate::Score;

/// The number of units in a point.
pub(crate) const UNITS: i32 = 1000;

/// Points added to White's score; any number of points from −10,000 to 10,000, negative ones too.
///
/// Kept in thousandths of a point, so that 6.5, 7, −3 and 3.75 are exact, komis can be compared and
/// hashed, and a result never depends on rounding. Finer fractions are rounded to that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi(i32);

/// A komi that is no number, or none that makes sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("komi is a number of points from -10000 to 10000, such as 6.5, 7 or -3, not {0:?}")]
pub struct KomiError(pub String);

impl Komi {
    /// No komi.
    pub const ZERO: Self = Self(0);
    /// Half a point, usual with handicap stones: it only rules out a draw.
    pub const HALF: Self = Self(500);
    /// 7.5 points, usual under area counting.
    pub const SEVEN_AND_A_HALF: Self = Self(7500);
    /// 6.5 points, usual under territory counting.
    pub const SIX_AND_A_HALF: Self = Self(6500);

    const LIMIT: f64 = 10_000.0;

    /// This many points, to the nearest thousandth.
    ///
    /// # Errors
    /// If that is not a number from −10,000 to 10,000.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value is within ±10,000,000 units"
    )]
    pub fn new(points: f64) -> Result<Self, KomiError> {
        if points.abs() <= Self::LIMIT {
            Ok(Self((points * f64::from(UNITS)).round() as i32))
        } else {
            Err(KomiError(points.to_string()))
        }
    }

    /// The points.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / f64::from(UNITS)
    }

    /// The score of a game in which Black is so many points ahead on the board.
    #[inline]
    #[must_use]
    pub const fn settle(self, black_ahead: i32) -> Score {
        Score::from_thousandths(black_ahead * UNITS - self.0)
    }

    /// The komi raised by so many points, or as high as a komi can be.
    #[inline]
    #[must_use]
    pub const fn raised(self, points: i32) -> Self {
        Self(self.0.saturating_add(points.saturating_mul(UNITS)))
    }

    /// Thousandths of a point.
    #[must_use]
    pub const fn thousandths(self) -> i32 {
        self.0
    }
}

impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Self, KomiError> {
        let refuse = || KomiError(text.chars().take(40).collect());
        let points: f64 = text.trim().parse().map_err(|_| refuse())?;
        Self::new(points).map_err(|_| refuse())
    }
}

/// `7.5`, `7`, `-0.5`: as many decimals as needed.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.points().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_and_odd_komis_are_exact() {
        for text in ["6.5", "7", "0.5", "-3", "3.75", "0", "-0.5", "7.125", "361"] {
            let komi: Komi = text.parse().unwrap();
            assert_eq!(komi.to_string(), text);
        }
        assert_eq!("7.50".parse(), Ok(Komi::SEVEN_AND_A_HALF));
        assert_eq!(" 6.5 ".parse(), Ok(Komi::SIX_AND_A_HALF));
        assert_eq!("-0".parse(), Ok(Komi::ZERO));
    }

    #[test]
    fn what_is_no_komi_is_refused() {
        for text in [
            "", "x", "inf", "-inf", "NaN", "1e9", "10000.5", "6,5", "6.5.5",
        ] {
            let error = text.parse::<Komi>().unwrap_err();
            assert_eq!(error.0, text);
        }
    }
}
