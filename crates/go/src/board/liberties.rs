//! Liberties of a chain, counted in one of two ways: the main option of a board.
//!
//! Both kinds count *pseudo-liberties*: an empty point counts once for every stone of the chain
//! next to it, which makes adding, removing and joining additions. [`Pseudo`] keeps only how many;
//! [`Moments`] also their sum and sum of squares, which tells exactly whether they are all one
//! point, so atari, its liberty and self-atari cost O(1).

use std::fmt::Debug;

use super::cell::Vertex;
use super::neighbourhood::{Around, SIGNS};
use super::sealed::Sealed;

/// The liberties of a chain in one number.
pub trait Liberties: Sealed + Copy + Eq + Debug {
    /// The liberties of an empty point or the edge: a number that never runs out, so that a move
    /// may count itself off all four neighbours without asking what they are.
    const ENDLESS: Self;
    /// The liberties of a stone that has not counted its empty neighbours yet.
    const NONE: Self;

    /// Without the pseudo-liberty at `v`.
    #[must_use]
    fn without<const W: usize>(self, v: Vertex<W>) -> Self;

    /// With one more pseudo-liberty at `v`.
    #[must_use]
    fn with<const W: usize>(self, v: Vertex<W>) -> Self;

    /// With the pseudo-liberties that a new stone brings: `empty` of them, at steps from `v` that
    /// add up to `steps`, their squares to `squares`.
    #[must_use]
    fn with_new<const W: usize>(self, v: Vertex<W>, empty: u8, steps: i16, squares: u16) -> Self;

    /// The liberties of two chains that become one.
    #[must_use]
    fn joined(self, other: Self) -> Self;

    /// The sign bit of each 16-bit lane whose chain has none left.
    #[must_use]
    fn dead(four: [Self; 4]) -> u64;

    /// True if each of the four has more than four, so that no single move can take the last.
    #[must_use]
    fn all_many(four: [Self; 4]) -> bool;

    /// The number of pseudo-liberties.
    #[must_use]
    fn count(self) -> u32;
}

/// The number of pseudo-liberties, minus one: "none left" is the sign bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Pseudo(i16);

impl Sealed for Pseudo {}

impl Liberties for Pseudo {
    const ENDLESS: Self = Self(0x2000);
    const NONE: Self = Self(-1);

    #[inline(always)]
    fn without<const W: usize>(self, _: Vertex<W>) -> Self {
        Self(self.0 - 1)
    }

    #[inline(always)]
    fn with<const W: usize>(self, _: Vertex<W>) -> Self {
        Self(self.0 + 1)
    }

    #[inline(always)]
    fn with_new<const W: usize>(self, _: Vertex<W>, empty: u8, _: i16, _: u16) -> Self {
        Self(self.0 + i16::from(empty))
    }

    #[inline(always)]
    fn joined(self, other: Self) -> Self {
        Self(self.0 + other.0 + 1)
    }

    #[inline(always)]
    fn dead(four: [Self; 4]) -> u64 {
        let lane = |i: usize| (four[i].0 as u16 as u64) << (16 * i);
        (lane(0) | lane(1) | lane(2) | lane(3)) & SIGNS
    }

    #[inline(always)]
    fn all_many(four: [Self; 4]) -> bool {
        four.into_iter().fold(0, |signs, l| signs | (l.0 - 4)) >= 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        (self.0 + 1) as u32
    }
}

/// Three moments of the pseudo-liberties in one word: how many (bits 0 to 11), the sum of their
/// cells (12 to 31), the sum of the squares (32 to 63).
///
/// Whole words are added and subtracted; no field overflows on 25×25, where at most 1,200 pairs of
/// a stone and an empty point touch: 1,200 < 2¹², 1,200 · 701 < 2²⁰, 1,200 · 701² < 2³².
/// By Cauchy and Schwarz, n · Σv² = (Σv)² exactly if all v are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Moments(u64);

impl Moments {
    /// The packed sums of one pseudo-liberty at `v`.
    #[inline(always)]
    const fn one<const W: usize>(v: Vertex<W>) -> u64 {
        let v = v.cell() as u64;
        1 | v << 12 | (v * v) << 32
    }

    /// True if all pseudo-liberties are one point; also true for none.
    #[inline(always)]
    #[must_use]
    pub const fn is_single(self) -> bool {
        let sum = self.0 >> 12 & 0xf_ffff;
        (self.0 & 0xfff) * (self.0 >> 32) == sum * sum
    }

    /// The most pseudo-liberties of a tight chain.
    pub(super) const TIGHT: u32 = 4;

    /// True if there are few pseudo-liberties, but not all one point.
    #[inline(always)]
    pub(super) fn is_tight(self) -> bool {
        (self.count() <= Self::TIGHT) & !self.is_single()
    }

    /// Without so many pseudo-liberties at `v`.
    #[inline(always)]
    pub(super) const fn without_times<const W: usize>(self, v: Vertex<W>, times: u64) -> Self {
        Self(self.0.wrapping_sub(times.wrapping_mul(Self::one(v))))
    }

    /// The number of the cell of the only liberty; meaningful if [`Moments::is_single`] and not
    /// none.
    #[inline(always)]
    pub(super) const fn single(self) -> usize {
        let (sum, count) = ((self.0 >> 12 & 0xf_ffff) as u32, (self.0 & 0xfff) as u32);
        match sum.checked_div(count) {
            Some(cell) => cell as usize,
            None => 0,
        }
    }
}

impl Sealed for Moments {}

impl Liberties for Moments {
    // The low field is large as well: an edge never looks like a chain of few liberties.
    const ENDLESS: Self = Self(1 << 62 | 0x800);
    const NONE: Self = Self(0);

    #[inline(always)]
    fn without<const W: usize>(self, v: Vertex<W>) -> Self {
        Self(self.0.wrapping_sub(Self::one(v)))
    }

    #[inline(always)]
    fn with<const W: usize>(self, v: Vertex<W>) -> Self {
        Self(self.0.wrapping_add(Self::one(v)))
    }

    #[inline(always)]
    fn with_new<const W: usize>(self, v: Vertex<W>, empty: u8, steps: i16, squares: u16) -> Self {
        let (n, v) = (i64::from(empty), v.cell() as i64);
        let (steps, squares) = (i64::from(steps), i64::from(squares));
        let sum = n * v + steps;
        let sum_of_squares = n * v * v + 2 * v * steps + squares;
        Self(
            self.0
                .wrapping_add((n + (sum << 12) + (sum_of_squares << 32)) as u64),
        )
    }

    #[inline(always)]
    fn joined(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    fn dead(four: [Self; 4]) -> u64 {
        let lane = |i: usize| u64::from(four[i].0 == 0) << (16 * i + 15);
        lane(0) | lane(1) | lane(2) | lane(3)
    }

    #[inline(always)]
    fn all_many(four: [Self; 4]) -> bool {
        four.into_iter().fold(true, |all, l| all & (l.count() > 4))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        (self.0 & 0xfff) as u32
    }
}

impl Around {
    /// Adds the pseudo-liberties that a stone at `v` with these neighbours brings.
    #[inline(always)]
    pub(super) fn added_to<L: Liberties, const W: usize>(&self, liberties: L, v: Vertex<W>) -> L {
        liberties.with_new(v, self.empty, self.steps, self.squares)
    }
}
