//! The commands that play: games in the terminal, GTP; with small budgets on small boards,
//! and through the binary alone.

use std::fs;

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
pub(crate) fn play(args: &[&str], typed: &str) -> (i32, String, String) {
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
    let one = ["--size", "5", "--playouts", "10", "--threads", "1"];
    let (code, _, err) = run(&[&["play"], &one[..]].concat());
    assert_eq!(code, 0);
    assert_has(&err, "repeats these games");
    // Under a limit of time no seed does.
    for limit in [
        &["--time", "1"][..],
        &["--playouts", "10", "--threads", "2"],
    ] {
        let (_, _, err) = run(&[&["play", "--size", "5"], limit].concat());
        assert!(!err.contains("repeats these games"), "{err}");
        assert_has(&err, "can be repeated: --playouts N --seed ");
    }
    let (_, _, err) = run(&["play", "--size", "5", "--set", "budget.seed=4"]);
    assert_eq!(err, "");
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
fn a_handicap_is_told_and_has_a_komi_to_suit() {
    let opening = |args: &[&str]| {
        let (code, out, _) = play(&[&QUICK[..], &["--handicap", "4"], args].concat(), "quit\n");
        assert_eq!(code, 0);
        out.lines().next().unwrap_or_default().to_owned()
    };
    assert_has(&opening(&[]), "komi 0.5, 4 handicap stones: you are Black.");
    assert_has(&opening(&["--rules", "japanese"]), "komi 0.5, 4 handicap");
    assert_has(
        &opening(&["--komi", "-3.5"]),
        "komi -3.5, 4 handicap stones",
    );
}

#[test]
fn a_record_without_a_komi_means_one_thing_to_every_command() {
    let folder = Folder::new("silent");
    for (root, komi) in [
        ("", "7.5"),
        ("RU[Japanese]", "6.5"),
        ("HA[2]AB[cc][gg]", "0.5"),
    ] {
        let file = folder.file("silent.sgf", format!("(;SZ[9]{root};W[ee])"));
        let told = format!("omi {komi} (the usual one: the record names none)");
        let quick = ["--playouts", "5", "--seed", "1"];
        for args in [
            &["analyze", &file][..],
            &["analyze", &file, "--move", "0"],
            &["play", "--color", "both", "--load", &file],
        ] {
            let (code, out, err) = run(&[args, &quick].concat());
            assert_eq!(code, 0, "{err}");
            assert_has(&out, &told);
        }
        let (_, out, _) = run(&["sgf", "score", &file]);
        assert_has(&out, &told.replace("omi ", "Komi      "));
        let typed = format!("komi 3\nloadsgf {file}\nget_komi\nquit\n");
        let (_, out, _) = run_with_input(&[&["gtp"], &quick[..]].concat(), typed.as_bytes());
        assert_has(&out, &format!("=\n\n= {komi}\n"));
        let (_, out, _) = run(&[&["analyze", &file, "--komi", "3"], &quick[..]].concat());
        assert_has(&out, "komi 3, ");
    }
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

/// The weak player itself would have thought for 30 playouts.
#[test]
fn hints_are_the_strongest_players_and_name_moves_with_their_values() {
    let (code, out, _) = play(&QUICK, "hint\n");
    assert_eq!(code, 0);
    let playouts: u64 = out
        .lines()
        .filter_map(|line| line.split_once(" playout")?.0.rsplit(' ').next())
        .filter_map(|number| number.replace(',', "").parse::<u64>().ok())
        .sum();
    assert!(playouts > 30, "{out}");
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
    assert_has(&out, "White to play: \nYour game is in ");
    assert!(out.ends_with("Goodbye.\n"), "{out}");
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
    let out = both(
        "c3\nlevel 50\nlevel\nlevel 2s\nlevel FULL\nlevel -1\nlevel much\nnew 7\ng7\nnew 40\n",
    );
    assert_has(&out, "From now on level full: a move may take 50 playouts.");
    assert_has(&out, "Level full: a move may take 50 playouts.");
    assert_has(&out, "From now on level full: a move may take 2 s.");
    // What the game began with.
    assert_has(
        &out,
        "From now on level full: a move may take 100 playouts.",
    );
    assert_has(&out, "`budget.playouts` takes a whole number");
    assert_has(
        &out,
        "For `level` there is no level \"much\": it is one of 20k, 15k, 12k, 9k, 7k, 5k, 3k, 1k, 1d, full, or a number",
    );
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
        let (out, err) = said(&["play", "--size", "19"], "q16\n");
        let times = out.matches(SENTENCE).count();
        assert_eq!((times, err.as_str()), (usize::from(full), ""), "{out}");
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
fn the_engine_answers_queries_in_json() {
    let folder = Folder::new("analysis");
    let text = "# KataGo's\nreportAnalysisWinratesAs = WHITE\nlogDir = x\n";
    let config = folder.file("katago.cfg", text);
    let query = r#"{"id":"q","boardXSize":9,"boardYSize":9,"rules":"aga","moves":[],"includeOwnership":true}"#;
    let said = |flags: &[&str]| {
        let args = [&["analysis"], flags, &QUICK[..]].concat();
        let (code, out, err) = run_with_input(&args, format!("{query}\n").as_bytes());
        assert_eq!(code, 0, "{err}");
        (serde_json::from_str::<Value>(&out).unwrap(), err)
    };
    let (own, err) = said(&[]);
    assert_eq!(err, "Started, ready to begin handling requests\n");
    assert_eq!(own["rootInfo"]["visits"], 30);
    // One seed is one tree, and Black's chances and White's make one.
    let (white, _) = said(&["-config", &config, "-analysis-threads", "1"]);
    let chance = |reply: &Value| reply["rootInfo"]["winrate"].as_f64().unwrap();
    assert!((chance(&own) + chance(&white) - 1.0).abs() < 1e-5);
    let overriding = [
        "-override-config",
        "reportAnalysisWinratesAs=BLACK,homeDataDir=/x",
    ];
    let (black, err) = said(&overriding);
    assert_eq!(black["ownership"], own["ownership"]);
    assert_has(&err, "-override-config: \"homeDataDir\" is not known.\n");
    let (code, _, err) = run(&["analysis", "-override-config", "maxVisits=many"]);
    assert_eq!(code, 2);
    assert_has(&err, "-override-config: maxVisits is a number");
}

#[test]
fn the_engine_speaks_gtp() {
    let typed = "1 protocol_version\n2 boardsize 5\n3 genmove b\n4 nonsense\nquit\n";
    let args = [&["gtp"], &QUICK[..]].concat();
    let (code, out, err) = run_with_input(&args, typed.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("=1 2\n\n=2\n\n=3 "), "{out}");
    assert_has(&out, "\n\n?4 ");
    let version = |name: &[&str]| {
        let args = [&["gtp", "--seed", "1"], name].concat();
        run_with_input(&args, b"version\nquit\n").1
    };
    let (_, said, _) = run(&["--version"]);
    let own = said.trim().trim_start_matches("tengen ");
    assert!(own.ends_with(')') && own.contains(" ("), "{own}");
    assert_has(&version(&[]), &format!("= {own}\n"));
    assert_has(&version(&["--gtp-name", "Tengen B"]), &format!("= {own}\n"));
    assert_has(&version(&["--gtp-name", "KataGo"]), "= 1.20\n");
    let (code, out, err) = run_with_input(&["gtp", "--playouts", "9"], b"quit\n");
    assert_eq!((code, out.trim_end()), (0, "="));
    assert_has(&err, "repeats these games");
    let (_, _, err) = run_with_input(&["gtp"], b"quit\n");
    assert!(!err.contains("repeats these games"), "{err}");
}
