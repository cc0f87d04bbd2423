//! An experiment, and where its results are.

use std::fs;
use std::path::{Path, PathBuf};

use tengen_lab::experiment::{Experiment, Fault};
use tengen_lab::run::unknown_counts;
use tengen_store::{Address, Header, Store, StoreError};

use crate::failure::{Failure, say};
use crate::registry::GAMES;

/// The store of a directory.
const STORE: &str = "results.sqlite";

/// Which experiment, and where its results are.
// Without a group of its own, whose name would be that of the commands' own `Args`.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub(crate) struct Args {
    /// The experiment's file.
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Where results and reports go [default: FILE.lab, beside the file].
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The store of the results: a file of SQLite or postgres://USER:PASSWORD@HOST/DATABASE
    /// [default: results.sqlite in DIR].
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
}

/// An experiment and where its results are.
pub(crate) struct ExperimentLocation {
    /// The experiment.
    pub(crate) experiment: Experiment,
    /// The directory of results and reports.
    pub(crate) directory: PathBuf,
    /// The store.
    pub(crate) address: Address,
}

impl Args {
    /// Reads the experiment; what is wrong with it is said.
    ///
    /// # Errors
    /// If anything is.
    pub(crate) fn place(&self) -> Result<ExperimentLocation, Failure> {
        let experiment = Experiment::open(&self.file, GAMES).map_err(|faults| told(&faults))?;
        if let Some((scheme, _)) = self.store.as_deref().and_then(|s| s.split_once("://"))
            && !["postgres", "postgresql"].contains(&scheme)
        {
            return Err(Failure::Usage(format!(
                "--store takes a file of SQLite or postgres://USER:PASSWORD@HOST/DATABASE, \
                 not {scheme}://…"
            )));
        }
        let directory = self
            .dir
            .clone()
            .unwrap_or_else(|| self.file.with_extension("lab"));
        Ok(ExperimentLocation::new(
            experiment,
            directory,
            self.store.as_deref(),
        ))
    }
}

impl ExperimentLocation {
    /// With the store at an address, or else in the directory.
    pub(crate) fn new(experiment: Experiment, directory: PathBuf, store: Option<&str>) -> Self {
        let address = Address::new(store, &directory.join(STORE));
        Self {
            experiment,
            directory,
            address,
        }
    }

    /// Opens the store to work with it.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn open(&self) -> Result<Box<dyn Store>, StoreError> {
        self.address.open()
    }

    /// True if there is a store in the directory.
    pub(crate) fn has_store(&self) -> bool {
        self.directory.join(STORE).exists()
    }

    /// Makes the directory.
    ///
    /// # Errors
    /// With a sentence.
    pub(crate) fn make_directory(&self) -> Result<(), Failure> {
        make_directory(&self.directory)
    }

    /// Opens the store to read from it, if it is there and this experiment's.
    ///
    /// # Errors
    /// With a sentence, if it is not.
    pub(crate) fn open_to_read(&self) -> Result<Box<dyn Store>, Failure> {
        let hash = &self.experiment.hash;
        let mut store = self.address.open_to_read(hash).map_err(failed)?;
        match store.header().map_err(failed)? {
            Some(header) if header.hash == *hash => Ok(store),
            Some(header) => Err(Failure::Failed(self.other(&header))),
            None => Err(Failure::Failed(format!(
                "{} has no results yet; `tengen lab run` makes them",
                self.address
            ))),
        }
    }

    fn other(&self, header: &Header) -> String {
        format!(
            "{} holds the results of another version of this experiment: {} {}, and the file is {}. \
             Change the file back, or give another --dir",
            self.address,
            header.name,
            short(&header.hash),
            short(&self.experiment.hash)
        )
    }
}

/// Says which programs and models are missing on this machine, and which counts in all players.
///
/// # Errors
/// If any is.
pub(crate) fn all_there(experiment: &Experiment) -> Result<(), Failure> {
    let unknown = unknown_counts(experiment);
    if !unknown.is_empty() {
        for sentence in unknown {
            say(format!("error: {sentence}"));
        }
        return Err(Failure::Said);
    }
    match experiment.missing() {
        faults if faults.is_empty() => Ok(()),
        faults => Err(told(&faults)),
    }
}

/// The first digits of a hash.
pub(crate) fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// Says all faults of a file.
pub(crate) fn told(faults: &[Fault]) -> Failure {
    for fault in faults {
        say(format!("error: {fault}"));
    }
    Failure::Said
}

/// The failure of a store.
pub(crate) fn failed(error: StoreError) -> Failure {
    Failure::Failed(error.to_string())
}

/// Makes a directory with those above it.
///
/// # Errors
/// With a sentence.
pub(crate) fn make_directory(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path)
        .map_err(|error| Failure::Failed(format!("{} cannot be made: {error}", path.display())))
}
