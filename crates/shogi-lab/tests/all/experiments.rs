//! Experiments on Shogi, from the file to results that are verified.

use std::collections::BTreeMap;

use tengen_lab::experiment::{Bundle, Experiment, Work};
use tengen_lab::game::Games;
use tengen_lab::record::{Body, End, GameRecord, Record};
use tengen_lab::run::{check_player, estimate, perform};
use tengen_lab::verify::{is_repeatable, repeat, verify};
use tengen_progress::StopFlag;
use tengen_shogi_lab::Shogi;
use tengen_store::{Kept, Worth};

const ALONE: Games = Games(&[&Shogi]);

/// An endgame with Black to move, one with White to move, and an opening from the usual start.
const STARTS: &str = "\
    4k4/9/4p4/9/9/9/4P4/9/4K4 b RBrb 1\n\
    4k4/9/4p4/9/9/9/4P4/9/4K4 w RGrg 1\n\
    startpos moves 7g7f 3c3d 2g2f\n";

const MATCH: &str = r#"
kind = "match"
game = "shogi"
games = 6
longest = 80
openings = { file = "starts.sfen", moves = 2 }

[players.material]
budget = { playouts = 300 }
set = { "alphabeta.hash" = 1 }
[players.shogi-uct]
budget = { playouts = 3 }
"#;

fn bundle(text: &str, files: &[(&str, &str)]) -> Bundle {
    let files = files.iter();
    let files = files.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Bundle {
        name: "shogi".to_owned(),
        text: text.to_owned(),
        files: files.collect::<BTreeMap<_, _>>(),
    }
}

fn read(text: &str, files: &[(&str, &str)]) -> Experiment {
    let read = Experiment::unpack(bundle(text, files), ALONE);
    read.unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// All that is wrong with a file.
fn faults(text: &str, files: &[(&str, &str)]) -> String {
    let faults = Experiment::unpack(bundle(text, files), ALONE).unwrap_err();
    let sentences = faults.into_iter().map(|fault| fault.sentence + "\n");
    sentences.collect()
}

/// All units done, as a store would hand them out again.
fn results(experiment: &Experiment) -> Vec<Kept> {
    let halt = StopFlag::new();
    let units = experiment.units().into_iter();
    let kept = units.map(|unit| {
        let lines = [("unit", unit.id.clone())];
        let performed = perform(experiment, &unit, &halt, &lines).unwrap();
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
    });
    kept.collect()
}

fn body(kept: &Kept) -> Body {
    let record: Record = serde_json::from_str(&kept.body).unwrap();
    record.body
}

fn game(kept: &Kept) -> GameRecord {
    match body(kept) {
        Body::Game(game) => game,
        _ => panic!("{}", kept.body),
    }
}

fn wrong(experiment: &Experiment, results: &[Kept]) -> Vec<String> {
    verify(experiment, results, &[("m".to_owned(), String::new())])
}

/// Nothing is wrong with the results, and they come out the same again.
fn well(experiment: &Experiment, results: &[Kept]) {
    assert_eq!(wrong(experiment, results), Vec::<String>::new());
    for kept in results {
        let unit = experiment.unit_of(&kept.unit).unwrap();
        assert!(is_repeatable(experiment, &unit));
        repeat(experiment, &unit, kept).unwrap();
    }
}

#[test]
fn pairs_begin_at_the_positions_of_a_file_in_turn() {
    let experiment = read(MATCH, &[("starts.sfen", STARTS)]);
    let results = results(&experiment);
    let games: Vec<GameRecord> = results.iter().map(game).collect();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].start, pair[1].start);
        assert_ne!(pair[0].black, pair[1].black);
        assert_eq!(
            pair[0].moves[..pair[0].opening],
            pair[1].moves[..pair[1].opening]
        );
    }
    let start = |at: usize| games[at].start.as_deref();
    assert_eq!(start(0), Some("4k4/9/4p4/9/9/9/4P4/9/4K4 b RBrb 1"));
    assert_eq!(
        (games[0].white_begins, games[2].white_begins),
        (false, true)
    );
    assert_eq!((start(4), games[4].opening), (None, 2));
    assert_eq!(games[4].moves[..2], ["7g7f", "3c3d"]);
    well(&experiment, &results);
    let halt = StopFlag::new();
    for player in &experiment.players {
        assert_eq!(
            check_player(&experiment, player, &halt),
            Vec::<String>::new()
        );
    }
    assert!(estimate(&experiment, &halt).unwrap().is_some());
}

