//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A side: Black moves first, in Go as in Shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// Black, then White.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// `b` or `w`, as in SGF and GTP.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// +1 for Black, −1 for White: turns a value in Black's view into this side's and back.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The other side.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
