//! Problems that have right answers, and positions that are measured.

use std::collections::BTreeMap;

use super::Board;
use crate::record::{AnswerRecord, Spent};

/// A position and the moves that are right in it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, which no other problem of its file has.
    pub name: String,
    /// The groups it belongs to, by what they are: `rank`, `kind`, or any other.
    pub groups: BTreeMap<String, String>,
    /// The position.
    pub board: Box<dyn Board>,
    /// The right moves as they are said.
    pub right: Vec<String>,
    /// Wrong moves that have a kind, and which.
    pub wrong: BTreeMap<String, String>,
}

impl Problem {
    /// The record of a player's answer, which need not be a move.
    pub(crate) fn judge(&self, player: &str, answer: String, spent: Spent) -> AnswerRecord {
        AnswerRecord {
            player: player.to_owned(),
            problem: self.name.clone(),
            groups: self.groups.clone(),
            right: self.right.contains(&answer),
            fault: self.wrong.get(&answer).cloned(),
            answer,
            winrate: None,
            spent,
        }
    }
}

/// The problems that were taken of a file.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file.
    pub file: String,
    /// The problems, at least one.
    pub problems: Vec<Problem>,
    /// The number of those selected that cannot be put on a board.
    pub left_out: usize,
}

/// A position with a name.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its name.
    pub name: String,
    /// The game up to it.
    pub board: Box<dyn Board>,
}

impl From<&Problem> for Position {
    fn from(problem: &Problem) -> Self {
        Self {
            name: problem.name.clone(),
            board: problem.board.clone(),
        }
    }
}
