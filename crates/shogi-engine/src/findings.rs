//! What only searches of Shogi find.

use serde::{Serialize, Serializer};
use tengen_alphabeta::search::{Bound, Line, MATE, is_mate};

/// The worth of a move to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// Hundredths of a pawn.
    Value(i32),
    /// The game is won in so many plies from here, or lost if they are negative.
    Mate(i32),
}

impl Worth {
    /// The worth that a value of the search stands for.
    #[must_use]
    pub const fn of(value: i32) -> Self {
        match is_mate(value) {
            true if value > 0 => Self::Mate(MATE - value),
            true => Self::Mate(-MATE - value),
            false => Self::Value(value),
        }
    }

    /// The value that it has in a search.
    #[must_use]
    pub const fn value(self) -> i32 {
        match self {
            Self::Value(value) => value,
            Self::Mate(plies) if plies > 0 => MATE - plies,
            Self::Mate(plies) => -MATE - plies,
        }
    }
}

/// The chance of winning with a value, where so many hundredths of a pawn go with odds of e to 1.
#[must_use]
pub fn odds(value: i32, scale: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / f64::from(scale)).exp())
}

/// What alpha-beta found of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// What the move is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// What is known of that.
    #[serde(serialize_with = "bound")]
    pub bound: Bound,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub deepest: u32,
    /// True if the mate is proved; else it is what the search says.
    pub proved: bool,
}

impl Found {
    pub(crate) fn of(line: &Line) -> Self {
        Self {
            worth: Worth::of(line.value),
            bound: line.bound,
            depth: line.depth.unsigned_abs(),
            deepest: u32::try_from(line.deepest).unwrap_or(u32::MAX),
            proved: false,
        }
    }
}

fn bound<S: Serializer>(bound: &Bound, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    })
}

/// The part of an analysis that only searches of Shogi have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// What was found of each candidate, in their order; empty after a Monte-Carlo search.
    pub lines: Vec<Found>,
    /// Positions visited, or playouts.
    pub nodes: u64,
    /// How full the table of positions is, in thousandths.
    pub hash: u32,
}
