//! `tengen sgf`: records of games checked, shown and scored.

mod check;
mod score;
mod show;

use std::io::Write;
use std::path::PathBuf;

use tengen_record::Diagnostic;
use tengen_record::sgf::{Collection, MAX_BYTES, parse};

use crate::failure::{Failure, say};
use crate::screen::{Screen, thousands};
use crate::source::{Source, sgf_sources};

/// What to do with records.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Say what is wrong with records, down to illegal moves in their main lines.
    Check(Files),
    /// Show who played, and the board.
    Show(show::Args),
    /// Count the final positions.
    Score(score::Args),
}

/// The records that a command is for.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// SGF files; a folder stands for all *.sgf in it, and - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Check(files) => check::run(files, screen),
        Command::Show(args) => show::run(args, screen),
        Command::Score(args) => score::run(args, screen),
    }
}

/// A file that was read.
pub(crate) struct Record {
    /// The source of the record.
    pub(crate) source: Source,
    /// The games that it holds.
    pub(crate) games: Collection,
    /// The places in it that are no SGF.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Record {
    /// The name of the game in place `index`, for people.
    fn title(&self, index: usize) -> String {
        match self.games.games.len() {
            1 => self.source.to_string(),
            n => format!("{}, game {} of {n}", self.source, index + 1),
        }
    }
}

/// An empty line between games, and none before the first that has something to show.
#[derive(Default)]
struct Gaps {
    begun: bool,
}

impl Gaps {
    /// Writes the line before what is shown next.
    fn next(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(screen)?;
        }
        Ok(())
    }
}

impl Files {
    /// The number of files, whether or not they can be read.
    fn count(&self) -> usize {
        sgf_sources(&self.files).0.len()
    }

    /// Calls `each` with every file that can be read; the others are named on standard error.
    ///
    /// Returns the number of paths that could not be read.
    fn each(&self, mut each: impl FnMut(Record) -> Result<(), Failure>) -> Result<u64, Failure> {
        let (sources, mut faults) = sgf_sources(&self.files);
        faults
            .iter()
            .for_each(|fault| say(format!("error: {fault}")));
        for source in sources {
            match read(source) {
                Ok(record) => each(record)?,
                Err(fault) => {
                    say(format!("error: {fault}"));
                    faults.push(fault);
                }
            }
        }
        Ok(faults.len() as u64)
    }
}

/// Reads a file.
///
/// # Errors
/// With a sentence that names the file.
pub(crate) fn read(source: Source) -> Result<Record, String> {
    let bytes = source.sgf_bytes()?;
    if bytes.len() > MAX_BYTES {
        // The rest was not read, so how many it has is not known.
        let most = thousands(MAX_BYTES as u64);
        return Err(format!(
            "{source} has more than {most} bytes, the most that an SGF file may have: \
             split it into several"
        ));
    }
    match parse(&bytes) {
        Ok((games, diagnostics)) => Ok(Record {
            source,
            games,
            diagnostics,
        }),
        Err(error) => Err(format!("{source} cannot be read as SGF: {error}")),
    }
}

/// Success, unless something was said to be wrong.
const fn success_if(all_well: bool) -> Result<(), Failure> {
    if all_well { Ok(()) } else { Err(Failure::Said) }
}
