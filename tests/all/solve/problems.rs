//! Problems of endgames: drawn, proved again, tampered with.

use std::fs;

use serde_json::{Value, json};

use crate::binary::{Folder, assert_has, run, run_with_input};

#[test]
fn problems_are_drawn_proved_again_and_read_by_the_laboratory() {
    let folder = Folder::new("solve-problems");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (problems, proofs) = (path("suite.jsonl"), path("suite.proofs.jsonl"));
    let draw = |more: &[&str]| {
        run(&[&["solve", "problems", "--count", "3", "--seed", "7"], more].concat())
    };
    let (code, out, err) = draw(&["--output", &problems]);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "3 pairs of problems, from ");
    let text = fs::read_to_string(&problems).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 6);
    for (number, pair) in lines.chunks(2).enumerate() {
        assert_eq!(pair[0]["name"], format!("g{:03}-A", number + 1));
        assert_eq!(pair[1]["groups"]["version"], "B");
        for same in ["size", "board", "turn", "right", "rules"] {
            assert_eq!(pair[0][same], pair[1][same]);
        }
        assert_ne!(pair[0]["komi"], pair[1]["komi"]);
        assert_eq!(pair[0]["wrong"]["pass"], json!(["pass"]));
    }
    let summaries = fs::read_to_string(&proofs).unwrap();
    for (summary, pair) in summaries.lines().zip(lines.chunks(2)) {
        let summary: Value = serde_json::from_str(summary).unwrap();
        assert_eq!(summary["name"], pair[0]["groups"]["pair"]);
        let areas = summary["areas"].as_array().unwrap().len();
        assert_eq!(pair[0]["groups"]["areas"], areas.to_string());
        let moves = summary["moves"].as_array().unwrap();
        assert!(moves.iter().all(|mv| mv["loss"].as_i64() >= Some(1)));
        assert!(
            moves
                .iter()
                .all(|mv| mv["relation"] == "<" || mv["relation"] == "∥")
        );
    }
    assert_eq!(summaries.lines().count(), 3);

    // The same again goes nowhere without a word for it, and is the same.
    let (code, _, err) = draw(&["--output", &problems]);
    assert_eq!(code, 1);
    assert_has(&err, "suite.jsonl exists already; --force replaces it");
    let (code, _, err) = draw(&["--output", &path("other.jsonl"), "--proofs", &proofs]);
    assert_eq!(code, 1);
    assert_has(&err, "suite.proofs.jsonl exists already");
    assert!(!folder.0.join("other.jsonl").exists());
    assert_eq!(draw(&["--output", &problems, "--force"]).0, 0);
    assert_eq!(fs::read_to_string(&problems).unwrap(), text);
    assert_eq!(
        draw(&["--output", &problems, "--proofs", &problems, "--force"]).0,
        2
    );
    let (code, out, _) = draw(&[]);
    assert_eq!((code, out), (0, text.clone()));
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        3,
        "problems, proofs, records, and nothing is left over"
    );

    let (code, out, _) = run(&["solve", "check", &problems]);
    assert_eq!(
        (code, out.as_str()),
        (0, "6 answers: 6 hold, 0 wrong, 0 unknown.\n")
    );
    let same = ["--output", &problems, "--sgf", &proofs, "--force"];
    let (code, _, err) = draw(&same);
    assert_eq!(code, 2);
    assert_has(
        &err,
        "problems, proofs and records cannot go into the same file",
    );
    if cfg!(not(feature = "lab")) {
        return;
    }
    let experiment = "kind = \"problems\"\ntrials = 1\nbudget = { playouts = 10 }\n\n\
                      [suite]\nfile = \"suite.jsonl\"\n\n[players.uct]\n";
    let experiment = folder.file("trial.toml", experiment);
    let (code, out, err) = run(&["lab", "check", &experiment, "--dry"]);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "6 answers");
}

/// The first problem of a fixed draw as two lines, with one of them changed.
fn tampered(folder: &Folder, version: usize, change: impl Fn(&mut Value)) -> String {
    let (code, out, err) = run(&["solve", "problems", "--count", "1", "--seed", "2"]);
    assert_eq!(code, 0, "{err}");
    let mut lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    change(&mut lines[version]);
    // A move is right or wrong, not both.
    let object = lines[version].as_object_mut().unwrap();
    object.remove("wrong");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let file = folder.file("tampered.jsonl", text);
    let (code, out, _) = run(&["solve", "check", &file]);
    assert_eq!(code, 1, "{out}");
    assert_has(&out, "2 answers: 1 hold, ");
    out
}

