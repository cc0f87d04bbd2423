//! Warnings that a reader must be given before the figures.

use serde_json::json;
use tengen_lab::findings::{Facts, Findings, counted};
use tengen_lab::outline::{Kind, Outline, Scale, Series, Stop};
use tengen_lab::record::{Cause, End};
use tengen_lab::report::show;

use crate::report::samples::{facts, game, outline, series, void};

fn match_of(planned: u64) -> (Outline, Series) {
    let series = series("a-b", "a", Some("b"), planned);
    let mut outline = outline(Kind::Match, &["a", "b"]);
    outline.series.push(series.clone());
    (outline, series)
}

#[test]
fn a_clean_experiment_has_no_notes() {
    let (outline, series) = match_of(2);
    let results = [
        game(&series, 1, "B+1", End::Score, "aa"),
        game(&series, 2, "B+1", End::Score, "bb"),
    ];
    let findings = Findings::new(&outline, &results, &[], &facts());
    assert_eq!(findings.notes, Vec::<String>::new());
    let power = "2 games cannot tell any win rate from 50 % at 5 %.";
    assert_eq!(findings.power, [power]);
}

#[test]
fn no_results_are_said_to_be_none() {
    let (outline, _) = match_of(200);
    let findings = Findings::new(&outline, &[], &[], &facts());
    assert_eq!(
        findings.notes,
        ["No game counts yet: there are no results."]
    );
    assert_eq!(
        findings.power,
        [
            "200 games tell a win rate of 60.2 % or more from 50 % in 80 of 100 cases (two-sided \
             test at 5 %)."
        ]
    );
}

#[test]
fn everything_that_went_wrong_is_said() {
    let (outline, series) = match_of(10);
    let results = [
        game(&series, 1, "W+F", End::Forfeit, "aa"),
        game(&series, 2, "W+T", End::Time, "aa"),
        game(&series, 3, "W+1", End::Length, "cc"),
        game(&series, 4, "?", End::Score, "dd"),
    ];
    let voids = [
        void(&series, 5, 1, Cause::Crash, true),
        void(&series, 6, 1, Cause::Hang, false),
    ];
    let findings = Findings::new(&outline, &results, &voids, &facts());
    assert_eq!(
        findings.notes,
        [
            "In a-b the number of distinct games is 3: 1 game of 4 repeats an earlier one move for \
             move. Intervals and tests take all games for independent, so they claim too much.",
            "Not finished: 5 games of 10 are still to come.",
            "2 void attempts, which no figure counts: b crashed (1), b did not answer in time (1).",
            "1 game was given up, all attempts being void: a-b/5.",
            "a lost 1 game by an illegal move (forfeit).",
            "b lost 1 game on time.",
            "1 game reached the limit of moves, counted as the board stood.",
            "Left out for want of a readable result: 1 game.",
        ]
    );
}

fn stopping(outline: &mut Outline) {
    outline.stop = Some(Stop {
        scale: Scale::Logistic,
        elo0: 0.0,
        elo1: 100.0,
        alpha: 0.05,
        beta: 0.05,
    });
}

#[test]
fn an_early_stop_and_its_bias_are_said() {
    let (mut outline, series) = match_of(200);
    stopping(&mut outline);
    let won = |number: u64| {
        let result = if number % 2 == 1 { "B+1" } else { "W+1" };
        game(&series, number, result, End::Score, &format!("m{number}"))
    };
    let results: Vec<_> = (1..=60).map(won).collect();
    let findings = Findings::new(&outline, &results, &[], &facts());
    assert_eq!(
        findings.notes,
        [
            "a-b stopped early, after 60 of 200 games, when its test accepted the alternative. A share \
          from a run that stopped early leans towards the side that won the test."
        ]
    );
    assert_eq!((findings.units.retired, findings.units.open), (140, 0));
}

