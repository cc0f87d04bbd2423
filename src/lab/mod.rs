//! `tengen lab`: experiments as files, run anywhere, killed and resumed, reported with intervals.
//!
//! Read in this order: `place` (where an experiment's results are), `data` (the games that models
//! learn from), `run`, `check`,
//! `show`, `verify`, then the small ones.

mod check;
mod data;
mod games;
mod merge;
mod place;
mod run;
mod scores;
mod show;
mod verify;

pub(crate) use check::prospects;
pub(crate) use data::Args as DataArgs;
pub(crate) use place::{ExperimentLocation, failed, told};
pub(crate) use run::{CrewArgs, ended, go};
pub(crate) use show::findings;

use tengen_lab::findings::Facts;
use tengen_lab::run::Provenance;

use crate::failure::Failure;
use crate::provenance;
use crate::screen::Screen;

/// What to do with an experiment.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Check a file: its contents, the programs it names, what its games can show and how long
    /// they will take.
    Check(check::Args),
    /// Run an experiment, or go on with it.
    Run(run::Args),
    /// Work on the experiments of a PostgreSQL server until nothing is left.
    Worker(run::WorkerArgs),
    /// Show how an experiment stands, also while it runs.
    Show(show::ShowArgs),
    /// Write the report: Markdown, CSV, LaTeX, and a page with figures.
    Report(show::ReportArgs),
    /// Check all results, and do some units again to see whether they come out the same.
    Verify(verify::Args),
    /// Join the files of a run in shards.
    Merge(merge::Args),
    /// Write the games as files for other programs: SGF, or KIF.
    Games(games::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Check(args) => check::run(args, screen),
        Command::Run(args) => run::run(args, screen),
        Command::Worker(args) => run::worker(args, screen),
        Command::Show(args) => show::show(args, screen),
        Command::Report(args) => show::report(args, screen),
        Command::Verify(args) => verify::run(args, screen),
        Command::Merge(args) => merge::run(args, screen),
        Command::Games(args) => games::run(args, screen),
    }
}

/// This program and how it was started, for manifests.
fn provenance() -> Provenance {
    Provenance {
        version: provenance::VERSION.to_owned(),
        commit: provenance::COMMIT.to_owned(),
        command: provenance::command(),
    }
}

/// The program with which findings are made.
pub(crate) fn facts() -> Facts {
    Facts {
        commit: provenance::COMMIT.to_owned(),
        command: provenance::command(),
        ..Facts::default()
    }
}
