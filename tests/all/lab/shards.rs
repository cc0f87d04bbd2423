//! A run in parts without a server, joined afterwards.

use std::fs;

use crate::lab::even::{MATCH, undisturbed};
use crate::lab::killed::kill_at_random;
use crate::lab::trial::{Trial, wait};

#[test]
fn three_shards_are_the_whole() {
    let trial = Trial::new("shards", MATCH);
    let journal = |part: u32| format!("trial.lab/shard-{part}-of-3.jsonl");
    trial.succeed("run", &["--shard", "1/3"]);
    let process = trial.start("killed", "run", &["--shard", "2/3", "--workers", "1"]);
    let lines = || fs::read_to_string(trial.path(&journal(2))).unwrap_or_default();
    // A head, a manifest and a result, whatever else there may be.
    wait("a result of the shard", || lines().lines().count() >= 4);
    kill_at_random(process);
    let before = lines();
    let (_, err) = trial.succeed("run", &["--shard", "2/3", "--workers", "1"]);
    assert!(err.contains("8 results in"), "{err}");
    let whole = before.rfind('\n').map_or(0, |at| at + 1);
    assert!(lines().starts_with(&before[..whole]), "a result was lost");
    trial.succeed("run", &["--shard", "3/3"]);
    let (out, err) = trial.succeed("run", &["--shard", "3/3"]);
    assert!(err.contains("8 done"), "{out}{err}");

    let (out, _) = trial.succeed("merge", &[]);
    assert!(
        out.starts_with("3 files: 24 results and 0 void attempts are new, 0 were there."),
        "{out}"
    );
    let kept = trial.kept();
    let (out, _) = trial.succeed("merge", &[]);
    assert!(
        out.starts_with("3 files: 0 results and 0 void attempts are new, 24 were there."),
        "{out}"
    );
    assert_eq!(trial.kept(), kept);
    assert_eq!(trial.outcome(&[]), *undisturbed());
    trial.succeed("verify", &[]);
    let (_, err) = trial.succeed("run", &[]);
    assert!(err.contains("24 games, 24 done"), "{err}");
}

#[test]
fn parts_are_joined_one_by_one_and_the_rest_is_played() {
    let trial = Trial::new("part", MATCH);
    trial.succeed("run", &["--shard", "2/3"]);
    let file = trial.arg("trial.lab/shard-2-of-3.jsonl");
    let (out, _) = trial.succeed("merge", &[&file]);
    assert!(out.starts_with("1 file: 8 results and"), "{out}");
    let (_, err) = trial.succeed("run", &[]);
    assert!(err.contains("24 games, 8 done"), "{err}");
    assert_eq!(trial.outcome(&[]), *undisturbed());
}

#[test]
fn wrong_shards_are_refused() {
    let trial = Trial::new("wrong-shards", MATCH);
    for shard in ["0/3", "4/3", "1", "a/b"] {
        let (code, _, err) = trial.run("run", &["--shard", shard]);
        assert_eq!(code, 2, "{shard}: {err}");
    }
    let (code, _, err) = trial.run("merge", &[]);
    assert_eq!(code, 1, "{err}");
    let (code, _, err) = trial.run("merge", &["missing.jsonl"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("missing.jsonl"), "{err}");
    let other = MATCH.replace("size = 6", "size = 5");
    let other = Trial::new("other-shard", &other);
    other.succeed("run", &["--shard", "1/12"]);
    let (code, _, err) = trial.run("merge", &[&other.arg("trial.lab/shard-1-of-12.jsonl")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("another version"), "{err}");
}
