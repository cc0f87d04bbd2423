//! A problem, and what can be wrong with a file of them.

use std::collections::BTreeMap;
use std::fmt;

use tengen_go::{Game, Move};

/// A position and the moves that are right in it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, which no other problem of its file has.
    pub name: String,
    /// The groups it belongs to, by what they are: `rank`, `kind`, or any other.
    pub groups: BTreeMap<String, String>,
    /// The position, with whose turn it is, komi and rules.
    pub game: Game,
    /// The right moves, at least one; all are legal.
    pub right: Vec<Move>,
    /// Wrong moves that have a kind, and which.
    wrong: Vec<(Move, String)>,
}

impl Problem {
    /// A problem, if its right moves can be.
    ///
    /// # Errors
    /// With a sentence, if there are none or one is illegal.
    pub fn new(
        name: String,
        groups: BTreeMap<String, String>,
        game: Game,
        right: Vec<Move>,
    ) -> Result<Self, String> {
        if right.is_empty() {
            return Err("the problem names no right move".to_owned());
        }
        for &mv in &right {
            if let Err(illegal) = game.check(game.turn(), mv) {
                let label = mv.label(game.size());
                return Err(format!("the right move {label} is illegal: {illegal}"));
            }
        }
        Ok(Self {
            name,
            groups,
            game,
            right,
            wrong: Vec::new(),
        })
    }

    /// Names the kind of some wrong moves.
    pub(crate) fn call_wrong(&mut self, kind: &str, moves: &[Move]) -> Result<(), String> {
        for &mv in moves {
            let label = || mv.label(self.game.size());
            if self.right.contains(&mv) {
                return Err(format!("{} is a right move and a wrong one", label()));
            }
            if self.kind_of_fault(mv).is_some() {
                return Err(format!("{} is named twice as a wrong move", label()));
            }
            self.wrong.push((mv, kind.to_owned()));
        }
        Ok(())
    }

    /// The wrong moves that have a kind, and which.
    pub fn wrong(&self) -> impl Iterator<Item = (Move, &str)> {
        self.wrong.iter().map(|(mv, kind)| (*mv, kind.as_str()))
    }

    /// The kind of a wrong move, if it has a name.
    #[must_use]
    pub fn kind_of_fault(&self, mv: Move) -> Option<&str> {
        let named = self.wrong.iter().find(|(wrong, _)| *wrong == mv);
        named.map(|(_, kind)| kind.as_str())
    }
}

/// A fault of a file, and its place: `problems.jsonl:3: …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1, if it is about one.
    pub line: Option<usize>,
    /// The fault, in a sentence without a full stop.
    pub what: String,
}

impl SuiteError {
    pub(crate) fn new(file: &str, line: impl Into<Option<usize>>, what: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: line.into(),
            what: what.into(),
        }
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

impl std::error::Error for SuiteError {}
