//! `tengen shogi check`: everything that is wrong with records, with its place.

use std::io::Write;

use tengen_shogi::record::Severity;

use super::{given, success_if};
use crate::failure::{Failure, say};
use crate::screen::{Screen, count, tame};

/// The records to check.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of KIF, KI2, CSA or USI positions, in UTF-8 or Shift-JIS; - is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// Prints one line a fault, then a summary.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let (mut files, mut games, mut moves, mut variations) = (0, 0, 0, 0);
    let (mut errors, mut warnings) = (0, 0);
    for file in &args.files {
        let given = match given(file) {
            Ok(given) => given,
            Err(fault) => {
                say(format!("error: {fault}"));
                errors += 1;
                continue;
            }
        };
        files += 1;
        games += given.readings.len() as u64;
        for reading in &given.readings {
            let steps = reading
                .record
                .as_ref()
                .map_or(0, |record| record.steps.len());
            moves += steps as u64;
            variations += reading.variations as u64;
            for fault in &reading.faults {
                match fault.severity {
                    Severity::Error => errors += 1,
                    Severity::Warning => warnings += 1,
                }
                writeln!(screen, "{}:{}", given.name, tame(&fault.to_string()))?;
            }
        }
    }
    write!(
        screen,
        "{}, {}, {}",
        count(files, "file"),
        count(games, "game"),
        count(moves, "move"),
    )?;
    if variations > 0 {
        write!(screen, ", {} left out", count(variations, "variation"))?;
    }
    writeln!(
        screen,
        ": {}, {}.",
        count(errors, "error"),
        count(warnings, "warning"),
    )?;
    success_if(errors == 0)
}
