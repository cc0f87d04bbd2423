//! Counts of what was read, and of what was wrong with it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The part of a record that could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: it is no game.
    NoGame,
    /// The moves before the one that is wrong.
    Cut,
}

/// A record with something wrong in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The number of the record, from 0 over all files.
    pub index: u64,
    /// Its file.
    pub file: Arc<PathBuf>,
    /// The line in the file, from 1, where there is one.
    pub line: Option<u64>,
    /// The part of it that could be used.
    pub fault: Fault,
    /// The fault, as a sentence without a full stop.
    pub reason: String,
}

/// `games.tsv:17: move 3 by Black is illegal: …`.
impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// Counts of what was read: how many records were what, and the first bad ones.
///
/// Tallies of different batches can be added in any order: the result is the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordTally {
    /// The records that were games, those that end early included.
    pub games: u64,
    /// The number of these that end early, at an illegal move or one that cannot be read.
    pub cut: u64,
    /// The number of records that were no games.
    pub bad: u64,
    /// The number of moves of games that were replayed.
    pub moves: u64,
    /// The first records with something wrong in them, at most [`RecordTally::NAMED`].
    pub named: Vec<Bad>,
}

impl RecordTally {
    /// The number of bad records that are named.
    pub const NAMED: usize = 20;

    /// The number of records.
    #[must_use]
    pub const fn records(&self) -> u64 {
        self.games + self.bad
    }

    /// Counts a record with something wrong in it. One that is cut counts as a game elsewhere.
    pub(super) fn note(&mut self, bad: Bad) {
        match bad.fault {
            Fault::NoGame => self.bad += 1,
            Fault::Cut => self.cut += 1,
        }
        if self.named.len() < Self::NAMED {
            self.named.push(bad);
        }
    }

    /// Adds what was read elsewhere.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.cut += other.cut;
        self.bad += other.bad;
        self.moves += other.moves;
        self.named.extend(other.named);
        self.named.sort_by_key(|bad| bad.index);
        self.named.truncate(Self::NAMED);
    }
}
