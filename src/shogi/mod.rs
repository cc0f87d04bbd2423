//! `tengen shogi`: records and positions of Shogi.
//!
//! Read in this order: this file (what is given, read), `check`, `show` with `draw`, `convert`, `perft`, `mate` with
//! `problems` and `told`.

mod check;
mod convert;
mod draw;
mod mate;
mod perft;
mod problems;
mod show;
mod told;

use std::path::Path;

use tengen_shogi::record::{Format, MAX_BYTES, Reading, read};

use crate::failure::{Failure, say};
use crate::screen::{Screen, tame};
use crate::source::Source;

/// What to do with records and positions.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Say what is wrong with records, down to illegal moves.
    Check(check::Args),
    /// Show who played, and the board.
    Show(show::Args),
    /// Write records in another format.
    Convert(convert::Args),
    /// Find mates by checks alone, and prove them.
    Mate(mate::Args),
    /// Count all lines of legal moves of a length.
    Perft(perft::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Check(args) => check::run(args, screen),
        Command::Show(args) => show::run(args, screen),
        Command::Convert(args) => convert::run(args, screen),
        Command::Mate(args) => mate::run(args, screen),
        Command::Perft(args) => perft::run(args, screen),
    }
}

/// Something that was read, under the name that it was given by.
struct Given {
    name: String,
    readings: Vec<Reading>,
}

impl Given {
    /// The record in place `index`, for people.
    fn title(&self, index: usize) -> String {
        match self.readings.len() {
            1 => self.name.clone(),
            n => format!("{}, game {} of {n}", self.name, index + 1),
        }
    }

    /// Says what is wrong with a record.
    fn say_faults(&self, reading: &Reading) {
        for fault in &reading.faults {
            say(format!("{}:{}", self.name, tame(&fault.to_string())));
        }
    }
}

/// Reads a file of records, or a position that is given in its place.
///
/// # Errors
/// With a sentence that names the file.
fn given(text: &str) -> Result<Given, String> {
    let name = text.to_owned();
    if is_position(text) {
        let readings = read(text.as_bytes(), Some(Format::Usi));
        let readings = readings.map_err(|error| format!("{text:?}: {error}"))?;
        return Ok(Given {
            name: "position".to_owned(),
            readings,
        });
    }
    let source = Source::new(Path::new(text));
    let bytes = source.bytes(MAX_BYTES)?;
    let readings = read(&bytes, Format::of_name(text));
    let readings = readings.map_err(|error| format!("{source} cannot be read: {error}"))?;
    Ok(Given { name, readings })
}

/// Tests if an argument is a position, not the name of a file.
fn is_position(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    let is_sfen = first.matches('/').count() == 8 && words.next().is_some();
    (is_sfen || ["startpos", "sfen", "position"].contains(&first)) && !Path::new(text).exists()
}

/// Success, unless something was said to be wrong.
const fn success_if(all_well: bool) -> Result<(), Failure> {
    if all_well { Ok(()) } else { Err(Failure::Said) }
}
