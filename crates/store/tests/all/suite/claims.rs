//! Promises about claims: units are handed out in order, once, for the length of a lease.

use std::collections::HashSet;
use std::sync::Mutex;

use tengen_store::Reception;

use super::{
    Backend, LONG, SHORT, claim, counted, header, prepared, units,
    wait_for_the_end_of_a_short_lease, worker,
};

pub(super) fn order(backend: &dyn Backend) {
    let mut store = prepared(backend, 4);
    let claimed: Vec<_> = (0..4).map(|_| claim(&mut *store, 0)).collect();
    let ids: Vec<_> = claimed.iter().map(|claim| claim.unit.as_str()).collect();
    assert_eq!(ids, ["a/1", "b/1", "a/2", "b/2"]);
    assert!(claimed.iter().all(|claim| claim.attempt == 1));
    assert_eq!(store.claim(&worker(0), LONG).unwrap(), None);
    assert_eq!(store.tally().unwrap().running, 4);
}

pub(super) fn no_unit_twice(backend: &dyn Backend) {
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

pub(super) fn lease_expiry(backend: &dyn Backend) {
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

pub(super) fn renewing(backend: &dyn Backend) {
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

pub(super) fn giving_back(backend: &dyn Backend) {
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

pub(super) fn retiring(backend: &dyn Backend) {
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
