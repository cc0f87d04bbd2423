//! Promises of every store, tested on whichever there is.
//!
//! One file, long as it is: it is one flat list of promises, and a new store is read against all of it.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::time::Duration;

use tengen_store::{
    Claim, Header, Kept, Merged, Reception, Report, Store, StoreError, UnitCounts, UnitKey,
    WorkerName, Worth,
};

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
    ("registering", registering),
    ("extending", extending),
    ("another experiment", another_experiment),
    ("nothing prepared", nothing_prepared),
    ("order", order),
    ("no unit twice", no_unit_twice),
    ("lease expiry", lease_expiry),
    ("renewing", renewing),
    ("first wins", first_wins),
    ("lost but first", lost_but_first),
    ("repeating", repeating),
    ("void attempts", void_attempts),
    ("late void", late_void),
    ("giving back", giving_back),
    ("retiring", retiring),
    ("manifests", manifests),
    ("order of results", order_of_results),
    ("odd texts", odd_texts),
    ("inserting", inserting),
    ("inserting while somebody works", inserting_while_running),
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

fn registering(backend: &dyn Backend) {
    assert_eq!(backend.open().header().unwrap(), None);
    let mut store = prepared(backend, 5);
    assert_eq!(store.header().unwrap(), Some(header()));
    let open = UnitCounts {
        open: 5,
        ..UnitCounts::default()
    };
    assert_eq!(store.tally().unwrap(), open);
    store.prepare(&header(), &units(5)).unwrap();
    assert_eq!(store.tally().unwrap(), open);
    let mut other = prepared(backend, 5);
    assert_eq!(other.tally().unwrap(), open);
}

fn extending(backend: &dyn Backend) {
    let mut store = prepared(backend, 2);
    let first = claim(&mut *store, 0);
    store.finish(&worker(0), &first, &counted("x")).unwrap();
    let longer = Header {
        bundle: "{\"units\": 6}".to_owned(),
        ..header()
    };
    // The places of the old units change, too.
    let mut six = units(6);
    for unit in &mut six {
        unit.place = 5 - unit.place;
    }
    store.prepare(&longer, &six).unwrap();
    let tally = store.tally().unwrap();
    assert_eq!((tally.open, tally.done), (5, 1));
    assert_eq!(store.header().unwrap(), Some(longer.clone()));
    // Whoever knows fewer takes nothing away.
    store.prepare(&header(), &units(2)).unwrap();
    assert_eq!(store.header().unwrap(), Some(longer));
    assert_eq!(store.tally().unwrap(), tally);
    assert_eq!(claim(&mut *store, 0).unit, "b/3");
}

fn another_experiment(backend: &dyn Backend) {
    let mut store = prepared(backend, 3);
    let first = claim(&mut *store, 0);
    store.finish(&worker(0), &first, &counted("x")).unwrap();
    let other = Header {
        hash: "fedcba".to_owned(),
        ..header()
    };
    if backend.is_of_one() {
        let error = store.prepare(&other, &units(3)).unwrap_err();
        assert!(matches!(error, StoreError::OtherExperiment(_)), "{error}");
        assert!(error.to_string().contains("\"example\""), "{error}");
    } else {
        store.prepare(&other, &units(3)).unwrap();
        assert_eq!(store.tally().unwrap().open, 3);
        assert_eq!(store.results().unwrap(), []);
        store.prepare(&header(), &units(3)).unwrap();
    }
    assert_eq!(store.results().unwrap().len(), 1);
}

fn nothing_prepared(backend: &dyn Backend) {
    let mut store = backend.open();
    let error = store.claim(&worker(0), LONG).unwrap_err().to_string();
    assert!(error.contains("No experiment has been started"), "{error}");
    assert!(store.results().is_err());
}

fn order(backend: &dyn Backend) {
    let mut store = prepared(backend, 4);
    let claimed: Vec<_> = (0..4).map(|_| claim(&mut *store, 0)).collect();
    let ids: Vec<_> = claimed.iter().map(|claim| claim.unit.as_str()).collect();
    assert_eq!(ids, ["a/1", "b/1", "a/2", "b/2"]);
    assert!(claimed.iter().all(|claim| claim.attempt == 1));
    assert_eq!(store.claim(&worker(0), LONG).unwrap(), None);
    assert_eq!(store.tally().unwrap().running, 4);
}

