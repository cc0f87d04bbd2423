//! Ctrl-C: once for an end in good order, twice for an end at once.

use rustix::process::Signal;

use crate::binary::assert_has;
use crate::lab::trial::{Trial, assert_no_panic};

/// Games of a second or more, so that some are in flight when the signal comes.
const LONG: &str = r#"
kind = "match"
games = 10
size = 7
komi = 4.5
budget = { playouts = 400 }

[players.rave]
[players.uct]
"#;

#[test]
fn once_it_stops_after_the_games_in_flight() {
    let trial = Trial::new("interrupted", LONG);
    let process = trial.start("first", "run", &["--workers", "2"]);
    process.wait_to_say("at a time");
    trial.wait_for(1);
    let before = trial.kept();
    process.signal(Signal::INT);
    process.wait_to_say("Stopping after the units in flight.");
    assert_eq!(process.wait().code(), Some(1));
    let said = trial.read("first.err");
    assert_no_panic(&said);
    let kept = trial.kept();
    assert!(kept.is_superset(&before));
    let left = 10 - kept.len();
    assert!(left > 0, "it did not stop");
    assert_has(&said, &format!("error: stopped with {left} unit"));
    assert_has(&said, "left; the same command goes on");
    let (out, err) = trial.succeed("run", &["--workers", "2"]);
    assert_has(&err, &format!("10 games, {} done", kept.len()));
    assert_has(&out, "rave");
    assert_eq!(trial.kept().len(), 10);
    assert!(trial.kept().is_superset(&kept));
}

#[test]
fn twice_it_stops_at_once_and_gives_back() {
    // A game of this takes longer than any test.
    let endless = LONG.replace("400", "40000000");
    let trial = Trial::new("halted", &endless);
    let process = trial.start("first", "run", &["--workers", "2"]);
    process.wait_to_say("at a time");
    let claimed = |state: &str| -> u32 {
        let count = "SELECT COUNT(*) FROM unit WHERE state = ?";
        let database = trial.database();
        database
            .query_row(count, [state], |row| row.get(0))
            .unwrap_or(0)
    };
    crate::lab::trial::wait("two claims", || claimed("running") == 2);
    process.signal(Signal::INT);
    process.wait_to_say("Stopping after the units in flight.");
    process.signal(Signal::INT);
    process.wait_to_say("Stopping at once");
    assert_eq!(process.wait().code(), Some(1));
    let said = trial.read("first.err");
    assert_has(&said, "stopped with 10 units left");
    assert_no_panic(&said);
    assert_eq!((claimed("open"), claimed("running")), (10, 0));
    let (out, _) = trial.succeed("show", &[]);
    assert_has(&out, "No game counts yet");
}

#[test]
fn what_was_given_back_is_played_later() {
    let trial = Trial::new("given-back", LONG);
    let process = trial.start("first", "run", &["--workers", "2"]);
    trial.wait_for(1);
    process.signal(Signal::TERM);
    process.wait_to_say("Stopping after the units in flight.");
    process.signal(Signal::TERM);
    let code = process.wait().code();
    let kept = trial.kept();
    assert_eq!(code, Some(1), "{}", trial.read("first.err"));
    assert!(kept.len() < 10);
    trial.succeed("run", &["--workers", "2"]);
    assert!(trial.kept().is_superset(&kept));
    let (out, _) = trial.succeed("verify", &["--again", "4"]);
    assert_has(
        &out,
        "10 results checked.\n4 units done again.\nAll is well.",
    );
}
