//! `tengen sgf check`: everything that is wrong with a record, with its place.

use std::io::Write;

use tengen_record::sgf::replay;
use tengen_record::{Diagnostic, Severity};

use super::{Files, Record, success_if};
use crate::failure::Failure;
use crate::screen::{Screen, count, tame};

/// The findings in all files together.
#[derive(Default)]
struct Found {
    files: u64,
    games: u64,
    moves: u64,
    /// Those in the files, and one for everything that could not be read.
    errors: u64,
    warnings: u64,
}

/// Prints one line a finding, then a summary.
pub(super) fn run(files: &Files, screen: &mut Screen) -> Result<(), Failure> {
    let mut found = Found::default();
    let unread = files.each(|record| found.check(&record, screen))?;
    found.errors += unread;
    writeln!(
        screen,
        "{}, {}, {}: {}, {}.",
        count(found.files, "file"),
        count(found.games, "game"),
        count(found.moves, "move"),
        count(found.errors, "error"),
        count(found.warnings, "warning"),
    )?;
    success_if(found.errors == 0)
}

impl Found {
    fn check(&mut self, record: &Record, screen: &mut Screen) -> Result<(), Failure> {
        self.files += 1;
        let mut findings = record.diagnostics.clone();
        for tree in &record.games.games {
            self.games += 1;
            match replay(tree) {
                Ok(replay) => {
                    self.moves += replay.moves as u64;
                    findings.extend(replay.diagnostics);
                }
                Err(fatal) => findings.push(fatal),
            }
        }
        findings.sort_by_key(|finding| finding.place);
        for finding in &findings {
            self.tell(record, finding, screen)?;
        }
        Ok(())
    }

    fn tell(
        &mut self,
        record: &Record,
        finding: &Diagnostic,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        match finding.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        writeln!(screen, "{}:{}", record.source, tame(&finding.to_string()))?;
        Ok(())
    }
}
