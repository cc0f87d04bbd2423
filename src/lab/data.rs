//! Files of the games that models learn from.

use std::path::PathBuf;

use tengen_lab::lesson::Supplies;
use tengen_lab::outline::Kind;

use super::place::ExperimentLocation;
use crate::failure::{Failure, say};

/// Where the games are.
// Without a group of its own, whose name would be that of the commands' own `Args`.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub(crate) struct Args {
    /// The games that models learn from and are judged by: files of one game a line, SGF files,
    /// plain or packed, and folders of them.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    data: Vec<PathBuf>,
}

impl Args {
    /// True if some were named.
    pub(crate) const fn is_given(&self) -> bool {
        !self.data.is_empty()
    }

    /// Gives an experiment that learns its games.
    ///
    /// # Errors
    /// If there are none, they cannot be read, or the experiment is of another kind.
    pub(crate) fn supply(&self, place: &mut ExperimentLocation) -> Result<(), Failure> {
        let learns = place.experiment.kind() == Kind::Learn;
        match (learns, self.data.is_empty()) {
            (false, true) => Ok(()),
            (false, false) => Err(Failure::Usage(
                "--data is for experiments that learn (kind = \"learn\"); this one does not"
                    .to_owned(),
            )),
            (true, true) => Err(Failure::Usage(
                "this experiment learns from games or judges by them: name their files and folders with --data PATH…"
                    .to_owned(),
            )),
            (true, false) => {
                let supplies = Supplies::new(&self.data, &place.directory)
                    .map_err(|error| Failure::Failed(error.to_string()))?;
                let files = supplies.files().count();
                let noun = if files == 1 { "file" } else { "files" };
                say(format!(
                    "games from {files} {noun}, hash {}",
                    supplies.hash()
                ));
                place.experiment.supply(supplies);
                Ok(())
            }
        }
    }
}