#[test]
fn a_wrong_answer_is_caught() {
    let folder = Folder::new("solve-tampered");
    let out = tampered(&folder, 0, |line| line["right"] = json!(["pass"]));
    assert_has(&out, "g001-A: wrong: ");
    assert_has(&out, " is better than pass\n");
    let out = tampered(&folder, 0, |line| line["komi"] = 300.5.into());
    assert_has(&out, "g001-A: wrong: ");
    let out = tampered(&folder, 0, |line| line["groups"]["version"] = "B".into());
    assert_has(&out, " changes who wins\n");
    let out = tampered(&folder, 1, |line| line["groups"]["version"] = "A".into());
    assert_has(&out, "g001-B: wrong: ");
    let out = tampered(&folder, 1, |line| line["groups"]["areas"] = "9".into());
    assert_has(&out, "g001-B: wrong: its group `areas` says \"9\", and ");
    let out = tampered(&folder, 1, |line| {
        let other = match line["groups"]["stand"].as_str() {
            Some("ahead") => "behind",
            _ => "ahead",
        };
        line["groups"]["stand"] = other.into();
    });
    assert_has(&out, "g001-B: wrong: its group `stand` says ");
    let out = tampered(&folder, 0, |line| {
        let other = match line["groups"]["incomparable"].as_str() {
            Some("yes") => "no",
            _ => "yes",
        };
        line["groups"]["incomparable"] = other.into();
    });
    assert_has(&out, "g001-A: wrong: its group `incomparable` says ");
    let out = tampered(&folder, 0, |line| {
        let side = line["size"].as_u64().unwrap() as usize;
        line["board"] = vec![".".repeat(side); side].join("/").into();
    });
    assert_has(
        &out,
        "g001-A: unknown: no stone on the board lives unconditionally",
    );
}

/// The pairs with names, written into a folder: the path of the problems.
fn named(folder: &Folder) -> String {
    let path = folder.0.join("named.jsonl").to_str().unwrap().to_owned();
    let (code, out, err) = run(&["solve", "problems", "--named", "--output", &path]);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "14 pairs of problems that have names.\n");
    for part in ["\nProblems  ", "\nProofs    ", "\nRecords   "] {
        assert_has(&out, part);
    }
    path
}

