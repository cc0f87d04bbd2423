//! The commands on Shogi: records checked, shown and converted, mates, counts of moves.

use std::fs;

use serde_json::Value;

use crate::binary::{Folder, assert_has, run, run_with_input};

const GAME: &str = "\
手合割：平手
先手：黒
後手：白
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*角道
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 ２二角成(88) ( 0:01/00:00:17)
   4 投了
変化：2手
   2 ８四歩(83)
";

/// A mate in one, one in three, and a position without.
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
const THREE: &str = "7nl/7k1/9/6P2/9/9/9/9/9 b 2G 1";

#[test]
fn records_are_checked() {
    let folder = Folder::new("shogi-check");
    let good = folder.file("good.kif", GAME);
    let (code, out, err) = run(&["shogi", "check", &good]);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (
            0,
            "1 file, 1 game, 3 moves, 1 variation left out: 0 errors, 0 warnings.\n",
            ""
        )
    );
    let bad = folder.file("bad.csa", "PI\n+\n+7776FU\n-3335FU\n");
    let (code, out, err) = run(&["shogi", "check", &good, &bad, "no-such.kif"]);
    assert_eq!(code, 1);
    assert_has(
        &out,
        "bad.csa:4: error: move 2: no piece may move so: 3c3e\n",
    );
    assert_has(
        &out,
        "2 files, 2 games, 4 moves, 1 variation left out: 2 errors, 0 warnings.",
    );
    assert_eq!(err, "error: no-such.kif does not exist\n");
    let empty = folder.file("empty.kif", "");
    let (code, _, err) = run(&["shogi", "check", &empty]);
    assert_eq!(code, 1);
    assert_has(&err, "empty.kif cannot be read: there is no game in it");
}

#[test]
fn a_game_is_shown_with_its_board() {
    let folder = Folder::new("shogi-show");
    let file = folder.file("game.kif", GAME);
    let (code, out, _) = run(&["shogi", "show", &file]);
    assert_eq!(code, 0);
    for part in [
        "Black     黒\n",
        "Result    Black wins: White resigned\n",
        "Length    3 moves; 1 variation left out\n",
        "b |  ・ v飛  ・  ・  ・  ・  ・( 馬) ・ |\n",
        "Black has 角.\nMove 3: Black 8h2b+. White to move.\n",
    ] {
        assert_has(&out, part);
    }
    let (_, out, _) = run(&["shogi", "show", &file, "--move", "1", "--letters"]);
    assert_has(&out, "f |  .  .( P) .  .  .  .  .  . |\n");
    assert_has(&out, "Move 1: Black 7g7f. White to move.\n  角道\n");
    let (code, _, err) = run(&["shogi", "show", &file, "--move", "4"]);
    assert_eq!(code, 1);
    assert_has(&err, "has 3 moves, so there is no board after move 4");
    let (code, out, _) = run(&["shogi", "show", "--letters", ONE]);
    assert_eq!(code, 0);
    assert_has(
        &out,
        "Black has G.\nBlack to move.\nSFEN 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n",
    );
    let (code, out, err) = run(&["shogi", "show", "startpos moves 7g7f 3c3e"]);
    assert_eq!(code, 1);
    assert_has(&out, "Length    1 move, and something wrong\n");
    assert_has(
        &err,
        "position:1: error: move 2: no piece may move so: 3c3e",
    );
    let (code, _, err) = run(&["shogi", "show", "9/9/9/9/9/9/9/9/9 b - 1"]);
    assert_eq!(code, 1);
    assert_has(&err, "is no position");
}

