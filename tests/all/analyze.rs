//! `tengen analyze`: positions and whole games, for people and as lines of JSON.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::binary::{Folder, assert_has, command, run, run_with_input};

/// Eight moves, all legal.
const GAME: &str = "(;SZ[5]KM[0.5]PB[Kuro]PW[Shiro]RU[Japanese]
;B[cc];W[bc];B[bb];W[cb];B[bd];W[dc];B[ac];W[cd])
";

fn analyze(args: &[&str], input: &str) -> (i32, String, String) {
    let quick = [
        "analyze",
        "-",
        "--recipe",
        "uct",
        "--playouts",
        "40",
        "--seed",
        "1",
    ];
    run_with_input(&[&quick[..], args].concat(), input.as_bytes())
}

#[test]
fn one_position_is_shown_with_its_candidates() {
    let (code, out, err) = analyze(&["--move", "3"], GAME);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(&out, "- after move 3: 5×5, japanese rules, komi 0.5.");
    assert_has(&out, " 4 .(X). . .\n");
    assert_has(&out, "To move   White\n");
    assert_has(&out, "Played    C4\n");
    assert_has(&out, "Rank  Move      Visits  Win rate    Score  Line\n");
    assert_has(&out, "Ownership: X Black's");
    let rows = out
        .lines()
        .filter(|line| line.trim_start().starts_with("1  "));
    assert_eq!(rows.count(), 1, "{out}");
    let (_, out, _) = analyze(&["--move", "0", "--komi", "-3", "--rules", "aga"], GAME);
    assert_has(&out, "- at the start: 5×5, aga rules, komi -3.");
}

#[test]
fn a_game_is_reviewed() {
    let (code, out, err) = analyze(&[], GAME);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(&out, "-: 5×5, japanese rules, komi 0.5, 8 moves.");
    assert_has(&out, "9 positions searched, ");
    assert_has(&out, "\nBlack  4 moves: ");
    assert_has(&out, "\nWhite  4 moves: ");
}

#[test]
fn a_pass_that_ends_the_game_is_not_judged() {
    let (code, out, err) = analyze(&[], "(;GM[1]SZ[9];B[];W[])");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(&out, "2 moves.");
    assert!(!out.contains("White pass"), "{out}");
    assert_has(&out, "\nBlack  1 move: ");
    assert_has(&out, "\nWhite  no move to judge.\n");
}

#[test]
fn every_position_is_a_line_of_json_and_again_the_same() {
    let (code, out, err) = analyze(&["--json"], GAME);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 9);
    let played = ["C3", "B3", "B4", "C4", "B2", "D3", "A3", "C2"];
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(line["move"], number);
        assert_eq!(line["turn"], ["B", "W"][number % 2]);
        assert_eq!(line["played"].as_str(), played.get(number).copied());
        let playouts = line["playouts"].as_u64().unwrap();
        assert!((1..=40).contains(&playouts), "{line}");
        assert_eq!(line["ownership"].as_array().unwrap().len(), 25);
        let rate = |value: &Value| value.as_f64().is_some_and(|w| (0.0..=1.0).contains(&w));
        assert!(
            rate(&line["winrate"]) && line["score"].is_number(),
            "{line}"
        );
        let candidates = line["candidates"].as_array().unwrap();
        assert!(!candidates.is_empty());
        for candidate in candidates {
            assert!(rate(&candidate["winrate"]), "{candidate}");
            assert!(candidate["visits"].as_u64().is_some_and(|n| n > 0));
            assert!(candidate["score"].is_number() && candidate["lcb"].is_number());
            assert!(candidate["prior"].is_number());
            assert_eq!(candidate["pv"][0], candidate["move"]);
        }
    }
    assert_eq!(analyze(&["--json"], GAME).1, out, "one seed, one search");
    let (_, one, _) = analyze(&["--json", "--move", "4"], GAME);
    assert_eq!(one.trim_end(), out.lines().nth(4).unwrap());
}

/// The first line can be read, whatever becomes of the rest.
#[test]
fn lines_of_json_are_written_at_once() {
    let folder = Folder::new("killed");
    let file = folder.file("game.sgf", GAME);
    let mut command = command(&[
        "analyze",
        &file,
        "--json",
        "--recipe",
        "uct",
        "--playouts",
        "300",
    ]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let first: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(first["move"], 0);
}

#[test]
fn of_a_broken_record_what_could_be_read_is_analysed() {
    let broken = "(;SZ[5]KM[0.5]\n;B[cc];W[cc];B[dd];W[zz];W[bb]";
    let (code, out, err) = analyze(&["--json"], broken);
    assert_eq!(code, 1);
    assert_has(&err, "-:2:8: error: move 2 is illegal");
    assert_has(&err, "-:2:20: error: move 4");
    assert_eq!(out.lines().count(), 6);
    let second: Value = serde_json::from_str(out.lines().nth(1).unwrap()).unwrap();
    assert_eq!(second["played"], Value::Null);
    let (code, out, _) = analyze(&[], broken);
    assert_eq!(code, 1);
    assert_has(&out, "5 moves.");
}

#[test]
fn what_cannot_be_analysed_gets_a_sentence() {
    let (code, _, err) = run(&["analyze", "no-such.sgf"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.sgf does not exist");
    for (input, sentence) in [
        ("no game", "there is no game in it"),
        ("(;GM[2];B[cc])", "this is not Go"),
        ("(;SZ[77];B[cc])", "77"),
    ] {
        let (code, out, err) = analyze(&["--json"], input);
        assert_eq!((code, out.as_str()), (1, ""), "{input}");
        assert_has(&err, sentence);
    }
    let (code, out, err) = analyze(&["--move", "9"], GAME);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "- has 8 moves, so there is no position after move 9");
    let (code, _, err) = analyze(&["--size", "9"], GAME);
    assert_eq!(code, 2);
    assert_has(&err, "is on 5×5, and --size asks for 9×9");
}

#[test]
fn of_several_games_the_first_is_analysed() {
    let (code, out, err) = analyze(&["--json"], &GAME.repeat(3));
    assert_eq!((code, out.lines().count()), (0, 9));
    assert_has(&err, "holds 2 other games; the first one is analysed");
}
