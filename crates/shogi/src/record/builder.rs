//! A record that grows line by line as a reader goes on.

use tengen_game::{Color, Game as _};

use super::fault::{Fault, Faults, Severity};
use super::{Close, End, MAX_MOVES, Reading, Record, Step, doubt};
use crate::{Board, Game, Illegal, Move, Rules};

/// What readers have in common: the game that checks moves, the record, the faults.
pub(super) struct Builder {
    game: Game,
    record: Record,
    faults: Faults,
    /// Why nothing more is taken, if so.
    broken: Option<Broken>,
}

#[derive(Clone, Copy, PartialEq)]
enum Broken {
    /// The start is no position.
    Start,
    /// A move could not be read, or there are too many.
    Unread,
    /// A move is illegal.
    Illegal,
}

/// What is taken at most of a text of the header, and of names in it.
const FACTS: usize = 1000;

impl Builder {
    pub(super) fn new(start: &Board, rules: Rules) -> Self {
        let record = Record::new(start, rules);
        Self {
            game: Game::new(record.start.clone(), rules),
            record,
            faults: Faults::default(),
            broken: None,
        }
    }

    /// The board now.
    pub(super) const fn board(&self) -> &Board {
        self.game.board()
    }

    /// The record so far, for its header.
    pub(super) const fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Begins anew from this position under these rules; what the header says stays.
    pub(super) fn start(&mut self, start: &Board, rules: Rules) {
        self.record.start = start.first();
        self.record.rules = rules;
        self.game = Game::new(self.record.start.clone(), rules);
    }

    /// Says that the start is no position.
    pub(super) fn no_start(&mut self, line: usize, message: String) {
        self.say(line, 0, Severity::Error, message);
        self.broken = Some(Broken::Start);
    }

    fn say(&mut self, line: usize, number: usize, severity: Severity, message: String) {
        self.faults.add(Fault {
            line,
            number,
            severity,
            message,
        });
    }

    /// Says what is odd about a line, of which nothing was lost.
    pub(super) fn warn(&mut self, line: usize, message: String) {
        self.say(line, 0, Severity::Warning, message);
    }

    /// Says what is wrong with a line that is no move.
    pub(super) fn error(&mut self, line: usize, message: String) {
        self.say(line, 0, Severity::Error, message);
    }

    /// Tests if moves are still taken.
    pub(super) const fn is_open(&self) -> bool {
        self.broken.is_none() && self.record.close.is_none()
    }

    /// Says that the next move cannot be read; none after it is taken.
    pub(super) fn unread(&mut self, line: usize, message: String) {
        if self.is_open() {
            self.say(line, self.record.steps.len() + 1, Severity::Error, message);
            self.broken = Some(Broken::Unread);
        }
    }

    /// Adds a move if it is legal.
    pub(super) fn play(&mut self, line: usize, mv: Move) {
        if self.record.close.is_some() && self.broken.is_none() {
            self.error(line, "a move after the end of the game".to_owned());
            self.broken = Some(Broken::Unread);
        }
        if self.broken.is_some() {
            return;
        }
        if self.record.steps.len() >= MAX_MOVES {
            return self.unread(line, format!("a record has at most {MAX_MOVES} moves"));
        }
        match self.game.play(self.game.turn(), mv) {
            Ok(()) => self.record.steps.push(Step {
                mv,
                seconds: None,
                comment: String::new(),
            }),
            Err(illegal) => {
                let what = match illegal {
                    Illegal::Over => format!("{mv} comes when the game is over"),
                    illegal => illegal.to_string(),
                };
                self.unread(line, what);
                self.broken = Some(Broken::Illegal);
            }
        }
    }

    /// Adds a line to the comment of what came last.
    pub(super) fn comment(&mut self, text: &str) {
        if self.broken.is_some() {
            return;
        }
        let comment = match (&mut self.record.close, self.record.steps.last_mut()) {
            (Some(close), _) => &mut close.comment,
            (None, Some(step)) => &mut step.comment,
            (None, None) => &mut self.record.preface,
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text.trim_end());
    }

    /// Says how long the last move took, or its absence.
    pub(super) fn spent(&mut self, seconds: u32) {
        if self.broken.is_some() {
            return;
        }
        match (&mut self.record.close, self.record.steps.last_mut()) {
            (Some(close), _) => close.seconds = Some(seconds),
            (None, Some(step)) => step.seconds = Some(seconds),
            (None, None) => {}
        }
    }

    /// Adds a word to the header.
    pub(super) fn fact(&mut self, key: &str, text: &str) {
        if !text.is_empty() && self.record.facts.len() < FACTS {
            self.record.facts.push((key.to_owned(), text.to_owned()));
        }
    }

    /// Sets a name.
    pub(super) fn name(&mut self, color: Color, text: &str) {
        text.clone_into(&mut self.record.names[color]);
    }

    /// Ends the game; the first word holds. A foul after an illegal move is the reason why that stands there.
    pub(super) fn close(&mut self, line: usize, end: End) {
        let fouled = matches!(end, End::Foul | End::OpponentsFoul);
        let end = match self.broken {
            Some(Broken::Illegal) if fouled => {
                self.faults.forgive();
                self.broken = None;
                End::Foul
            }
            Some(_) => return,
            None => end,
        };
        if self.record.close.is_some() {
            return;
        }
        if let Some(doubt) = doubt(end, &self.game) {
            self.warn(line, doubt);
        }
        self.record.close = Some(Close {
            end,
            seconds: None,
            comment: String::new(),
        });
    }

    pub(super) fn finish(self, variations: usize) -> Reading {
        let has_start = self.broken != Some(Broken::Start);
        Reading {
            record: has_start.then_some(self.record),
            faults: self.faults.finish(),
            variations,
        }
    }
}
