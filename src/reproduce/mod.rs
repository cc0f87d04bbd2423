//! `tengen reproduce`: the papers' experiments, with the papers' figures beside ours.

mod listing;
mod shown;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use tengen_document::Format;
use tengen_lab::experiment::{Experiment, Work};
use tengen_lab::report;
use tengen_lab::reproduce::{Extent, find, names, units};
use tengen_params::nearest;

use crate::failure::{Failure, say};
use crate::lab::{
    CrewArgs, DataArgs, ExperimentLocation, ended, failed, findings, go, prospects, told,
};
use crate::registry::GAMES;
use crate::screen::{Screen, width};

/// Which experiment, and how much of it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The experiment; without it they are listed.
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// So many games of each series, rounded up to pairs, or trials of each problem; models learn
    /// from at most so many games, or are judged by them where nothing is learned.
    #[arg(long, value_name = "N", conflicts_with = "scale", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// How much of it: a quick look, a night's worth, or as much as in the paper.
    #[arg(long, value_name = "SCALE", default_value = "quick")]
    scale: Scale,
    /// Where results go: reports into DIR/ID, games and models into DIR/ID.lab; ID-N if models learn
    /// from at most N games, or are judged by them.
    #[arg(long, value_name = "DIR", default_value = "experiments/results")]
    dir: PathBuf,
    /// Show what results there are, those of the store in DIR/ID.lab or else the summary in DIR/ID; run and write
    /// nothing.
    #[arg(long, requires = "id")]
    show: bool,
    /// For programs: the list, or with --show the results; see `docs/json.md`.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    crew: CrewArgs,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Quick,
    Night,
    Paper,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let Some(id) = &args.id else {
        return listing::list(&args.dir, args.json, screen);
    };
    if args.json && !args.show {
        let sentence =
            "--json is for the list, and with --show for results; a run writes its summary.json";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    let Some(found) = find(id, GAMES) else {
        let hint = match nearest(id, names()).first() {
            Some(name) => format!(" (did you mean {name}?)"),
            None => String::new(),
        };
        let known: Vec<&str> = names().collect();
        return Err(Failure::Usage(format!(
            "there is no experiment {id:?}{hint}; there are {}",
            known.join(", ")
        )));
    };
    let mut experiment = found.map_err(|faults| told(&faults))?;
    let extent = match (args.games, args.scale) {
        (Some(games), _) => Extent::Units(games),
        (None, Scale::Quick) => Extent::Quick,
        (None, Scale::Night) => Extent::Night,
        (None, Scale::Paper) => Extent::Paper,
    };
    if let Some(units) = units(&experiment, extent) {
        experiment.ask_for(units);
    }
    let name = id;
    let id = &kept_as(id, &experiment);
    let mut place = ExperimentLocation::new(experiment, args.dir.join(format!("{id}.lab")), None);
    if args.show {
        return shown::show(name, id, place, args, screen);
    }
    args.data.supply(&mut place)?;
    for line in prospects(&place.experiment) {
        say(line);
    }
    place.make_directory()?;
    let crew = args.crew.crew(Some(&place.experiment))?;
    let standing = go(&place, &crew, false)?;
    let found = findings(&place)?;
    write!(screen, "{}", report::show(&found, width()))?;
    let out = args.dir.join(id);
    // What is worth keeping in a repository: the page and the tables can be made again.
    let kept = [Format::Markdown, Format::Svg, Format::Json];
    report::write(&out, &found, &kept).map_err(|error| Failure::Failed(error.to_string()))?;
    write_manifests(&place, &out)?;
    say(format!("The summary is in {}.", out.display()));
    ended(standing)
}

/// The name that results are kept by: models that learn from or are judged by fewer games are another experiment.
fn kept_as(id: &str, experiment: &Experiment) -> String {
    match &experiment.work {
        Work::Learn(task) => match task.cap() {
            Some(cap) => format!("{id}-{cap}"),
            None => id.to_owned(),
        },
        _ => id.to_owned(),
    }
}

/// Writes what the results were made with beside their summary.
fn write_manifests(place: &ExperimentLocation, out: &Path) -> Result<(), Failure> {
    let mut store = place.open_to_read()?;
    let results = store.results().map_err(failed)?;
    let manifests = store.manifests().map_err(failed)?;
    let parsed: BTreeMap<String, serde_json::Value> = manifests
        .into_iter()
        .filter(|(key, _)| results.iter().any(|kept| kept.manifest == *key))
        .map(|(key, text)| (key, serde_json::from_str(&text).unwrap_or_default()))
        .collect();
    let path = out.join("manifest.json");
    let text = serde_json::to_string_pretty(&parsed).unwrap_or_default() + "\n";
    fs::write(&path, text)
        .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))
}