#[test]
fn another_start_or_record_than_there_should_be_is_found() {
    let experiment = read(MATCH, &[("starts.sfen", STARTS)]);
    let all = results(&experiment);
    let told = |change: &dyn Fn(&mut Vec<Kept>)| {
        let mut results = all.clone();
        change(&mut results);
        wrong(&experiment, &results).join("\n")
    };
    let swapped = told(&|results| results[0].sgf = all[2].sgf.clone());
    assert!(
        swapped.contains("begins at another position in its KIF record"),
        "{swapped}"
    );
    let elsewhere = told(&|results| {
        let text = &mut results[0].body;
        *text = text.replace(" b RBrb 1", " w RBrb 1");
    });
    assert!(
        elsewhere.contains("does not begin with its opening"),
        "{elsewhere}"
    );
    let kif = all[4].sgf.as_ref().unwrap();
    assert!(
        kif.contains("手合割：平手") && kif.contains("*unit: material-vs-shogi-uct/5"),
        "{kif}"
    );
    let broken =
        told(&|results| results[4].sgf = Some(kif.replacen("７六歩(77)", "７五歩(77)", 1)));
    assert!(
        broken.contains("has a KIF record with a fault: line"),
        "{broken}"
    );
    let moved = told(&|results| results[4].sgf = all[5].sgf.clone());
    assert!(
        moved.contains("has other moves in its KIF record"),
        "{moved}"
    );
}

#[test]
fn problems_are_answered_and_positions_measured() {
    let suite = "{\"sfen\":\"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\",\"right\":[\"G*5b\"]}\n";
    let text = "kind = \"problems\"\ngame = \"shogi\"\nbudget = { playouts = 500 }\n\
                suite = { file = \"mates.jsonl\" }\n[players.material]\n";
    let problems = read(text, &[("mates.jsonl", suite)]);
    let answers = results(&problems);
    let Body::Answer(answer) = body(&answers[0]) else {
        panic!("{}", answers[0].body);
    };
    assert_eq!((answer.answer.as_str(), answer.right), ("G*5b", true));
    well(&problems, &answers);
    let tsv =
        "1\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\t7\n3\t4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1\tG*5b 5a4a\n";
    let text = text.replace("mates.jsonl\"", "mates.tsv\", kind = \"mate in 3\"");
    let three = read(&text, &[("mates.tsv", tsv)]);
    let Work::Problems(task) = &three.work else {
        panic!("they are problems");
    };
    assert_eq!(task.suite.problems.len(), 1);
    assert_eq!(task.suite.problems[0].name, "2");
    let measure = read(
        "kind = \"measure\"\ngame = \"shogi\"\nbudget = { playouts = 200 }\ncounts = [\"win rate\"]\n\
         [players.material]\n[[positions]]\nsfen = \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\"\n\
         [[positions]]\nmoves = \"7g7f 3c3d\"\n",
        &[],
    );
    let measured = results(&measure);
    let Body::Measurement(record) = body(&measured[0]) else {
        panic!("{}", measured[0].body);
    };
    assert_eq!(record.best, "G*5b");
    assert!(record.counts["win rate"] > 0.9, "{:?}", record.counts);
    well(&measure, &measured);
}

#[test]
fn what_is_wrong_in_a_file_is_told() {
    let starts = [("starts.sfen", STARTS)];
    let with = |line: &str| faults(&MATCH.replace("longest = 80", line), &starts);
    assert!(with("size = 9").contains("there is no `size`"));
    assert!(with("declaration = \"28\"").contains("`declaration`"));
    assert!(
        with("start = \"9/9\"").contains("no position"),
        "{}",
        with("start = \"9/9\"")
    );
    let bad = faults(MATCH, &[("starts.sfen", "startpos moves 7g7e\n")]);
    assert!(bad.contains("line 1 of starts.sfen is no opening"), "{bad}");
    let cpu = MATCH.replace("{ playouts = 300 }", "{ cpu = 0.1 }");
    let cpu = faults(&cpu, &starts);
    assert!(cpu.contains("threads of its own"), "{cpu}");
    let missing = faults(MATCH, &[]);
    assert!(missing.contains("starts.sfen"), "{missing}");
    let suite = "kind = \"problems\"\ngame = \"shogi\"\nsuite = { file = \"s.jsonl\" }\n[players.material]\n";
    for (line, said) in [
        ("{}", "missing field `sfen`"),
        (
            "{\"sfen\":\"4k4/9/9/9/9/9/9/9/4K4 b G 1\",\"right\":[\"S*5b\"]}",
            "illegal",
        ),
        (
            "{\"sfen\":\"4k4/9/9/9/9/9/9/9/4K4 b G 1\",\"right\":[]}",
            "no right move",
        ),
    ] {
        let told = faults(suite, &[("s.jsonl", line)]);
        assert!(
            told.contains("line 1 of s.jsonl") && told.contains(said),
            "{told}"
        );
    }
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let text = MATCH
        .replace("longest = 80", "longest = 6")
        .replace("games = 6", "games = 2");
    let experiment = read(&text, &[("starts.sfen", "startpos moves 7g7f\n")]);
    let results = results(&experiment);
    let game = game(&results[0]);
    assert_eq!((game.end, game.result.as_str()), (End::Length, "0"));
    assert!(results[0].sgf.as_ref().unwrap().contains("最大手数"));
    well(&experiment, &results);
}
