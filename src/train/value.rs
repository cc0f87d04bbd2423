//! `tengen train value`: a value network from one position of each of many games of two policies.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use tengen_document::model::Section;
use tengen_go::Size;
use tengen_net::data::Games;
use tengen_net::data::labels::{Matter, Origin, open};
use tengen_net::data::selfplay::{Kept, SelfPlay};
use tengen_net::data::table::{End, Manner};
use tengen_net::train::TrainParams;
use tengen_pattern::file::with;
use tengen_progress::{Progress, StopFlag};

use super::amount::amount;
use super::card::Card;
use super::course::{Course, write};
use super::curve::Curves;
use super::start::{Place, Start};
use super::stock::{Plan, Share};
use super::teacher::Teacher;
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::output;
use crate::params::Settings;
use crate::screen::{Screen, count};
use crate::size::size;

/// The images of a position, which the paper counts as positions of their own.
const IMAGES: u64 = 8;

/// Who plays, what is learned, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The network that begins each game, as `tengen train sl` makes it.
    #[arg(long, value_name = "FILE")]
    sl: PathBuf,
    /// The network that ends each game, as `tengen train rl` makes it.
    #[arg(long, value_name = "FILE")]
    rl: PathBuf,
    /// Where the network goes, a name that ends in .bin.gz; beside it OUT.games with the games, OUT.md, OUT.curve.jsonl and
    /// figures.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The side of the board.
    #[arg(long, value_name = "SIDE", default_value = "19", value_parser = size)]
    size: Size,
    /// How many games are played; one position of each is learned [default: 20k; the paper's 194,122].
    #[arg(long, value_name = "N", value_parser = amount)]
    games: Option<u64>,
    /// How often each position is learned in each of its eight images [default: 4; the paper's 100].
    #[arg(long, value_name = "N", value_parser = amount)]
    epochs: Option<u64>,
    /// How many positions make a step [default: 128; the paper's 16].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=65536))]
    batch: Option<u64>,
    /// White's points for moving second.
    #[arg(long, value_name = "POINTS", default_value_t = 7.5)]
    komi: f32,
    #[command(flatten)]
    start: Start,
    /// The seed of games, first weights and the order of positions.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many threads play and learn [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    settings: Settings,
}

/// Parameters of a value network: the result alone counts.
fn usual() -> TrainParams {
    TrainParams {
        policy: 0.0,
        soft: 0.0,
        reply: 0.0,
        result: 1.0,
        win: 0.0,
        lead: 0.0,
        ownership: 0.0,
        ..TrainParams::default()
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut params = usual();
    args.settings.apply(&mut params)?;
    if !args.komi.is_finite() {
        return Err(Failure::Usage("--komi is a number of points".to_owned()));
    }
    let checkpoint = with(&args.out, ".part");
    for ending in ["", ".part", ".md", ".curve.jsonl", ".games"] {
        output::check(&with(&args.out, ending))?;
    }
    let (games, epochs, batch) = args.numbers();
    let positions = games.saturating_mul(IMAGES).saturating_mul(epochs);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let place = Place {
        out: &args.out,
        checkpoint: &checkpoint,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let trainer = args.start.trainer(params.settings(positions), &place)?;
    let halt = halt()?;
    let file = with(&args.out, ".games");
    args.play(&file, games, place.threads, &halt)?;
    let labels = [Share {
        path: file,
        share: Some(1.0),
    }];
    let plan = Plan {
        labels: &labels,
        plain: Some(0.0),
        seed: args.seed,
        batch,
        trials: 10_000,
        data: "",
        patterns: None,
    };
    let stock = plan.stock(&Arc::new(Games::new()), None)?;
    let seen = trainer.seen();
    let task = json!({ "seed": args.seed, "batch": batch, "size": args.size.get() });
    let mut course = Course {
        trainer,
        mixture: &stock.mixture,
        patterns: None,
        trials: &stock.trials,
        positions,
        batch,
        report: (positions / 200).max(batch),
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
    let card = Card {
        path: &args.out,
        data: Section::new("Data"),
        words: &stock.words,
        params: &params,
        model: &course.trainer.export(),
        positions: course.trainer.seen(),
        batch,
        curves: &course.curves,
    };
    let text = card.write(&course.curves.draw(&args.out)?);
    output::replace(&with(&args.out, ".md"), text.as_bytes())?;
    write!(screen, "{}", card.summary())?;
    Ok(())
}

impl Args {
    /// The games, the rounds and the positions of a step.
    fn numbers(&self) -> (u64, u64, u64) {
        let (games, epochs, batch) = match self.start.paper {
            true => (194_122, 100, 16),
            false => (20_000, 4, 128),
        };
        (
            self.games.unwrap_or(games),
            self.epochs.unwrap_or(epochs),
            self.batch.unwrap_or(batch),
        )
    }

    /// Plays the games that are not there yet.
    fn play(
        &self,
        path: &Path,
        games: u64,
        threads: usize,
        halt: &StopFlag,
    ) -> Result<(), Failure> {
        let (sl, rl) = (Teacher::read(&self.sl)?, Teacher::read(&self.rl)?);
        let play = SelfPlay {
            network: sl.network(self.size)?,
            kept: Kept::Mark {
                second: rl.network(self.size)?,
                komi: self.komi,
            },
            manner: Manner {
                temperature: 1.0,
                opening: 0,
                stray: 0.0,
                end: End::PlayedOut,
                ..Manner::default()
            },
            seed: self.seed,
            threads,
        };
        let origin = Origin {
            net: format!("{}, then {}", sl.name, rl.name),
            matter: Matter::Outcomes {
                play: format!("komi {}", self.komi),
            },
            size: self.size,
            seed: self.seed,
        };
        let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
        let mut before = 0;
        let opened = open(path, &origin, |_| before += 1);
        let mut journal = opened.map_err(|error| failed(&error))?;
        if before >= games {
            return Ok(());
        }
        if before > 0 {
            say(format!(
                "Going on with {} after {}.",
                path.display(),
                count(before, "game")
            ));
        }
        let mut progress = Progress::new(games, before);
        let done = play.run(&mut journal, before, games, |done| {
            progress.done(done, "games");
            match halt.is_asked() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        progress.finish();
        match done.map_err(|error| failed(&error))? {
            done if done < games => Err(Failure::Failed(format!(
                "stopped; {} are in {}, and the same command goes on",
                count(done, "game"),
                path.display()
            ))),
            _ => Ok(()),
        }
    }
}
