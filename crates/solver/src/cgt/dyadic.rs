//! Exact fractions whose denominator is a power of two.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use super::TooLarge;

/// A number `n / 2ᵏ`, in lowest terms: the values of finite games that are numbers.
///
/// Arithmetic is exact. What leaves 64 bits is [`TooLarge`], never a rounded number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    /// Odd, unless `exponent` is 0. Never `i64::MIN`, so that every number has its negative.
    numerator: i64,
    /// At most [`Dyadic::MAX_EXPONENT`].
    exponent: u32,
}

/// An end of an interval: the number, and whether it belongs to the interval.
pub(super) type End = Option<(Dyadic, bool)>;

impl Dyadic {
    /// Nothing.
    pub const ZERO: Self = Self::integer(0);
    /// One.
    pub const ONE: Self = Self::integer(1);
    /// The finest denominator is 2 to this power.
    pub const MAX_EXPONENT: u32 = 62;

    /// `numerator / 2^exponent`.
    ///
    /// # Errors
    /// If the number does not fit: in lowest terms the numerator must fit 64 bits and the exponent
    /// be at most [`Self::MAX_EXPONENT`].
    pub fn new(numerator: i64, exponent: u32) -> Result<Self, TooLarge> {
        Self::reduced(i128::from(numerator), exponent)
    }

    /// A whole number.
    #[must_use]
    pub const fn integer(n: i32) -> Self {
        Self {
            numerator: n as i64,
            exponent: 0,
        }
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Self, TooLarge> {
        let twos = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = if numerator == 0 {
            (0, 0)
        } else {
            (numerator >> twos, exponent - twos)
        };
        match i64::try_from(numerator) {
            Ok(numerator) if numerator != i64::MIN && exponent <= Self::MAX_EXPONENT => Ok(Self {
                numerator,
                exponent,
            }),
            _ => Err(TooLarge),
        }
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator, in lowest terms: a power of two.
    #[must_use]
    pub const fn denominator(self) -> i64 {
        1 << self.exponent
    }

    /// The `k` of the denominator 2ᵏ.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// True if it is a whole number.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// −1, 0 or 1.
    #[must_use]
    pub const fn signum(self) -> i64 {
        self.numerator.signum()
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.numerator as f64 / self.denominator() as f64
    }

    /// `self + other`.
    ///
    /// # Errors
    /// If the sum does not fit.
    pub fn plus(self, other: Self) -> Result<Self, TooLarge> {
        let exponent = self.exponent.max(other.exponent);
        Self::reduced(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// `self − other`.
    ///
    /// # Errors
    /// If the difference does not fit.
    pub fn minus(self, other: Self) -> Result<Self, TooLarge> {
        self.plus(-other)
    }

    /// `self / 2`.
    ///
    /// # Errors
    /// If it is too fine.
    pub fn half(self) -> Result<Self, TooLarge> {
        Self::reduced(i128::from(self.numerator), self.exponent + 1)
    }

    /// The numerator over 2^`exponent`, which is at least as fine as the number.
    fn scaled(self, exponent: u32) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The number's own options as a game in canonical form: `3 = {2|}`, `3/4 = {1/2|1}`.
    #[must_use]
    pub fn options(self) -> (Option<Self>, Option<Self>) {
        let beside = |step: i64| {
            Self::reduced(i128::from(self.numerator) + i128::from(step), self.exponent).ok()
        };
        match (self.exponent, self.numerator.signum()) {
            (0, 0) => (None, None),
            (0, 1) => (beside(-1), None),
            (0, _) => (None, beside(1)),
            _ => (beside(-1), beside(1)),
        }
    }

    /// The change by a move in the number, for the worse: −1 if it is whole, −1/2ᵏ for a
    /// denominator of 2ᵏ.
    pub(super) const fn cost_of_moving(self) -> Self {
        Self {
            numerator: -1,
            exponent: self.exponent,
        }
    }

    /// The simplest number between two ends: the integer nearest to 0 if there is an integer, and
    /// else the one of the smallest denominator. `None` if nothing is between them.
    pub(super) fn simplest(lower: End, upper: End) -> Result<Option<Self>, TooLarge> {
        let above = |x: Self| lower.is_none_or(|(a, closed)| a < x || closed && a == x);
        let below = |x: Self| upper.is_none_or(|(b, closed)| x < b || closed && x == b);
        if above(Self::ZERO) && below(Self::ZERO) {
            return Ok(Some(Self::ZERO));
        }
        if let (Some((a, a_closed)), Some((b, b_closed))) = (lower, upper)
            && !(a < b || a == b && a_closed && b_closed)
        {
            return Ok(None);
        }
        let Some((a, closed)) = lower.filter(|&(a, _)| a >= Self::ZERO) else {
            let mirror = |end: End| end.map(|(x, closed)| (-x, closed));
            return Ok(Self::simplest(mirror(upper), mirror(lower))?.map(Neg::neg));
        };
        for exponent in 0..=Self::MAX_EXPONENT {
            let candidate = a.next_multiple(exponent, closed)?;
            if below(candidate) {
                return Ok(Some(candidate));
            }
        }
        Err(TooLarge)
    }

    /// The smallest multiple of 1/2^`exponent` beyond the number, or at it if `closed`.
    fn next_multiple(self, exponent: u32, closed: bool) -> Result<Self, TooLarge> {
        let (floor, exact) = if exponent >= self.exponent {
            (self.scaled(exponent), true)
        } else {
            (
                i128::from(self.numerator >> (self.exponent - exponent)),
                false,
            )
        };
        let step = i128::from(!(exact && closed));
        Self::reduced(floor + step, exponent)
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            numerator: -self.numerator,
            exponent: self.exponent,
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Self {
        Self::integer(n)
    }
}

/// `3`, `−1/2`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.numerator < 0 { "−" } else { "" };
        let numerator = self.numerator.unsigned_abs();
        if self.is_integer() {
            f.pad(&format!("{sign}{numerator}"))
        } else {
            f.pad(&format!("{sign}{numerator}/{}", self.denominator()))
        }
    }
}
