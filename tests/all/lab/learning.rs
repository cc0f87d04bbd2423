//! Models learned by the binary, killed in the middle.

use std::collections::BTreeMap;

use rustix::process::Signal;
use serde_json::Value;

use crate::binary::{Folder, assert_has, run};
use crate::lab::made;
use crate::lab::trial::{Trial, assert_no_panic, wait};

const MODELS: &str = r#"
kind = "learn"

[data]
train = [0, 30]
test = [30, 40]
moves = [0, 10]

[[models]]
name = "plain"
curve = [10]
set = { "broad.on" = false, "shape.size" = 2, "shape.minimum" = 2, "learn.batch" = 5, "learn.passes" = 100 }

[[models]]
name = "broad"
base = "plain"
set = { "shape.size" = 2, "shape.minimum" = 2, "broad.minimum" = 2, "learn.batch" = 5, "learn.passes" = 100 }
"#;

/// The records without what differs from run to run.
fn records(trial: &Trial) -> BTreeMap<String, Value> {
    let kept = trial.kept().into_iter();
    kept.map(|(unit, body)| {
        let mut record: Value = serde_json::from_str(&body).unwrap();
        record["wall"] = Value::Null;
        for times in ["learned_in", "judged_in"] {
            record["body"]["learning"][times] = Value::Null;
        }
        (unit, record)
    })
    .collect()
}

#[test]
fn killed_it_ends_as_if_undisturbed() {
    let trial = Trial::new("learning", MODELS);
    let games = trial.folder.file("games.tsv", made::lines(40, 12, 1));
    let args = ["--data", games.as_str()];
    let (out, err) = trial.succeed("run", &args);
    assert_no_panic(&err);
    assert_has(&out, "Models of 3 series: 3 of 3 models count.");
    assert_has(&out, "Learning curve");
    let whole = records(&trial);
    assert_eq!(whole.len(), 3);
    let (out, _) = trial.succeed("verify", &[]);
    assert_has(&out, "All is well.");
    trial.succeed("report", &[]);
    assert_has(&trial.read("trial.lab/report/report.md"), "broad");

    let killed = Trial::new("learning-killed", MODELS);
    let games = killed.folder.file("games.tsv", made::lines(40, 12, 1));
    let args = ["--data", games.as_str()];
    for (number, results) in [0, 1, 2].into_iter().enumerate() {
        let process = killed.start(&format!("run-{number}"), "run", &args);
        process.wait_to_say("at a time");
        wait("results", || {
            killed.path("trial.lab/results.sqlite").exists()
        });
        killed.wait_for(results);
        process.signal(Signal::KILL);
        drop(process);
    }
    killed.succeed("run", &args);
    assert_eq!(records(&killed), whole);
}

#[test]
fn how_long_learning_takes_is_tried_with_a_few_games() {
    let trial = Trial::new("learning-estimate", MODELS);
    let games = trial.folder.file("games.tsv", made::lines(40, 12, 1));
    let (out, _) = trial.succeed("check", &[]);
    assert_has(
        &out,
        "With --data PATH… it is tried how long learning takes.",
    );
    let (out, _) = trial.succeed("check", &["--data", &games]);
    assert_has(&out, "on all cores here.");
    assert!(!trial.path("trial.lab/plain.tpm").exists());
    let empty = trial.folder.file("empty.tsv", "");
    let (code, _, err) = trial.run("check", &["--data", &empty]);
    assert_eq!(code, 1);
    assert_has(&err, "none of the records 0 to 23 is a game");
    let off = MODELS
        .replace("\"shape.size\" = 2", "\"shape.size\" = 0")
        .replace(
            "\"broad.on\" = false",
            "\"broad.on\" = false, \"features.last\" = false, \"features.liberties\" = \"off\"",
        );
    trial.folder.file("trial.toml", off);
    let (code, _, err) = trial.run("check", &[]);
    assert_eq!(code, 1);
    assert_has(
        &err,
        "every feature of the model is off, so there is nothing to learn",
    );
}

#[test]
fn games_are_asked_for_where_they_are_needed_alone() {
    let trial = Trial::new("learning-without", MODELS);
    let (code, _, err) = trial.run("run", &[]);
    assert_eq!(code, 2);
    assert_has(&err, "name their files and folders with --data PATH");
    let (code, _, err) = trial.run("run", &["--data", "no/such/file.tsv"]);
    assert_eq!(code, 1);
    assert_has(&err, "no/such/file.tsv cannot be read: it does not exist");
    let folder = Folder::new("lab-no-learning");
    let dir = folder.0.to_str().unwrap();
    let (code, _, err) = run(&["reproduce", "rave-uct", "--dir", dir, "--data", "x"]);
    assert_eq!(code, 2);
    assert_has(&err, "--data is for experiments that learn");
    let (code, _, err) = run(&["reproduce", "broad-patterns", "--dir", dir]);
    assert_eq!(code, 2);
    assert_has(&err, "--data PATH");
    let (out, _) = trial.succeed("check", &["--dry"]);
    assert_has(&out, "3 series of 1 model: 3 models in all.");
}
