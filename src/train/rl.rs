//! `tengen train rl`: a policy made stronger by playing earlier states of itself (policy gradient).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value, json};
use tengen_go::Size;
use tengen_net::data::draw::stream;
use tengen_net::data::duel::{Bout, Duel};
use tengen_net::data::table::{End, Manner};
use tengen_net::train::{Losses, TrainParams, Trainer};
use tengen_net::{Isa, Model, Network};
use tengen_pattern::file::{remove, with};
use tengen_progress::{Progress, StopFlag};

use super::amount::amount;
use super::course::{failure, write};
use super::curve::{Curves, figures};
use super::start::{Place, begun, read, resumed};
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::output;
use crate::params::Settings;
use crate::screen::{Screen, count};
use crate::size::size;

/// Who learns, how, and where to. The numbers are the paper's.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The network that it begins with, as `tengen train sl` makes it.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Where the network goes; beside it OUT.part, with which a stopped command goes on, OUT.curve.jsonl, figures, and
    /// the folder OUT.pool of its opponents.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The side of the board.
    #[arg(long, value_name = "SIDE", default_value = "19", value_parser = size)]
    size: Size,
    /// How many steps are made.
    #[arg(long, value_name = "N", default_value = "6000", value_parser = amount)]
    iterations: u64,
    /// How many games make a step.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10000))]
    games: u64,
    /// After how many steps it joins its opponents.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000))]
    save: u64,
    /// White's points for moving second.
    #[arg(long, value_name = "POINTS", default_value_t = 7.5)]
    komi: f32,
    /// Logits are divided by this before a move is drawn.
    #[arg(long, value_name = "T", default_value_t = 1.0)]
    temperature: f32,
    /// How many games it plays in the end against the network that it began with.
    #[arg(long, value_name = "N", default_value = "200", value_parser = amount)]
    trial: u64,
    /// The seed of the games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many threads play and learn [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Begin anew even if the checkpoint is there.
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    settings: Settings,
}

