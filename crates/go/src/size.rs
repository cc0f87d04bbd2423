//! The size of a board.

use std::fmt;

/// The side of a square board, from 2 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

/// A side that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has a side from 2 to 25, not {0}")]
pub struct SizeError(pub usize);

impl Size {
    /// The smallest board.
    pub const MIN: Self = Self(2);
    /// The largest board: the letters of GTP end here.
    pub const MAX: Self = Self(25);
    /// 9×9.
    pub const NINE: Self = Self(9);
    /// 13×13.
    pub const THIRTEEN: Self = Self(13);
    /// 19×19.
    pub const NINETEEN: Self = Self(19);

    /// A board of this side.
    ///
    /// # Errors
    /// If the side is not from 2 to 25.
    pub const fn new(side: usize) -> Result<Self, SizeError> {
        if side >= Self::MIN.0 as usize && side <= Self::MAX.0 as usize {
            Ok(Self(side as u8))
        } else {
            Err(SizeError(side))
        }
    }

    /// The side.
    #[must_use]
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The number of points.
    #[must_use]
    #[inline]
    pub const fn area(self) -> usize {
        self.get() * self.get()
    }
}

impl TryFrom<usize> for Size {
    type Error = SizeError;

    fn try_from(side: usize) -> Result<Self, SizeError> {
        Self::new(side)
    }
}

/// `19×19`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{0}×{0}", self.0))
    }
}
