//! More games may be asked for later; those that are there stay.

use crate::binary::assert_has;
use crate::even::{MATCH, undisturbed};
use crate::trial::{Trial, assert_no_panic};

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

#[test]
fn fewer_games_lose_none() {
    let few = MATCH.replace("games = 24", "games = 4");
    let trial = Trial::new("shrinking", &MATCH.replace("games = 24", "games = 8"));
    trial.succeed("run", &[]);
    let before = trial.kept();
    trial.folder.file("trial.toml", few);
    let (_, err) = trial.succeed("run", &[]);
    assert_no_panic(&err);
    assert_eq!(trial.kept(), before);
    trial.succeed("show", &[]);
}
