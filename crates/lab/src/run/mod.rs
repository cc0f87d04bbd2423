//! Running an experiment: workers that claim units, do them and hand in what came of them.
//!
//! Every worker is a thread with its own connection to the store; one more thread keeps the leases
//! alive. The store decides who does what, so that any number of processes on any number of machines
//! may run the same experiment at once, and any of them may die at any time.

mod counts;
mod estimate;
mod manifest;
mod seat;
mod standing;
mod work;
mod workers;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tengen_store::{Claim, Reception, Report, Store, StoreError, UnitCounts, WorkerName, Worth};

pub use counts::unknown_counts;
pub use estimate::estimate;
pub use manifest::{DataFile, Make, Manifest, ModelFile, Provenance};
pub use seat::check as check_player;
pub use standing::Standing;
pub use work::{Performed, perform};
pub use workers::{oversubscribed, usual_workers};

use tengen_progress::StopFlag;

use crate::experiment::{Experiment, Unit};
use crate::record::{Body, Record};
use crate::stopping::Stopping;

/// The time that a worker that finds no unit waits before it asks again.
const PAUSE: Duration = Duration::from_millis(300);
/// The number of times handing in is tried again when the store fails, and the time between.
const RETRIES: u32 = 5;
const BETWEEN: Duration = Duration::from_secs(2);

/// The workers of a run.
#[derive(Clone, Debug)]
pub struct Crew {
    /// The number of units at a time.
    pub workers: usize,
    /// The time that a unit is ours without a sign of life.
    pub lease: Duration,
    /// The flag that ends the run.
    pub halt: StopFlag,
    /// The identity of this program.
    pub provenance: Provenance,
    /// The units of the store that are done.
    pub share: Share,
}

/// The share of a store's units that is done: it may have more than a file asks for, from a time
/// when that asked for more or for other pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Those that the experiment asks for as it is here.
    Asked,
    /// All of them.
    All,
}

/// Opens another connection to the store, after it was prepared; every thread has its own.
pub type Opener<'a> = dyn Fn() -> Result<Box<dyn Store>, StoreError> + Sync + 'a;

/// Something that happened in a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// A unit was begun.
    Begun(Unit),
    /// A unit was finished, and counted or kept as void.
    Finished {
        /// The unit.
        unit: Unit,
        /// The record of it.
        record: Box<Record>,
        /// The worth: whether it counts.
        worth: Worth,
    },
    /// A unit was done, but somebody else was first.
    TooLate(Unit),
    /// A series was ended early.
    Ended {
        /// Its name.
        series: String,
    },
    /// At the end: so many units were left to whoever asked for them, or asks again.
    Left(u64),
    /// Nothing in particular; comes several times a second.
    Tick,
}

/// Runs until no unit is left, or until halted; `watch` hears what happens. The store is prepared
/// for the experiment, if it is not yet.
///
/// # Errors
/// If the store fails. What was handed in before is kept.
pub fn run(
    experiment: &Experiment,
    store: &mut dyn Store,
    open: &Opener<'_>,
    crew: &Crew,
    manifest: &Manifest,
    watch: &mut dyn FnMut(&Event),
) -> Result<UnitCounts, StoreError> {
    store.prepare(&experiment.header(), &experiment.keys())?;
    // More games may have been asked for of a series that has ended.
    for series in store.retired()? {
        store.retire(&series)?;
    }
    let (key, text) = manifest.sealed();
    store.keep_manifest(&key, &text)?;
    let planned = experiment.series().into_iter();
    let planned = planned.map(|series| series.planned).collect();
    let mut stopping = Stopping::new(experiment, store)?;
    if let Some(stopping) = &mut stopping {
        for series in stopping.end(store)? {
            watch(&Event::Ended { series });
        }
    }
    let (sender, events) = mpsc::channel();
    let floor = Floor {
        experiment,
        open,
        crew,
        planned,
        manifest,
        key: &key,
        held: Mutex::new(HashMap::new()),
        failure: Mutex::new(None),
        others: Mutex::new(HashSet::new()),
        only_others: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let hearts = scope.spawn(|| floor.keep_leases());
        let workers: Vec<_> = (0..crew.workers)
            .map(|n| {
                let (sender, floor) = (sender.clone(), &floor);
                scope.spawn(move || {
                    if let Err(error) = floor.work(n, &sender) {
                        floor.fail(error);
                    }
                })
            })
            .collect();
        drop(sender);
        listen(&events, stopping, store, watch, &floor);
        for worker in workers {
            let _ = worker.join();
        }
        floor.lock(&floor.held).insert(END, None);
        let _ = hearts.join();
    });
    if floor.only_others.load(Relaxed) {
        let others = floor.lock(&floor.others).len();
        watch(&Event::Left(others as u64));
    }
    match floor
        .failure
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
    {
        Some(error) => Err(error),
        None => store.tally(),
    }
}

