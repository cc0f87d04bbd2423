//! The binary as its users meet it: exit codes, sentences, and output that others read.
//!
//! Here are usage, parameters, playouts and benchmarks; the commands that read records are in
//! `records.rs`, those that play in `player.rs`.

use serde_json::Value;

use crate::binary::{Folder, assert_has, run};

/// The output of `tengen bench --signature`. It changes when playouts play other moves than before,
/// and then the commit says what that does to their strength.
const SIGNATURE: &str = "5c8cb45759417a9f";

#[test]
fn help_and_version_succeed() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, 0);
    let commands = [
        "play", "analyze", "gtp", "usi", "analysis", "recipes", "playout", "sgf", "games", "bench",
        "params",
    ];
    for command in commands {
        assert_has(&out, command);
    }
    let (code, out, _) = run(&["--version"]);
    // The commit is in parentheses.
    let start = format!("tengen {} (", env!("CARGO_PKG_VERSION"));
    assert_eq!(code, 0);
    assert!(out.starts_with(&start) && out.ends_with(")\n"), "{out}");
}

#[test]
fn wrong_usage_exits_with_2() {
    let (code, _, err) = run(&["benhc"]);
    assert_eq!(code, 2);
    assert_has(&err, "'bench'");
    assert_eq!(run(&[]).0, 2);
    let (code, _, err) = run(&["playout", "--size", "26"]);
    assert_eq!(code, 2);
    assert_has(&err, "a board has a side from 2 to 25, not 26");
    assert_eq!(run(&["bench", "--seconds", "0"]).0, 2);
    assert_eq!(run(&["bench", "--size", "9,1"]).0, 2);
    let (code, _, err) = run(&["sgf", "score", "--rules", "japanes", "x.sgf"]);
    assert_eq!(code, 2);
    assert_has(&err, "did you mean japanese?");
    let (_, _, err) = run(&["sgf", "score", "--rules", "foo", "x.sgf"]);
    assert_has(&err, "no rules called \"foo\"; there are chinese, ");
}

