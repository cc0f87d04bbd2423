//! `tengen solve tsumego`: problems of life and death from files, and what is none.

use serde_json::Value;

use crate::binary::{Folder, assert_has, run, run_with_input};

/// Three points in a row: who plays the middle decides.
const THREE: &str = "SZ[13]AB[ea][eb][ac][bc][cc][dc][ec]AW[da][ab][bb][cb][db]";

fn solve(sgf: &str, more: &[&str]) -> (i32, String, String) {
    let args = [&["solve", "tsumego", "-"], more].concat();
    run_with_input(&args, sgf.as_bytes())
}

#[test]
fn a_problem_is_drawn_and_answered() {
    let (code, out, err) = solve(&format!("(;{THREE}PL[B])"), &["--all"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_has(&out, "Black to kill");
    assert_has(
        &out,
        "Answer    kills, even if the other side has two ko threats",
    );
    assert_has(&out, "Line      B13");
    assert_has(&out, "Moves: wins B13");
    let (code, out, _) = solve(&format!("(;{THREE}PL[B])"), &["--turn", "W"]);
    assert_eq!(code, 0, "{out}");
    assert_has(&out, "White to live");
    assert_has(&out, "Line      B13");
}

#[test]
fn the_games_of_a_file_are_solved_one_after_another() {
    let two = format!("(;GN[first]{THREE}PL[B];B[ba])(;GN[second]{THREE}PL[W];W[aa])");
    let (code, out, _) = solve(&two, &["--json"]);
    let objects: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 3, "two problems and a summary");
    assert_eq!(objects[0]["agreement"], "agrees");
    assert_eq!(
        (&objects[1]["goal"], &objects[1]["verdict"]),
        (&"live".into(), &"won".into())
    );
    assert_eq!(objects[1]["agreement"], "elsewhere");
    assert_eq!(objects[2]["summary"]["answered"], 2);
    assert_eq!(code, 0, "the file does not call the move wrong");
}

#[test]
fn what_is_no_problem_gets_a_sentence() {
    let says = |sgf: &str, sentence: &str| {
        let (code, out, _) = solve(sgf, &[]);
        assert_eq!(code, 1, "{out}");
        assert_has(&out, sentence);
    };
    says("(;SZ[13])", "there are no stones");
    says("(;SZ[13]AB[bb][cb])", "there is no goal");
    says(
        "(;SZ[13]AB[ff][fg][fh]AW[gf][gg][gh])",
        "the region is open",
    );
    says(
        "(;SZ[19]AB[ea][eb][ac][bc][cc][dc][ec][ss]AW[da][ab][bb][cb][db][rr])",
        "2 problems on one board",
    );
    let (code, _, err) = run(&["solve", "tsumego", "there-is-no-such-file.jsonl"]);
    assert_eq!(code, 1);
    assert_has(&err, "does not exist");
    let (code, _, err) = solve("(;SZ[13])", &["--goal", "draw"]);
    assert_eq!(code, 2);
    assert_has(&err, "the goal is kill or live");
}

#[test]
fn a_recipe_answers_in_the_solvers_place() {
    let folder = Folder::new("tsumego-recipe");
    let line = r#"{"id":1,"rank":"15k","type":"lifeAndDeath","size":19,"to_play":"B","B":["oa","ob","sc","rc","qc","pc","oc"],"W":["pa","sb","rb","qb","pb"],"forced":["ra"],"wrong":["sa"]}"#;
    let file = folder.file("problems.jsonl", line);
    let file = file.as_str();
    let (code, out, err) = run(&[
        "solve",
        "tsumego",
        file,
        "--recipe",
        "uct",
        "--playouts",
        "400",
        "--json",
    ]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["agreement"], "agrees", "{out}");
    let (code, out, _) = run(&["solve", "tsumego", file, "--ranks", "15k..5k", "--json"]);
    assert_eq!(code, 0, "{out}");
    assert_has(&out, "\"verdict\":\"won\"");
    let (code, _, err) = run(&["solve", "tsumego", file, "--ranks", "1d..7d"]);
    assert_eq!(code, 1);
    assert_has(&err, "no problem of these ranks");
}

#[test]
fn problems_are_drawn_and_solved_again() {
    let folder = Folder::new("tsumego-draw");
    let path = folder.0.join("drawn.jsonl");
    let file = path.to_str().unwrap();
    let draw = |more: &[&str]| {
        let args = ["solve", "draw", "--count", "1", "--nodes", "1000"];
        run(&[&args, more].concat())
    };
    let (code, out, _) = draw(&["--output", file]);
    assert_eq!(code, 0, "{out}");
    assert_has(&out, "1 problem, from");
    let (code, lines, _) = draw(&[]);
    assert_eq!(
        (code, &lines),
        (0, &std::fs::read_to_string(&path).unwrap())
    );
    // The record is read as well as the line, and both are solved by the move that was drawn.
    let record = path.with_extension("sgf");
    for file in [file, record.to_str().unwrap()] {
        let (code, out, _) = run(&["solve", "tsumego", file, "--margin", "1", "--json"]);
        assert_eq!(code, 0, "{out}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            (&answer["verdict"], &answer["agreement"]),
            (&"won".into(), &"agrees".into())
        );
    }
    let (code, _, err) = draw(&["--output", file]);
    assert_eq!(code, 1);
    assert_has(&err, "--force replaces it");
    let (code, _, err) = draw(&["--output", file, "--sgf", file, "--force"]);
    assert_eq!(code, 2);
    assert_has(&err, "cannot go into the same file");
    let name = folder.0.file_name().unwrap();
    let other = folder.0.join("..").join(name).join("drawn.jsonl");
    let (code, _, err) = draw(&[
        "--output",
        file,
        "--sgf",
        other.to_str().unwrap(),
        "--force",
    ]);
    assert_eq!(code, 2);
    assert_has(&err, "cannot go into the same file");
    let (code, _, err) = draw(&["--output", folder.0.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert_has(&err, "is a folder");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced_by_one() {
    let folder = Folder::new("tsumego-socket");
    let path = folder.0.join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let file = path.to_str().unwrap();
    let (code, _, err) = run(&["solve", "draw", "--count", "1", "--output", file]);
    assert_eq!(code, 2);
    assert_has(&err, "is no file that can be replaced");
    assert!(!path.is_file());
}

/// The five problems are as `experiments/playout-history/README.md` says.
#[test]
fn the_five_problems_have_one_right_move_each() {
    let file = "experiments/playout-history/problems.jsonl";
    let (code, out, _) = run(&[
        "solve", "tsumego", file, "--all", "--margin", "1", "--time", "60", "--json",
    ]);
    assert_eq!(code, 0, "{out}");
    let text = std::fs::read_to_string(file).unwrap();
    let mut number = 0;
    for (posed, answer) in text.lines().zip(out.lines()) {
        let posed: Value = serde_json::from_str(posed).unwrap();
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(answer["agreement"], "agrees", "{answer}");
        let fates = |wanted: &str| {
            let moves = answer["moves"].as_array().unwrap().iter();
            moves.filter(|mv| mv["fate"] == wanted).count()
        };
        let wrong = posed["wrong"].as_array().unwrap().len();
        assert_eq!((fates("wins"), fates("fails")), (1, wrong), "{answer}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), 1 + wrong);
        number += 1;
    }
    assert_eq!(number, 5);
}

#[test]
fn a_kill_that_a_wider_region_might_undo_is_told() {
    let gap = "(;SZ[13]PL[B]AB[ea][eb][ac][bc][dc][ec]AW[da][ab][bb][cb][db])";
    let narrow = |nodes: &str, more: &[&str]| {
        let args = ["--goal", "kill", "--nodes", nodes];
        solve(gap, &[&args, more].concat()).1
    };
    assert_has(
        &narrow("1000", &[]),
        "with more free points around it was not found out",
    );
    assert_has(&narrow("1000", &["--json"]), "\"narrow\":true");
    assert_has(&narrow("1000000", &["--json"]), "\"narrow\":false");
    assert_has(&narrow("150", &["--json"]), "\"verdict\":\"unknown\"");
}
