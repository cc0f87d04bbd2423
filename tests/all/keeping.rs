//! What becomes of a game in a pipe: nothing is asked, nothing is lost, and the record says when it was played.

use std::fs;

use tengen_record::sgf::today;

use crate::binary::{Folder, assert_has, command, run, run_with_input, told};
use crate::player::play;

const QUICK: [&str; 8] = [
    "--recipe",
    "uct",
    "--playouts",
    "30",
    "--size",
    "5",
    "--seed",
    "7",
];

/// The path in the sentence that says where a game is.
fn whereabouts(out: &str) -> &str {
    let (_, rest) = out.split_once("Your game is in ").expect(out);
    rest.split_once(';').expect(out).0
}

#[test]
fn an_unsaved_game_is_kept_and_goes_on() {
    for leave in ["", "quit\n"] {
        let (code, out, err) = play(&QUICK, &format!("c3\n{leave}"));
        assert_eq!((code, err.as_str()), (0, ""));
        let path = whereabouts(&out);
        let game = fs::read_to_string(path).unwrap();
        assert_has(&game, ";B[cc];W[");
        assert_has(&game, &format!("DT[{}", &today()[..8]));
        let (code, out, _) = play(&[&QUICK[..], &["--load", path]].concat(), "quit\n");
        assert_eq!(code, 0);
        assert_has(&out, "loaded: 2 moves");
        assert!(
            !out.contains("Your game is in"),
            "it is in its file:\n{out}"
        );
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_game_that_makes_room_for_another_is_kept() {
    let folder = Folder::new("room");
    let other = folder.file("other.sgf", "(;SZ[5]DT[1999-12-31];B[bb])");
    for room in ["new".to_owned(), format!("load {other}")] {
        let typed = format!("c3\nd3\nload no-such.sgf\n{room}\nquit\n");
        let (_, out, _) = play(&[&QUICK[..], &["--color", "both"]].concat(), &typed);
        assert_eq!(out.matches("Your game is in").count(), 1, "{out}");
        let path = whereabouts(&out);
        assert_has(&fs::read_to_string(path).unwrap(), ";B[cc];W[dc])");
        fs::remove_file(path).unwrap();
    }
    let again = folder.0.join("again.sgf");
    let typed = format!("load {other}\nsave {}\n", again.display());
    play(&[&QUICK[..], &["--color", "both"]].concat(), &typed);
    assert_has(&fs::read_to_string(again).unwrap(), "DT[1999-12-31]");
}

#[test]
fn where_nothing_can_be_kept_that_is_said() {
    let folder = Folder::new("nowhere");
    let file = folder.file("no-folder", "");
    let mut game = command(&[&["play", "--color", "none"], &QUICK[..]].concat());
    let (code, out, _) = told(game.env("XDG_STATE_HOME", file).output().unwrap());
    assert_eq!(code, 0);
    assert_eq!(out.matches("The game is not kept").count(), 1, "{out}");
    assert_has(&out, "The game was not saved.\nGoodbye.");
}

#[test]
fn escape_sequences_in_a_pipe_get_a_sentence() {
    let (code, out, _) = play(&QUICK, "\x1b[A\nc3\x1b[D\nquit\n");
    assert_eq!(code, 0);
    assert_eq!(out.matches("an escape sequence").count(), 2, "{out}");
    assert!(!out.contains('\u{1b}'), "{out}");
    assert!(!out.contains("Move 2"), "{out}");
}

/// A review of this game loses much in its first moves.
const GAME: &str = "\
(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]PB[A\\]b]C[Root \\] text\\\\]XX[kept]
;B[aa]C[mine]V[3]TE[1];W[bc];B[ba](;W[cb];B[bd])(;W[dd]C[other]))
(;GM[1]SZ[9]C[second];B[ee])
";

#[test]
fn a_review_is_written_into_the_record() {
    let folder = Folder::new("annotated");
    let record = folder.file("game.sgf", GAME);
    let out = folder.0.join("reviewed.sgf");
    let out = out.to_str().unwrap();
    let quick = ["--recipe", "uct", "--playouts", "400", "--seed", "1"];
    let review = |args: &[&str]| run(&[&["analyze", &record], args, &quick[..]].concat());
    let (code, told, _) = review(&["--sgf", out]);
    assert_eq!(code, 0);
    assert_has(&told, "5 moves.");
    let text = fs::read_to_string(out).unwrap();
    for part in [
        "PB[A\\]b]C[Root \\] text\\\\\n\nReviewed by Tengen",
        "XX[kept]",
        ";B[aa]C[mine\n\nBlack A5: ",
        "the search would play ",
        "]V[3]TE[1]",
        "]C[Better: Black ",
        ";W[dd]C[other]",
        "C[second]",
        "BM[2]",
    ] {
        assert_has(&text, part);
    }
    // TE and BM exclude each other, and the record's own judgement wins.
    let (first, _) = text.split_once(";W[bc]").unwrap();
    assert!(!first.contains("BM["), "{text}");
    assert_eq!(
        text.matches("SBKV[").count(),
        6 + text.matches("Better: ").count()
    );
    let (code, checked, _) = run(&["sgf", "check", out]);
    assert_eq!(code, 0, "{checked}");
    assert_has(&checked, "0 errors, 0 warnings");
    let (_, shown, _) = run(&["sgf", "show", out]);
    assert_has(&shown, "Moves     5");

    // Nothing is replaced unasked, and the record itself least of all.
    for (path, sentence) in [(out, "exists already"), (&record, "is the record itself")] {
        let (code, told, err) = review(&["--sgf", path]);
        assert_eq!((code, told.as_str()), (1, ""));
        assert_has(&err, sentence);
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), GAME);
    let (code, lines, _) = review(&["--json", "--force", "--sgf", out]);
    assert_eq!((code, lines.lines().count()), (0, 6));
    assert_eq!(
        fs::read_to_string(out).unwrap(),
        text,
        "one seed, one review"
    );
    assert_eq!(review(&["--sgf", out, "--move", "1"]).0, 2);
}

#[test]
fn threads_are_as_many_as_there_are_cores_unless_a_game_is_to_be_repeated() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let several = format!("The engine thinks on {cores} threads.");
    let greeting = |args: &[&str]| {
        let quick = ["--recipe", "uct", "--size", "5"];
        play(&[&quick[..], args].concat(), "").1
    };
    for (args, all) in [
        (&["--playouts", "10"][..], true),
        (&["--time", "1", "--seed", "1"], true),
        (&["--playouts", "10", "--seed", "1"], false),
        (
            &["--playouts", "10", "--seed", "1", "--threads", "auto"],
            false,
        ),
        (&["--playouts", "10", "--set", "budget.threads=1"], false),
        (&["--playouts", "10", "--threads", "1"], false),
    ] {
        let out = greeting(args);
        assert_eq!(out.contains(&several), all && cores > 1, "{args:?}:\n{out}");
    }
    assert_has(
        &greeting(&["--threads", "3", "--seed", "1"]),
        "on 3 threads",
    );
    let (code, _, err) = play(&["--threads", "many"], "");
    assert_eq!(code, 2);
    assert_has(&err, "--threads: `budget.threads` takes a whole number");
    // In a protocol a thread is asked for.
    let typed = "tengen-param budget.threads\n";
    for (args, threads) in [(&[][..], 1), (&["--threads", "auto"], cores)] {
        let args = [&["gtp", "--recipe", "uct"], args].concat();
        let (_, out, _) = run_with_input(&args, typed.as_bytes());
        assert_has(&out, &format!("= {threads}"));
    }
}