#[test]
fn wrong_parameters_name_the_nearest() {
    let (code, out, err) = run(&["playout", "--set", "cascade.nakad=0.5"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_has(
        &err,
        "there is no parameter `cascade.nakad`; did you mean `cascade.nakade`",
    );
    let (code, _, err) = run(&["bench", "--signature", "--set", "cascade.ko=2"]);
    assert_eq!(code, 2);
    assert_has(&err, "`cascade.ko` takes a number from 0.0 to 1.0, not `2`");
    let (code, _, err) = run(&["params", "--set", "cascade.ko"]);
    assert_eq!(code, 2);
    assert_has(&err, "--set takes NAME=VALUE");
    assert_eq!(run(&["params", "casade"]).0, 2);
}

#[test]
fn parameters_written_as_toml_are_read_back() {
    let folder = Folder::new("toml");
    let (code, toml, _) = run(&["params", "--toml", "--set", "cascade.ko=0.125"]);
    assert_eq!(code, 0);
    assert_has(&toml, "ko = 0.125");
    let file = folder.file("my.toml", &toml);
    let again = run(&["params", "--toml", "--config", &file]);
    assert_eq!(again, (0, toml, String::new()));
    let (code, listed, _) = run(&["params", "cascade.ko", "--config", &file]);
    assert_eq!(code, 0);
    assert_has(&listed, "0.125 (default ");
    let wrong = folder.file("wrong.toml", "[cascade]\nko = 7\nkoo = 1\n");
    let (code, _, err) = run(&["playout", "--config", &wrong]);
    assert_eq!(code, 1);
    assert_has(&err, "wrong.toml:2:");
    assert_has(&err, "wrong.toml:3:");
    assert_eq!(run(&["playout", "--config", "no-such.toml"]).0, 1);
}

#[test]
fn every_group_of_parameters_is_listed() {
    let (code, out, _) = run(&["params"]);
    assert_eq!(code, 0);
    assert_has(&out, "cascade.patterns ");
    assert_has(&out, "lgrf.depth ");
    assert_has(&out, "budget.playouts ");
    assert_has(&out, "resign.threshold ");
    let (code, out, _) = run(&["params", "--learning"]);
    assert_eq!(code, 0);
    for name in [
        "shape.size ",
        "broad.reach ",
        "features.last ",
        "learn.rate ",
    ] {
        assert_has(&out, name);
    }
    let (code, out, _) = run(&["params", "lgrf"]);
    assert_eq!(code, 0);
    assert!(!out.contains("cascade."), "{out}");
}

#[test]
fn the_signature_is_what_it_was() {
    let (code, out, _) = run(&["bench", "--signature"]);
    assert_eq!((code, out.trim_end()), (0, SIGNATURE));
    let settings = ["cascade.capture=0.5", "lgrf.depth=1", "gamma.near=0.5"];
    for setting in settings {
        let (_, other, _) = run(&["bench", "--signature", "--set", setting]);
        assert_ne!(
            other.trim_end(),
            SIGNATURE,
            "{setting}: other playouts, another signature"
        );
    }
}

#[test]
fn what_tabu_lists_cost_is_told_for_each_method() {
    let few = ["bench", "tabu", "--rounds", "1", "--playouts", "40"];
    let (code, out, err) = run(&few);
    assert_eq!((code, err.as_str()), (0, ""));
    for method in ["gtabu0", "gtabu18-hash-win", "tabu18-hash-strong"] {
        assert_has(&out, method);
    }
    let (code, out, _) = run(&[&few[..], &["--json"]].concat());
    assert_eq!(code, 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[2]["method"], "gtabu18-hash");
    assert_eq!(rows[2]["list_bytes_per_leaf"], 768);
    assert!(rows.iter().all(|row| row["ratio"].as_f64() > Some(0.0)));
    assert_eq!(run(&["bench", "tabu", "--rounds", "0"]).0, 2);
    assert_eq!(run(&["bench", "--json", "tabu"]).0, 2);
}

#[test]
fn the_benchmark_speaks_json() {
    let (code, out, _) = run(&["bench", "--json", "--seconds", "0.01", "--size", "9,5"]);
    assert_eq!(code, 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["signature"].as_str().map(str::len), Some(16));
    assert!(
        report["calibration_seconds"]
            .as_f64()
            .is_some_and(|s| s > 0.0)
    );
    let rows = report["rows"].as_array().unwrap();
    let kinds: Vec<_> = rows
        .iter()
        .map(|row| (&row["kind"], &row["size"]))
        .collect();
    assert_eq!(kinds.len(), 12);
    for kind in ["cascade", "gamma", "mcts", "mcts_light"] {
        assert!(kinds.contains(&(&Value::from(kind), &Value::from(5))));
    }
    for gain in report["threads"].as_array().unwrap() {
        assert!(gain["factor"].as_f64().is_some_and(|f| f > 0.1), "{gain}");
    }
    for row in rows {
        let rate = |key: &str| row[key].as_f64().unwrap();
        assert!(rate("lowest") <= rate("playouts_per_second"), "{row}");
        assert!(rate("playouts_per_second") <= rate("highest"), "{row}");
        assert!(
            rate("moves_per_playout") > 5.0 && rate("board_bytes") > 100.0,
            "{row}"
        );
    }
}

#[test]
fn fixed_work_prints_its_moves() {
    let work = |playouts: &str| {
        let args = [
            "bench",
            "--work",
            "light",
            "--size",
            "9",
            "--playouts",
            playouts,
        ];
        let (code, out, _) = run(&args);
        assert_eq!(code, 0);
        out.trim_end().parse::<u64>().unwrap()
    };
    let (few, many) = (work("10"), work("20"));
    assert!(few >= 10 * 50 && many > few, "{few} {many}");
}

#[test]
fn a_playout_is_shown_to_its_end_and_again_the_same() {
    for policy in ["uniform", "cascade", "lgrf"] {
        let args = ["playout", "--policy", policy, "--size", "7", "--seed", "3"];
        let (code, out, err) = run(&args);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_has(&out, "A playout on 7×7");
        assert_has(&out, "\n 7 ");
        assert_has(&out, " wins, ");
        assert_eq!(run(&args).1, out, "one seed, one game");
    }
}

/// A board of four points is never at rest: some playout on it is cut off, and some ends.
#[test]
fn a_playout_that_was_cut_off_is_said_to_be() {
    let end = |seed: u64| {
        let seed = seed.to_string();
        let (code, out, _) = run(&[
            "playout", "--size", "2", "--policy", "uniform", "--seed", &seed,
        ]);
        assert_eq!(code, 0);
        out
    };
    let ends: Vec<String> = (1..=20).map(end).collect();
    for out in &ends {
        let cut = out.contains("\n8 moves: cut off at twice the points of the board");
        assert_ne!(cut, out.contains("passes.\n\n"), "{out}");
        assert!(!out.contains("1 points"), "{out}");
    }
    assert!(ends.iter().any(|out| out.contains("cut off")));
    assert!(ends.iter().any(|out| out.contains("passes.\n\n")));
    assert!(
        ends.iter()
            .any(|out| out.contains("Black has 1 point, White"))
    );
}