fn no_unit_twice(backend: &dyn Backend) {
    const NUMBER: u64 = 60;
    drop(prepared(backend, NUMBER));
    let finished = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let finished = &finished;
            scope.spawn(move || {
                let mut store = prepared(backend, NUMBER);
                let worker = worker(thread);
                while let Some(claim) = store.claim(&worker, LONG).unwrap() {
                    let report = counted(&claim.unit);
                    let reception = store.finish(&worker, &claim, &report).unwrap();
                    assert_eq!(reception, Reception::Kept);
                    finished.lock().unwrap().push(claim.unit);
                }
            });
        }
    });
    let finished = finished.into_inner().unwrap();
    let distinct: HashSet<_> = finished.iter().collect();
    assert_eq!((finished.len(), distinct.len()), (60, 60));
    let mut store = backend.open();
    store.prepare(&header(), &units(NUMBER)).unwrap();
    let results = store.results().unwrap();
    assert_eq!(results.len(), 60);
    for result in results {
        assert_eq!(result.body, counted(&result.unit).body);
    }
}

fn lease_expiry(backend: &dyn Backend) {
    let mut store = prepared(backend, 1);
    let first = store.claim(&worker(0), SHORT).unwrap().unwrap();
    wait_for_the_end_of_a_short_lease();
    assert_eq!(store.tally().unwrap().open, 1);
    let second = store.claim(&worker(1), LONG).unwrap().unwrap();
    assert_eq!(second.unit, first.unit);
    assert_eq!(second.attempt, 1, "nothing came of the first attempt");
    assert_ne!(second.token, first.token);
    assert_eq!(store.claim(&worker(2), LONG).unwrap(), None);
}

fn renewing(backend: &dyn Backend) {
    let mut store = prepared(backend, 2);
    let lost = store.claim(&worker(0), SHORT).unwrap().unwrap();
    let kept = store.claim(&worker(0), SHORT).unwrap().unwrap();
    let both = [lost.clone(), kept.clone()];
    assert_eq!(store.renew(&worker(0), &both, SHORT).unwrap(), both);
    // Somebody else cannot renew what is not his.
    assert_eq!(store.renew(&worker(1), &both, LONG).unwrap(), []);
    wait_for_the_end_of_a_short_lease();
    let taken = claim(&mut *store, 1);
    assert_eq!(taken.unit, lost.unit);
    assert_eq!(store.renew(&worker(0), &both, LONG).unwrap(), [kept]);
    assert_eq!(store.claim(&worker(1), LONG).unwrap(), None);
    assert_eq!(store.renew(&worker(1), &[], LONG).unwrap(), []);
}

fn first_wins(backend: &dyn Backend) {
    let mut store = prepared(backend, 1);
    let frozen = store.claim(&worker(0), SHORT).unwrap().unwrap();
    wait_for_the_end_of_a_short_lease();
    let second = claim(&mut *store, 1);
    let reception = store.finish(&worker(1), &second, &counted("second"));
    assert_eq!(reception.unwrap(), Reception::Kept);
    for late in [counted("frozen"), void(true), void(false)] {
        let reception = store.finish(&worker(0), &frozen, &late).unwrap();
        assert_eq!(reception, Reception::TooLate);
    }
    let results = store.results().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].body, counted("second").body);
    assert_eq!(results[0].worker, worker(1).0);
    assert_eq!(store.voids().unwrap(), []);
    assert_eq!(store.tally().unwrap().done, 1);
}

