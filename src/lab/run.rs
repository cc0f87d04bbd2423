//! `tengen lab run` and `tengen lab worker`: workers at work, with a line that says how far they are.

use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tengen_lab::experiment::{Bundle, Experiment};
use tengen_lab::record::Record;
use tengen_lab::run::{Crew, Event, Halt, Opener, Share};
use tengen_lab::store::{Address, Journal, Postgres, Shard, Store, Tally, Worth};
use tengen_lab::{outline::Kind, report, run as work};

use super::place::{self, Place, failed, told};
use super::scores::Scores;
use crate::failure::{Failure, say};
use crate::screen::{Screen, count};
use tengen_lab::progress::Progress;

/// How an experiment is run.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    #[command(flatten)]
    crew: CrewArgs,
    /// Do only the I-th of N parts of the units, and keep the results in a file of their own in DIR,
    /// for clusters without a server; `tengen lab merge` joins the files.
    #[arg(long, value_name = "I/N", conflicts_with = "store")]
    shard: Option<Shard>,
    /// Try the units again that were given up as void.
    #[arg(long)]
    replay_void: bool,
}

/// Who works.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct CrewArgs {
    /// How many units at a time [default: one for each core].
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

/// How often a worker that stays looks for more.
const LOOK: Duration = Duration::from_secs(5);

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    /// How the units stand, without those that are not asked for.
    pub(crate) tally: Tally,
}

impl CrewArgs {
    /// The crew, which hears of Ctrl-C and of the system's wish to end.
    pub(crate) fn crew(self) -> Result<Crew, Failure> {
        let halt = Halt::new();
        let heard = halt.clone();
        ctrlc::set_handler(move || match (heard.is_now(), heard.ask()) {
            (true, _) => std::process::exit(130),
            (false, true) => say("\nStopping at once; the units in flight are given back."),
            (false, false) => {
                say("\nStopping after the units in flight. Again to stop at once.");
            }
        })
        .map_err(|error| Failure::Failed(format!("signals cannot be heard: {error}")))?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Ok(Crew {
            workers: self.workers.map_or(cores, usize::from),
            lease: Duration::from_secs(u64::from(self.lease)),
            halt,
            provenance: super::provenance(),
            share: Share::Asked,
        })
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let place = args.place.place()?;
    place.make_directory()?;
    let crew = args.crew.crew()?;
    if let Some(shard) = args.shard {
        return in_shards(&place, shard, &crew, args.replay_void);
    }
    let finished = go(&place, &crew, args.replay_void)?;
    finish(&place, screen)?;
    ended(finished)
}

/// Runs an experiment at its place.
///
/// # Errors
/// If the store fails.
pub(crate) fn go(place: &Place, crew: &Crew, replay_void: bool) -> Result<Finished, Failure> {
    let mut store = place.open().map_err(failed)?;
    let open = opener(&place.address, &place.experiment.hash);
    at(&place.experiment, store.as_mut(), &*open, crew, replay_void)
}

/// Opens further connections to a store that is prepared.
fn opener<'a>(address: &'a Address, hash: &'a str) -> Box<Opener<'a>> {
    match address {
        Address::Sqlite(_) => Box::new(|| address.open()),
        Address::Postgres(_) => Box::new(|| address.open_to_read(hash)),
    }
}

fn in_shards(place: &Place, shard: Shard, crew: &Crew, replay_void: bool) -> Result<(), Failure> {
    let name = format!("shard-{}-of-{}.jsonl", shard.index(), shard.of());
    let path = place.directory.join(name);
    let mut journal = Journal::open(&path, shard).map_err(failed)?;
    let another = journal.clone();
    let open = move || Ok(Box::new(another.clone()) as Box<dyn Store>);
    let finished = at(&place.experiment, &mut journal, &open, crew, replay_void)?;
    say(format!(
        "{} in {}",
        count(finished.tally.done, "result"),
        path.display()
    ));
    ended(finished)
}

/// Runs an experiment with a store, and shows how far it is.
fn at(
    experiment: &Experiment,
    store: &mut dyn Store,
    open: &Opener<'_>,
    crew: &Crew,
    replay_void: bool,
) -> Result<Finished, Failure> {
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
    let before = store.tally().map_err(failed)?;
    let total = before.open + before.running + before.done + before.void;
    let mut done = before.done + before.void;
    begin(experiment, &before, crew);
    let mut progress = Progress::new(total, done);
    progress.done(done, &scores.line(None));
    let mut notices = Vec::new();
    let mut left = 0;
    let tally = work::run(experiment, store, open, crew, &mut |event| match event {
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
            notices.push(format!(
                "{series}: the sequential test has decided; ended early."
            ));
        }
        Event::TooLate(unit) => {
            notices.push(format!("{}: somebody else was first.", unit.id));
        }
        Event::Left(units) => {
            left = *units;
            notices.push(format!(
                "{} not done, because the file does not ask for them (any more).",
                count(left, "unit")
            ));
        }
        Event::Begun(_) | Event::Tick => progress.tick(),
    });
    progress.finish();
    notices.iter().for_each(say);
    let mut tally = tally.map_err(failed)?;
    tally.open = tally.open.saturating_sub(left);
    if tally.void > 0 {
        say(format!(
            "{} given up as void; --replay-void tries again.",
            count(tally.void, "unit")
        ));
    }
    Ok(Finished { tally })
}

