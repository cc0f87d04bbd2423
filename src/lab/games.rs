//! `tengen lab games`: the games as files for other programs.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use tengen_store::Worth;

use super::place::{self, failed, make_directory};
use crate::failure::Failure;
use crate::screen::{Screen, count};

/// Which experiment, and where the games go.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    /// Where the games go [default: games in the directory of the results].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let place = args.place.place()?;
    let mut store = place.open_to_read()?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| place.directory.join("games"));
    make_directory(&out)?;
    let ending = place.experiment.game.ending();
    let mut written = 0;
    let results = store.results().map_err(failed)?;
    for kept in results.into_iter().chain(store.voids().map_err(failed)?) {
        let Some(sgf) = &kept.sgf else {
            continue;
        };
        // A name of a unit is made of names of players, which hold nothing that a path could mean.
        let name = kept.unit.replace('/', "-");
        let name = match kept.worth {
            Worth::Counted => format!("{name}.{ending}"),
            Worth::Void { .. } => format!("{name}.void-{}.{ending}", kept.attempt),
        };
        let path = out.join(name);
        fs::write(&path, sgf).map_err(|error| {
            Failure::Failed(format!("{} cannot be written: {error}", path.display()))
        })?;
        written += 1;
    }
    writeln!(screen, "{} in {}", count(written, "game"), out.display())?;
    Ok(())
}
