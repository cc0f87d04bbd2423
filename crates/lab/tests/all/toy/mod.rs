//! A game that the laboratory has never heard of, plugged in: whatever it does with games it does by
//! the traits of `game` alone.

mod nim;

use nim::Nim;
use tengen_game::Color;
use tengen_go_lab::Go;
use tengen_lab::experiment::{Bundle, Experiment, Work};
use tengen_lab::game::{Discipline, Games};
use tengen_lab::player::{Budget, Failing, Own, Player};
use tengen_lab::record::{Body, Cause, End};
use tengen_lab::run::{Manifest, Provenance, check_player, estimate, perform, unknown_counts};
use tengen_lab::verify::{is_repeatable, repeat, verify};
use tengen_progress::StopFlag;
use tengen_store::{Kept, Worth};

const BOTH: Games = Games(&[&Go, &Nim]);
const ALONE: Games = Games(&[&Nim]);

const MATCH: &str = r#"
kind = "match"
game = "nim"
games = 4
heap = 10
budget = { playouts = 5 }
openings = { random = 2 }

[players.perfect]
[players.greedy]
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
    assert_eq!(experiment.game.name(), "nim");
    let outline = experiment.outline();
    assert_eq!(outline.settings[0], ("heap".to_owned(), "10".to_owned()));
    let results = results(&experiment);
    for kept in &results {
        let Body::Game(game) = body(kept) else {
            panic!("{}", kept.body);
        };
        assert_eq!((game.end, game.opening), (End::Score, 2));
        assert!(kept.sgf.as_ref().unwrap().contains(&kept.unit));
    }
    well(&experiment, &results);
    let mut other = results.clone();
    other[0].sgf = Some("nim 1".to_owned());
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
        "kind = \"problems\"\ngame = \"nim\"\nsuite = { heaps = [5, 6] }\n\
         [players.perfect]\n[players.greedy]\n",
        BOTH,
    );
    let Work::Problems(task) = &problems.work else {
        panic!("they are problems");
    };
    assert_eq!(task.suite.problems.len(), 2);
    let answers = results(&problems);
    let right = |player: &str| {
        let of = answers.iter().filter(|kept| kept.series == player);
        of.map(|kept| match body(kept) {
            Body::Answer(answer) => (answer.answer, answer.right),
            other => panic!("{other:?}"),
        })
        .collect::<Vec<_>>()
    };
    let said = |mv: &str, right| (mv.to_owned(), right);
    assert_eq!(right("perfect"), [said("1", true), said("2", true)]);
    assert_eq!(right("greedy"), [said("3", false), said("3", false)]);
    well(&problems, &answers);
    let measure = read(
        "kind = \"measure\"\ngame = \"nim\"\nheap = 9\ncounts = [\"stones\"]\n\
         [players.perfect]\n[[positions]]\nmoves = \"1 2\"\n",
        BOTH,
    );
    assert!(unknown_counts(&measure).is_empty());
    let measured = results(&measure);
    let Body::Measurement(record) = body(&measured[0]) else {
        panic!("{}", measured[0].body);
    };
    assert_eq!((record.best.as_str(), record.counts["stones"]), ("2", 6.0));
    well(&measure, &measured);
}

#[test]
fn the_hash_tells_games_apart_and_does_not_name_the_usual_one() {
    let unnamed = read(&MATCH.replace("game = \"nim\"", ""), ALONE);
    assert_eq!(unnamed.hash, read(MATCH, ALONE).hash);
    assert_ne!(unnamed.hash, read(MATCH, BOTH).hash);
    let wrong = MATCH.replace("heap", "size");
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
fn a_panic_is_a_void_game() {
    let nervous = Nim.recipe("nervous", &mut std::collections::BTreeMap::new());
    let mut player = Own::new(nervous.unwrap(), Budget::Free, 1);
    player.begin(&*Nim.usual_board()).unwrap();
    let Err(Failing::Void { cause, reason }) = player.choose(Color::Black) else {
        panic!("nothing happened");
    };
    assert_eq!(cause, Cause::Fault);
    assert!(reason.ends_with("number 7"), "{reason}");
    assert!(player.choose(Color::Black).is_err());
}
