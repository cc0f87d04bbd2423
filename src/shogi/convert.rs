//! `tengen shogi convert`: records in another format.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use tengen_shogi::record::{Encoding, Format, Record, write};

use super::given;
use crate::failure::{Failure, say};
use crate::screen::{Screen, count};

/// What to write, and how.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of KIF, KI2, CSA or USI positions, - for standard input, or a position.
    #[arg(value_name = "FILE|SFEN")]
    given: String,
    /// The format to write: kif, csa, usi (the start with the moves) or sfen (the last position).
    #[arg(long, value_name = "FORMAT")]
    to: To,
    /// The encoding of what is written.
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    encoding: Name,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum To {
    Kif,
    Csa,
    Usi,
    Sfen,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Name {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "shift-jis")]
    ShiftJis,
}

/// Writes all records, unless one of them is wrong.
pub(super) fn run(args: &Args, _screen: &mut Screen) -> Result<(), Failure> {
    let given = given(&args.given).map_err(Failure::Failed)?;
    let games = given.readings.len();
    if games > 1 && args.to == To::Kif {
        return Err(Failure::Failed(format!(
            "{} has {}, and a file of KIF has one: write csa, which has several",
            given.name,
            count(games as u64, "game"),
        )));
    }
    let mut records = Vec::new();
    for reading in &given.readings {
        match &reading.record {
            Some(record) if !reading.is_faulty() => records.push(record),
            _ => given.say_faults(reading),
        }
    }
    if records.len() < games {
        return Err(Failure::Failed(format!(
            "{} was not converted: {} wrong",
            given.name,
            match games - records.len() {
                1 => "a game is".to_owned(),
                n => format!("{n} games are"),
            },
        )));
    }
    let mut bytes = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 && args.to == To::Csa {
            bytes.extend(b"/\n");
        }
        bytes.extend(converted(record, args)?);
    }
    match &args.out {
        // What is written may be no UTF-8, which the screen cannot take.
        None => io::stdout().lock().write_all(&bytes)?,
        Some(path) => fs::write(path, &bytes).map_err(|error| {
            Failure::Failed(format!("{} cannot be written: {error}", path.display()))
        })?,
    }
    let variations: usize = given
        .readings
        .iter()
        .map(|reading| reading.variations)
        .sum();
    if variations > 0 {
        say(format!(
            "{} left out.",
            count(variations as u64, "variation")
        ));
    }
    Ok(())
}

fn converted(record: &Record, args: &Args) -> Result<Vec<u8>, Failure> {
    let format = match args.to {
        To::Kif => Format::Kif,
        To::Csa => Format::Csa,
        To::Usi => Format::Usi,
        To::Sfen => {
            let game = record.game(usize::MAX).map_err(|(number, illegal)| {
                Failure::Failed(format!("move {number} of the record: {illegal}"))
            })?;
            return Ok(format!("{}\n", game.board().sfen()).into_bytes());
        }
    };
    let encoding = match args.encoding {
        Name::Utf8 => Encoding::Utf8,
        Name::ShiftJis => Encoding::ShiftJis,
    };
    write(record, format, encoding).map_err(|error| Failure::Failed(error.to_string()))
}