/// Parameters of policy gradient: a small constant rate, the weights themselves instead of their average, and nothing but
/// the moves that were drawn.
fn usual() -> TrainParams {
    TrainParams {
        rate: 1e-4,
        floor: 1.0,
        warm_up: 0,
        decay: 0.0,
        average: 0.0,
        result: 0.0,
        ..TrainParams::default()
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut params = usual();
    args.settings.apply(&mut params)?;
    if !(0.01..=100.0).contains(&args.temperature) || !args.komi.is_finite() {
        let sentence = "--temperature is from 0.01 to 100, and --komi a number of points";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    let checkpoint = with(&args.out, ".part");
    for ending in ["", ".part", ".curve.jsonl"] {
        output::check(&with(&args.out, ending))?;
    }
    output::check_folder(&with(&args.out, ".pool"))?;
    if args.fresh {
        remove(&checkpoint)?;
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let place = Place {
        out: &args.out,
        checkpoint: &checkpoint,
        seed: args.seed,
        threads,
    };
    let settings = params.settings(u64::MAX);
    let first = read(&args.net)?;
    let trainer = match resumed(settings, &place)? {
        Some(trainer) => trainer,
        None => begun(first.clone(), settings, &place)?,
    };
    let halt = halt()?;
    let done = trainer.steps();
    if done > 0 {
        let done = count(done, "step");
        say(format!(
            "Going on with {} after {done}.",
            checkpoint.display()
        ));
    }
    let task = json!({
        "net": first.name, "size": args.size.get(), "games": args.games, "save": args.save,
        "seed": args.seed, "komi": args.komi, "temperature": args.temperature,
    });
    let curves = Curves::open(&with(&args.out, ".curve.jsonl"), task, trainer.seen())?;
    let mut school = School {
        args,
        first,
        trainer,
        curves,
        halt,
        threads,
        opponent: None,
    };
    if !school.run(&checkpoint)? {
        let sentence = format!(
            "stopped after {}; what was learned is in {}, and the same command goes on",
            count(school.trainer.steps(), "step"),
            checkpoint.display()
        );
        return Err(Failure::Failed(sentence));
    }
    write(&school.trainer, &args.out)?;
    school.curves.draw(&args.out)?;
    let trial = school.trial()?;
    writeln!(
        screen,
        "{} in {}",
        args.out.display(),
        count(args.iterations, "step")
    )?;
    if let Some(trial) = trial {
        writeln!(screen, "against the network it began with: {trial}")?;
    }
    Ok(())
}

/// The learner and its opponents.
struct School<'a> {
    args: &'a Args,
    /// The network that it began with.
    first: Model,
    trainer: Trainer,
    curves: Curves,
    halt: StopFlag,
    threads: usize,
    /// The last opponent, by the step at which it was saved.
    opponent: Option<(u64, Arc<Network>)>,
}

impl School<'_> {
    /// Plays and learns. True if all steps are made.
    fn run(&mut self, checkpoint: &Path) -> Result<bool, Failure> {
        let args = self.args;
        let mut step = self.trainer.steps();
        let mut progress = Progress::new(args.iterations, step);
        let (start, before) = (Instant::now(), self.curves.seconds());
        let (mut recent, mut tally) = (Losses::default(), Tally::default());
        let mut words = String::new();
        while step < args.iterations && !self.halt.is_asked() {
            let opponent = self.opponent(step)?;
            let seed = stream(args.seed, step).bits();
            let bouts = self.duel(opponent, seed)?.play(0..args.games);
            let bouts = bouts.map_err(|error| Failure::Failed(error.to_string()))?;
            tally.add(&bouts);
            let samples: Vec<_> = bouts.into_iter().flat_map(|bout| bout.samples).collect();
            recent.add(&self.trainer.step(&samples));
            step += 1;
            if step.is_multiple_of(args.save) || step == args.iterations {
                write(&self.trainer, &self.pool(step))?;
                words = tally.words();
                let seconds = before + start.elapsed().as_secs_f64();
                self.point(step, seconds, &recent, &tally)?;
                (recent, tally) = (Losses::default(), Tally::default());
                self.trainer.checkpoint(checkpoint).map_err(failure)?;
            }
            progress.done(step, &words);
        }
        progress.finish();
        self.trainer.checkpoint(checkpoint).map_err(failure)?;
        Ok(step >= args.iterations)
    }

    fn point(
        &mut self,
        step: u64,
        seconds: f64,
        losses: &Losses,
        tally: &Tally,
    ) -> Result<(), Failure> {
        let mut line = Map::new();
        line.insert("positions".to_owned(), json!(self.trainer.seen()));
        line.insert("steps".to_owned(), json!(step));
        line.insert("seconds".to_owned(), json!(seconds.round()));
        line.insert("skipped".to_owned(), json!(losses.skipped));
        line.insert("training".to_owned(), Value::Object(figures(losses)));
        line.insert("duels".to_owned(), tally.figures());
        self.curves.add(line)
    }

    /// The file of the network after so many steps.
    fn pool(&self, step: u64) -> PathBuf {
        with(&self.args.out, ".pool").join(format!("{step:06}.bin.gz"))
    }

    /// One of the networks that were saved until now, or the first, all alike.
    fn opponent(&mut self, step: u64) -> Result<Arc<Network>, Failure> {
        let saved = u32::try_from(step / self.args.save).unwrap_or(u32::MAX - 1);
        let drawn = stream(!self.args.seed, step).below(saved + 1);
        let number = u64::from(drawn) * self.args.save;
        if let Some((known, network)) = &self.opponent
            && *known == number
        {
            return Ok(Arc::clone(network));
        }
        let network = match number {
            0 => self.network(&self.first)?,
            _ => self.network(&read(&self.pool(number))?)?,
        };
        self.opponent = Some((number, Arc::clone(&network)));
        Ok(network)
    }

    fn network(&self, model: &Model) -> Result<Arc<Network>, Failure> {
        Network::new(model, self.args.size, Isa::best())
            .map(Arc::new)
            .map_err(|unfit| Failure::Failed(unfit.to_string()))
    }

    fn duel(&self, opponent: Arc<Network>, seed: u64) -> Result<Duel, Failure> {
        Ok(Duel {
            learner: self.network(&self.trainer.export())?,
            opponent,
            manner: Manner {
                temperature: self.args.temperature,
                opening: 0,
                stray: 0.0,
                end: End::PlayedOut,
                ..Manner::default()
            },
            komi: self.args.komi,
            seed,
            threads: self.threads,
        })
    }

    /// Games against the network that it began with, in words.
    fn trial(&self) -> Result<Option<String>, Failure> {
        if self.args.trial == 0 {
            return Ok(None);
        }
        let first = self.network(&self.first)?;
        let duel = self.duel(first, stream(self.args.seed, u64::MAX).bits())?;
        let bouts = duel.play(0..self.args.trial);
        let bouts = bouts.map_err(|error| Failure::Failed(error.to_string()))?;
        let mut tally = Tally::default();
        tally.add(&bouts);
        Ok(Some(tally.words()))
    }
}

/// What came of games.
#[derive(Default)]
struct Tally {
    games: u64,
    won: u64,
    moves: u64,
}

impl Tally {
    fn add(&mut self, bouts: &[Bout]) {
        for bout in bouts {
            self.games += 1;
            self.won += u64::from(bout.won == Some(true));
            self.moves += bout.moves as u64;
        }
    }

    fn words(&self) -> String {
        let share = 100.0 * self.won as f64 / self.games.max(1) as f64;
        format!(
            "{} of {} won ({share:.0} %)",
            self.won,
            count(self.games, "game")
        )
    }

    fn figures(&self) -> Value {
        let games = self.games.max(1) as f64;
        json!({
            "games": self.games,
            "won": self.won as f64 / games,
            "moves": (self.moves as f64 / games).round(),
        })
    }
}
