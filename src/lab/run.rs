//! `tengen lab run` and `tengen lab worker`: workers at work, with a line that says how far they are.

use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tengen_lab::experiment::{Bundle, Experiment, Work};
use tengen_lab::record::Record;
use tengen_lab::run::{
    Crew, Event, Manifest, Opener, Share, Standing, oversubscribed, usual_workers,
};
use tengen_lab::{outline::Kind, report, run as work};
use tengen_progress::Progress;
use tengen_store::{Address, Header, Journal, Postgres, Shard, Store, Worth};

use super::data;
use super::place::{self, ExperimentLocation, failed, told};
use super::scores::Scores;
use crate::failure::{Failure, say};
use crate::registry::GAMES;
use crate::screen::{Screen, count, width};
use crate::signals::stop_on_signals;

/// How an experiment is run.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    #[command(flatten)]
    crew: CrewArgs,
    #[command(flatten)]
    data: data::Args,
    /// Do only the I-th of N parts of the units, and keep the results in a file of their own in DIR,
    /// for clusters without a server; `tengen lab merge` joins the files.
    #[arg(long, value_name = "I/N", conflicts_with = "store")]
    shard: Option<Shard>,
    /// For now, do at most so many games of a series, rounded up to pairs, or trials of a problem.
    /// Models learn from at most so many games then, or are judged by them where nothing is learned, which makes another
    /// experiment.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Try the units again that were given up as void.
    #[arg(long)]
    replay_void: bool,
}

/// Who works.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct CrewArgs {
    /// How many units at a time [default: as many as there are cores for their threads; one model, which takes
    /// all].
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// How many seconds a unit stays with a worker that gives no sign of life.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    lease: u32,
}

/// How a worker works.
#[derive(clap::Args)]
pub(crate) struct WorkerArgs {
    /// The server: postgres://USER:PASSWORD@HOST/DATABASE.
    #[arg(long, value_name = "STORE")]
    store: String,
    /// Work on this experiment alone, by its name.
    #[arg(long, value_name = "NAME")]
    experiment: Option<String>,
    /// When nothing is left, wait for more.
    #[arg(long)]
    stay: bool,
    #[command(flatten)]
    crew: CrewArgs,
}

/// The time between two looks for more by a worker that stays.
const LOOK: Duration = Duration::from_secs(5);

impl CrewArgs {
    /// The crew, which hears of Ctrl-C and of the system's wish to end.
    ///
    /// If no number is given, as many units run at a time as there are cores for their threads; without
    /// an experiment, one a core.
    pub(crate) fn crew(self, experiment: Option<&Experiment>) -> Result<Crew, Failure> {
        let halt = stop_on_signals(|halt| match halt.ask() {
            true => say("\nStopping at once; the units in flight are given back."),
            false => say("\nStopping after the units in flight. Again to stop at once."),
        })?;
        Ok(Crew {
            workers: experiment.map_or_else(cores, |experiment| self.workers(experiment)),
            lease: Duration::from_secs(u64::from(self.lease)),
            halt,
            provenance: super::provenance(),
            share: Share::Asked,
        })
    }

    /// The number of units of an experiment at a time.
    fn workers(self, experiment: &Experiment) -> usize {
        self.workers
            .map_or_else(|| usual_workers(experiment, cores()), usize::from)
    }
}

/// The number of threads that this machine runs at once.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut place = args.place.place()?;
    if let Some(games) = args.games {
        place.experiment.ask_for_at_most(games);
    }
    args.data.supply(&mut place)?;
    place::all_there(&place.experiment)?;
    place.make_directory()?;
    let crew = args.crew.crew(Some(&place.experiment))?;
    if let Some(shard) = args.shard {
        return in_shards(&place, shard, &crew, args.replay_void);
    }
    let standing = go(&place, &crew, args.replay_void)?;
    finish(&place, screen)?;
    ended(standing)
}

/// Runs an experiment at its place.
///
/// # Errors
/// If the store fails.
pub(crate) fn go(
    place: &ExperimentLocation,
    crew: &Crew,
    replay_void: bool,
) -> Result<Standing, Failure> {
    let manifest = fit(&place.experiment, crew)?;
    let mut store = place.open().map_err(failed)?;
    let open = opener(&place.address, &place.experiment.hash);
    let bench = Bench {
        experiment: &place.experiment,
        store: store.as_mut(),
        open: &*open,
        shard: Shard::WHOLE,
        manifest,
    };
    bench.run(crew, replay_void)
}

/// Opens further connections to a store that is prepared.
fn opener<'a>(address: &'a Address, hash: &'a str) -> Box<Opener<'a>> {
    match address {
        Address::Sqlite(_) => Box::new(|| address.open()),
        Address::Postgres(_) => Box::new(|| address.open_to_read(hash)),
    }
}

