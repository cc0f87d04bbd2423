//! A series that a sequential test decides ends early, and says so.

use crate::binary::assert_has;
use crate::lab::trial::Trial;

#[test]
fn a_lopsided_match_ends_early() {
    let text = "kind = \"match\"\ngames = 200\nsize = 5\nkomi = 0.5\nopenings = { random = 2 }\n\n\
                [players.strong]\nrecipe = \"rave\"\nbudget = { playouts = 120 }\n\n\
                [players.weak]\nrecipe = \"uct\"\nbudget = { playouts = 2 }\n\n\
                [stop]\nelo0 = 0\nelo1 = 100\n";
    let trial = Trial::new("stopping", text);
    let (out, err) = trial.succeed("run", &["--workers", "2"]);
    let decided = "strong-vs-weak: the sequential test has decided; ended early.";
    assert_eq!(err.matches(decided).count(), 1, "{err}");
    let games = trial.kept().len();
    assert!((2..200).contains(&games), "{games} games");
    assert_has(&out, &format!("stopped early, after {games} of 200 games"));
    trial.succeed("report", &[]);
    let report = trial.read("trial.lab/report/report.md");
    assert_has(&report, "when its test accepted the alternative");
    let (_, _) = trial.succeed("run", &[]);
    assert_eq!(trial.kept().len(), games, "what was ended stays so");
}
