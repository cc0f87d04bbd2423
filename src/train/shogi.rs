//! `tengen train shogi`: an evaluation of Shogi learned from games with values.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tengen_alphabeta::train::{Float, Learner, Loss, Settings, Sums, Target, Trainer};
use tengen_pattern::corpus::Corpus;
use tengen_pattern::file::{self, with};
use tengen_progress::{Progress, StopFlag};

use super::curve::Curves;
use super::shogi_card::Card;
use super::shogi_stock::{Stock, hash};
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::card::Data;
use crate::learn::data::{Span, unread};
use crate::learn::output;
use crate::screen::{Screen, count, thousands};

/// The time between checkpoints.
const PACE: Duration = Duration::from_secs(60);
/// The points of the curves.
const POINTS: usize = 20;

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// A network of pieces and places: 256 sums for each side, two layers of 32, brought up to date move by move.
    Network,
    /// A weight for each of some thousand terms: pieces by place and king, the safety of kings.
    Linear,
}

/// What to learn from, what, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Files of games with values, one a line, plain or packed by gzip or zstd, as `tengen train shogi-games` writes them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// What is learned.
    #[arg(long, value_name = "KIND", default_value = "network")]
    kind: Kind,
    /// How often each position is seen [default: 5 for a network, 10 for a linear evaluation].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=10_000))]
    epochs: Option<u16>,
    /// The size of a step at first; it falls to a hundredth of that along a cosine.
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().rate)]
    rate: f32,
    /// How many positions make a step.
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch as u32)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    batch: u32,
    /// The share of the game's result in what is learned, beside the value. With much of it, games are learned by heart.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    result: f32,
    /// Keep every n-th game apart, to judge by.
    #[arg(long, value_name = "N", default_value_t = 32)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    apart: u64,
    /// The seed of first weights and of the order of positions.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Begin with what this file has learned, of the same kind.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where what is learned goes; beside it OUT.md, OUT.curve.jsonl, a figure, and OUT.part, with which a stopped command
    /// goes on.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Begin anew even if OUT.part is there.
    #[arg(long)]
    fresh: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    match args.kind {
        Kind::Network => learn::<Float>(args, 5, screen),
        Kind::Linear => learn::<Sums>(args, 10, screen),
    }
}

fn learn<L: Learner>(args: &Args, epochs: u16, screen: &mut Screen) -> Result<(), Failure> {
    let settings = args.settings(epochs)?;
    let part = with(&args.out, ".part");
    for ending in ["", ".md", ".curve.jsonl", ".part"] {
        output::check(&with(&args.out, ending))?;
    }
    if args.fresh {
        file::remove(&part)?;
    }
    let corpus = Corpus::open(&args.data, Span::ALL.range()).map_err(unread)?;
    let (learner, from) = args.first::<L>()?;
    let mut trainer = Trainer::new(learner, settings.clone());
    if let Some(bytes) = file::read(&part)? {
        trainer.resume(&bytes).map_err(|error| {
            let sentence = format!("{}: {error}; --fresh begins anew", part.display());
            Failure::Failed(sentence)
        })?;
    }
    let data = Data::gather(&corpus, Span::ALL, Span::ALL)?;
    let halt = halt()?;
    let stock = Stock::<L>::read(&corpus, args.apart, settings.target)?;
    say(stock.words());
    let seen = trainer.seen(stock.learned.len());
    if seen > 0 {
        let seen = count(seen as u64, "position");
        say(format!("Going on with {} after {seen}.", part.display()));
    }
    let task = json!({
        "kind": L::KIND, "data": data.hash(), "apart": args.apart, "seed": args.seed, "from": from,
        "epochs": settings.epochs, "batch": settings.batch,
        "rate": settings.rate, "result": settings.target.result,
    });
    let mut course = Course {
        trainer,
        stock: &stock,
        out: &args.out,
        part,
        all: stock.learned.len() * settings.epochs,
        curves: Curves::open(&with(&args.out, ".curve.jsonl"), task, seen as u64)?,
        halt,
    };
    if !course.run()? {
        let sentence = format!(
            "stopped after {}; what was learned is in {}, and the same command goes on",
            count(course.seen() as u64, "position"),
            course.part.display()
        );
        return Err(Failure::Failed(sentence));
    }
    course.write()?;
    let figures = course.curves.draw(&args.out)?;
    let card = Card {
        path: &args.out,
        kind: L::KIND,
        data: data.files(),
        words: stock.words(),
        settings: &settings,
        from: args.from.as_deref(),
        material: stock.material.mean(),
        curves: &course.curves,
    };
    output::replace(&with(&args.out, ".md"), card.write(&figures).as_bytes())?;
    write!(screen, "{}", card.summary())?;
    Ok(())
}

