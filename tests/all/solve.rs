//! `tengen solve`: endgames solved, drawn and proved again.

use std::fs;

use serde_json::{Value, json};

use crate::binary::{Folder, assert_has, run, run_with_input};

/// Black closes a corridor for a point, or White enters it; and a neutral point is left.
const CORRIDOR: &str = ". X X X O O .
                        X X X X O O O
                        X X . . O O O
                        X X X X O O O
                        X X X . O O O
                        X . X X O . O
                        X X X X O O O";

/// Black may take the stone at D5 by E5, and White may take back.
const KO: &str = ". X . X O . O O .
                  X X X X O O O O O
                  X . X X O O O . O
                  X X X X O O O O O
                  X X X O . O . O O
                  X X X X O O O O O
                  X X X X O O . O O
                  . X X X O O O O O
                  X X X X O O O . O";

/// A drawn board as a record that sets it up, with what else the root says.
fn sgf(board: &str, root: &str) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let [mut black, mut white] = [String::new(), String::new()];
    for (y, row) in board.lines().enumerate() {
        for (x, cell) in row.split_whitespace().enumerate() {
            let point = format!("[{}{}]", letter(x), letter(y));
            match cell {
                "X" => black += &point,
                "O" => white += &point,
                _ => {}
            }
        }
    }
    let setup = |name: &str, points: &str| match points {
        "" => String::new(),
        points => format!("{name}{points}"),
    };
    let side = board.lines().count();
    let (black, white) = (setup("AB", &black), setup("AW", &white));
    format!("(;GM[1]FF[4]SZ[{side}]{root}{black}{white})")
}

fn endgame(board: &str, root: &str, more: &[&str]) -> (i32, String, String) {
    let args = [&["solve", "endgame", "-"], more].concat();
    run_with_input(&args, sgf(board, root).as_bytes())
}

