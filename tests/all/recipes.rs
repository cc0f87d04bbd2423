//! Players as they are asked for: recipes, flags, models.

use crate::binary::{Folder, assert_has, run, run_with_input};
use crate::player::play;

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
fn players_of_shogi_are_listed_and_play_over_usi() {
    let (code, out, _) = run(&["recipes", "--game", "shogi"]);
    assert_eq!(code, 0);
    assert_has(&out, "shogi-uct");
    let (_, toml, _) = run(&["recipes", "--game", "shogi", "material"]);
    assert_has(&toml, "judge = \"material\"");
    let folder = Folder::new("shogi-recipe");
    let file = folder.file("mine.toml", &toml);
    let args = ["usi", "--recipe", &file, "--set", "alphabeta.hash=1"];
    let typed = b"usi\nposition sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo nodes 500\n";
    let (code, out, err) = run_with_input(&args, typed);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(&out, "option name eval.judge type combo default material");
    assert!(out.ends_with("bestmove G*5b\n"), "{out}");
    let (_, out, _) = run(&["params", "--game", "shogi", "alphabeta"]);
    assert_has(&out, "alphabeta.hash");
    for (set, code) in [("alphabeta.hash=0", 2), ("eval.network=/nowhere", 1)] {
        let (refused, _, err) = run(&["usi", "--recipe", "network", "--set", set]);
        assert_eq!(refused, code, "{err}");
        assert_has(&err, &set[..set.find('=').unwrap()]);
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
        (["--rules", "chines"], "did you mean chinese?"),
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
            assert_eq!(err.starts_with("Seed "), !given, "{text}");
        }
    }
    let (_, _, err) = run(&["play", "--size", "5", "--recipe", "uct"]);
    assert!(err.starts_with("Seed "), "{err}");
}
