//! The record of a unit, as it is kept: a game, an answer, a measurement, or nothing.
//!
//! These are the JSON texts of a store's bodies, so their fields are an interface: add some, and
//! give them defaults, but rename none.

mod learning;

use std::collections::BTreeMap;

pub use learning::{
    BlendRow, Estimate, FigureName, Figures, GameTable, GivenRecord, LearningRecord, MoveRow,
    PassRow, Subset,
};

use serde::{Deserialize, Serialize};
use tengen_game::{GameResult, Margin, PerColor};
use tengen_process::Fault;

/// The record of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The unit's seed, from which all chance in it follows.
    pub seed: u64,
    /// Seconds from its start to its end.
    pub wall: f64,
    /// The result.
    pub body: Body,
}

/// A result of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// A game of a match.
    Game(GameRecord),
    /// An answer to a problem.
    Answer(AnswerRecord),
    /// The counts of a search in a position.
    Measurement(MeasurementRecord),
    /// A model that was learned and judged.
    Learning(Box<LearningRecord>),
    /// Nothing that counts.
    Void(VoidRecord),
}

/// A game that was played to an end that counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The players' names.
    pub players: PerSide<String>,
    /// The side that is Black: the first player of the series or the second.
    pub black: Side,
    /// The result as SGF has it: `B+3.5`, `W+R`, `B+T`, `W+F`, `0`.
    pub result: String,
    /// The way in which it ended.
    pub end: End,
    /// The reason, where that is not plain: which move was illegal, who took how long.
    #[serde(default)]
    pub note: Option<String>,
    /// The claims of the players, where they did not agree and the referee judged.
    #[serde(default)]
    pub dispute: Option<String>,
    /// The position that it began at, if that is not the experiment's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// True if White made the first move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub white_begins: bool,
    /// The moves as the game keeps them: in Go SGF pairs, where a pass is empty.
    pub moves: Vec<String>,
    /// The number of them that are the opening, which nobody chose.
    pub opening: usize,
    /// The seconds of each move after the opening.
    pub seconds: Vec<f32>,
    /// The win rate that the player of each move after the opening gave itself, where it told.
    pub winrates: Vec<Option<f32>>,
    /// The costs of each player.
    pub spent: PerSide<Spent>,
    /// The end of what each player wrote to standard error, where the game ended badly.
    #[serde(default)]
    pub last_words: PerSide<Option<String>>,
}

/// An ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By its rules: in Go by counting, after passes; in Shogi by mate, repetition or declaration.
    Score,
    /// By resignation.
    Resignation,
    /// By an illegal move: a loss.
    Forfeit,
    /// By a player's running out of time: a loss.
    Time,
    /// At the limit of moves: by counting what stands, or as a draw.
    Length,
}

/// One of the two players of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The one that is named first.
    First,
    /// The other.
    Second,
}

/// Something for each of the two players of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// The first player's.
    pub first: T,
    /// The second player's.
    pub second: T,
}

/// The costs of a player in a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Seconds of thinking.
    pub wall: f64,
    /// Processor seconds with its processes, where they are known.
    pub cpu: Option<f64>,
    /// Playouts, where they are known.
    #[serde(default)]
    pub playouts: Option<u64>,
    /// The number of moves it chose.
    pub moves: u32,
}

/// An answer to a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// The player's name.
    pub player: String,
    /// The problem's name.
    pub problem: String,
    /// The groups it belongs to, such as its rank and its kind.
    #[serde(default)]
    pub groups: BTreeMap<String, String>,
    /// The move, in words such as `D4`.
    pub answer: String,
    /// True if it is right.
    pub right: bool,
    /// The kind of wrong move it is, where the problem says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The win rate that the player gave it.
    #[serde(default)]
    pub winrate: Option<f32>,
    /// The costs.
    pub spent: Spent,
}

/// The counts of a search in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasurementRecord {
    /// The player's name.
    pub player: String,
    /// The position's name.
    pub position: String,
    /// The move it would play.
    pub best: String,
    /// The counts, by name.
    pub counts: BTreeMap<String, f64>,
    /// Rows of numbers, by name: shapes and distributions.
    #[serde(default)]
    pub rows: BTreeMap<String, Vec<f64>>,
    /// The costs.
    pub spent: Spent,
}

/// An attempt that does not count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VoidRecord {
    /// The cause.
    pub cause: Cause,
    /// The player whose fault it was, if one's.
    #[serde(default)]
    pub player: Option<String>,
    /// In a sentence.
    pub reason: String,
    /// The end of what that player wrote to standard error.
    #[serde(default)]
    pub last_words: Option<String>,
    /// The moves up to then.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The reason why an attempt does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A program could not be started.
    Start,
    /// It ended in the middle.
    Crash,
    /// It did not answer in time.
    Hang,
    /// It said what is no answer, or refused what it must accept.
    Protocol,
    /// A player of ours failed: a fault of this program.
    Fault,
    /// There is nothing to learn from or to judge by, or files cannot be written.
    Data,
}

/// The reason why a game that depends on an engine does not count.
impl From<&Fault> for Cause {
    fn from(fault: &Fault) -> Self {
        match fault {
            Fault::Start(_) => Self::Start,
            Fault::Halted => Self::Fault,
            Fault::Died { .. } => Self::Crash,
            Fault::Silent { .. } => Self::Hang,
            Fault::Refused { .. } | Fault::Protocol { .. } => Self::Protocol,
        }
    }
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];
}

impl std::ops::Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Tests if a field may be left out.
const fn is_false(value: &bool) -> bool {
    !*value
}

impl GameRecord {
    /// The score of a side: 1, ½ or 0; `None` if its result says nothing.
    #[must_use]
    pub fn score_of(&self, side: Side) -> Option<f64> {
        match self.result.parse().ok()? {
            GameResult::Win { winner, .. } => {
                let of = self.black.as_black()[winner];
                Some(if of == side { 1.0 } else { 0.0 })
            }
            GameResult::Draw => Some(0.5),
            _ => None,
        }
    }

    /// The points that a side was ahead when the game was counted; `None` if it was not.
    #[must_use]
    pub fn margin_of(&self, side: Side) -> Option<f64> {
        let counted = matches!(self.end, End::Score | End::Length);
        match self.result.parse().ok().filter(|_| counted)? {
            GameResult::Win {
                winner,
                by: Margin::Points(points),
            } => {
                let (of, points) = (self.black.as_black()[winner], f64::from(points));
                Some(if of == side { points } else { -points })
            }
            GameResult::Draw => Some(0.0),
            _ => None,
        }
    }
}

impl<T> PerSide<T> {
    /// The part of one side.
    pub const fn of(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The part of one side, to be changed.
    pub const fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

impl Side {
    /// The side of each colour if this side is Black.
    #[must_use]
    pub fn as_black(self) -> PerColor<Self> {
        PerColor {
            black: self,
            white: !self,
        }
    }
}
