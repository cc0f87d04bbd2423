//! Promises about experiments: registered, extended, kept apart.

use tengen_store::{Header, StoreError, UnitCounts};

use super::{Backend, LONG, claim, counted, header, prepared, units, worker};

pub(super) fn registering(backend: &dyn Backend) {
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

pub(super) fn extending(backend: &dyn Backend) {
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

pub(super) fn another_experiment(backend: &dyn Backend) {
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

pub(super) fn nothing_prepared(backend: &dyn Backend) {
    let mut store = backend.open();
    let error = store.claim(&worker(0), LONG).unwrap_err().to_string();
    assert!(error.contains("No experiment has been started"), "{error}");
    assert!(store.results().is_err());
}
