//! The papers' experiments.

use rustix::process::Signal;

use crate::binary::{Folder, assert_has, run};
use crate::lab::trial::{Process, assert_no_panic};

#[test]
fn they_are_listed() {
    let (code, out, err) = run(&["reproduce"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "tabu-table-2",
        "tabu-figure-5",
        "rave-uct",
        "round-robin",
        "prior-uses",
        "quick 20, night 200",
    ] {
        assert_has(&out, part);
    }
}

/// The bound that table 4 stands beside is the formula's.
#[test]
fn the_bounds_of_table_4_are_those_of_the_formula() {
    for name in ["table-4", "table-4-cascade", "table-4-exclude"] {
        let text = std::fs::read_to_string(format!("experiments/tabu/{name}.toml")).unwrap();
        let bounds = text
            .lines()
            .filter_map(|line| line.strip_prefix("below = ")?.parse::<f64>().ok());
        let bounds: Vec<f64> = bounds.collect();
        assert_eq!(bounds.len(), 15, "{name}");
        for (bound, length) in bounds.into_iter().zip(1..) {
            let a_playout = tengen_playout::tabu::bound(19, length, 5).unwrap();
            assert!((bound - 8000.0 * a_playout).abs() < 0.06, "{name} {length}");
            assert_has(
                &text,
                &format!("T(19, {length}, 5) = {a_playout:.3} a playout"),
            );
        }
    }
}

#[test]
fn an_unknown_one_is_answered_with_the_nearest() {
    let (code, out, err) = run(&["reproduce", "rave-utc"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_has(
        &err,
        "there is no experiment \"rave-utc\" (did you mean rave-uct?)",
    );
    assert_eq!(run(&["reproduce", "rave-uct", "--games", "0"]).0, 2);
    let (code, _, _) = run(&["reproduce", "rave-uct", "--games", "2", "--scale", "night"]);
    assert_eq!(code, 2);
}

#[test]
fn nothing_is_shown_of_what_was_not_run() {
    let folder = Folder::new("lab-unreproduced");
    let dir = folder.0.to_str().unwrap();
    let (code, out, err) = run(&["reproduce", "rave-uct", "--dir", dir, "--show"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "results.sqlite");
    assert_no_panic(&err);
}

#[test]
fn a_stopped_one_says_so() {
    let folder = Folder::new("lab-unfinished");
    let dir = folder.0.to_str().unwrap();
    let args = ["reproduce", "rave-uct", "--dir", dir, "--games", "2000"];
    let process = Process::start(&folder, "run", &args);
    process.wait_to_say("at a time");
    process.signal(Signal::INT);
    process.wait_to_say("Stopping after");
    process.signal(Signal::INT);
    assert_eq!(process.wait().code(), Some(1));
    let said = std::fs::read_to_string(folder.0.join("run.err")).unwrap();
    assert_has(&said, "units left; the same command goes on");
    assert!(folder.0.join("rave-uct/summary.json").exists());
}

#[test]
fn one_is_run_and_judged() {
    let folder = Folder::new("lab-reproduced");
    let dir = folder.0.to_str().unwrap();
    let args = ["reproduce", "rave-uct", "--dir", dir];
    let (code, out, err) = run(&[&args[..], &["--games", "2"]].concat());
    assert_eq!(code, 0, "{err}");
    let claim = "RAVE wins more than half of the games";
    assert_has(&out, claim);
    assert_has(&out, "undecided");
    let before = std::fs::read(folder.0.join("rave-uct/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_slice(&before).unwrap();
    assert_has(&summary["claims"].to_string(), claim);
    let report = std::fs::read_to_string(folder.0.join("rave-uct/report.md")).unwrap();
    assert_has(&report, claim);
    assert_has(&report, "percentage points is excluded");
    let (code, out, _) = run(&["reproduce", "rave-uct", "--dir", dir, "--show"]);
    assert_eq!(code, 0);
    assert_has(&out, claim);
    assert_has(&out, "2 of 2 games count");
    let after = std::fs::read(folder.0.join("rave-uct/summary.json")).unwrap();
    assert_eq!(before, after, "showing changes nothing");
    assert!(folder.0.join("rave-uct/manifest.json").exists());
}
