//! What came of a problem of mate, and of all of them.

use std::io::Write;

use serde_json::json;
use tengen_alphabeta::mate::Mate;

use super::problems::Problem;
use crate::failure::Failure;
use crate::screen::{Screen, count, tame, thousands};

/// What came of a problem.
pub(super) struct Answer {
    pub(super) problem: Problem,
    pub(super) mate: Mate,
    /// True if the line was played over to its mate; one may break off when time is over.
    pub(super) complete: bool,
    /// Positions that were searched.
    pub(super) positions: u64,
    pub(super) seconds: f64,
}

impl Answer {
    /// Prints it.
    pub(super) fn tell(&self, json: bool, screen: &mut Screen) -> Result<(), Failure> {
        let Problem {
            place,
            board,
            wanted,
        } = &self.problem;
        let (verdict, line) = match &self.mate {
            Mate::Found(line) => ("mate", Some(line)),
            Mate::None => ("none", None),
            Mate::Open => ("open", None),
        };
        let words = line.map(|line| line.iter().map(ToString::to_string).collect::<Vec<_>>());
        if json {
            let object = json!({
                "place": place,
                "sfen": board.sfen(),
                "verdict": verdict,
                "line": words,
                "complete": line.map(|_| self.complete),
                "plies": line.map(Vec::len),
                "wanted": wanted,
                "positions": self.positions,
                "seconds": self.seconds,
            });
            writeln!(screen, "{object}")?;
            return Ok(());
        }
        let place = tame(place);
        let cost = format!(
            "{}, {:.2} s",
            count(self.positions, "position"),
            self.seconds
        );
        match (line, words, verdict) {
            (Some(line), Some(words), _) if self.complete => {
                let wanted = match wanted {
                    Some(wanted) if *wanted != line.len() => format!(" ({wanted} wanted)"),
                    _ => String::new(),
                };
                let plies = count(line.len() as u64, "move");
                let line = words.join(" ");
                writeln!(
                    screen,
                    "{place}: mate after {plies}{wanted}: {line}  [{cost}]"
                )?;
            }
            (_, Some(words), _) => {
                let line = words.join(" ");
                writeln!(
                    screen,
                    "{place}: a mate, whose line was not found out to its end: {line}  [{cost}]"
                )?;
            }
            (_, _, "none") => writeln!(screen, "{place}: no mate by checks alone  [{cost}]")?,
            _ => writeln!(screen, "{place}: not found out  [{cost}]")?,
        }
        Ok(())
    }
}

/// What came of all problems.
#[derive(Default)]
pub(super) struct Totals {
    problems: u64,
    mates: u64,
    none: u64,
    open: u64,
    /// Lines and files that could not be read.
    pub(super) unread: u64,
    as_wanted: u64,
    shorter: u64,
    longer: u64,
    positions: u64,
    seconds: f64,
    slowest: f64,
}

impl Totals {
    /// Counts an answer.
    pub(super) fn add(&mut self, answer: &Answer) {
        self.problems += 1;
        self.positions += answer.positions;
        self.seconds += answer.seconds;
        self.slowest = self.slowest.max(answer.seconds);
        match &answer.mate {
            Mate::None => self.none += 1,
            Mate::Open => self.open += 1,
            Mate::Found(line) => {
                self.mates += 1;
                if let Some(wanted) = answer.problem.wanted.filter(|_| answer.complete) {
                    self.as_wanted += u64::from(line.len() == wanted);
                    self.shorter += u64::from(line.len() < wanted);
                    self.longer += u64::from(line.len() > wanted);
                }
            }
        }
    }

    /// Tests if there is a mate in all problems.
    pub(super) const fn all_mates(&self) -> bool {
        self.mates == self.problems && self.unread == 0
    }

    /// Prints them.
    pub(super) fn tell(&self, json: bool, screen: &mut Screen) -> Result<(), Failure> {
        if json {
            let object = json!({
                "problems": self.problems,
                "mates": self.mates,
                "none": self.none,
                "open": self.open,
                "unread": self.unread,
                "as_wanted": self.as_wanted,
                "shorter": self.shorter,
                "longer": self.longer,
                "positions": self.positions,
                "seconds": self.seconds,
                "slowest": self.slowest,
            });
            writeln!(screen, "{object}")?;
            return Ok(());
        }
        if self.problems < 2 {
            return Ok(());
        }
        writeln!(
            screen,
            "{}: {} with a mate, {} without, {} not found out.",
            count(self.problems, "problem"),
            thousands(self.mates),
            thousands(self.none),
            thousands(self.open),
        )?;
        if self.as_wanted + self.shorter + self.longer > 0 {
            writeln!(
                screen,
                "As long as wanted: {}; shorter: {}; longer: {}.",
                thousands(self.as_wanted),
                thousands(self.shorter),
                thousands(self.longer),
            )?;
        }
        writeln!(
            screen,
            "{} in {:.1} s; the slowest took {:.2} s.",
            count(self.positions, "position"),
            self.seconds,
            self.slowest,
        )?;
        Ok(())
    }
}
