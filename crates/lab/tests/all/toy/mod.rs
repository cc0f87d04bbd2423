//! A game that the laboratory has never heard of, plugged in: whatever it does with games it does by
//! the traits of `game` alone.

mod nervous;
mod tictactoe;

use tengen_go_lab::Go;
use tengen_lab::experiment::{Bundle, Experiment, Work};
use tengen_lab::game::Games;
use tengen_lab::record::{Body, End, Side};
use tengen_lab::run::{Manifest, Provenance, check_player, estimate, perform, unknown_counts};
use tengen_lab::verify::{is_repeatable, repeat, verify};
use tengen_progress::StopFlag;
use tengen_store::{Kept, Worth};

use tictactoe::TicTacToe;

const BOTH: Games = Games(&[&Go, &TicTacToe]);
const ALONE: Games = Games(&[&TicTacToe]);

const MATCH: &str = r#"
kind = "match"
game = "tic-tac-toe"
games = 40
openings = { random = 1 }

[players.uct]
budget = { playouts = 400 }
[players.hasty]
budget = { playouts = 1 }
"#;

fn read(text: &str, games: Games) -> Experiment {
    let bundle = Bundle {
        name: "toy".to_owned(),
        text: text.to_owned(),
        files: Default::default(),
    };
    Experiment::unpack(bundle, games).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// All units done, as a store would hand them out again.
fn results(experiment: &Experiment) -> Vec<Kept> {
    let halt = StopFlag::new();
    let units = experiment.units().into_iter();
    units
        .map(|unit| {
            let performed = perform(experiment, &unit, &halt, &[("unit", unit.id.clone())]);
            let performed = performed.unwrap();
            Kept {
                series: unit.id.rsplit_once('/').unwrap().0.to_owned(),
                unit: unit.id,
                attempt: 1,
                worth: Worth::Counted,
                body: serde_json::json!(performed.record).to_string(),
                sgf: performed.text,
                manifest: "m".to_owned(),
                worker: "w".to_owned(),
                at: 0,
            }
        })
        .collect()
}

fn body(kept: &Kept) -> Body {
    let record: tengen_lab::record::Record = serde_json::from_str(&kept.body).unwrap();
    record.body
}

/// Nothing is wrong with the results, and they come out the same again.
fn well(experiment: &Experiment, results: &[Kept]) {
    let manifests = [("m".to_owned(), String::new())];
    assert_eq!(
        verify(experiment, results, &manifests),
        Vec::<String>::new()
    );
    for kept in results {
        let unit = experiment.unit_of(&kept.unit).unwrap();
        assert!(is_repeatable(experiment, &unit));
        repeat(experiment, &unit, kept).unwrap();
    }
}

#[test]
fn matches_are_played_recorded_and_verified() {
    let experiment = read(MATCH, BOTH);
    assert_eq!(experiment.game.name(), "tic-tac-toe");
    let outline = experiment.outline();
    assert_eq!(outline.settings[0], ("board".to_owned(), "3×3".to_owned()));
    let results = results(&experiment);
    let mut points = 0.0;
    for kept in &results {
        let Body::Game(game) = body(kept) else {
            panic!("{}", kept.body);
        };
        assert_eq!((game.end, game.opening), (End::Score, 1));
        assert!(
            game.spent
                .first
                .playouts
                .is_some_and(|playouts| playouts > 400)
        );
        assert!(kept.sgf.as_ref().unwrap().contains(&kept.unit));
        points += game.score_of(Side::First).unwrap();
    }
    assert!(
        points > 30.0,
        "the search wins {points} of 40 against a guess"
    );
    well(&experiment, &results);
    let mut other = results.clone();
    other[0].sgf = Some("a1".to_owned());
    let faults = verify(&experiment, &other, &[("m".to_owned(), String::new())]);
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn a_match_can_be_checked_foretold_and_has_a_manifest() {
    let experiment = read(MATCH, BOTH);
    let halt = StopFlag::new();
    for player in &experiment.players {
        assert!(check_player(&experiment, player, &halt).is_empty());
    }
    assert!(estimate(&experiment, &halt).unwrap().is_some());
    let manifest = Manifest::gather(&experiment, &Provenance::default(), &halt);
    assert!(manifest.unfit().is_empty());
    assert_eq!(manifest.players.len(), 2);
}

#[test]
fn problems_are_answered_and_positions_measured() {
    let problems = read(
        "kind = \"problems\"\ngame = \"tic-tac-toe\"\ntrials = 3\nbudget = { playouts = 500 }\n\
         suite = { moves = \"a1 a3 b1 b3\", right = \"c1\" }\n[players.uct]\n",
        BOTH,
    );
    let Work::Problems(task) = &problems.work else {
        panic!("they are problems");
    };
    assert_eq!(task.suite.problems.len(), 1);
    let answers = results(&problems);
    assert_eq!(answers.len(), 3);
    for kept in &answers {
        let Body::Answer(answer) = body(kept) else {
            panic!("{}", kept.body);
        };
        assert_eq!((answer.answer.as_str(), answer.right), ("c1", true));
        assert!(answer.winrate.is_some_and(|rate| rate > 0.9));
    }
    well(&problems, &answers);
    let measure = read(
        "kind = \"measure\"\ngame = \"tic-tac-toe\"\ncounts = [\"root moves\"]\n\
         [players.uct]\n[[positions]]\nmoves = \"a1 b2\"\n",
        BOTH,
    );
    assert!(unknown_counts(&measure).is_empty());
    let measured = results(&measure);
    let Body::Measurement(record) = body(&measured[0]) else {
        panic!("{}", measured[0].body);
    };
    assert_eq!(record.counts["root moves"], 7.0);
    well(&measure, &measured);
}

#[test]
fn the_hash_tells_games_apart_and_does_not_name_the_usual_one() {
    let unnamed = read(&MATCH.replace("game = \"tic-tac-toe\"", ""), ALONE);
    assert_eq!(unnamed.hash, read(MATCH, ALONE).hash);
    assert_ne!(unnamed.hash, read(MATCH, BOTH).hash);
    let wrong = MATCH.replace("games = 40", "games = 40\nsize = 9");
    let bundle = Bundle {
        text: wrong,
        ..Bundle::default()
    };
    let faults = Experiment::unpack(bundle, BOTH).unwrap_err();
    assert!(
        faults[0].sentence.starts_with("there is no `size`"),
        "{faults:?}"
    );
}

#[test]
fn nothing_can_be_learned_of_it() {
    let bundle = Bundle {
        text: "kind = \"learn\"\ngame = \"tic-tac-toe\"\n".to_owned(),
        ..Bundle::default()
    };
    let faults = Experiment::unpack(bundle, BOTH).unwrap_err();
    let said = "there is nothing to learn of tic-tac-toe yet";
    assert!(
        faults.iter().any(|fault| fault.sentence == said),
        "{faults:?}"
    );
}
