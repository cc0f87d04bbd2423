//! `tengen train sl`: a network learned from the moves of games and a teacher's judgements.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use tengen_go_engine::{Models, Parameters};
use tengen_net::train::TrainParams;
use tengen_params::set;
use tengen_pattern::file::with;
use tengen_pattern::model::Model;

use super::amount::amount;
use super::card::Card;
use super::course::{Course, write};
use super::curve::Curves;
use super::records::gather;
use super::start::{Place, Start};
use super::stock::{Plan, Share};
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::card::Data;
use crate::learn::data::{self, Span};
use crate::learn::output;
use crate::params::Settings;
use crate::screen::{Screen, count};

/// What to learn from, which network, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    data: data::Args,
    /// Judged positions by `tengen train label` or `tengen train games`, with their share of all batches (1 for positions
    /// of the games, 0.15 for self-play). May be given several times.
    #[arg(long, value_name = "FILE[@SHARE]")]
    labels: Vec<Share>,
    /// The share of positions of the games whether judged or not [default: 0 if some are judged, else 1].
    #[arg(long, value_name = "SHARE")]
    plain: Option<f64>,
    /// Add the logits of these patterns (built-in ones by name, or a file) to those of the policy, times a scale that is
    /// learned too: what the search then has to know as net.patterns.
    #[arg(long, value_name = "NAME|FILE")]
    patterns: Option<String>,
    /// Judge the network by these games on the way, counted as those of --games.
    #[arg(long, value_name = "A..B")]
    validate: Option<Span>,
    /// By how many positions of each kind it is judged.
    #[arg(long, value_name = "N", default_value = "4000", value_parser = amount)]
    trials: u64,
    #[command(flatten)]
    start: Start,
    /// How many positions are learned from in all; the learning rate falls to its floor at their end [default: 40M].
    #[arg(long, value_name = "N", value_parser = amount)]
    positions: Option<u64>,
    /// How many positions make a step [default: 128].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=65536))]
    batch: Option<u64>,
    /// The seed of first weights and of the order of positions.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The positions between two points of the curves [default: a two-hundredth of all].
    #[arg(long, value_name = "N", value_parser = amount)]
    report: Option<u64>,
    /// Where the network goes, a name that ends in .bin.gz; beside it OUT.md, OUT.curve.jsonl and figures.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The file with which a stopped command goes on [default: OUT.part].
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut params = TrainParams::default();
    args.settings.apply(&mut params)?;
    let corpus = args.data.corpus()?;
    let patterns = args.patterns.as_deref().map(patterns).transpose()?;
    let checkpoint = args.checkpoint.clone();
    let checkpoint = checkpoint.unwrap_or_else(|| with(&args.out, ".part"));
    output::check(&checkpoint)?;
    for ending in ["", ".md", ".curve.jsonl"] {
        output::check(&with(&args.out, ending))?;
    }
    let (positions, batch) = args.numbers();
    let place = Place {
        out: &args.out,
        checkpoint: &checkpoint,
        seed: args.seed,
        threads: args.data.threads(),
    };
    let trainer = args.start.trainer(params.settings(positions), &place)?;
    let validation = args.data.validation(args.validate, Span::ALL, &corpus)?;
    let data = Data::gather(&corpus, args.data.games(), Span::ALL)?;
    let halt = halt()?;
    let (games, tally) = gather(&corpus, None)?;
    let validation = validation.map(|(_, corpus)| gather(&corpus, None));
    let validation = validation.transpose()?.map(|(games, _)| Arc::new(games));
    let plan = Plan {
        labels: &args.labels,
        plain: args.plain,
        seed: args.seed,
        batch,
        trials: args.trials,
        data: data.hash(),
        patterns: patterns.as_ref(),
    };
    let games = Arc::new(games);
    let mut stock = plan.stock(&games, validation.as_ref())?;
    let task = json!({
        "data": data.hash(), "seed": args.seed, "batch": batch,
        "patterns": patterns.as_ref().map(|patterns| patterns.hash()),
    });
    let seen = trainer.seen();
    if seen > 0 {
        let seen = count(seen, "position");
        say(format!(
            "Going on with {} after {seen}.",
            checkpoint.display()
        ));
    }
    let report = args.report.unwrap_or(positions / 200).max(batch);
    let mut course = Course {
        trainer,
        mixture: &stock.mixture,
        patterns,
        trials: &stock.trials,
        positions,
        batch,
        report,
        out: args.out.clone(),
        checkpoint: checkpoint.clone(),
        curves: Curves::open(&with(&args.out, ".curve.jsonl"), task, seen)?,
        halt,
    };
    if !course.run()? {
        let sentence = format!(
            "stopped after {}; what was learned is in {}, and the same command goes on",
            count(course.trainer.seen(), "position"),
            checkpoint.display()
        );
        return Err(Failure::Failed(sentence));
    }
    write(&course.trainer, &args.out)?;
    if let Some(name) = &args.patterns {
        stock.words.push(format!(
            "The logits of the patterns {name} were added, in the end {:.3} times: the search wants \
             net.patterns = {0:.3} with prior.model = {name} and net.temperature = 1.",
            course.trainer.pattern_scale()
        ));
    }
    let card = Card {
        path: &args.out,
        data: data.section(&tally, games.positions()),
        words: &stock.words,
        params: &params,
        model: &course.trainer.export(),
        positions: course.trainer.seen(),
        batch,
        curves: &course.curves,
    };
    let figures = course.curves.draw(&args.out)?;
    let text = card.write(&figures);
    output::replace(&with(&args.out, ".md"), text.as_bytes())?;
    write!(screen, "{}", card.summary())?;
    Ok(())
}

/// Patterns by the name of a built-in model or a file.
fn patterns(name: &str) -> Result<Arc<Model>, Failure> {
    let failed = |reason: &dyn std::fmt::Display| Failure::Failed(reason.to_string());
    let mut parameters = Parameters::default();
    set(&mut parameters, "prior.on", "true").map_err(|error| failed(&error))?;
    set(&mut parameters, "prior.model", name).map_err(|error| failed(&error))?;
    let models = Models::load(&parameters).map_err(|fault| failed(&fault))?;
    let found = models.prior().cloned();
    found.ok_or_else(|| failed(&format_args!("there is no model {name:?}")))
}

impl Args {
    /// The positions of all steps, and of one: the paper's are seven rounds of 94,731,144 positions.
    fn numbers(&self) -> (u64, u64) {
        let (positions, batch) = match self.start.paper {
            true => (7 * 94_731_144, 16),
            false => (40_000_000, 128),
        };
        (
            self.positions.unwrap_or(positions),
            self.batch.unwrap_or(batch),
        )
    }
}
