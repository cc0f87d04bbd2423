//! The papers' experiments.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;

use rustix::process::Signal;
use serde_json::Value;

use crate::binary::{Folder, assert_has, run};
use crate::lab::trial::{Process, assert_no_panic};

#[test]
fn they_are_listed_in_groups_a_row_each() {
    let (code, out, err) = run(&["reproduce"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    let at = |start: &str| {
        lines
            .iter()
            .position(|line| line.starts_with(start))
            .unwrap()
    };
    let (tabu, ours) = (at("Tabu lists in"), at("Our own players"));
    assert!(tabu < at("  tabu-figure-5 ") && at("  tabu-figure-5 ") < at("The playout history"));
    assert!(ours < at("  rave-uct "));
    let row = lines[at("  tabu-table-2-strong-level-1 ")];
    for part in [
        " min ",
        " gnugo ",
        " 4? ",
        " 177 ",
        "the strong base; level 1",
    ] {
        assert_has(row, part);
    }
    assert_has(lines[at("  rave-uct ")], "1+ ");
    assert!(lines[at("  broad-patterns ")].contains("--data"));
}

/// Every key that `docs/json.md` names in the section of this title, in the order of the page.
fn documented(title: &str) -> BTreeSet<String> {
    let page = std::fs::read_to_string("docs/json.md").unwrap();
    let (_, section) = page.split_once(&format!("## {title}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let cells = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('|'));
    let names = cells.flat_map(|(cell, _)| cell.split(','));
    names
        .map(|name| name.trim().trim_matches('`').to_owned())
        .collect()
}

fn keys(object: &Value) -> BTreeSet<String> {
    object.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_list_is_read_by_programs() {
    let (code, out, err) = run(&["reproduce", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let row = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap();
    let known = documented("`tengen reproduce --json`");
    let mut all = BTreeSet::new();
    for row in &rows {
        all.extend(keys(row));
        all.extend(
            ["quick", "night", "paper"]
                .iter()
                .flat_map(|&scale| keys(&row[scale])),
        );
        all.extend(
            row["results"]
                .as_object()
                .iter()
                .flat_map(|object| object.keys().cloned()),
        );
        for scale in ["quick", "night", "paper"] {
            let seconds = row[scale]["seconds"].as_f64();
            assert!(seconds.is_some_and(|seconds| seconds > 0.0), "{row}");
        }
    }
    assert_eq!(all, known);
    let rave = row("rave-uct");
    assert_eq!(rave["results"]["holds"], 1);
    assert_eq!(
        (&rave["results"]["units"], &rave["quick"]["units"]),
        (&200.into(), &20.into())
    );
    assert_eq!(rave["measured"], true);
    // Ten times as many games take ten times as long.
    let seconds = |scale: &str| rave[scale]["seconds"].as_f64().unwrap();
    assert!((seconds("night") / seconds("quick") - 10.0).abs() < 1e-9);
    assert_eq!(row("gnugo-9")["needs"], serde_json::json!(["gnugo"]));
    assert_eq!(row("cygo-lambda")["measured"], false);
    assert_eq!(row("cygo-lambda")["results"], Value::Null);
}

#[test]
fn results_that_come_with_the_source_are_shown() {
    // Without the stores that somebody may have beside them.
    let folder = Folder::new("lab-committed");
    let dir = folder.0.to_str().unwrap();
    let results = std::fs::canonicalize("experiments/results").unwrap();
    for name in tengen_lab::reproduce::names() {
        let there = results.join(name).exists();
        if there {
            symlink(results.join(name), folder.0.join(name)).unwrap();
        }
        let (code, out, err) = run(&["reproduce", name, "--dir", dir, "--show"]);
        if there {
            assert_eq!(code, 0, "{name}: {err}");
            assert_has(&err, &format!("From {dir}/{name}/"));
            assert_has(&out, "count");
        } else {
            assert_eq!((code, out.as_str()), (1, ""), "{name}");
            assert_has(&err, &format!("{name} has no results in {dir}"));
        }
    }
    let show = |name| run(&["reproduce", name, "--dir", dir, "--show", "--json"]);
    let (code, out, _) = show("rave-uct");
    assert_eq!(code, 0);
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["from"], format!("{dir}/rave-uct/summary.json"));
    assert_eq!(
        keys(&object),
        documented("`tengen lab show --json` and `tengen reproduce ID --show --json`")
    );
    let summary = std::fs::read_to_string(results.join("rave-uct/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    for part in ["/body/match/pairings/0/total", "/claims", "/units"] {
        assert_eq!(object.pointer(part), summary.pointer(part), "{part}");
    }
    let (code, _, err) = show("difference-games-generated");
    assert_eq!(code, 1);
    assert_has(&err, "a report alone");
    assert_eq!(run(&["reproduce", "rave-uct", "--json"]).0, 2);
    assert_eq!(run(&["reproduce", "--show"]).0, 2);
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
    assert_has(&err, "rave-uct.lab/results.sqlite");
    assert_has(&err, "come with the source code");
    let (code, out, _) = run(&["reproduce", "--dir", dir]);
    assert_eq!(code, 0);
    assert_has(&out, "come with the source code");
    let broken = folder.0.join("rave-uct");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("summary.json"), "{").unwrap();
    let (code, _, err) = run(&["reproduce", "rave-uct", "--dir", dir, "--show"]);
    assert_eq!(code, 1);
    assert_has(&err, "summary.json is no summary of an experiment");
    assert_no_panic(&err);
}

#[test]
fn a_stopped_one_says_so() {
    let folder = Folder::new("lab-unfinished");
    let dir = folder.0.to_str().unwrap();
    // What is left can be told as soon as anything is done.
    let few = ["reproduce", "rave-uct", "--dir", dir, "--games", "2"];
    let (code, _, err) = run(&few);
    assert_eq!(code, 0, "{err}");
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
    let show = ["reproduce", "rave-uct", "--dir", dir, "--show"];
    let (code, out, _) = run(&[&show[..], &["--json"]].concat());
    assert_eq!(code, 0);
    let left = &serde_json::from_str::<Value>(&out).unwrap()["left"];
    let units = left["units"].as_u64().unwrap();
    assert!((1..=1998).contains(&units), "{left}");
    assert!(left["seconds"].is_u64(), "{left}");
    assert_has(&run(&show).1, " units to go: about ");
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
    let summary: Value = serde_json::from_slice(&before).unwrap();
    assert_has(&summary["claims"].to_string(), claim);
    let report = std::fs::read_to_string(folder.0.join("rave-uct/report.md")).unwrap();
    assert_has(&report, claim);
    assert_has(&report, "percentage points is excluded");
    let show = ["reproduce", "rave-uct", "--dir", dir, "--show"];
    let (code, out, err) = run(&show);
    assert_eq!(
        (code, err.as_str()),
        (0, ""),
        "the store's own, not the summary's"
    );
    assert_has(&out, claim);
    assert_has(&out, "2 of 2 games count");
    let after = std::fs::read(folder.0.join("rave-uct/summary.json")).unwrap();
    assert_eq!(before, after, "showing changes nothing");
    assert!(folder.0.join("rave-uct/manifest.json").exists());
    let (_, of_store, _) = run(&[&show[..], &["--json"]].concat());
    std::fs::remove_dir_all(folder.0.join("rave-uct.lab")).unwrap();
    let (code, _, err) = run(&show);
    assert_eq!(code, 0);
    assert_has(&err, "rave-uct/summary.json");
    let (_, of_summary, _) = run(&[&show[..], &["--json"]].concat());
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(read(&of_store)["body"], read(&of_summary)["body"]);
    assert_has(&of_store, "results.sqlite");
}
