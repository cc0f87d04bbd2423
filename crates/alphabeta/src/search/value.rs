//! Values of positions: hundredths of a pawn for the side to move, and what stands for mates.

/// More than any value.
pub const INFINITE: i32 = 32_001;
/// A mate at once; one in n plies is worth n less.
pub const MATE: i32 = 32_000;
/// The deepest line, in plies.
pub const DEEPEST: usize = 127;
/// The least value that stands for a mate.
pub const MATED: i32 = MATE - 2 * DEEPEST as i32;
/// The value of a position that came before with less in hand: as good as won, but no mate.
pub const SUPERIOR: i32 = 28_000;
/// The largest value of an evaluation.
pub(crate) const HIGHEST: i32 = 20_000;

/// A mate that the side to move gives in so many plies from the root.
#[inline]
#[must_use]
pub const fn mate_in(plies: usize) -> i32 {
    MATE - plies as i32
}

/// Tests if a value stands for a mate, given or suffered.
#[inline]
#[must_use]
pub const fn is_mate(value: i32) -> bool {
    value >= MATED || value <= -MATED
}

/// A mate counted from the root as one counted from a node that is so many plies below it, for the table.
#[inline]
#[must_use]
pub(crate) const fn from_here(value: i32, ply: usize) -> i32 {
    if value >= MATED {
        value + ply as i32
    } else if value <= -MATED {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`from_here`].
#[inline]
#[must_use]
pub(crate) const fn from_root(value: i32, ply: usize) -> i32 {
    if value >= MATED {
        value - ply as i32
    } else if value <= -MATED {
        value + ply as i32
    } else {
        value
    }
}

/// What a search knows of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is this.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}
