//! Promises about reports that were made elsewhere and are put in.

use std::collections::BTreeMap;

use tengen_store::{Kept, Merged, Reception, Worth};

use super::{Backend, LONG, claim, counted, prepared, void, worker};

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

pub(super) fn inserting(backend: &dyn Backend) {
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

pub(super) fn inserting_while_running(backend: &dyn Backend) {
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
