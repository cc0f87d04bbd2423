//! The commands that think: games in the terminal, analyses, recipes; with small budgets on small
//! boards, and through the binary alone.
//!
//! One file for all of them, long as it is: each test file would link the binary's tests anew.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::binary::{Folder, assert_has, command, run, run_with_input, told};

/// A player of a few playouts on a small board.
const QUICK: [&str; 8] = [
    "--recipe",
    "uct",
    "--playouts",
    "30",
    "--size",
    "9",
    "--seed",
    "7",
];

/// Plays what is typed; exit code, standard output and standard error.
fn play(args: &[&str], typed: &str) -> (i32, String, String) {
    run_with_input(&[&["play"], args].concat(), typed.as_bytes())
}

/// People play both sides of 5×5, so that every move is known.
fn both(typed: &str) -> String {
    let (code, out, err) = play(
        &[
            "--color",
            "both",
            "--size",
            "5",
            "--playouts",
            "100",
            "--seed",
            "1",
        ],
        typed,
    );
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    out
}

#[test]
fn recipes_are_listed_and_read_back() {
    let (code, out, _) = run(&["recipes"]);
    assert_eq!(code, 0);
    for name in ["default", "beginner", "rave", "uct", "uct-threshold"] {
        let listed = out.lines().any(|line| line.split(' ').next() == Some(name));
        assert!(listed, "{name} is not in:\n{out}");
        let (code, toml, _) = run(&["recipes", name]);
        assert_eq!(code, 0);
        let folder = Folder::new(&format!("recipe-{name}"));
        let file = folder.file("mine.toml", &toml);
        assert_eq!(run(&["recipes", &file]), (0, toml.clone(), String::new()));
        assert_has(&toml, &format!("name = \"{name}\""));
        assert_has(&toml, "# Playouts for a move; 0 sets no limit");
        let (code, out, _) = play(&["--recipe", &file, "--size", "5", "--seed", "1"], "");
        assert_eq!(code, 0, "{out}");
    }
}

#[test]
fn unknown_recipes_and_wrong_ones_get_sentences() {
    for args in [&["recipes", "raev"][..], &["play", "--recipe", "raev"]] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""));
        assert_has(&err, "there is no recipe \"raev\" and no such file");
        assert_has(&err, "did you mean rave?");
    }
    let folder = Folder::new("wrong-recipe");
    let file = folder.file(
        "wrong.toml",
        "[budget]\nplayouts = -1\n[budgte]\nseed = 1\n",
    );
    let (code, _, err) = run(&["play", "--recipe", &file]);
    assert_eq!(code, 1);
    assert_has(&err, "wrong.toml:2:");
    assert_has(&err, "\nerror: ");
    assert_has(&err, "wrong.toml:3:");
}

#[test]
fn wrong_flags_are_named_with_what_they_take() {
    for (args, sentence) in [
        (
            ["--playouts", "many"],
            "--playouts: `budget.playouts` takes a whole number",
        ),
        (
            ["--time", "-1"],
            "--time: `budget.seconds` takes a number from 0.0",
        ),
        (
            ["--threads", "0"],
            "--threads: `budget.threads` takes a whole number from 1",
        ),
        (
            ["--set", "budget.playout=1"],
            "did you mean `budget.playouts`",
        ),
        (["--set", "budget.playouts"], "--set takes PART.NAME=VALUE"),
        (["--komi", "x"], "komi is a number of points"),
        (["--rules", "chines"], "the nearest name is chinese"),
        (["--size", "26"], "from 2 to 25, not 26"),
        (["--handicap", "99"], "99"),
    ] {
        let flag = format!("{}={}", args[0], args[1]);
        let (code, out, err) = run(&["play", &flag]);
        assert_eq!((code, out.as_str()), (2, ""), "{flag}: {err}");
        assert_has(&err, sentence);
    }
}

#[test]
fn models_that_cannot_be_had_are_told_before_the_game() {
    let folder = Folder::new("models");
    let damaged = folder.file("damaged.model", "not a model");
    let recipe = folder.file(
        "mine.toml",
        "[prior]\non = true\nmodel = \"no-such.model\"\n[budget]\nplayouts = 20\n",
    );
    let missing = "there is no model \"no-such.model\" and no such file";
    let game = folder.file("game.sgf", "(;SZ[5];B[cc])");
    let on = ["--recipe", "uct", "--set", "prior.on=true"];
    for command in [&["play"][..], &["gtp"], &["analyze", &game]] {
        for (args, sentence) in [
            (&["--model", "no-such.model"][..], missing),
            (&["--set", "prior.model=no-such.model"], missing),
            (&["--model", &damaged], "cannot be used"),
        ] {
            let (code, out, err) = run(&[command, &on, args].concat());
            assert_eq!((code, out.as_str()), (1, ""), "{err}");
            assert_has(&err, sentence);
            assert_has(&err, "`prior.model`");
        }
        let (code, out, err) = run(&[command, &["--recipe", &recipe]].concat());
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert_has(&err, missing);
        // A flag that would do nothing is refused.
        let (code, _, err) = run(&[command, &["--recipe", "uct", "--model", &damaged]].concat());
        assert_eq!(code, 2, "{err}");
        assert_has(&err, "--model: the recipe uct uses no model");
    }
}

