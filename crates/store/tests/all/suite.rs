//! Promises of every store, tested on whichever there is.
//!
//! A new store is read against all of them.

mod claims;
mod experiments;
mod inserting;
mod reports;

use std::time::Duration;

use tengen_store::{Claim, Header, Report, Store, UnitKey, WorkerName, Worth};

/// A kind of store with room for one, empty at first.
pub(crate) trait Backend: Sync {
    /// Opens the store there, once more each time.
    fn open(&self) -> Box<dyn Store>;

    /// True if the store refuses a second experiment.
    fn is_of_one(&self) -> bool;
}

/// A promise, with its name.
pub(crate) type Promise = (&'static str, fn(&dyn Backend));

/// All promises.
pub(crate) const PROMISES: &[Promise] = &[
    ("registering", experiments::registering),
    ("extending", experiments::extending),
    ("another experiment", experiments::another_experiment),
    ("nothing prepared", experiments::nothing_prepared),
    ("order", claims::order),
    ("no unit twice", claims::no_unit_twice),
    ("lease expiry", claims::lease_expiry),
    ("renewing", claims::renewing),
    ("first wins", reports::first_wins),
    ("lost but first", reports::lost_but_first),
    ("repeating", reports::repeating),
    ("void attempts", reports::void_attempts),
    ("late void", reports::late_void),
    ("giving back", claims::giving_back),
    ("retiring", claims::retiring),
    ("manifests", reports::manifests),
    ("order of results", reports::order_of_results),
    ("odd texts", reports::odd_texts),
    ("inserting", inserting::inserting),
    (
        "inserting while somebody works",
        inserting::inserting_while_running,
    ),
];

/// A lease that does not end within a test.
pub(crate) const LONG: Duration = Duration::from_secs(600);
/// A lease that does.
pub(crate) const SHORT: Duration = Duration::from_millis(100);

pub(crate) fn header() -> Header {
    Header {
        hash: "0123456789abcdef".to_owned(),
        name: "example".to_owned(),
        bundle: "{}".to_owned(),
    }
}

/// So many units, alternating between the series `a` and `b`.
pub(crate) fn units(number: u64) -> Vec<UnitKey> {
    let series = |place| if place % 2 == 0 { "a" } else { "b" };
    (0..number)
        .map(|place| UnitKey {
            id: format!("{}/{}", series(place), place / 2 + 1),
            series: series(place).to_owned(),
            place,
        })
        .collect()
}

pub(crate) fn worker(thread: usize) -> WorkerName {
    WorkerName::new(thread)
}

pub(crate) fn report(worth: Worth, body: &str) -> Report {
    Report {
        worth,
        body: format!("{{\"body\": \"{body}\"}}"),
        sgf: Some(format!("(;C[{body}])")),
        manifest: "key".to_owned(),
    }
}

fn counted(body: &str) -> Report {
    report(Worth::Counted, body)
}

fn void(last: bool) -> Report {
    report(Worth::Void { last }, "void")
}

fn prepared(backend: &dyn Backend, number: u64) -> Box<dyn Store> {
    let mut store = backend.open();
    store.prepare(&header(), &units(number)).unwrap();
    store
}

fn claim(store: &mut dyn Store, thread: usize) -> Claim {
    store.claim(&worker(thread), LONG).unwrap().unwrap()
}

fn wait_for_the_end_of_a_short_lease() {
    std::thread::sleep(SHORT + Duration::from_millis(50));
}
