//! A run that is killed at any instant goes on where it was.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use rustix::process::Signal;

use crate::lab::even::{GAMES, MATCH, undisturbed};
use crate::lab::trial::{Process, Trial};

/// The variable that sets the moment of killing, to see a failure again.
const SEED: &str = "TENGEN_KILL_SEED";

/// Kills a process after a moment that is never the same, unless its seed is given.
pub(crate) fn kill_at_random(process: Process) {
    let given = std::env::var(SEED).ok();
    let seed: u64 = match given {
        Some(text) => text.parse().expect("the seed of killing is a whole number"),
        None => RandomState::new().hash_one(0),
    };
    println!("{SEED}={seed}");
    let moment = seed % 40_000;
    std::thread::sleep(Duration::from_micros(moment));
    process.signal(Signal::KILL);
    // On a fast machine it may have ended before.
    let code = process.wait().code();
    assert!(matches!(code, None | Some(0)), "{code:?}");
}

#[test]
fn killed_three_times_it_ends_as_if_undisturbed() {
    let trial = Trial::new("killed", MATCH);
    let mut before = BTreeSet::new();
    for (number, results) in [1, 6, 11].into_iter().enumerate() {
        let name = format!("run-{number}");
        let process = trial.start(&name, "run", &["--workers", "2"]);
        trial.wait_for(results);
        kill_at_random(process);
        let now = trial.kept();
        assert!(now.is_superset(&before), "a result was lost");
        before = now;
    }
    let (_, err) = trial.succeed("run", &["--workers", "2"]);
    assert!(
        err.contains(&format!("24 games, {} done", before.len())),
        "{err}"
    );
    let now = trial.kept();
    assert!(now.is_superset(&before), "a result was lost");
    assert_eq!(now.len() as u64, GAMES);
    let ids: BTreeSet<_> = now.iter().map(|(unit, _)| unit).collect();
    assert_eq!(ids.len() as u64, GAMES, "a unit has two results");
    assert_eq!(trial.outcome(&[]), *undisturbed());
    let (out, _) = trial.succeed("verify", &["--again", "2"]);
    assert!(out.contains("24 results checked."), "{out}");
    assert!(out.contains("2 units done again.\nAll is well."), "{out}");
}

#[test]
fn two_runs_at_once_share_the_work() {
    let trial = Trial::new("shared", MATCH);
    let start = |name: &str| trial.start(name, "run", &["--workers", "1"]);
    let both = [start("one"), start("two")];
    for process in both {
        assert_eq!(process.wait().code(), Some(0));
    }
    assert_eq!(trial.kept().len() as u64, GAMES);
    assert_eq!(trial.outcome(&[]), *undisturbed());
}
