//! The experiments that are compiled in.

use tengen_go_lab::GO;
use tengen_lab::reproduce::{find, names};

#[test]
fn every_experiment_is_right_and_has_claims() {
    for name in names() {
        let experiment = find(name, GO).unwrap().unwrap();
        assert!(!experiment.claims.is_empty(), "{name}");
        assert!(experiment.paper.is_some(), "{name}");
        assert!(!experiment.about.is_empty(), "{name}");
    }
    assert!(find("no such", GO).is_none());
}

#[test]
fn a_unit_needs_the_threads_of_its_busiest_player() {
    let threads = |name| find(name, GO).unwrap().unwrap().threads();
    assert_eq!(threads("tabu-map-threads"), 2);
    assert_eq!(threads("tabu-map"), 1);
    assert_eq!(threads("gnugo-9"), 1);
}