fn lost_but_first(backend: &dyn Backend) {
    let mut store = prepared(backend, 1);
    let frozen = store.claim(&worker(0), SHORT).unwrap().unwrap();
    wait_for_the_end_of_a_short_lease();
    let second = claim(&mut *store, 1);
    let reception = store.finish(&worker(0), &frozen, &counted("frozen"));
    assert_eq!(reception.unwrap(), Reception::Kept);
    let second_held = store.renew(&worker(1), std::slice::from_ref(&second), LONG);
    assert_eq!(second_held.unwrap(), []);
    let reception = store.finish(&worker(1), &second, &counted("second"));
    assert_eq!(reception.unwrap(), Reception::TooLate);
    assert_eq!(store.results().unwrap()[0].body, counted("frozen").body);
}

fn repeating(backend: &dyn Backend) {
    let mut store = prepared(backend, 2);
    let first = claim(&mut *store, 0);
    for _ in 0..3 {
        let reception = store.finish(&worker(0), &first, &counted("x")).unwrap();
        assert_eq!(reception, Reception::Kept);
        // Also by another connection.
        let mut other = prepared(backend, 2);
        let reception = other.finish(&worker(0), &first, &counted("x")).unwrap();
        assert_eq!(reception, Reception::Kept);
    }
    let second = claim(&mut *store, 0);
    for _ in 0..3 {
        let reception = store.finish(&worker(0), &second, &void(false)).unwrap();
        assert_eq!(reception, Reception::Kept);
    }
    assert_eq!(store.results().unwrap().len(), 1);
    assert_eq!(store.voids().unwrap().len(), 1);
    assert_eq!(claim(&mut *store, 0).attempt, 2);
    let unknown = Claim {
        unit: "c/1".to_owned(),
        ..first
    };
    let error = store
        .finish(&worker(0), &unknown, &counted("x"))
        .unwrap_err();
    assert!(error.to_string().contains("no unit \"c/1\""), "{error}");
}

fn void_attempts(backend: &dyn Backend) {
    let mut store = prepared(backend, 2);
    for attempt in 1..=3 {
        let claim = claim(&mut *store, 0);
        assert_eq!((claim.unit.as_str(), claim.attempt), ("a/1", attempt));
        let reception = store.finish(&worker(0), &claim, &void(attempt == 3));
        assert_eq!(reception.unwrap(), Reception::Kept);
    }
    let other = claim(&mut *store, 0);
    assert_eq!(other.unit, "b/1");
    let tally = store.tally().unwrap();
    assert_eq!((tally.void, tally.running, tally.open), (1, 1, 0));
    assert_eq!(store.reopen_void().unwrap(), 1);
    assert_eq!(store.reopen_void().unwrap(), 0);
    let again = claim(&mut *store, 0);
    assert_eq!((again.unit.as_str(), again.attempt), ("a/1", 4));
    store.finish(&worker(0), &again, &counted("x")).unwrap();
    let voids = store.voids().unwrap();
    let attempts: Vec<_> = voids
        .iter()
        .map(|void| (void.attempt, void.worth))
        .collect();
    let worth = |last| Worth::Void { last };
    assert_eq!(
        attempts,
        [(1, worth(false)), (2, worth(false)), (3, worth(true))]
    );
    assert_eq!(store.results().unwrap()[0].attempt, 4);
}

fn late_void(backend: &dyn Backend) {
    let mut store = prepared(backend, 1);
    let frozen = store.claim(&worker(0), SHORT).unwrap().unwrap();
    wait_for_the_end_of_a_short_lease();
    let second = claim(&mut *store, 1);
    // It must not end what somebody else works on, nor use up an attempt.
    let reception = store.finish(&worker(0), &frozen, &void(true)).unwrap();
    assert_eq!(reception, Reception::TooLate);
    assert_eq!(store.voids().unwrap(), []);
    assert_eq!(store.tally().unwrap().running, 1);
    store.finish(&worker(1), &second, &void(false)).unwrap();
    assert_eq!(claim(&mut *store, 0).attempt, 2);
}

