//! Promises about reports: the first result counts, void attempts are kept, texts come back as they were.

use tengen_store::{Claim, Reception, Report, Worth};

use super::{
    Backend, LONG, SHORT, claim, counted, prepared, void, wait_for_the_end_of_a_short_lease, worker,
};

pub(super) fn first_wins(backend: &dyn Backend) {
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

pub(super) fn lost_but_first(backend: &dyn Backend) {
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

pub(super) fn repeating(backend: &dyn Backend) {
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

pub(super) fn void_attempts(backend: &dyn Backend) {
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

pub(super) fn late_void(backend: &dyn Backend) {
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

pub(super) fn manifests(backend: &dyn Backend) {
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

pub(super) fn order_of_results(backend: &dyn Backend) {
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

pub(super) fn odd_texts(backend: &dyn Backend) {
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