#[test]
fn a_series_that_was_ended_stays_ended_when_late_games_pull_its_test_back() {
    let (mut outline, series) = match_of(200);
    stopping(&mut outline);
    let results = [game(&series, 1, "B+1", End::Score, "aa")];
    let open = Findings::new(&outline, &results, &[], &facts());
    assert_eq!((open.units.retired, open.units.open), (0, 199));
    let ended = Facts {
        ended: vec!["a-b".to_owned()],
        ..facts()
    };
    let ended = Findings::new(&outline, &results, &[], &ended);
    assert_eq!((ended.units.retired, ended.units.open), (199, 0));
    assert!(ended.notes[0].contains("when its test had come to a verdict"));
    let said = "decided; games in flight changed the LLR afterwards";
    // One game is no pair: there is nothing to show of the test but that it is over.
    assert!(show(&ended, 200).contains(said));
    assert!(!show(&open, 200).contains(said));
}

#[test]
fn different_programs_and_machines_are_said() {
    let (outline, series) = match_of(3);
    let mut results: Vec<_> = (1..=3)
        .map(|number| game(&series, number, "B+1", End::Score, &format!("m{number}")))
        .collect();
    results[2].manifest = "n".to_owned();
    let manifest = |commit: &str, host: &str, hash: &str| {
        json!({
            "tengen": {"commit": commit, "command": host},
            "binary": hash.repeat(32),
            "host": host,
            "players": {"a": {"outside": {"version": hash}}, "b": {"own": {"seed": hash}}},
        })
    };
    let facts = Facts {
        manifests: vec![
            ("m".to_owned(), manifest("c1", "alpha", "01")),
            ("n".to_owned(), manifest("c2", "beta", "02")),
            // Nothing was made under this one.
            ("o".to_owned(), manifest("c3", "gamma", "03")),
        ],
        ..facts()
    };
    let findings = Findings::new(&outline, &results, &[], &facts);
    let versions: Vec<_> = findings.players.iter().map(|p| &p.versions[..]).collect();
    assert_eq!(versions[0], ["01", "02"]);
    assert_eq!(
        versions[1],
        ["tengen (010101010101)", "tengen (020202020202)"]
    );
    let machines = ("Results from".to_owned(), "alpha; beta".to_owned());
    assert!(findings.origin.contains(&machines), "{:?}", findings.origin);
    assert_eq!(
        findings.notes,
        [
            "The results were made by 2 different binaries of this program: 010101010101 (2), \
             020202020202 (1).",
            "The results were made on 2 different hosts, so their times cannot be compared: \
             alpha (2), beta (1).",
            "The results were made with 2 different values of players.a.outside.version: 01 (2), \
             02 (1).",
            "The results were made by 2 different commits: c1 (2), c2 (1).",
        ]
    );
}

#[test]
fn results_beyond_the_plan_are_left_out_of_everything_and_counted() {
    let (outline, series) = match_of(2);
    let won = |number: u64| {
        let result = if number % 2 == 1 { "B+1" } else { "W+1" };
        game(&series, number, result, End::Score, &format!("m{number}"))
    };
    let two: Vec<_> = (1..=2).map(won).collect();
    let ten: Vec<_> = (1..=10).map(won).collect();
    let late = [void(&series, 11, 1, Cause::Crash, true)];
    let before = Findings::new(&outline, &two, &[], &facts());
    let after = Findings::new(&outline, &ten, &late, &facts());
    assert_eq!(after.body, before.body);
    assert_eq!(after.players, before.players);
    assert_eq!((after.units.counted, after.units.beyond), (2, 8));
    assert_eq!((after.units.given_up, after.units.left_out), (0, 0));
    assert_eq!(
        after.notes,
        [
            "8 results left out: the experiment plans fewer games by now, and their numbers are \
             beyond that."
        ]
    );
    let kept: Vec<&str> = counted(&outline, &ten)
        .iter()
        .map(|done| done.unit.as_str())
        .collect();
    assert_eq!(kept, ["a-b/1", "a-b/2"]);
}