fn giving_back(backend: &dyn Backend) {
    let mut store = prepared(backend, 1);
    let first = claim(&mut *store, 0);
    store.give_back(&worker(1), &first).unwrap();
    assert_eq!(store.claim(&worker(1), LONG).unwrap(), None);
    store.give_back(&worker(0), &first).unwrap();
    let second = claim(&mut *store, 1);
    assert_eq!((&second.unit, second.attempt), (&first.unit, 1));
    // What is not held any more cannot be given back.
    store.give_back(&worker(0), &first).unwrap();
    assert_eq!(store.claim(&worker(2), LONG).unwrap(), None);
}

fn retiring(backend: &dyn Backend) {
    let mut store = prepared(backend, 8);
    let done = claim(&mut *store, 0);
    store.finish(&worker(0), &done, &counted("x")).unwrap();
    let other = claim(&mut *store, 0);
    let running = claim(&mut *store, 0);
    let given_back = {
        store.give_back(&worker(0), &other).unwrap();
        other
    };
    store.retire("a").unwrap();
    let tally = store.tally().unwrap();
    let counts = (tally.open, tally.running, tally.done, tally.retired);
    assert_eq!(counts, (4, 1, 1, 2));
    let mut rest = Vec::new();
    while let Some(claim) = store.claim(&worker(1), LONG).unwrap() {
        rest.push(claim.unit);
    }
    assert_eq!(rest, [given_back.unit.as_str(), "b/2", "b/3", "b/4"]);
    let reception = store.finish(&worker(0), &running, &counted("y")).unwrap();
    assert_eq!(reception, Reception::Kept, "it was under way");
    assert_eq!(store.results().unwrap().len(), 2);
    store.prepare(&header(), &units(8)).unwrap();
    assert_eq!(store.tally().unwrap().retired, 2);
    store.retire("nothing").unwrap();
}

fn manifests(backend: &dyn Backend) {
    let mut store = prepared(backend, 1);
    assert_eq!(store.manifests().unwrap(), []);
    for (key, manifest) in [("b", "second"), ("a", "first"), ("b", "another")] {
        store.keep_manifest(key, manifest).unwrap();
    }
    let kept = |key: &str, manifest: &str| (key.to_owned(), manifest.to_owned());
    assert_eq!(
        store.manifests().unwrap(),
        [kept("a", "first"), kept("b", "second")]
    );
}

fn order_of_results(backend: &dyn Backend) {
    let mut store = prepared(backend, 5);
    let mut claims: Vec<_> = (0..5).map(|_| claim(&mut *store, 0)).collect();
    claims.rotate_left(2);
    for claim in claims.iter().rev() {
        store.finish(&worker(0), claim, &counted("x")).unwrap();
    }
    let results = store.results().unwrap();
    let ids: Vec<_> = results.iter().map(|kept| kept.unit.as_str()).collect();
    assert_eq!(ids, ["a/1", "b/1", "a/2", "b/2", "a/3"]);
    let first = &results[0];
    assert_eq!((first.series.as_str(), first.attempt), ("a", 1));
    assert_eq!(first.worth, Worth::Counted);
    assert_eq!(first.sgf, counted("x").sgf);
    assert_eq!(first.manifest, "key");
    assert_eq!(first.worker, worker(0).0);
    assert!(first.at > 1_700_000_000);
}

fn odd_texts(backend: &dyn Backend) {
    let mut store = prepared(backend, 2);
    let first = claim(&mut *store, 0);
    let odd = Report {
        body: "{\"b\": 1.50,  \"a\": \"\\u0000 \\\"'; 囲碁\"}".to_owned(),
        sgf: Some("(;C[' \" \n 囲碁])".to_owned()),
        ..counted("x")
    };
    store.finish(&worker(0), &first, &odd).unwrap();
    let results = store.results().unwrap();
    assert_eq!(results[0].body, odd.body, "letter for letter");
    assert_eq!(results[0].sgf, odd.sgf);
    let second = claim(&mut *store, 0);
    let zero = Report {
        sgf: Some("(;C[\0])".to_owned()),
        ..counted("x")
    };
    store.finish(&worker(0), &second, &zero).unwrap();
    let wrong = Report {
        body: "{".to_owned(),
        ..counted("x")
    };
    let error = store.finish(&worker(0), &second, &wrong).unwrap_err();
    assert!(error.to_string().contains("is not JSON"), "{error}");
}

