//! More games may be asked for later; those that are there stay.

use crate::binary::assert_has;
use crate::lab::even::{MATCH, undisturbed};
use crate::lab::killed::kill_at_random;
use crate::lab::trial::{Trial, assert_no_panic};

#[test]
fn more_games_go_on_from_those_before() {
    let few = MATCH.replace("games = 24", "games = 6");
    let trial = Trial::new("growing", &few);
    trial.succeed("run", &[]);
    let before = trial.kept();
    assert_eq!(before.len(), 6);
    trial.folder.file("trial.toml", MATCH);
    let (out, _) = trial.succeed("show", &[]);
    assert_has(&out, "18 games of 24 are still to come");
    let (_, err) = trial.succeed("run", &[]);
    assert_has(&err, "24 games, 6 done");
    assert!(trial.kept().is_superset(&before));
    assert_eq!(trial.outcome(&[]), *undisturbed());
}

/// A part of the games now, of the file as it is, and the rest later.
#[test]
fn part_of_the_games_may_be_asked_for() {
    let trial = Trial::new("part", MATCH);
    let (_, err) = trial.succeed("run", &["--games", "5"]);
    assert_has(&err, "6 games");
    assert_eq!(trial.kept().len(), 6);
    let (out, _) = trial.succeed("show", &[]);
    assert_has(&out, "18 games of 24 are still to come");
    trial.succeed("run", &["--games", "100"]);
    assert_eq!(trial.outcome(&[]), *undisturbed());
}

#[test]
fn fewer_games_lose_none() {
    let trial = Trial::new("fewer", &MATCH.replace("games = 24", "games = 8"));
    trial.succeed("run", &[]);
    let before = trial.kept();
    let few = MATCH.replace("games = 24", "games = 4");
    trial.folder.file("trial.toml", few);
    let (_, err) = trial.succeed("run", &[]);
    assert_no_panic(&err);
    assert_eq!(trial.kept(), before);
    trial.succeed("show", &[]);
    let (out, _) = trial.succeed("verify", &["--again", "8"]);
    assert_has(
        &out,
        "8 results checked.\n8 units done again.\nAll is well.",
    );
}

/// A user who asks for fewer games while many are to come gets no more than those.
#[test]
fn games_that_are_asked_for_no_more_are_not_played() {
    let trial = Trial::new("shrinking", &MATCH.replace("games = 24", "games = 1000"));
    let process = trial.start("many", "run", &["--workers", "2"]);
    trial.wait_for(2);
    kill_at_random(process);
    trial.folder.file("trial.toml", MATCH);
    let (_, err) = trial.succeed("run", &["--workers", "2"]);
    assert_has(
        &err,
        "units not done, because the file does not ask for them",
    );
    assert_eq!(trial.outcome(&[]), *undisturbed());
    let (_, err) = trial.succeed("run", &["--workers", "2"]);
    assert_has(
        &err,
        "976 units not done, because the file does not ask for them",
    );
    assert_eq!(trial.kept().len(), 24);
}

#[test]
fn pairings_that_are_asked_for_no_more_are_not_played() {
    let text = "kind = \"match\"\ngames = 200\nsize = 5\nkomi = 0.5\n\
                budget = { playouts = 20 }\nopenings = { random = 2 }\n\n\
                [players.rave]\n[players.uct]\n[players.uct-threshold]\n";
    let trial = Trial::new("pairings", text);
    let process = trial.start("all", "run", &["--workers", "2"]);
    trial.wait_for(2);
    kill_at_random(process);
    let pairing = "pairings = [[\"uct\", \"uct-threshold\"]]\n\n[players.rave]";
    let fewer = text.replace("games = 200", "games = 2");
    trial
        .folder
        .file("trial.toml", fewer.replace("\n[players.rave]", pairing));
    let before = trial.kept();
    let (_, err) = trial.succeed("run", &["--workers", "2"]);
    assert_has(
        &err,
        "units not done, because the file does not ask for them",
    );
    let kept = trial.kept();
    assert!(kept.is_superset(&before));
    let asked = ["uct-vs-uct-threshold/1", "uct-vs-uct-threshold/2"];
    let is_new = |unit: &str| before.iter().all(|(known, _)| known != unit);
    for (unit, _) in &kept {
        assert!(!is_new(unit) || asked.contains(&unit.as_str()), "{unit}");
    }
    for unit in asked {
        assert!(kept.iter().any(|(known, _)| known == unit), "{unit}");
    }
}
