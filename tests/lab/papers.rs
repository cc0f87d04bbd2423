//! The papers' experiments.

use crate::binary::{Folder, assert_has, run};
use crate::trial::assert_no_panic;

#[test]
fn they_are_listed() {
    let (code, out, err) = run(&["reproduce"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "tabu-table-2",
        "rave-uct",
        "round-robin",
        "quick 20, night 200",
    ] {
        assert_has(&out, part);
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
fn one_is_run_and_judged() {
    let folder = Folder::new("lab-reproduced");
    let dir = folder.0.to_str().unwrap();
    let args = ["reproduce", "rave-uct", "--dir", dir];
    let (code, out, err) = run(&[&args[..], &["--games", "2"]].concat());
    assert_eq!(code, 0, "{err}");
    let claim = "RAVE wins more than half of the games";
    assert_has(&out, claim);
    assert_has(&out, "not enough results");
    let summary = std::fs::read(folder.0.join("rave-uct/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_slice(&summary).unwrap();
    assert_has(&summary["claims"].to_string(), claim);
    let report = std::fs::read_to_string(folder.0.join("rave-uct/report.md")).unwrap();
    assert_has(&report, claim);
    let (code, out, _) = run(&[&args[..], &["--show"]].concat());
    assert_eq!(code, 0);
    assert_has(&out, claim);
    assert_has(&out, "of 20 are still to come");
}
