//! Records of games: KIF, KI2, CSA, and positions with moves as USI writes them.
//!
//! Read in this order: [`Record`] and [`End`] (what all formats have in common), [`Fault`] (what a reader found wrong),
//! [`read`] (any format in any encoding), then a file a format.
//!
//! Readers are lenient: they take what makes sense, check every move by [`Game`], and say with line and move what is wrong.
//! Writers are strict. No input makes a reader panic or take memory without bound.

mod builder;
mod csa;
mod diagram;
mod end;
mod fault;
mod file;
mod kanji;
mod ki2;
mod kif;
mod usi;

use tengen_game::{Color, Game as _, PerColor};

pub use end::End;
pub use fault::{Fault, Severity};
pub use file::{Encoding, Format, MAX_BYTES, MAX_RECORDS, Unreadable, Unwritable, read, write};
pub use kanji::kanji;

use crate::{Board, Ending, Game, Illegal, Move, Rules};

/// The most moves that a record may have.
pub const MAX_MOVES: usize = 10_000;

/// A game as a file tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The position of the beginning; its moves are counted from 1.
    pub start: Board,
    /// The rules, where the file names them.
    pub rules: Rules,
    /// Who played; empty where the file does not say.
    pub names: PerColor<String>,
    /// What else its header says, in the order of the file: `event`, `site`, `started`, `ended`, `time`, `opening`, or
    /// the file's own word, and what it says there.
    pub facts: Vec<(String, String)>,
    /// The comment before the first move.
    pub preface: String,
    /// The moves.
    pub steps: Vec<Step>,
    /// How the game ended, if the file says so.
    pub close: Option<Close>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// The seconds that it took.
    pub seconds: Option<u32>,
    /// What is said about it.
    pub comment: String,
}

/// The last word of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Close {
    /// How the game ended.
    pub end: End,
    /// The seconds that it took to say so.
    pub seconds: Option<u32>,
    /// What is said about it.
    pub comment: String,
}

/// A record as it was read, with what was wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The record, up to its first move that could not be played; none if its start is no position.
    pub record: Option<Record>,
    /// What was found wrong, in the order of the lines.
    pub faults: Vec<Fault>,
    /// How many variations were left out.
    pub variations: usize,
}

impl Reading {
    /// Tests if something could not be understood.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.faults
            .iter()
            .any(|fault| fault.severity == Severity::Error)
    }
}

impl Record {
    /// A record without moves; those before `start` are not counted.
    #[must_use]
    pub fn new(start: &Board, rules: Rules) -> Self {
        Self {
            start: start.first(),
            rules,
            names: PerColor::default(),
            facts: Vec::new(),
            preface: String::new(),
            steps: Vec::new(),
            close: None,
        }
    }

    /// The record of a game, ended if the game has.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut record = Self::new(game.start(), game.rules());
        let moves = game.moves().map(|(_, mv)| Step {
            mv,
            seconds: None,
            comment: String::new(),
        });
        record.steps.extend(moves);
        record.close = game.ending().map(|ending| Close {
            end: End::of(ending, game.turn()),
            seconds: None,
            comment: String::new(),
        });
        record
    }

    /// What the header says under one of its words.
    #[must_use]
    pub fn fact(&self, word: &str) -> Option<&str> {
        let found = self.facts.iter().find(|(key, _)| key == word);
        found.map(|(_, text)| text.as_str())
    }

    /// The side to move after the last move.
    #[must_use]
    pub fn turn(&self) -> Color {
        match self.steps.len().is_multiple_of(2) {
            true => self.start.turn(),
            false => !self.start.turn(),
        }
    }

    /// The side that won; none of draws, and where the file does not say.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.close.as_ref()?.end.winner(self.turn())
    }

    /// The game after so many moves, or after all of them.
    ///
    /// # Errors
    /// If a move is illegal, with its number; of records that were read none is.
    pub fn game(&self, moves: usize) -> Result<Game, (usize, Illegal)> {
        let mut game = Game::new(self.start.clone(), self.rules);
        for (number, step) in (1..).zip(self.steps.iter().take(moves)) {
            let played = game.play(game.turn(), step.mv);
            played.map_err(|illegal| (number, illegal))?;
        }
        Ok(game)
    }
}

/// What is doubtful about the last word, once all moves were played.
fn doubt(end: End, game: &Game) -> Option<String> {
    let turn = game.turn();
    let ending = game.ending();
    let holds = match end {
        End::Mate => matches!(ending, Some(Ending::Mate(_))),
        End::Repetition => matches!(ending, Some(Ending::Repetition)),
        End::Declared => game.check(turn, Move::DECLARE).is_ok(),
        _ => return None,
    };
    let why = match end {
        _ if holds => return None,
        End::Mate => format!("{turn} has a legal move"),
        End::Repetition => "the position has not come four times".to_owned(),
        _ => "its points or its king do not allow it".to_owned(),
    };
    Some(format!(
        "the record ends with \"{}\", but {why}",
        end.name(turn)
    ))
}