impl Args {
    fn settings(&self, epochs: u16) -> Result<Settings, Failure> {
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            let sentence = format!("--rate is more than 0 and at most 1, not {}", self.rate);
            return Err(Failure::Usage(sentence));
        }
        if !(0.0..=1.0).contains(&self.result) {
            let sentence = format!("--result is a share from 0 to 1, not {}", self.result);
            return Err(Failure::Usage(sentence));
        }
        Ok(Settings {
            epochs: usize::from(self.epochs.unwrap_or(epochs)),
            batch: self.batch as usize,
            rate: self.rate,
            target: Target {
                result: self.result,
            },
            seed: self.seed,
        })
    }

    /// What is learned as it begins, with the hash of the file that it comes from.
    fn first<L: Learner>(&self) -> Result<(L, Option<String>), Failure> {
        let Some(path) = &self.from else {
            return Ok((L::new(self.seed), None));
        };
        let failed = |reason: &dyn std::fmt::Display| {
            Failure::Failed(format!("{}: {reason}", path.display()))
        };
        let bytes = file::read(path)?.ok_or_else(|| failed(&"it does not exist"))?;
        let learner = L::read(&bytes).map_err(|error| failed(&error))?;
        Ok((learner, Some(hash(&bytes))))
    }
}

/// A training as it runs.
struct Course<'a, L: Learner> {
    trainer: Trainer<L>,
    stock: &'a Stock<L>,
    out: &'a Path,
    part: PathBuf,
    /// The positions of all epochs.
    all: usize,
    curves: Curves,
    halt: StopFlag,
}

impl<L: Learner> Course<'_, L> {
    fn seen(&self) -> usize {
        self.trainer.seen(self.stock.learned.len())
    }

    /// Learns until all positions are seen, or it is told to stop. True if all are seen.
    fn run(&mut self) -> Result<bool, Failure> {
        let learned = &self.stock.learned;
        let mut progress = Progress::new(self.all as u64, self.seen() as u64);
        let (start, before) = (Instant::now(), self.curves.seconds());
        let mut saved = Instant::now();
        let report = (self.all / POINTS).max(1);
        let mut due = (self.seen() / report + 1) * report;
        let (mut recent, mut words) = (Loss::default(), String::new());
        while !self.trainer.is_done(learned.len()) && !self.halt.is_asked() {
            recent.add(&self.trainer.step(learned));
            let seen = self.seen();
            progress.done(seen as u64, &words);
            if seen >= due || seen >= self.all {
                due = (seen / report + 1) * report;
                words = self.point(before + start.elapsed().as_secs_f64(), &recent)?;
                recent = Loss::default();
                self.save()?;
                saved = Instant::now();
            } else if saved.elapsed() >= PACE {
                self.save()?;
                saved = Instant::now();
            }
        }
        progress.finish();
        self.save()?;
        Ok(self.trainer.is_done(learned.len()))
    }

    /// A point of the curves: what is learned is judged and written.
    fn point(&mut self, seconds: f64, recent: &Loss) -> Result<String, Failure> {
        let round = |x: f64| (x * 1e6).round() / 1e6;
        let (learned, apart) = (
            round(recent.mean()),
            round(self.trainer.judge(&self.stock.apart)),
        );
        let seen = self.seen() as u64;
        let mut line = Map::new();
        line.insert("positions".to_owned(), json!(seen));
        line.insert("seconds".to_owned(), json!(seconds.round()));
        line.insert("training".to_owned(), json!({ "error": learned }));
        line.insert("apart".to_owned(), json!({ "error": apart }));
        let words = format!("error {learned:.5}, apart {apart:.5}");
        say(format!("{} positions: {words}", thousands(seen)));
        self.curves.add(line)?;
        self.write()?;
        Ok(words)
    }

    fn write(&self) -> Result<(), Failure> {
        let bytes = self.trainer.learner().write(&self.stock.learned);
        output::replace(self.out, &bytes)
    }

    fn save(&self) -> Result<(), Failure> {
        output::replace(&self.part, &self.trainer.checkpoint())
    }
}

/// The figures of the last point of a training: the error on what was learned, and on what was kept apart.
pub(super) fn errors(curves: &Curves) -> Option<(f64, f64)> {
    let figure = |group: &str| {
        curves
            .last()?
            .get(group)?
            .get("error")
            .and_then(Value::as_f64)
    };
    Some((figure("training")?, figure("apart")?))
}
