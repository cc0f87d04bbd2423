//! What becomes of a game in a pipe: nothing is asked, nothing is lost, and the record says when it was played.

use std::fs;
use std::path::PathBuf;

use tengen_record::sgf::today;

use crate::binary::{Folder, assert_has, command, feed, run_with_input, told};
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

/// As `play`, but games are kept in this folder: what is printed, and the games that are then kept.
fn play_in(folder: &Folder, args: &[&str], typed: &str) -> (String, Vec<PathBuf>) {
    let mut game = command(&[&["play"], &QUICK[..], args].concat());
    game.env("XDG_STATE_HOME", &folder.0);
    let (code, out, err) = feed(game, typed.as_bytes());
    assert_eq!(code, 0, "{err}");
    let games = fs::read_dir(folder.0.join("tengen/games"));
    let games = games.into_iter().flatten();
    let mut kept: Vec<_> = games.map(|entry| entry.unwrap().path()).collect();
    kept.sort();
    (out, kept)
}

#[test]
fn a_kept_game_goes_when_it_is_saved_elsewhere() {
    let folder = Folder::new("settled");
    let both = ["--color", "both"];
    let (_, kept) = play_in(&folder, &both, "c3\n");
    let [first] = &kept[..] else {
        panic!("{kept:?}");
    };
    // What is only looked at stays, and so does what is saved to the same file.
    let first = first.to_str().unwrap();
    let load = [&both[..], &["--load", first]].concat();
    for typed in ["", &format!("d3\nsave! {first}\n")] {
        let (_, kept) = play_in(&folder, &load, typed);
        assert_eq!(kept, [PathBuf::from(first)], "{typed}");
    }
    let mine = folder.0.join("mine.sgf");
    let typed = format!("b3\nsave {}\n", mine.display());
    let (_, kept) = play_in(&folder, &load, &typed);
    assert_eq!(kept.len(), 0);
    assert_has(&fs::read_to_string(&mine).unwrap(), ";B[cc];W[dc];B[bc])");
    // What was never kept there is nobody's to remove.
    let load = [&both[..], &["--load", mine.to_str().unwrap()]].concat();
    let other = folder.0.join("other.sgf");
    play_in(&folder, &load, &format!("d2\nsave {}\n", other.display()));
    assert!(mine.exists() && other.exists());
}

#[test]
fn the_games_that_were_played_last_are_kept() {
    let folder = Folder::new("many-games");
    let games = folder.0.join("tengen/games");
    fs::create_dir_all(&games).unwrap();
    for n in 10..70 {
        fs::write(games.join(format!("2020-01-01T0000{n}.sgf")), "(;SZ[5])").unwrap();
    }
    fs::write(games.join("mine.sgf"), "(;SZ[5])").unwrap();
    let (out, kept) = play_in(&folder, &["--color", "both"], "c3\n");
    assert_eq!(kept.len(), 51, "50, and one that has a name of its own");
    let names: Vec<_> = kept.iter().map(|path| path.file_name().unwrap()).collect();
    for (name, stays) in [("20", false), ("21", true), ("69", true)] {
        let name = format!("2020-01-01T0000{name}.sgf");
        assert_eq!(names.contains(&name.as_ref()), stays, "{name}");
    }
    assert!(names.contains(&"mine.sgf".as_ref()));
    assert!(kept.contains(&PathBuf::from(whereabouts(&out))));
}

#[test]
fn a_finished_game_is_said_to_be_finished() {
    let folder = Folder::new("finished");
    let typed = "c3\nresign\n";
    let (out, kept) = play_in(&folder, &["--color", "both"], typed);
    assert_eq!(kept, [PathBuf::from(whereabouts(&out))]);
    assert_has(&out, ".sgf; it is finished.\n");
    let (out, _) = play_in(&folder, &["--color", "both"], &format!("{typed}undo\n"));
    assert_has(&out, "goes on.\n");
}

#[test]
fn what_cannot_be_kept_is_dropped_when_that_is_said_twice() {
    let folder = Folder::new("said-twice");
    // There is a file where the folder should be.
    folder.file("tengen", "");
    let other = folder.file("other.sgf", "(;SZ[5];B[bb])");
    let refused = "The game is not saved and cannot be kept";
    for room in ["new".to_owned(), format!("load {other}")] {
        let both = ["--color", "both"];
        let (out, _) = play_in(&folder, &both, &format!("c3\n{room}\nc3\n"));
        assert_eq!(out.matches(refused).count(), 1, "{out}");
        assert_has(&out, "C3 is occupied");
        // After another move it is another game that would be lost.
        let typed = format!("c3\n{room}\nd3\n{room}\n{room}\nc3\n");
        let (out, _) = play_in(&folder, &both, &typed);
        assert_eq!(out.matches(refused).count(), 2, "{out}");
        assert!(!out.contains("occupied"), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn a_relative_place_for_games_is_ignored() {
    let folder = Folder::new("relative");
    let mut game = command(&[&["play", "--color", "both"], &QUICK[..]].concat());
    game.env("XDG_STATE_HOME", "relative")
        .env("HOME", &folder.0);
    game.env("LOCALAPPDATA", &folder.0);
    let (_, out, _) = feed(game, b"c3\n");
    let home = folder.0.join(".local/state/tengen/games");
    assert!(PathBuf::from(whereabouts(&out)).starts_with(home), "{out}");
}

#[test]
fn escape_sequences_in_a_pipe_get_a_sentence() {
    let (code, out, _) = play(&QUICK, "\x1b[A\nc3\x1b[D\nquit\n");
    assert_eq!(code, 0);
    assert_eq!(out.matches("an escape sequence").count(), 2, "{out}");
    assert!(!out.contains('\u{1b}'), "{out}");
    assert!(!out.contains("Move 2"), "{out}");
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