fn begin(experiment: &Experiment, tally: &Tally, crew: &Crew) {
    let noun = match experiment.kind() {
        Kind::Match => "game",
        Kind::Problems => "answer",
        Kind::Measure => "measurement",
    };
    let total = tally.open + tally.running + tally.done + tally.void;
    say(format!(
        "{}: {}, {} done; {} at a time",
        experiment.title,
        count(total, noun),
        tally.done,
        crew.workers
    ));
}

/// Prints what came of it.
///
/// # Errors
/// If it cannot be read or written.
pub(super) fn finish(place: &Place, screen: &mut Screen) -> Result<(), Failure> {
    let findings = super::show::findings(place)?;
    write!(screen, "{}", report::show(&findings, super::show::width()))?;
    Ok(())
}

/// Whether all is done.
///
/// # Errors
/// If something is left.
pub(crate) fn ended(finished: Finished) -> Result<(), Failure> {
    let left = finished.tally.open + finished.tally.running;
    match left {
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
        ..args.crew.crew()?
    };
    loop {
        let mut found = false;
        for header in Postgres::experiments(url).map_err(failed)? {
            if args
                .experiment
                .as_ref()
                .is_some_and(|name| *name != header.name)
            {
                continue;
            }
            found = true;
            let bundle: Bundle = serde_json::from_str(&header.bundle).map_err(|error| {
                Failure::Failed(format!("{} cannot be unpacked: {error}", header.name))
            })?;
            let experiment = Experiment::unpack(bundle).map_err(|faults| told(&faults))?;
            if experiment.hash != header.hash {
                return Err(Failure::Failed(format!(
                    "{} means something else to this version of Tengen ({}) than to the one that \
                     began it ({}); use the same version everywhere",
                    header.name,
                    place::short(&experiment.hash),
                    place::short(&header.hash)
                )));
            }
            let mut store = address.open_to_read(&header.hash).map_err(failed)?;
            let tally = store.tally().map_err(failed)?;
            if tally.open + tally.running > 0 {
                let open = opener(&address, &header.hash);
                let finished = at(&experiment, store.as_mut(), &*open, &crew, false)?;
                if crew.halt.is_asked() {
                    return ended(finished);
                }
            }
        }
        if !found && !args.stay {
            let which = args.experiment.as_deref().unwrap_or("any kind");
            return Err(Failure::Failed(format!(
                "the server has no experiment of {which}; `tengen lab run FILE --store …` begins one"
            )));
        }
        if !args.stay {
            return Ok(());
        }
        thread::sleep(LOOK);
        if crew.halt.is_asked() {
            return Ok(());
        }
    }
}