fn in_shards(
    place: &ExperimentLocation,
    shard: Shard,
    crew: &Crew,
    replay_void: bool,
) -> Result<(), Failure> {
    let name = format!("shard-{}-of-{}.jsonl", shard.index(), shard.of());
    let path = place.directory.join(name);
    let manifest = fit(&place.experiment, crew)?;
    let mut journal = Journal::open(&path, shard).map_err(failed)?;
    let another = journal.clone();
    let open = move || Ok(Box::new(another.clone()) as Box<dyn Store>);
    let bench = Bench {
        experiment: &place.experiment,
        store: &mut journal,
        open: &open,
        shard,
        manifest,
    };
    let standing = bench.run(crew, replay_void)?;
    let results = count(standing.done, "result");
    say(format!("{results} in {}", path.display()));
    ended(standing)
}

/// The manifest of the players on this machine; what is wrong with them is said.
fn fit(experiment: &Experiment, crew: &Crew) -> Result<Manifest, Failure> {
    place::all_there(experiment)?;
    if let Work::Learn(task) = &experiment.work
        && task.supplies.is_none()
    {
        let sentence = "models are learned where their games are, by `tengen lab run`";
        say(format!("error: {}: {sentence}", experiment.bundle.name));
        return Err(Failure::Said);
    }
    let manifest = Manifest::gather(experiment, &crew.provenance, &crew.halt);
    if crew.halt.is_now() {
        // It may lack what programs had no time to tell.
        return Err(Failure::Said);
    }
    let unfit = manifest.unfit();
    for sentence in &unfit {
        say(format!("error: {sentence}"));
    }
    match unfit.is_empty() {
        true => Ok(manifest),
        false => Err(Failure::Said),
    }
}

/// An experiment at its store.
struct Bench<'a> {
    experiment: &'a Experiment,
    store: &'a mut dyn Store,
    open: &'a Opener<'a>,
    shard: Shard,
    manifest: Manifest,
}

impl Bench<'_> {
    /// Runs the experiment, and shows how far it is.
    fn run(self, crew: &Crew, replay_void: bool) -> Result<Standing, Failure> {
        let (experiment, store) = (self.experiment, self.store);
        store
            .prepare(&experiment.header(), &experiment.keys())
            .map_err(failed)?;
        if replay_void {
            let n = store.reopen_void().map_err(failed)?;
            say(format!("{} tried again.", count(n, "void unit")));
        }
        let mut scores = Scores::new(&experiment.outline());
        for kept in store.results().map_err(failed)? {
            if let Ok(record) = serde_json::from_str::<Record>(&kept.body) {
                scores.add(&kept.unit, &record);
            }
        }
        let before = Standing::of(experiment, store, self.shard).map_err(failed)?;
        begin(experiment, before, crew);
        let mut done = before.done + before.void;
        let mut progress = Progress::new(before.wanted, done);
        progress.done(done, &scores.line(None));
        let mut notices = Vec::new();
        let ran = work::run(
            experiment,
            store,
            self.open,
            crew,
            &self.manifest,
            &mut |event| match event {
                Event::Finished {
                    unit,
                    record,
                    worth,
                } => {
                    scores.add(&unit.id, record);
                    done += u64::from(*worth != Worth::Void { last: false });
                    progress.done(done, &scores.line(Some(&unit.id)));
                }
                Event::Ended { series } => {
                    let sentence = "the sequential test has decided; ended early.";
                    notices.push(format!("{series}: {sentence}"));
                }
                Event::TooLate(unit) => {
                    notices.push(format!("{}: somebody else was first.", unit.id));
                }
                Event::Left(units) => notices.push(format!(
                    "{} not done, because the file does not ask for them (any more).",
                    count(*units, "unit")
                )),
                Event::Begun(_) | Event::Tick => match experiment.news() {
                    Some(line) => progress.done(done, &line),
                    None => progress.tick(),
                },
            },
        );
        progress.finish();
        notices.iter().for_each(say);
        ran.map_err(failed)?;
        let standing = Standing::of(experiment, store, self.shard).map_err(failed)?;
        if standing.void > 0 {
            say(format!(
                "{} given up as void; --replay-void tries again.",
                count(standing.void, "unit")
            ));
        }
        Ok(standing)
    }
}