#[test]
fn without_input_the_game_ends_politely() {
    let (code, out, err) = run(&["play", "--seed", "1"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(&out, "9×9, chinese rules, komi 7.5: you are Black.");
    assert!(out.ends_with("Black to play: \nGoodbye.\n"), "{out}");
    let (_, out, _) = run(&["play", "--seed", "1", "--rules", "japanese", "--size", "5"]);
    assert_has(&out, "5×5, japanese rules, komi 6.5");
}

#[test]
fn a_seed_that_was_drawn_is_said() {
    let (code, _, err) = run(&["play", "--size", "5"]);
    assert_eq!(code, 0);
    assert_has(&err, "repeats these games");
    let (_, _, err) = run(&["play", "--size", "5", "--set", "budget.seed=4"]);
    assert_eq!(err, "");
}

#[test]
fn a_seed_in_a_recipe_of_ones_own_is_kept() {
    let folder = Folder::new("seeds");
    let (_, printed, _) = run(&["recipes", "uct"]);
    for (number, (text, given)) in [
        ("[budget]\nseed = 1\n", true),
        ("budget.seed = 1\n", true),
        ("[budget]\nseed = 5\n", true),
        (printed.as_str(), true),
        ("[budget]\nplayouts = 10\n# seed = 1\n", false),
        ("", false),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.file(&format!("{number}.toml"), text);
        for command in ["play", "gtp"] {
            let (code, _, err) = run(&[command, "--size", "5", "--recipe", &file]);
            assert_eq!(code, 0, "{err}");
            assert_eq!(err.contains("repeats these games"), !given, "{text}");
        }
    }
    let (_, _, err) = run(&["play", "--size", "5", "--recipe", "uct"]);
    assert_has(&err, "repeats these games");
}

#[test]
fn the_engine_answers_and_again_the_same() {
    let moves = || {
        let (code, out, err) = play(&QUICK, "e5\nc3\nquit\n");
        assert_eq!((code, err.as_str()), (0, ""));
        let said = out.lines().filter(|line| line.starts_with("Move "));
        let said = said.filter_map(|line| Some(line.split_once(". It sees")?.0.to_owned()));
        (said.collect::<Vec<_>>(), out)
    };
    let (first, out) = moves();
    assert!(first[0].starts_with("Move 2: White plays "), "{out}");
    assert!(first[1].starts_with("Move 4: White "), "{out}");
    assert_has(&out, " % for White, ");
    assert_has(&out, "playout");
    assert!(out.ends_with("Goodbye.\n"), "{out}");
    assert_eq!(moves().0, first, "one seed, one game");
}

#[test]
fn the_engine_begins_if_the_person_is_white() {
    let (code, out, _) = play(&[&QUICK[..], &["--color", "white"]].concat(), "undo\n");
    assert_eq!(code, 0);
    assert_has(&out, "you are White");
    assert_has(&out, "Move 1: Black plays ");
    assert_has(&out, "There is no move of yours to take back.");
    let (_, out, _) = play(&[&QUICK[..], &["--handicap", "2"]].concat(), "");
    assert_has(&out, "Move 1: White plays ");
}

#[test]
fn undo_takes_back_both_moves() {
    let (code, out, _) = play(&QUICK, "e5\nundo\nboard\nundo\n");
    assert_eq!(code, 0);
    let taken = out.lines().find_map(|line| line.split_once("Taken back: "));
    assert!(
        taken.is_some_and(|(_, moves)| moves.ends_with(", E5.")),
        "{out}"
    );
    assert_has(&out, "There is no move of yours to take back.");
    let last = out.rsplit("Taken back").next().unwrap();
    assert!(!last.contains('X') && !last.contains('O'), "{out}");
}

#[test]
fn hints_name_moves_with_their_values() {
    let (code, out, _) = play(&QUICK, "hint\n");
    assert_eq!(code, 0);
    let hint = out.lines().find(|line| line.contains(" playout")).unwrap();
    assert_has(hint, " % ");
    assert!(!out.contains("Move 1"), "a hint is not played:\n{out}");
}

#[test]
fn illegal_moves_and_unknown_words_get_sentences() {
    let out = both("a2\npass\nb1\na1\na2\nf1\nhnit\nundo 2\n");
    assert_has(
        &out,
        "That move is illegal: A1 would be suicide, which the rules forbid.",
    );
    assert_has(
        &out,
        "That move is illegal: A2 is occupied: Black has a stone there.",
    );
    assert_has(
        &out,
        "F1 is not a point of this board: they go from A1 to E5",
    );
    assert_has(
        &out,
        "\"hnit\" is no point and no command; did you mean `hint`?",
    );
    assert_has(&out, "`undo` stands alone");
    assert!(out.ends_with("White to play: \nGoodbye.\n"), "{out}");
}

#[test]
fn what_is_no_text_harms_nobody() {
    let mut typed = vec![0xff, 0xfe, b'\n'];
    typed.extend([b'x'; 100_000]);
    typed.extend(b"\nhelp\n\x1b[31m\nquit\nc3\n");
    let (code, out, _) = run_with_input(&["play", "--size", "5", "--seed", "1"], &typed);
    assert_eq!(code, 0);
    assert_has(&out, "save FILE.sgf");
    assert!(!out.contains('\u{1b}'), "{out}");
    assert!(!out.contains("Move 1"), "quit ends the game:\n{out}");
}

#[test]
fn two_passes_end_the_game_with_a_count() {
    let out = both("c3\npass\nscore\npass\nc4\nundo\n");
    assert_has(&out, "If the game ended here:");
    assert_has(&out, "Both sides have passed:");
    assert_has(&out, "Black  25 points");
    assert_has(&out, "White  0 points and 7.5 komi");
    assert_has(&out, "Dead   no stones");
    assert_has(&out, "Score  B+17.5");
    assert_has(&out, "Black wins.");
    assert_has(&out, "The game is over: undo takes the last moves back");
    assert_has(&out, "Taken back: pass.");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = Folder::new("saved");
    let path = folder.0.join("my game.sgf");
    let name = path.display();
    let out = both(&format!("c3\nd3\nresign\nsave {name}\nsave\n"));
    assert_has(&out, "Black resigns.");
    assert_has(&out, &format!("Saved as {name}."));
    let saved = fs::read_to_string(&path).unwrap();
    for part in ["SZ[5]", "KM[7.5]", "RE[W+R]", ";B[cc];W[dc])"] {
        assert_has(&saved, part);
    }
    let out = both(&format!(
        "load {name}\nundo\nundo\nsave {name}\nsave! {name}\nsave\n"
    ));
    assert_has(&out, "loaded: 2 moves, chinese rules, komi 7.5.");
    assert_has(&out, "Taken back: C3.");
    assert_has(&out, "exists already");
    assert_eq!(out.matches("Saved as").count(), 2, "{out}");
    assert_has(&fs::read_to_string(&path).unwrap(), "PW[Human]");
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is left beside it: {left:?}");
}

#[test]
fn a_file_is_not_replaced_by_accident() {
    let folder = Folder::new("replaced");
    let file = folder.file("mine.sgf", "precious");
    let out = both(&format!("c3\nsave {file}\n"));
    assert_has(
        &out,
        &format!("{file} exists already; `save! {file}` replaces it."),
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let out = both(&format!("c3\nsave! {}\n", file.trim_end_matches(".sgf")));
    assert_has(&out, &format!("Saved as {file}."));
    assert_has(&fs::read_to_string(&file).unwrap(), ";B[cc]");
}

#[test]
fn files_that_cannot_be_used_get_sentences_and_the_game_goes_on() {
    let folder = Folder::new("unusable");
    let dir = folder.0.display();
    let junk = folder.file("junk.sgf", "no game");
    let broken = folder.file("broken.sgf", "(;SZ[5]\n;B[cc];W[cc];W[dd]");
    let typed = format!(
        "save\nsave {dir}/no/x.sgf\nsave {dir}/\nload {dir}/none.sgf\nload {junk}\nload {broken}\n"
    );
    let out = both(&typed);
    assert_has(&out, "`save` takes the name of a file");
    assert_has(&out, "x.sgf cannot be written: there is no such folder.");
    assert_has(&out, "is a folder");
    assert_has(&out, "none.sgf does not exist.");
    assert_has(&out, "junk.sgf cannot be read as SGF");
    assert_has(&out, "broken.sgf:2:8: error: move 2 is illegal");
    assert_has(&out, "broken.sgf loaded: 2 moves");
    let (code, _, err) = run(&["play", "--seed", "1", "--load", "no-such.sgf"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.sgf does not exist");
}

#[test]
fn new_games_and_levels_can_be_asked_for() {
    let out = both("c3\nlevel 50\nlevel\nlevel 2s\nlevel -1\nlevel much\nnew 7\ng7\nnew 40\n");
    assert_has(&out, "From now on a move may take 50 playouts.");
    assert_has(&out, "A move may take 50 playouts.");
    assert_has(&out, "From now on a move may take 2 s.");
    assert_has(&out, "`budget.playouts` takes a whole number");
    assert_has(&out, "`level` takes a number of playouts such as 500");
    assert_has(&out, " 7 . . . . . .(X)\n");
    assert_has(&out, "a board has a side from 2 to 25, not 40");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let args = [
        "--color",
        "none",
        "--recipe",
        "uct",
        "--playouts",
        "20",
        "--size",
        "4",
    ];
    let (code, out, _) = play(&[&args[..], &["--seed", "3"]].concat(), "");
    assert_eq!(code, 0);
    assert_has(&out, "the engine plays itself");
    assert_has(&out, "Move 1: Black plays ");
    assert!(out.contains(" wins.") || out.contains("draw"), "{out}");
    assert!(out.ends_with("Goodbye.\n"), "{out}");
}

#[test]
fn a_game_is_drawn_in_colours_where_they_are_wanted() {
    let mut forced = command(&["play", "--size", "5", "--seed", "1"]);
    forced.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let (code, out, _) = told(forced.output().unwrap());
    assert_eq!(code, 0);
    assert_has(&out, "\u{1b}[1m");
    assert_has(&out, "\u{1b}[48;2;");
}

/// Eight moves, all legal.
const GAME: &str = "(;SZ[5]KM[0.5]PB[Kuro]PW[Shiro]RU[Japanese]
;B[cc];W[bc];B[bb];W[cb];B[bd];W[dc];B[ac];W[cd])
";

fn analyze(args: &[&str], input: &str) -> (i32, String, String) {
    let quick = ["analyze", "-", "--recipe", "uct", "--playouts", "40"];
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

/// A search whose tree does not fit into its memory.
const CRAMPED: [&str; 8] = [
    "--recipe",
    "uct",
    "--playouts",
    "800",
    "--seed",
    "1",
    "--set",
    "tree.threshold=0",
];

#[test]
fn that_the_memory_is_used_up_is_said_everywhere() {
    const SENTENCE: &str = "ree has used up its memory (tree.memory)";
    let record = "(;SZ[19];B[pd])";
    for (memory, full) in [("tree.memory=1", true), ("tree.memory=100", false)] {
        let player = [&CRAMPED[..], &["--set", memory]].concat();
        let said = |args: &[&str], input: &str| {
            let (code, out, err) = run_with_input(&[args, &player].concat(), input.as_bytes());
            assert_eq!(code, 0, "{err}");
            (out, err)
        };
        let (out, err) = said(&["play", "--size", "19"], "q16\nhint\n");
        let times = out.matches(SENTENCE).count();
        assert_eq!((times, err.as_str()), (2 * usize::from(full), ""), "{out}");
        for (args, times) in [(&["--move", "1"][..], 1), (&[], 1)] {
            let args = [&["analyze", "-"], args].concat();
            let (out, err) = said(&args, record);
            let told = out.matches(SENTENCE).count();
            assert_eq!(
                (told, err.as_str()),
                (times * usize::from(full), ""),
                "{out}"
            );
        }
        let (out, _) = said(&["analyze", "-", "--json", "--move", "1"], record);
        let line: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(line["full"], full);
        let typed = "genmove b\ntengen-winrates\nreg_genmove w\nquit\n";
        let (out, err) = said(&["gtp"], typed);
        assert!(!out.contains(SENTENCE), "{out}");
        assert_eq!(
            err.matches(SENTENCE).count(),
            2 * usize::from(full),
            "{err}"
        );
        assert_eq!(err.lines().count(), 2 * usize::from(full), "{err}");
    }
}

#[test]
fn the_engine_speaks_gtp() {
    let typed = "1 protocol_version\n2 boardsize 5\n3 genmove b\n4 nonsense\nquit\n";
    let args = [&["gtp"], &QUICK[..]].concat();
    let (code, out, err) = run_with_input(&args, typed.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("=1 2\n\n=2\n\n=3 "), "{out}");
    assert_has(&out, "\n\n?4 ");
    let (code, out, err) = run_with_input(&["gtp"], b"quit\n");
    assert_eq!((code, out.trim_end()), (0, "="));
    assert_has(&err, "repeats these games");
}
