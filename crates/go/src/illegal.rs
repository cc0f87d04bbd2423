//! Reasons why a move or a setup is refused.

use tengen_game::Color;

use crate::{Point, Size};

/// A move or a setup that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The board has no such point.
    #[error(
        "column {} and row {} from the upper left corner are not on a {size} board",
        .point.column() + 1,
        .point.row() + 1
    )]
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// A stone is there.
    #[error("{} is occupied: {by} has a stone there", .point.label(*.size))]
    Occupied {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
        /// The colour of the stone there.
        by: Color,
    },
    /// The own chain would have no liberty, and nothing would be captured.
    #[error("{} would be suicide, which the rules forbid", .point.label(*.size))]
    Suicide {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// The ko has just been taken.
    #[error("{} would retake the ko at once; play elsewhere or pass first", .point.label(*.size))]
    Ko {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// The position has stood before.
    #[error("{} would repeat the position {} (superko)", .point.label(*.size), after(*.first))]
    Superko {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
        /// After how many moves the position stood before; 0 is the start.
        first: usize,
    },
    /// A setup that leaves a chain without a liberty.
    #[error(
        "a stone set up at {} would leave a chain without a liberty; clear a point beside it",
        .point.label(*.size)
    )]
    NoLiberty {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
}

fn after(moves: usize) -> String {
    match moves {
        0 => "of the start".to_owned(),
        n => format!("after move {n}"),
    }
}

impl Illegal {
    /// The point that was refused.
    #[must_use]
    pub const fn point(&self) -> Point {
        match *self {
            Self::OffBoard { point, .. }
            | Self::Occupied { point, .. }
            | Self::Suicide { point, .. }
            | Self::Ko { point, .. }
            | Self::Superko { point, .. }
            | Self::NoLiberty { point, .. } => point,
        }
    }
}