/// Passes events on until all workers have left, and ends series that are decided.
fn listen(
    events: &mpsc::Receiver<Event>,
    mut stopping: Option<Stopping>,
    store: &mut dyn Store,
    watch: &mut dyn FnMut(&Event),
    floor: &Floor<'_>,
) {
    loop {
        let event = match events.recv_timeout(Duration::from_millis(200)) {
            Ok(event) => event,
            Err(mpsc::RecvTimeoutError::Timeout) => Event::Tick,
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        watch(&event);
        let Some(stopping) = &mut stopping else {
            continue;
        };
        let Event::Finished {
            unit,
            record,
            worth: Worth::Counted,
        } = &event
        else {
            continue;
        };
        let ended = stopping
            .finished(unit, record, store)
            .and_then(|()| stopping.end(store));
        match ended {
            Ok(ended) => ended
                .into_iter()
                .for_each(|series| watch(&Event::Ended { series })),
            Err(error) => floor.fail(error),
        }
    }
}

/// The state that the threads of a run share.
struct Floor<'a> {
    experiment: &'a Experiment,
    open: &'a Opener<'a>,
    crew: &'a Crew,
    /// The number of units of each series that are asked for.
    planned: Vec<u64>,
    manifest: &'a Manifest,
    key: &'a str,
    /// The claims that are worked on, by worker.
    held: Mutex<HashMap<usize, Option<(WorkerName, Claim)>>>,
    failure: Mutex<Option<StoreError>>,
    /// Units that are not ours to do.
    others: Mutex<HashSet<String>>,
    /// True if no further units are open than those.
    only_others: AtomicBool,
}

/// The place in [`Floor::held`] that says that the run is over.
const END: usize = usize::MAX;

