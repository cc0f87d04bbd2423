//! The user's configuration file: who heeds it, who does not, and what is said about a wrong one.

use std::process::Command;

use crate::binary::{Folder, assert_has, command, told};

const FILE: &str = "\
[player]
recipe = \"uct\"
[game]
size = 5
rules = \"japanese\"
komi = 3.5
[budget]
playouts = 30
seed = 7
";

/// The program of a user with this file.
fn with(file: &str, args: &[&str]) -> Command {
    let mut command = command(args);
    command.env("TENGEN_CONFIG", file);
    command
}

fn run(file: &str, args: &[&str]) -> (i32, String, String) {
    told(with(file, args).output().unwrap())
}

#[test]
fn flags_win_over_the_file_and_the_file_over_what_is_built_in() {
    let folder = Folder::new("configuration");
    let file = folder.file("config.toml", FILE);
    // The seed is the file's, so that none is drawn and said.
    let play = |flags: &[&str]| {
        let (code, out, err) = run(&file, &[&["play"], flags].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        out
    };
    assert_has(&play(&[]), "5×5, japanese rules, komi 3.5: you are");
    assert_has(
        &play(&["--size", "7", "--komi", "2"]),
        "7×7, japanese rules, komi 2:",
    );
    assert_has(
        &play(&["--rules", "chinese"]),
        "5×5, chinese rules, komi 7.5:",
    );
    assert_has(
        &play(&["--handicap", "2", "--size", "9"]),
        "komi 0.5, 2 handicap",
    );

    // A record has a board, rules and a komi of its own.
    let game = folder.file("game.sgf", "(;SZ[3]RU[Chinese]KM[1];B[bb])");
    let analyze = |flags: &[&str]| run(&file, &[&["analyze", &game], flags].concat()).1;
    assert_has(&analyze(&[]), "3×3, chinese rules, komi 1, 1 move");
    assert_has(&analyze(&[]), ", 30 playouts each.");
    assert_has(&analyze(&["--playouts", "10"]), ", 10 playouts each.");
    // Another recipe is played as it is, with a budget of its own where it has one.
    assert_has(
        &analyze(&["--recipe", "gnugo-uct"]),
        ", 8,000 playouts each.",
    );
    assert_has(&analyze(&["--recipe", "rave"]), ", 30 playouts each.");
}

/// A level is for players.
#[test]
fn what_judges_games_is_at_full_strength() {
    let folder = Folder::new("judging");
    let text = "[level]\nrank = \"9k\"\n[budget]\nplayouts = 8\nthreads = 1\nseed = 7\n";
    let file = folder.file("config.toml", text);
    let game = folder.file("game.sgf", "(;SZ[5];B[cc])");
    let (code, out, err) = run(&file, &["analyze", &game]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(&out, ", 8 playouts each.");
    let beginner = ["analyze", &game, "--recipe", "beginner", "--playouts", "6"];
    let (_, out, err) = run(&file, &beginner);
    assert_eq!(err, "");
    assert_has(&out, ", 6 playouts each.");
    let query = r#"{"id":"q","boardXSize":5,"boardYSize":5,"rules":"aga","komi":5,"moves":[]}"#;
    let input = folder.file("query.json", format!("{query}\n"));
    let mut analysis = with(&file, &["analysis"]);
    analysis.stdin(std::fs::File::open(input).unwrap());
    let (_, out, _) = told(analysis.output().unwrap());
    assert_has(&out, "\"visits\":8,");
    for command in [&["analyze", &game][..], &["analysis"]] {
        for (flags, flag) in [
            (&["--level", "9k"][..], "--level"),
            (&["--set", "level.rank=9k"], "--set level.rank"),
        ] {
            let (code, _, err) = run(&file, &[command, flags].concat());
            assert_eq!(code, 2, "{err}");
            assert_has(&err, &format!("{flag}: analyses are by full strength"));
        }
    }
}

#[test]
fn a_flag_that_limits_moves_wins_over_a_usual_level() {
    let folder = Folder::new("usual-level");
    let file = folder.file(
        "config.toml",
        "[level]\nrank = \"9k\"\n[budget]\nseed = 7\n",
    );
    let greeted = |flags: &[&str]| {
        let (code, out, err) = run(&file, &[&["play", "--size", "5"], flags].concat());
        assert_eq!(code, 0, "{err}");
        (out, err)
    };
    let (out, err) = greeted(&[]);
    assert_has(&out, "Level 9k");
    assert_eq!(err, "");
    for (flags, flag) in [
        (&["--playouts", "10"][..], "--playouts"),
        (&["--time", "1"], "--time"),
        (&["--set", "budget.playouts=10"], "--set budget.playouts"),
        (&["--recipe", "beginner", "--playouts", "3"], "--playouts"),
    ] {
        let (out, err) = greeted(flags);
        assert_has(&out, "Level full");
        assert_has(
            &err,
            &format!("{flag} says how much a move may cost: the level "),
        );
    }
}

#[test]
fn every_command_that_plays_heeds_it() {
    let folder = Folder::new("configured");
    let wrong = folder.file(
        "config.toml",
        "[budget]\nthread = 2\n[game]\nrules = \"japanes\"\n",
    );
    for command in ["play", "gtp", "analysis", "analyze"] {
        let words = match command {
            "analyze" => vec![command, "game.sgf"],
            _ => vec![command],
        };
        let (code, out, err) = run(&wrong, &words);
        assert_eq!((code, out.as_str()), (2, ""));
        assert_has(
            &err,
            "config.toml:2:1: there is no parameter `budget.thread`; did you mean `budget.threads`",
        );
        assert_has(&err, "config.toml:4:9: `game.rules` takes one of ");
        assert_has(&err, "did you mean `japanese`");
    }
    for (text, part) in [
        ("recipe = \"uct\"", "did you mean `player.recipe`"),
        (
            "[recipe]\nname = \"uct\"",
            "config.toml:2:1: there is no parameter `recipe.name`",
        ),
        (
            "[game]\nsize = 26",
            "config.toml:2:8: `game.size` takes a whole number from 2 to 25, not `26`",
        ),
        ("[budget", "this is not valid TOML"),
    ] {
        let file = folder.file("config.toml", text);
        let (code, _, err) = run(&file, &["gtp"]);
        assert_eq!(code, 2, "{err}");
        assert_has(&err, part);
    }
    let file = folder.file("config.toml", "[player]\nrecipe = \"utc\"");
    let (code, _, err) = run(&file, &["play"]);
    assert_eq!(code, 2);
    assert_has(
        &err,
        "config.toml:2:1: `player.recipe`: there is no recipe \"utc\"",
    );
    assert_has(&err, "did you mean uct?");
    let (code, _, err) = run("no-such.toml", &["play"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.toml cannot be read");
}

#[test]
fn what_measures_does_not() {
    let folder = Folder::new("unheeded");
    let wrong = folder.file("config.toml", "nonsense");
    for words in [
        &["bench", "--signature"][..],
        &["params", "--toml"],
        &["recipes", "uct"],
        &["playout", "--seed", "1"],
    ] {
        assert_eq!(run(&wrong, words), told(command(words).output().unwrap()));
    }
    // A player in another process that is this very program is no exception.
    let text = format!(
        "kind = \"match\"\ngames = 2\nsize = 5\nbudget = {{ playouts = 10 }}\n[players.uct]\n\
         [players.process]\ncommand = '{} gtp --recipe uct --playouts 10 --seed {{seed}}'\n",
        env!("CARGO_BIN_EXE_tengen")
    );
    let file = folder.file("match.toml", text);
    let (code, out, err) = run(&wrong, &["lab", "check", &file]);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn its_place_is_told_and_what_it_sets() {
    let folder = Folder::new("place");
    let home = folder.0.to_str().unwrap();
    let tell = |variable: &str| {
        let mut command = command(&["params", "--where"]);
        command
            .env_remove("TENGEN_CONFIG")
            .env_remove("XDG_CONFIG_HOME");
        told(
            command
                .env("HOME", home)
                .env(variable, home)
                .output()
                .unwrap(),
        )
    };
    let usual = format!("{home}/.config/tengen/config.toml");
    let none = |file: &str| {
        (
            0,
            format!("{file}: there is no such file.\n"),
            String::new(),
        )
    };
    if cfg!(not(windows)) {
        assert_eq!(tell("HOME"), none(&usual));
    }
    let own = format!("{home}/tengen/config.toml");
    assert_eq!(tell("XDG_CONFIG_HOME"), none(&own));
    std::fs::create_dir(folder.0.join("tengen")).unwrap();
    folder.file("tengen/config.toml", FILE);
    let (code, out, _) = tell("XDG_CONFIG_HOME");
    assert_eq!(code, 0);
    assert!(out.starts_with(&format!("{own} sets\n")), "{out}");
    for line in [
        "  player.recipe    uct\n",
        "  game.komi        3.5\n",
        "  budget.playouts  30\n",
    ] {
        assert_has(&out, line);
    }
    let empty = folder.file("empty.toml", "");
    assert_has(
        &run(&empty, &["params", "--where"]).1,
        "empty.toml sets nothing.",
    );
    assert_has(&run("", &["params", "--where"]).1, "TENGEN_CONFIG is empty");
    assert_eq!(run(&empty, &["params", "--where", "--toml"]).0, 2);
}