/// The object that `--json` prints.
fn object(board: &str, root: &str, more: &[&str]) -> Value {
    let (code, out, err) = endgame(board, root, &[&["--json"], more].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    serde_json::from_str(&out).unwrap()
}

/// Without the line that says how long it took.
fn timeless(out: &str) -> String {
    let lines = out.lines().filter(|line| !line.starts_with("Searched"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_corridor_is_drawn_valued_and_solved() {
    let (code, out, err) = endgame(CORRIDOR, "RU[Japanese]KM[0.5]PL[B]", &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let expected = "\
- at the start: 7×7, japanese rules, komi 0.5.

   A B C D E F G
 7 x X X X O O o
 6 X X X X O O O
 5 X X a a O O O
 4 X X X X O O O
 3 X X X b O O O
 2 X x X X O o O
 1 X X X X O O O

To move   Black
Open      3 open points in 2 areas
Score     B+0.5
Line      D5 D3 pass pass
Proof     sum of areas, no repetition matters

Area  Points  Open  Mean  Temperature  Value
a          2     2   1/2          1/2  {1|*}
b          1     1     0            0  *

Move    Board  With komi  Loses  Against D5
D5        B+1      B+0.5      0  =
C5          0      W+0.5      1  <
D3          0      W+0.5      1  <
pass        0      W+0.5      1  ∥
";
    assert_eq!(timeless(&out), expected);
}

#[test]
fn the_object_says_the_same() {
    let found = object(CORRIDOR, "RU[Japanese]KM[0.5]PL[W]", &[]);
    assert_eq!(
        (&found["turn"], &found["solved"]),
        (&"W".into(), &true.into())
    );
    assert_eq!(
        (&found["points"], &found["score"]),
        (&0.into(), &"W+0.5".into())
    );
    assert_eq!(found["line"], json!(["D5", "C5", "D3", "pass", "pass"]));
    assert_eq!(
        found["moves"][1],
        json!({"move": "D3", "points": 1, "score": "B+0.5", "loss": 1, "relation": "<"})
    );
    assert_eq!(
        found["areas"][0],
        json!({"name": "a", "points": ["C5", "D5"], "open": 2, "positions": 4, "ko": false,
               "value": "{1|*}", "mean": "1/2", "temperature": "1/2", "exact": true})
    );
    assert_eq!(found["proof"], "sum");
}

#[test]
fn komi_rules_and_the_side_to_move_can_be_asked_for() {
    let found = object(
        CORRIDOR,
        "RU[Japanese]KM[0.5]PL[W]",
        &["--rules", "chinese", "--komi", "-3", "--to-play", "B"],
    );
    assert_eq!(found["rules"], "chinese");
    assert_eq!(found["komi"], -3.0);
    assert_eq!(found["turn"], "B");
    let (code, out, _) = endgame(CORRIDOR, "PL[B]", &["--rules", "chinese"]);
    assert_eq!(code, 0);
    assert_has(&out, "7×7, chinese rules, komi 7.5.");
    assert_has(&out, "The values are those by territory.\n");
    let (code, _, err) = endgame(CORRIDOR, "", &["--to-play", "red"]);
    assert_eq!(code, 2);
    assert_has(&err, "the side to move is B or W");
}

#[test]
fn positions_within_a_game_are_solved() {
    let record = sgf(CORRIDOR, "RU[Japanese]KM[0]PL[B]").replace(")", ";B[dc];W[de];B[];W[])");
    let solve = |more: &[&str]| {
        let args = [&["solve", "endgame", "-"], more].concat();
        run_with_input(&args, record.as_bytes())
    };
    let (code, out, _) = solve(&["--move", "1"]);
    assert_eq!(code, 0, "{out}");
    assert_has(&out, "- after move 1: ");
    assert_has(&out, "\nTo move   White\n");
    assert_has(&out, "\nScore     B+1\n");
    let (code, _, err) = solve(&["--move", "5"]);
    assert_eq!(code, 1);
    assert_has(&err, "- has 4 moves, so there is no position after move 5");
    let (code, _, err) = solve(&[]);
    assert_eq!(code, 1);
    assert_has(
        &err,
        "error: - after move 4: the answer is unknown: the game is over: ",
    );
}

#[test]
fn what_cannot_be_solved_gets_a_sentence() {
    let unknown = |board: &str, root: &str, more: &[&str], part: &str| {
        let (code, out, err) = endgame(board, root, more);
        assert_eq!(code, 1, "{out}{err}");
        assert_has(&err, "error: - at the start: the answer is unknown: ");
        assert_has(&err, part);
        assert!(!out.contains("Score"), "{out}");
        let (code, out, again) = endgame(board, root, &[more, &["--json"]].concat());
        assert_eq!((code, &again), (1, &err));
        let object: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(object["solved"], false);
        assert_has(object["unknown"].as_str().unwrap(), part);
    };
    let empty = ". . . . . . . . .\n".repeat(9);
    unknown(
        &empty,
        "",
        &[],
        "no stone on the board lives unconditionally",
    );
    let open =
        "X . X . X . . . .\nX X X X X . . . .\n".to_owned() + &". . . . . . . . .\n".repeat(7);
    unknown(&open, "", &[], "open points; at most 24 can be solved");
    unknown(CORRIDOR, "", &["--nodes", "1"], "no answer within 1 nodes");
}

#[test]
fn an_area_with_a_ko_has_no_value() {
    let (code, out, err) = endgame(KO, "KM[0]RU[Chinese]", &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_has(&out, "unknown: play in the area may repeat a position (ko)");
    assert_has(&out, "\nProof     whole board, repetition forbidden\n");
}

#[test]
fn what_is_no_record_gets_a_sentence() {
    let (code, out, err) = run_with_input(&["solve", "endgame", "-"], b"no record");
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(
        &err,
        "error: - cannot be read as SGF: there is no game in it",
    );
    let (code, _, err) = run(&["solve", "endgame", "no-such.sgf"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.sgf does not exist");
    assert_eq!(run(&["solve", "endgame", "-", "--seconds", "0"]).0, 2);
    assert_eq!(run(&["solve", "endgame", "-", "--nodes", "0"]).0, 2);
}

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
