//! The solution of a position.

use std::fmt;

use tengen_go::{Color, Move, PointSet, Score};

use super::value::{AreaFault, AreaValue};

/// The proof of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// No ko matters in any area, so the position is the sum of them.
    Sum,
    /// All areas were searched together, and no line of the proof repeats a position.
    Whole,
    /// All areas were searched together, and the rules on repetition matter.
    WholeWithKo,
}

impl Proof {
    /// In a word, for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Whole => "whole",
            Self::WholeWithKo => "whole-with-ko",
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Sum => "sum of areas, no repetition matters",
            Self::Whole => "whole board, no repetition met",
            Self::WholeWithKo => "whole board, repetition forbidden",
        })
    }
}

/// A move and the exact score after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The points that Black is ahead at the end, komi apart.
    pub points: i32,
}

/// An area of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaReport {
    /// Its points, stones included.
    pub points: PointSet,
    /// The number of them that are empty.
    pub open: usize,
    /// Its positions, whoever moves, if they could be listed.
    pub positions: Option<usize>,
    /// True if play there can repeat a position, if that is known.
    pub ko: Option<bool>,
    /// Its value as a combinatorial game by territory, or why it has none.
    pub value: Result<AreaValue, AreaFault>,
}

/// An exact answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The side to move.
    pub turn: Color,
    /// The points that Black is ahead in what is settled, prisoners included, komi apart.
    pub settled: i32,
    /// The points that Black is ahead at the end if both sides play their best, komi apart.
    pub points: i32,
    /// The same with komi and the compensation for handicap stones.
    pub score: Score,
    /// All moves in areas that may be played, in reading order, then the pass.
    pub moves: Vec<ScoredMove>,
    /// A line of best moves to the end of the game.
    pub line: Vec<Move>,
    /// The areas, in reading order of their first points.
    pub areas: Vec<AreaReport>,
    /// The number of positions that were looked at.
    pub nodes: u64,
    /// The proof of the scores.
    pub proof: Proof,
    /// True if territory that is not divided was granted to a side because it would hold if it were played
    /// out.
    pub granted: bool,
}

impl Solution {
    /// The moves than which none is better.
    pub fn best(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.points;
        self.moves
            .iter()
            .filter(move |scored| scored.points == points)
            .map(|scored| scored.mv)
    }

    /// The exact score after a move, komi apart; `None` if it is no move of an area.
    #[must_use]
    pub fn after(&self, mv: Move) -> Option<i32> {
        let found = self.moves.iter().find(|scored| scored.mv == mv);
        found.map(|scored| scored.points)
    }
}