#[test]
fn records_are_converted_there_and_back() {
    let folder = Folder::new("shogi-convert");
    let file = folder.file("game.kif", GAME);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (sjis, csa) = (path("sjis.kif"), path("game.csa"));
    let to_sjis = [
        "shogi",
        "convert",
        &file,
        "--to",
        "kif",
        "--encoding",
        "shift-jis",
        "--out",
        &sjis,
    ];
    let (code, out, err) = run(&to_sjis);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (0, "", "1 variation left out.\n")
    );
    assert!(String::from_utf8(fs::read(&sjis).unwrap()).is_err());
    let (code, ..) = run(&["shogi", "convert", &sjis, "--to", "csa", "--out", &csa]);
    assert_eq!(code, 0);
    let text = fs::read_to_string(&csa).unwrap();
    assert_has(
        &text,
        "N+黒\nN-白\nPI\n+\n+7776FU\nT16\n'*角道\n-3334FU\nT2\n+8822UM\nT1\n%TORYO\n",
    );
    let (_, out, _) = run(&["shogi", "convert", &csa, "--to", "usi"]);
    assert_eq!(out, "startpos moves 7g7f 3c3d 8h2b+\n");
    let (_, out, _) = run_with_input(&["shogi", "convert", "-", "--to", "sfen"], out.as_bytes());
    assert_eq!(
        out,
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4\n"
    );
    let two = folder.file("two.usi", "startpos\nstartpos moves 7g7f\n");
    let (code, _, err) = run(&["shogi", "convert", &two, "--to", "kif"]);
    assert_eq!(code, 1);
    assert_has(&err, "has 2 games, and a file of KIF has one");
    let (_, out, _) = run(&["shogi", "convert", &two, "--to", "csa"]);
    assert_eq!(out.matches("\n/\n").count(), 1);
    let bad = folder.file("bad.usi", "startpos moves 7g7f 7g7f\n");
    let (code, out, err) = run(&["shogi", "convert", &bad, "--to", "csa"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "bad.usi:1: error: move 2: no piece may move so: 7g7f");
    assert_has(&err, "was not converted: a game is wrong");
    let odd = folder.file("odd.csa", "N+Žofie\nPI\n+\n");
    let (code, _, err) = run(&[
        "shogi",
        "convert",
        &odd,
        "--to",
        "csa",
        "--encoding",
        "shift-jis",
    ]);
    assert_eq!(code, 1);
    assert_has(&err, "Shift-JIS has no character 'Ž'");
    let (code, ..) = run(&["shogi", "convert", &odd, "--to", "sgf"]);
    assert_eq!(code, 2);
}

#[test]
fn mates_are_found_and_counted() {
    let (code, out, _) = run(&["shogi", "mate", ONE, "--memory", "1"]);
    assert_eq!(code, 0);
    assert_has(&out, "position: mate after 1 move: G*5b  [");
    let folder = Folder::new("shogi-mate");
    let lines = format!("1\t{ONE}\tG*5b\n# none\n5\t{ONE}\n{THREE}\nwhat\nx\t{ONE}\n");
    let file = folder.file("problems.tsv", lines);
    let (code, out, err) = run(&["shogi", "mate", &file, "--memory", "1", "--json"]);
    assert_eq!(code, 1);
    assert_has(&err, "problems.tsv:5: \"what\" is no position");
    assert_has(
        &err,
        "problems.tsv:6: the first column is the number of plies of the mate, not \"x\"",
    );
    let objects: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[0]["verdict"], "mate");
    assert_eq!(objects[0]["complete"], true);
    assert_eq!(objects[1]["wanted"], 5);
    assert_eq!(objects[2]["verdict"], "none");
    let sum = &objects[3];
    for (key, count) in [
        ("problems", 3),
        ("mates", 2),
        ("none", 1),
        ("unread", 2),
        ("shorter", 1),
    ] {
        assert_eq!(sum[key], count, "{key}");
    }
    // A hard problem is given up after a position.
    let (code, out, _) = run(&["shogi", "mate", THREE, "--nodes", "1", "--memory", "1"]);
    assert_eq!(code, 1);
    assert_has(&out, "not found out");
    let (code, ..) = run(&["shogi", "mate", ONE, "--time", "0"]);
    assert_eq!(code, 2);
}

#[test]
fn moves_are_counted() {
    let (code, out, _) = run(&["shogi", "perft", "2"]);
    assert_eq!(code, 0);
    assert_has(&out, "900 lines of 2 moves in ");
    let (_, out, _) = run(&["shogi", "perft", "1", "--divide", ONE]);
    assert_has(&out, "5c5b+   1\n");
    let (code, _, err) = run(&["shogi", "perft", "1", "what"]);
    assert_eq!(code, 2);
    assert_has(&err, "\"what\" is no position");
    let (code, ..) = run(&["shogi", "perft", "0"]);
    assert_eq!(code, 2);
}
