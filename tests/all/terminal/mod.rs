//! Commands at a terminal: what is typed and what is shown, Ctrl-C, questions, lines that say how far things are.

mod pty;

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::binary::{Folder, assert_has, command, told};
use pty::Terminal;

/// A fast player on 5×5.
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
/// A player that thinks for a long time.
const SLOW: [&str; 6] = ["--recipe", "uct", "--time", "1000", "--size", "5"];

const PROMPT: &str = "Black to play: ";
const QUESTION: &str = "(yes, no, cancel)";
const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";
const CTRL_C: &str = "\x03";

/// A game at a terminal of this kind; unsaved games are kept in the folder.
fn play(folder: &Folder, kind: &str, args: &[&str]) -> Terminal {
    let mut command = command(&[&["play"], args].concat());
    command.env("XDG_STATE_HOME", &folder.0);
    Terminal::start(command, kind)
}

/// The games that are kept in a folder.
fn kept(folder: &Folder) -> Vec<PathBuf> {
    let games = fs::read_dir(folder.0.join("tengen/games"));
    let games = games.into_iter().flatten();
    games.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_line_is_edited_and_comes_back() {
    let folder = Folder::new("edited");
    let mut game = play(
        &folder,
        "xterm",
        &[&QUICK[..], &["--color", "both"]].concat(),
    );
    game.wait_for(PROMPT);
    // `d3` is mended to `c3`, `sc` is completed.
    game.keys(&format!("d3{LEFT}{LEFT}c\x1b[3~\r"));
    game.wait_for("White to play: ");
    game.keys("sc\t\r");
    assert_has(&game.wait_for("Score"), "Black  25 points");
    game.keys(&format!("{UP}{UP}\r"));
    game.wait_for("C3 is occupied");
    game.keys("quit\r");
    game.wait_for(QUESTION);
    game.keys("no\r");
    game.wait_for("Goodbye.");
    assert_eq!(game.end(), Some(0));
    assert_eq!(kept(&folder).len(), 0, "no means no");
}

/// What is typed while a line is read, or while the engine thinks, waits for its turn.
#[test]
fn lines_that_are_pasted_are_as_many_commands() {
    let folder = Folder::new("pasted");
    let mut game = play(&folder, "xterm", &QUICK);
    game.wait_for(PROMPT);
    game.keys("c3\rundo\rd3\rundo\rquit\r");
    game.wait_for("Taken back: ");
    game.wait_for("Taken back: ");
    game.wait_for("Goodbye.");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn who_leaves_an_unsaved_game_is_asked() {
    for leave in ["quit\r", CTRL_C, "\x04"] {
        let folder = Folder::new("asked");
        let mut game = play(&folder, "xterm", &QUICK);
        game.wait_for(PROMPT);
        game.keys("c3\r");
        game.wait_for("Move 2");
        game.wait_for(PROMPT);
        game.keys(leave);
        game.wait_for(QUESTION);
        game.keys("perhaps\r");
        game.wait_for("neither yes nor no");
        game.keys("cancel\r");
        game.wait_for(PROMPT);
        game.keys(leave);
        game.wait_for(QUESTION);
        // A second Ctrl-C leaves.
        game.keys(if leave == CTRL_C { CTRL_C } else { "yes\r" });
        game.wait_for("Your game is in ");
        game.wait_for("Goodbye.");
        assert_eq!(game.end(), Some(0));
        let [path] = &kept(&folder)[..] else {
            panic!("one game is kept after {leave:?}");
        };
        assert_has(&fs::read_to_string(path).unwrap(), ";B[cc];W[");
    }
}

#[test]
fn a_game_without_moves_or_that_is_saved_is_left_at_once() {
    let folder = Folder::new("at-once");
    let mut game = play(&folder, "xterm", &QUICK);
    game.wait_for(PROMPT);
    game.keys(CTRL_C);
    game.wait_for("Goodbye.");
    assert_eq!(game.end(), Some(0));
    let file = folder.0.join("game.sgf");
    let mut game = play(&folder, "xterm", &QUICK);
    game.wait_for(PROMPT);
    game.keys(&format!("c3\rsave {}\r", file.display()));
    game.wait_for("Saved as ");
    game.keys("quit\r");
    let shown = game.wait_for("Goodbye.");
    assert!(!shown.contains(QUESTION), "{shown}");
    assert_eq!(kept(&folder).len(), 0);
    // Moves after the last saving are asked for, and go to the same file.
    let mut game = play(&folder, "xterm", &QUICK);
    game.wait_for(PROMPT);
    game.keys(&format!("c3\rsave! {}\r", file.display()));
    game.wait_for("Saved as ");
    let before = fs::read_to_string(&file).unwrap();
    game.keys("undo\rd3\r");
    game.wait_for("Taken back");
    game.wait_for("Move 2");
    game.keys("quit\r");
    game.wait_for("Save the game to ");
    game.keys("y\r");
    game.wait_for("Goodbye.");
    assert_eq!(game.end(), Some(0));
    assert_ne!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(kept(&folder).len(), 0);
}

#[test]
fn ctrl_c_makes_the_engine_move_and_leaves_a_game_with_itself() {
    let folder = Folder::new("thought");
    let mut game = play(&folder, "xterm", &SLOW);
    game.wait_for(PROMPT);
    game.keys("c3\r");
    game.wait_for("thinking");
    game.interrupt();
    game.wait_for("Move 2: White plays ");
    game.wait_for(PROMPT);
    let mut alone = play(
        &folder,
        "xterm",
        &[&SLOW[..], &["--color", "none"]].concat(),
    );
    alone.wait_for("thinking");
    alone.interrupt();
    alone.wait_for("Move 1: Black plays ");
    alone.wait_for(QUESTION);
    alone.keys("no\r");
    alone.wait_for("Goodbye.");
    assert_eq!(alone.end(), Some(0));
}

/// Neither the system's wish to end nor a kill takes a game away, nor Ctrl-C where no line is edited.
#[test]
fn a_game_outlives_its_process() {
    for (kind, signal) in [
        ("xterm", Signal::TERM),
        ("dumb", Signal::INT),
        ("xterm", Signal::KILL),
    ] {
        let folder = Folder::new("outlives");
        let mut game = play(&folder, kind, &QUICK);
        game.wait_for(PROMPT);
        game.keys("c3\r");
        game.wait_for("Move 2");
        game.wait_for(PROMPT);
        game.signal(signal);
        if signal != Signal::KILL {
            game.wait_for("Your game is in ");
        }
        let code = (signal != Signal::KILL).then_some(130);
        assert_eq!(game.end(), code, "{kind} {signal:?}");
        let [path] = &kept(&folder)[..] else {
            panic!("one game is kept after {signal:?}");
        };
        assert_has(&fs::read_to_string(path).unwrap(), ";B[cc];W[");
    }
}

/// Where the prompt goes into a pipe there is no line that Ctrl-C would have to end.
#[test]
fn ctrl_c_in_a_pipe_leaves_no_empty_line() {
    for (typed, shown) in [("", "Black to play: "), ("c3\n", "White to play: ")] {
        let folder = Folder::new("piped");
        let mut game = command(&[&["play", "--color", "both"], &QUICK[..]].concat());
        game.env("XDG_STATE_HOME", &folder.0);
        game.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut game = game.stderr(Stdio::piped()).spawn().unwrap();
        let mut keyboard = game.stdin.take().unwrap();
        keyboard.write_all(typed.as_bytes()).unwrap();
        let (mut out, mut seen) = (game.stdout.take().unwrap(), Vec::new());
        while !seen.ends_with(shown.as_bytes()) {
            let mut byte = [0];
            out.read_exact(&mut byte).unwrap();
            seen.extend(byte);
        }
        kill_process(Pid::from_child(&game), Signal::INT).unwrap();
        let (code, _, err) = told(game.wait_with_output().unwrap());
        assert_eq!(code, 130);
        match typed {
            "" => assert_eq!(err, ""),
            _ => assert!(err.starts_with("Your game is in "), "{err:?}"),
        }
    }
}

#[test]
fn a_dumb_terminal_sees_no_escapes() {
    let folder = Folder::new("dumb");
    let mut game = play(&folder, "dumb", &QUICK);
    game.wait_for(PROMPT);
    game.keys(&format!("{UP}\nquit\n"));
    let shown = game.wait_for("Goodbye.");
    assert_has(&shown, "escape sequence");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn an_interrupted_review_tells_what_it_has() {
    let folder = Folder::new("interrupted");
    let record = folder.file("game.sgf", "(;SZ[5];B[cc];W[bc];B[bb];W[cb])");
    let out = folder.0.join("reviewed.sgf");
    let args = ["analyze", &record, "--recipe", "uct", "--time", "1"];
    let out_args = ["--sgf", out.to_str().unwrap()];
    let mut review = Terminal::start(command(&[&args[..], &out_args].concat()), "xterm");
    review.wait_for("move 1");
    review.interrupt();
    review.wait_for("Stopping");
    let shown = review.wait_for("error: stopped after ");
    assert_has(&shown, "4 moves, reviewed up to move ");
    assert_has(&shown, "searched, ");
    review.wait_for(" of 5 positions");
    assert_eq!(review.end(), Some(1));
    let reviewed = fs::read_to_string(out).unwrap();
    assert_has(&reviewed, "reviewed up to move ");
    assert_has(&reviewed, ";W[cb]");
}

#[test]
fn a_search_of_one_position_can_be_interrupted() {
    let folder = Folder::new("one");
    let record = folder.file("game.sgf", "(;SZ[5];B[cc])");
    let args = ["analyze", &record, "--move", "1"];
    let mut search = Terminal::start(command(&[&args[..], &SLOW].concat()), "xterm");
    search.wait_for("thinking");
    search.interrupt();
    search.wait_for("To move   White");
    search.wait_for("error: stopped after ");
    assert_eq!(search.end(), Some(1));
}

#[test]
fn a_benchmark_says_how_far_it_is() {
    let args = ["bench", "--size", "5", "--seconds", "0.05"];
    let mut bench = Terminal::start(command(&args), "xterm");
    bench.wait_for("playouts and searches on 5×5, about ");
    bench.wait_for(" left");
    bench.wait_for("signature");
    assert_eq!(bench.end(), Some(0));
}