fn begin(experiment: &Experiment, before: Standing, crew: &Crew) {
    let noun = match experiment.kind() {
        Kind::Match => "game",
        Kind::Problems => "answer",
        Kind::Measure => "measurement",
        Kind::Learn => "model",
    };
    let threads = match experiment.threads() {
        _ if experiment.kind() == Kind::Learn => String::new(),
        0 | 1 => String::new(),
        threads => format!(
            ", {threads} threads each, on {}",
            count(cores() as u64, "core")
        ),
    };
    say(format!(
        "{}: {}, {} done; {} at a time{threads}",
        experiment.title,
        count(before.wanted, noun),
        before.done,
        crew.workers
    ));
    if let Some(sentence) = oversubscribed(experiment, crew.workers, cores()) {
        say(format!("warning: {sentence}."));
    }
}

/// Prints what came of it.
///
/// # Errors
/// If it cannot be read or written.
pub(super) fn finish(place: &ExperimentLocation, screen: &mut Screen) -> Result<(), Failure> {
    let findings = super::show::findings(place)?;
    write!(screen, "{}", report::show(&findings, width()))?;
    Ok(())
}

/// Tests if all is done.
///
/// # Errors
/// If something is left.
pub(crate) fn ended(standing: Standing) -> Result<(), Failure> {
    match standing.left {
        0 => Ok(()),
        n => Err(Failure::Failed(format!(
            "stopped with {} left; the same command goes on",
            count(n, "unit")
        ))),
    }
}

/// Runs a worker.
pub(crate) fn worker(args: &WorkerArgs, _: &mut Screen) -> Result<(), Failure> {
    let address = Address::new(Some(&args.store), Path::new(""));
    let Address::Postgres(url) = &address else {
        return Err(Failure::Usage(
            "--store takes the address of a server, postgres://USER:PASSWORD@HOST/DATABASE; \
             for a file there is `tengen lab run`"
                .to_owned(),
        ));
    };
    let crew = Crew {
        share: Share::All,
        ..args.crew.crew(None)?
    };
    let wanted = |header: &Header| args.experiment.as_ref().is_none_or(|n| *n == header.name);
    loop {
        let all = Postgres::experiments(url).map_err(failed)?;
        let mut worked = false;
        for header in all.iter().filter(|header| wanted(header)) {
            match unpacked(header) {
                Ok(experiment) => match fit(&experiment, &crew) {
                    Ok(manifest) => {
                        worked = true;
                        let crew = Crew {
                            workers: args.crew.workers(&experiment),
                            ..crew.clone()
                        };
                        if let Some(standing) = work_on(&experiment, &address, &crew, manifest)?
                            && crew.halt.is_asked()
                        {
                            return ended(standing);
                        }
                    }
                    // A machine without the right programs would spoil every unit.
                    Err(_) => say(format!("{} is left to others.", header.name)),
                },
                // The others may do.
                Err(failure) => failure.sentence().iter().for_each(say),
            }
        }
        if !args.stay {
            return match worked {
                true => Ok(()),
                false => Err(Failure::Failed(nothing_there(args))),
            };
        }
        thread::sleep(LOOK);
        if crew.halt.is_asked() {
            return Ok(());
        }
    }
}

fn nothing_there(args: &WorkerArgs) -> String {
    let named = match &args.experiment {
        Some(name) => format!("called {name:?} "),
        None => String::new(),
    };
    format!(
        "the server has no experiment {named}that this program can run; \
         `tengen lab run FILE --store …` begins one"
    )
}

/// The experiment of a server, if it means the same here.
fn unpacked(header: &Header) -> Result<Experiment, Failure> {
    let bundle: Bundle = serde_json::from_str(&header.bundle)
        .map_err(|error| Failure::Failed(format!("{} cannot be unpacked: {error}", header.name)))?;
    let experiment = Experiment::unpack(bundle, GAMES).map_err(|faults| told(&faults))?;
    if experiment.hash == header.hash {
        return Ok(experiment);
    }
    Err(Failure::Failed(format!(
        "{} means something else to this version of Tengen ({}) than to the one that began it ({}); \
         use the same version everywhere",
        header.name,
        place::short(&experiment.hash),
        place::short(&header.hash)
    )))
}

/// Works on an experiment of a server until nothing is left; `None` if there was nothing to do.
fn work_on(
    experiment: &Experiment,
    address: &Address,
    crew: &Crew,
    manifest: Manifest,
) -> Result<Option<Standing>, Failure> {
    let mut store = address.open_to_read(&experiment.hash).map_err(failed)?;
    let tally = store.tally().map_err(failed)?;
    if tally.open + tally.running == 0 {
        return Ok(None);
    }
    let open = opener(address, &experiment.hash);
    let bench = Bench {
        experiment,
        store: store.as_mut(),
        open: &*open,
        shard: Shard::WHOLE,
        manifest,
    };
    bench.run(crew, false).map(Some)
}
