//! The experiments that are compiled in.

use std::path::Path;

use tengen_go_lab::GO;
use tengen_lab::reproduce::{Overview, Summary, catalogue, find, names};

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

/// What files say a unit takes is about what it took.
#[test]
fn the_seconds_of_files_are_those_of_the_results() {
    let results = Path::new("../../experiments/results");
    let mut compared = 0;
    for (group, name) in catalogue() {
        let experiment = find(name, GO).unwrap().unwrap();
        let summary = Summary::read(&results.join(name)).unwrap();
        let seconds = |summary| Overview::new(group, &experiment, summary, 1).paper.seconds;
        let said = seconds(None).unwrap();
        if let Some(summary @ Summary::Findings(..)) = &summary {
            let ratio = said / seconds(Some(summary)).unwrap();
            assert!((0.5..2.0).contains(&ratio), "{name}: {ratio}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn a_unit_needs_the_threads_of_its_busiest_player() {
    let threads = |name| find(name, GO).unwrap().unwrap().threads();
    assert_eq!(threads("tabu-map-threads"), 2);
    assert_eq!(threads("tabu-map"), 1);
    assert_eq!(threads("gnugo-9"), 1);
}
