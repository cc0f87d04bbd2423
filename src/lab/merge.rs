//! `tengen lab merge`: the files of a run in shards, joined.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use tengen_store::merge;

use super::place::{self, failed};
use crate::failure::Failure;
use crate::screen::{Screen, count};

/// Which files.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    /// The files [default: shard-*.jsonl in the directory of the results].
    #[arg(value_name = "SHARD.jsonl")]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let place = args.place.place()?;
    let files = match args.files.is_empty() {
        true => shards(&place.directory)?,
        false => args.files.clone(),
    };
    place.make_directory()?;
    let mut store = place.open().map_err(failed)?;
    store
        .prepare(&place.experiment.header(), &place.experiment.keys())
        .map_err(failed)?;
    let merged = merge(store.as_mut(), &files).map_err(failed)?;
    writeln!(
        screen,
        "{}: {} and {} are new, {} were there.",
        count(files.len() as u64, "file"),
        count(merged.results, "result"),
        count(merged.voids, "void attempt"),
        merged.duplicates
    )?;
    super::run::finish(&place, screen)
}

fn shards(directory: &std::path::Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable =
        |error| Failure::Failed(format!("{} cannot be read: {error}", directory.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("shard-") && name.ends_with(".jsonl") {
            files.push(path);
        }
    }
    files.sort();
    match files.is_empty() {
        true => Err(Failure::Failed(format!(
            "there are no files shard-*.jsonl in {}",
            directory.display()
        ))),
        false => Ok(files),
    }
}