#[test]
fn the_records_of_the_named_pairs_have_their_stones_and_answers() {
    let folder = Folder::new("solve-named");
    let problems = fs::read_to_string(named(&folder)).unwrap();
    let proofs = fs::read_to_string(folder.0.join("named.proofs.jsonl")).unwrap();
    let records = fs::read(folder.0.join("named.sgf")).unwrap();
    let (records, faults) = tengen_record::sgf::parse(&records).unwrap();
    assert_eq!((records.games.len(), faults.len()), (14, 0));
    let lines = |text: &str| -> Vec<Value> {
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let (problems, proofs) = (lines(&problems), lines(&proofs));
    for ((record, proof), problem) in records.games.iter().zip(&proofs).zip(problems.chunks(2)) {
        let replay = tengen_record::sgf::replay(record).unwrap();
        assert_eq!((replay.moves, replay.diagnostics.len()), (0, 0));
        let board = problem[0]["board"].as_str().unwrap().replace('/', "\n");
        let drawn = tengen_go::Diagram::parse(&board).unwrap().stones;
        assert_eq!(replay.game.stones(), &drawn);
        assert_eq!(replay.info.name, proof["name"]);
        assert_eq!(json!(replay.game.komi().points()), problem[0]["komi"]);
        let one = tengen_record::sgf::Collection {
            games: vec![record.clone()],
        };
        let text = one.to_sgf();
        assert_has(&text, proof["lesson"].as_str().unwrap());
        let (code, out, err) =
            run_with_input(&["solve", "endgame", "-", "--json"], text.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let found: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(found["rules"], "japanese");
        assert_eq!(found["turn"], problem[0]["turn"]);
        assert_eq!(found["moves"][0]["move"], proof["right"]);
        let losses = |value: &Value| {
            let moves = value["moves"].as_array().unwrap().iter();
            let others = moves.filter(|mv| mv["move"] != proof["right"]);
            let mut losses: Vec<(String, i64)> = others
                .map(|mv| (mv["move"].to_string(), mv["loss"].as_i64().unwrap()))
                .collect();
            losses.sort();
            losses
        };
        assert_eq!(losses(&found), losses(proof));
        let values = |value: &Value| {
            let areas = value["areas"].as_array().unwrap().iter();
            areas.map(|area| area["value"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(values(&found), values(proof));
    }
    assert_eq!(run(&["solve", "problems", "--named", "--count", "3"]).0, 2);
    assert_eq!(run(&["solve", "problems"]).0, 2);
}

/// Files that are kept in the repository are what the commands in its README write.
#[test]
fn the_problems_that_are_kept_are_the_ones_that_are_made() {
    let kept = |file: &str| {
        let path = format!("experiments/difference-games/{file}");
        fs::read_to_string(path).unwrap()
    };
    let folder = Folder::new("solve-kept");
    named(&folder);
    let draw = folder.0.join("generated.jsonl");
    let draw = draw.to_str().unwrap();
    let args = ["--count", "4", "--seed", "1", "--output", draw];
    assert_eq!(run(&[&["solve", "problems"], &args[..]].concat()).0, 0);
    for ending in ["jsonl", "proofs.jsonl", "sgf"] {
        let made = |name: &str| {
            let path = folder.0.join(format!("{name}.{ending}"));
            fs::read_to_string(path).unwrap()
        };
        assert!(
            kept(&format!("named.{ending}")) == made("named"),
            "{ending}"
        );
        let first = made("generated");
        assert!(
            kept(&format!("generated.{ending}")).starts_with(&first),
            "{ending}"
        );
    }
    assert_eq!(kept("generated.jsonl").lines().count(), 1000);
}

#[test]
fn answers_are_proved_again_by_plain_minimax() {
    let folder = Folder::new("solve-brute");
    let text = fs::read_to_string(named(&folder)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // P1, P2 and 1, and then 2, which has too many positions.
    let small = folder.file("small.jsonl", lines[..6].join("\n"));
    let (code, out, err) = run(&["solve", "check", "--brute", &small]);
    assert_eq!(
        (code, out.as_str()),
        (0, "6 answers: 6 hold, 0 wrong, 0 unknown.\n"),
        "{err}"
    );
    let large = folder.file("large.jsonl", lines[6..8].join("\n"));
    let (code, out, _) = run(&["solve", "check", "--brute", &large, "--nodes", "1000"]);
    assert_eq!(code, 1);
    assert_has(
        &out,
        "2-A: unknown: the whole board has more than 1000 positions\n",
    );
    assert_has(&out, "2 answers: 0 hold, 0 wrong, 2 unknown.\n");
    let swapped = lines[0].replace("[\"D3\"]", "[\"D5\"]");
    let wrong = swapped.replace("[\"C5\",\"D5\"]", "[\"C5\",\"D3\"]");
    let wrong = folder.file("wrong.jsonl", wrong);
    let (code, out, _) = run(&["solve", "check", "--brute", &wrong]);
    assert_eq!(code, 1);
    assert_has(&out, "P1-A: wrong: D3 is better than D5\n");
}

#[test]
fn what_is_no_file_of_problems_gets_a_sentence() {
    let folder = Folder::new("solve-no-problems");
    let wrong = folder.file("wrong.jsonl", "{\"name\":\"x\"}\n");
    let (code, out, err) = run(&["solve", "check", &wrong]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "wrong.jsonl:1: missing field `size`");
    let empty = folder.file("empty.jsonl", "");
    let (code, _, err) = run(&["solve", "check", &empty]);
    assert_eq!(code, 1);
    assert_has(&err, "there is no problem with a right move in it");
    let (code, _, err) = run(&["solve", "check", "no-such.jsonl"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.jsonl does not exist");
    assert_eq!(run(&["solve", "problems", "--count", "0"]).0, 2);
}
