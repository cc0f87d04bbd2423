//! `tengen lab show` and `tengen lab report`: what the results say.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_document::Format;
use tengen_lab::findings::Findings;
use tengen_lab::gather;
use tengen_lab::report;
use tengen_progress::span;

use super::place::{self, ExperimentLocation, failed};
use crate::failure::{Failure, say};
use crate::screen::{Screen, width};

/// Which experiment.
#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    place: place::Args,
    /// For programs; see `docs/json.md`.
    #[arg(long)]
    json: bool,
}

/// Which experiment, and where the report goes.
#[derive(clap::Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    place: place::Args,
    /// Where the report goes [default: report in the directory of the results].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Everything that the results so far say.
///
/// # Errors
/// If there are none, or they cannot be read.
pub(crate) fn findings(place: &ExperimentLocation) -> Result<Findings, Failure> {
    let mut store = place.open_to_read()?;
    gather::findings(&place.experiment, store.as_mut(), super::facts()).map_err(failed)
}

/// Findings for programs: those of `summary.json`, where they are from, and the units and the work to go.
pub(crate) fn object(found: &Findings, from: &str, left: Option<(u64, Duration)>) -> Value {
    let mut object = json!(found);
    object["from"] = from.into();
    object["left"] = match left {
        Some((units, work)) => json!({ "units": units, "seconds": work.as_secs() }),
        None => Value::Null,
    };
    object
}

/// Shows the tables.
pub(crate) fn show(args: &ShowArgs, screen: &mut Screen) -> Result<(), Failure> {
    tell(&args.place.place()?, args.json, screen)
}

/// Shows what is in a store, for people or for programs.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn tell(
    place: &ExperimentLocation,
    json: bool,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let mut store = place.open_to_read()?;
    let found =
        gather::findings(&place.experiment, store.as_mut(), super::facts()).map_err(failed)?;
    let left = gather::work_left(store.as_mut()).map_err(failed)?;
    if json {
        let object = object(&found, &place.address.to_string(), left);
        writeln!(screen, "{object}")?;
        return Ok(());
    }
    write!(screen, "{}", report::show(&found, width()))?;
    if let Some((units, time)) = left {
        writeln!(
            screen,
            "\n{units} units to go: about {} of work, shared by all workers.",
            span(time)
        )?;
    }
    Ok(())
}

/// Writes the report.
pub(crate) fn report(args: &ReportArgs, _: &mut Screen) -> Result<(), Failure> {
    let place = args.place.place()?;
    let found = findings(&place)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| place.directory.join("report"));
    report::write(&out, &found, &Format::ALL)
        .map_err(|error| Failure::Failed(error.to_string()))?;
    say(format!(
        "{} is the page; report.md, report.tex, tables and figures are beside it.",
        out.join("report.html").display()
    ));
    Ok(())
}