impl Floor<'_> {
    fn lock<'m, T>(&self, mutex: &'m Mutex<T>) -> std::sync::MutexGuard<'m, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run because of an error; the first one is told.
    fn fail(&self, error: StoreError) {
        self.lock(&self.failure).get_or_insert(error);
        // Asked twice, it would drop what others have in flight and may still hand in.
        if !self.crew.halt.is_asked() {
            self.crew.halt.ask();
        }
    }

    /// Claims and does units until there are none, or the run is halted.
    fn work(&self, number: usize, sender: &mpsc::Sender<Event>) -> Result<(), StoreError> {
        let mut store = (self.open)()?;
        let name = WorkerName::new(number);
        let mut aside = Vec::new();
        let worked = self.work_on(number, &name, store.as_mut(), sender, &mut aside);
        for claim in &aside {
            store.give_back(&name, claim)?;
        }
        worked
    }

    /// The same; units that are not ours to do are put aside meanwhile.
    fn work_on(
        &self,
        number: usize,
        name: &WorkerName,
        store: &mut dyn Store,
        sender: &mpsc::Sender<Event>,
        aside: &mut Vec<Claim>,
    ) -> Result<(), StoreError> {
        while !self.crew.halt.is_asked() {
            let Some(claim) = store.claim(name, self.crew.lease)? else {
                if !aside.is_empty() {
                    self.only_others.store(true, Relaxed);
                    return Ok(());
                }
                let tally = store.tally()?;
                if tally.open == 0 && tally.running == 0 {
                    return Ok(());
                }
                thread::sleep(PAUSE);
                continue;
            };
            let Some(unit) = self.ours(&claim) else {
                self.lock(&self.others).insert(claim.unit.clone());
                aside.push(claim);
                if self.only_others.load(Relaxed) {
                    return Ok(());
                }
                continue;
            };
            let _ = sender.send(Event::Begun(unit.clone()));
            self.lock(&self.held)
                .insert(number, Some((name.clone(), claim.clone())));
            let performed = perform(
                self.experiment,
                &unit,
                &self.crew.halt,
                &self.lines(&unit, &claim),
            );
            let event = match performed {
                Some(performed) => self.hand_in(store, name, &claim, &unit, performed),
                None => store.give_back(name, &claim).map(|()| None),
            };
            self.lock(&self.held).insert(number, None);
            if let Some(event) = event? {
                let _ = sender.send(event);
            }
        }
        Ok(())
    }

    /// The unit of a claim, if it is ours to do.
    fn ours(&self, claim: &Claim) -> Option<Unit> {
        let unit = self.experiment.unit_of(&claim.unit)?;
        let asked = unit.number <= self.planned[unit.series];
        (asked || self.crew.share == Share::All).then_some(unit)
    }

    fn hand_in(
        &self,
        store: &mut dyn Store,
        name: &WorkerName,
        claim: &Claim,
        unit: &Unit,
        performed: Performed,
    ) -> Result<Option<Event>, StoreError> {
        let worth = match &performed.record.body {
            Body::Void(_) => Worth::Void {
                last: claim.attempt >= self.experiment.attempts,
            },
            _ => Worth::Counted,
        };
        let report = Report {
            worth,
            body: serde_json::json!(performed.record).to_string(),
            sgf: performed.text,
            manifest: self.key.to_owned(),
        };
        let mut tries = 0;
        let reception = loop {
            match store.finish(name, claim, &report) {
                Ok(reception) => break reception,
                Err(error) if tries == RETRIES => return Err(error),
                Err(_) => {
                    tries += 1;
                    thread::sleep(BETWEEN);
                }
            }
        };
        Ok(Some(match reception {
            Reception::Kept => Event::Finished {
                unit: unit.clone(),
                record: Box::new(performed.record),
                worth,
            },
            Reception::TooLate => Event::TooLate(unit.clone()),
        }))
    }

    /// The lines in a game's record on its origin.
    fn lines(&self, unit: &Unit, claim: &Claim) -> Vec<(&'static str, String)> {
        let experiment = self.experiment;
        let mut lines = vec![
            (
                "experiment",
                format!("{} {}", experiment.bundle.name, experiment.hash),
            ),
            ("unit", unit.id.clone()),
            ("attempt", claim.attempt.to_string()),
            ("seed", unit.seed.to_string()),
        ];
        lines.extend(self.manifest.lines(&experiment.series()[unit.series]));
        lines
    }

    /// Renews the leases three times within their length, until the run is over.
    fn keep_leases(&self) {
        let mut store = None;
        let mut last = Instant::now();
        loop {
            thread::sleep(PAUSE.min(self.crew.lease / 6));
            let held = self.lock(&self.held).clone();
            if held.contains_key(&END) {
                return;
            }
            if last.elapsed() < self.crew.lease / 3 {
                continue;
            }
            last = Instant::now();
            // A failure here is the worker's to find when it hands in; the next time may be better.
            if store.is_none() {
                store = (self.open)().ok();
            }
            if let Some(store) = &mut store {
                for (name, claim) in held.into_values().flatten() {
                    let _ = store.renew(&name, &[claim], self.crew.lease);
                }
            }
        }
    }
}
