//! `tengen games sgf`: some games of a file as an SGF collection, to look at or to begin matches from.

use std::io::Write;
use std::path::PathBuf;

use tengen_go::{Game, Komi};
use tengen_record::sgf::{Ident, Info, from_game};
use tengen_record::tsv::{GameRecord, Reader};

use super::LENIENT;
use crate::failure::{Failure, say};
use crate::learn::output;
use crate::screen::{Screen, count, tame};
use crate::source::Source;

/// Which games, and where they go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of one game a line, plain or packed by gzip or zstd; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// Leave so many lines out first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    /// Only games of at least so many moves.
    #[arg(long, value_name = "N", default_value_t = 0)]
    least: usize,
    /// Where they go [default: standard output]. A file that is there is replaced.
    #[arg(long, value_name = "FILE.sgf")]
    output: Option<PathBuf>,
}

/// Writes the games.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    if let Some(path) = &args.output {
        output::check(path)?;
    }
    let source = Source::new(&args.file);
    let (stream, _) = source.open().map_err(Failure::Failed)?;
    let games = Reader::new(stream)
        .map_err(|error| Failure::Failed(format!("{source} cannot be read: {error}")))?;
    let mut text = String::new();
    let mut written = 0;
    for (line, record) in games.enumerate() {
        if written == args.count {
            break;
        }
        if (line as u64) < args.skip {
            continue;
        }
        let sgf = match record {
            Ok(record) if record.moves.len() < args.least => continue,
            Ok(record) => sgf(&record).map_err(|what| format!("{}: {what}", line + 1)),
            Err(bad) => Err(bad.to_string()),
        };
        match sgf {
            Ok(sgf) => {
                text.push_str(&sgf);
                written += 1;
            }
            Err(what) => say(format!("warning: {source}:{}; left out", tame(&what))),
        }
    }
    if written < args.count {
        let (found, wanted) = (count(written, "game"), count(args.count, "game"));
        return Err(Failure::Failed(format!(
            "{source} has {found} like that, and {wanted} were asked for; nothing is written"
        )));
    }
    match &args.output {
        Some(path) => output::replace(path, text.as_bytes())?,
        None => write!(screen, "{text}")?,
    }
    Ok(())
}

/// A game as a record; or which of its moves is illegal.
fn sgf(record: &GameRecord) -> Result<String, String> {
    let mut game = Game::new(
        GameRecord::SIZE,
        LENIENT,
        record.komi.unwrap_or(Komi::SEVEN_AND_A_HALF),
    );
    for (n, (color, mv)) in record.played().enumerate() {
        let illegal = |illegal| format!("move {} by {color} is illegal: {illegal}", n + 1);
        game.play(color, mv).map_err(illegal)?;
    }
    let mut info = Info::new(GameRecord::SIZE);
    info.name.clone_from(&record.source);
    info.date.clone_from(&record.date);
    info.result = Some(record.result);
    info.black.rank = record.black_rank.clone().unwrap_or_default();
    info.white.rank = record.white_rank.clone().unwrap_or_default();
    let mut records = from_game(&game, &info);
    if record.komi.is_none() {
        for tree in &mut records.games {
            let properties = tree.root_mut().properties_mut();
            properties.retain(|property| *property.ident() != Ident::KM);
        }
    }
    Ok(records.to_sgf())
}