fn elsewhere(unit: &str, attempt: u32, worth: Worth, body: &str) -> Kept {
    Kept {
        unit: unit.to_owned(),
        series: unit.chars().take(1).collect(),
        attempt,
        worth,
        body: format!("\"{body}\""),
        sgf: None,
        manifest: "key".to_owned(),
        worker: "elsewhere:1:2:3".to_owned(),
        at: 1_800_000_000,
    }
}

fn inserting(backend: &dyn Backend) {
    let mut store = prepared(backend, 4);
    let first = claim(&mut *store, 0);
    store.finish(&worker(0), &first, &counted("mine")).unwrap();
    let second = claim(&mut *store, 0);
    store.finish(&worker(0), &second, &void(false)).unwrap();
    let last = Worth::Void { last: true };
    let reports = [
        elsewhere("a/1", 1, Worth::Counted, "too late"),
        elsewhere("b/1", 1, Worth::Void { last: false }, "another void"),
        elsewhere("b/1", 2, Worth::Counted, "theirs"),
        elsewhere("a/2", 1, last, "gave up"),
    ];
    let merged = |results, voids, duplicates| Merged {
        results,
        voids,
        duplicates,
    };
    assert_eq!(store.insert(&reports).unwrap(), merged(1, 2, 1));
    let state = (store.results().unwrap(), store.voids().unwrap());
    let bodies: Vec<_> = state.0.iter().map(|kept| kept.body.as_str()).collect();
    assert_eq!(bodies, [counted("mine").body.as_str(), "\"theirs\""]);
    let attempts: Vec<_> = state
        .1
        .iter()
        .map(|v| (v.unit.as_str(), v.attempt))
        .collect();
    assert_eq!(attempts, [("b/1", 1), ("b/1", 2), ("a/2", 1)]);
    let tally = store.tally().unwrap();
    assert_eq!((tally.open, tally.done, tally.void), (1, 2, 1));
    // Once more: nothing changes, also if units were opened again meanwhile.
    store.reopen_void().unwrap();
    assert_eq!(store.insert(&reports).unwrap(), merged(0, 0, 4));
    assert_eq!((store.results().unwrap(), store.voids().unwrap()), state);
    assert_eq!(store.tally().unwrap().open, 2);
    // All or none.
    let reports = [
        elsewhere("b/2", 1, Worth::Counted, "fine"),
        elsewhere("c/1", 1, Worth::Counted, "unknown"),
    ];
    let error = store.insert(&reports).unwrap_err();
    assert!(error.to_string().contains("no unit \"c/1\""), "{error}");
    assert_eq!((store.results().unwrap(), store.voids().unwrap()), state);
}

fn inserting_while_running(backend: &dyn Backend) {
    let mut store = prepared(backend, 2);
    let first = claim(&mut *store, 0);
    let second = claim(&mut *store, 0);
    let last = Worth::Void { last: true };
    let reports = [
        elsewhere("a/1", 1, Worth::Counted, "theirs"),
        elsewhere("b/1", 1, last, "theirs"),
    ];
    store.insert(&reports).unwrap();
    let reception = store.finish(&worker(0), &first, &counted("late")).unwrap();
    assert_eq!(reception, Reception::TooLate);
    // Who works on the other is not disturbed, and both void attempts are on record.
    let held = store.renew(&worker(0), std::slice::from_ref(&second), LONG);
    assert_eq!(held.unwrap(), std::slice::from_ref(&second));
    for _ in 0..2 {
        let reception = store.finish(&worker(0), &second, &void(false)).unwrap();
        assert_eq!(reception, Reception::Kept);
    }
    let by_attempt: BTreeMap<_, _> = store
        .voids()
        .unwrap()
        .into_iter()
        .map(|void| (void.attempt, void.worker))
        .collect();
    let expected = [(1, "elsewhere:1:2:3".to_owned()), (2, worker(0).0)];
    assert_eq!(by_attempt, expected.into());
    assert_eq!(claim(&mut *store, 0).attempt, 3);
}
