//! `tengen reproduce ID --show`: the results that there are.

use std::io::Write;

use tengen_lab::experiment::Work;
use tengen_lab::report;
use tengen_lab::reproduce::Summary;

use super::Args;
use crate::failure::{Failure, say};
use crate::lab::{ExperimentLocation, failed, object, tell};
use crate::screen::{Screen, width};

/// Shows the results of the store, or else those that the last run left in a summary. `name` is the experiment's, `id`
/// the one that results of this many games are kept by.
pub(super) fn show(
    name: &str,
    id: &str,
    mut place: ExperimentLocation,
    args: &Args,
    screen: &mut Screen,
) -> Result<(), Failure> {
    if place.has_store() {
        if let Some(units) = asked_for(&place)? {
            place.experiment.ask_for(units);
        }
        return tell(&place, args.json, screen);
    }
    for kept in [id, name] {
        let summary = Summary::read(&args.dir.join(kept))
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let Some(summary) = summary else { continue };
        let file = summary.file().display().to_string();
        match (summary, args.json) {
            (Summary::Findings(_, found), true) => {
                writeln!(screen, "{}", object(&found, &file, None))?;
            }
            (Summary::Findings(_, found), false) => {
                say(format!("From {file}, which an earlier run left."));
                write!(screen, "{}", report::show(&found, width()))?;
            }
            (Summary::Report(..), true) => {
                return Err(Failure::Failed(format!(
                    "of {name} there is a report alone, {file}; its figures were not kept as JSON"
                )));
            }
            (Summary::Report(_, text), false) => {
                say(format!("From {file}, which an earlier run left."));
                write!(screen, "{text}")?;
            }
        }
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "{name} has no results in {}: neither a store ({id}.lab/results.sqlite) nor a summary ({name}/summary.json). \
         `tengen reproduce {name}` makes some; ours come with the source code: give its directory experiments/results \
         as --dir",
        args.dir.display()
    )))
}

/// The number of units of each series, or of trials of each problem, that the store has results of; `None` where
/// that is no number to ask for.
fn asked_for(place: &ExperimentLocation) -> Result<Option<u64>, Failure> {
    let results = place.open_to_read()?.results().map_err(failed)?;
    let numbers = results
        .iter()
        .filter_map(|kept| kept.unit.rsplit_once('/')?.1.parse::<u64>().ok());
    let most = numbers.max().unwrap_or(1);
    Ok(match &place.experiment.work {
        Work::Match(_) => Some(most),
        Work::Problems(task) => Some(most.div_ceil(task.suite.problems.len().max(1) as u64)),
        Work::Measure(task) => Some(most.div_ceil(task.positions.len().max(1) as u64)),
        Work::Learn(_) => None,
    })
}
