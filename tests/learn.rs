//! `tengen learn` as its users meet it: models, cards, figures, and sentences where things fail.

mod binary;

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use binary::{Folder, assert_has, command, run, told};
use tengen_game::Rng;
use tengen_go::{Color, Game, Ko, Komi, Move, Rules, Size};
use tengen_record::pair;

/// Games that chance plays, near the moves before, so that there is something to learn.
fn games(count: u64, length: usize) -> String {
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut text = String::new();
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut game = Game::new(Size::NINETEEN, rules, Komi::ZERO);
        let mut color = Color::Black;
        let mut moves = String::new();
        for _ in 0..length {
            let last = game.last_move().and_then(|(_, mv)| mv.point());
            let near = |mv: &Move| match (mv.point(), last) {
                (Some(a), Some(b)) => {
                    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) < 3
                }
                (point, None) => point.is_some(),
                (None, _) => false,
            };
            let legal = game.legal_moves(color);
            let close: Vec<Move> = legal.iter().copied().filter(near).collect();
            let choice = if close.is_empty() { &legal } else { &close };
            let mv = choice[rng.below(choice.len() as u32) as usize];
            game.play(color, mv).unwrap();
            moves += &mv.point().map_or("tt".to_owned(), pair);
            color = !color;
        }
        text += &format!("B+R\t6.5\t?\t?\tmade:{seed}\t2000-01-01\t{length}\t{moves}\n");
    }
    text
}

fn learn<'a>(data: &'a str, out: &'a str, more: &[&'a str]) -> (i32, String, String) {
    let mut args = vec!["learn", "patterns", "--data", data, "--out", out];
    args.extend([
        "--games",
        "0..40",
        "--moves",
        "0..8",
        "--set",
        "shape.minimum=5",
        "--set",
        "learn.batch=10",
    ]);
    args.extend(more);
    run(&args)
}

#[test]
fn a_model_is_learned_described_and_evaluated() {
    let folder = Folder::new("learn-all");
    let data = folder.file("games.tsv", games(60, 10) + "nonsense\n");
    let (one, two) = (folder.0.join("one.tpm"), folder.0.join("two.tpm"));
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let (code, out, err) = learn(&data, one, &["--validate", "40.."]);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "mean log-likelihood");
    assert_has(&out, "20 games, 1 bad record left out; 160 positions");
    let card = fs::read_to_string(folder.0.join("one.tpm.md")).unwrap();
    for part in [
        "games.tsv",
        "Moves 0..8 of games 0..40: 40 games; 320 positions",
        "By gradient ascent.",
        "shape.minimum = 5 (default",
        "stone pattern R2",
        "The weakest features",
        "Command: tengen learn patterns",
        "Commit: ",
    ] {
        assert_has(&card, part);
    }
    assert!(!folder.0.join("one.tpm.part").exists());
    // The same whatever the threads.
    let (code, _, err) = learn(&data, two, &["--threads", "1"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(fs::read(one).unwrap(), fs::read(two).unwrap());
    let (code, _, err) = learn(&data, two, &["--set", "broad.on=false"]);
    assert_eq!(code, 0, "{err}");
    let tables = folder.0.join("tables");
    let (code, out, err) = run(&[
        "learn",
        "evaluate",
        one,
        two,
        "--data",
        &data,
        "--games",
        "40..60",
        "--moves",
        "0..8",
        "--out",
        tables.to_str().unwrap(),
    ]);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "20 games; 160 positions");
    assert_has(&out, "Differences are to one.");
    assert_has(&out, "1–10");
    for file in [
        "report.md",
        "tables/moves.csv",
        "tables/top.csv",
        "figures/top.svg",
    ] {
        assert!(tables.join(file).exists(), "{file}");
    }
    let top = fs::read_to_string(tables.join("tables/top.csv")).unwrap();
    assert_eq!(top.lines().count(), 51);
}

#[test]
fn playouts_are_learned_too() {
    let folder = Folder::new("learn-playout");
    let data = folder.file("games.tsv", games(30, 10));
    let out = folder.0.join("playout.txt");
    let out = out.to_str().unwrap();
    let (code, said, err) = run(&[
        "learn",
        "playout",
        "--data",
        &data,
        "--games",
        "0..20",
        "--validate",
        "20..30",
        "--out",
        out,
    ]);
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "counting games:");
    assert_has(&said, "match rate");
    let model = fs::read(out).unwrap();
    assert!(model.starts_with(b"TENGENPM"), "it is sealed");
    let (code, _, err) = run(&[
        "learn",
        "playout",
        "--data",
        &data,
        "--validate",
        "20..30",
        "--out",
        out,
    ]);
    assert_eq!(code, 2);
    assert_has(
        &err,
        "--validate 20..30 and --games 0.. have games in common",
    );
    let (code, said, err) = run(&["learn", "evaluate", out, "--data", &data]);
    assert_eq!(code, 0, "{err}");
    assert_has(&said, "30 games");
}

/// Both methods look for the same maximum, up to their priors.
#[test]
fn minorisation_maximisation_is_another_way_to_learn() {
    let folder = Folder::new("learn-mm");
    let data = folder.file("games.tsv", games(60, 10));
    let out = folder.0.join("mm.tpm");
    let out = out.to_str().unwrap();
    let mm = [
        "--by",
        "mm",
        "--validate",
        "40..",
        "--set",
        "broad.on=false",
    ];
    let (code, said, err) = learn(&data, out, &mm);
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "pass 2: mean log-likelihood");
    assert_has(&err, "The parameters `learn.` are of gradient ascent");
    assert_has(&said, "match rate");
    let card = fs::read_to_string(format!("{out}.md")).unwrap();
    assert_has(&card, "By minorisation-maximisation (R. Coulom 2007)");
    assert!(!Path::new(&format!("{out}.part")).exists());
    let bytes = fs::read(out).unwrap();
    // A model of the other method is another one, and neither is taken for a part of the other.
    let (code, _, err) = learn(&data, out, &["--set", "broad.on=false"]);
    assert_eq!(code, 0, "{err}");
    assert_ne!(fs::read(out).unwrap(), bytes);
    fs::write(format!("{out}.part"), "of an ascent").unwrap();
    let (code, _, err) = learn(&data, out, &mm);
    assert_eq!(code, 1);
    assert_has(&err, "--fresh begins anew");
    let (code, _, err) = learn(&data, out, &["--by", "mm", "--fresh", "--memory", "1"]);
    assert_eq!(code, 1, "{err}");
    assert_has(
        &err,
        "--by mm holds all positions in memory, 1 MiB of them at most",
    );
    assert_has(&err, "or learn --by gradient");
    // Far too many are refused before any is gathered.
    let many = folder.file("many.tsv", games(60, 10).repeat(10));
    let mut args = vec!["learn", "patterns", "--by", "mm", "--data", &many];
    args.extend(["--fresh", "--memory", "1", "--out", out]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 1, "{err}");
    assert_has(&err, "into which about 26 games go");
    assert_has(&err, "(--games 0..26)");
    assert!(!err.contains("gathering"), "{err}");
    let playout = folder.0.join("mm.playout");
    let playout = playout.to_str().unwrap();
    let mut args = vec!["learn", "playout", "--by", "mm", "--data", &data];
    args.extend(["--games", "0..40", "--out", playout]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    let card = fs::read_to_string(format!("{playout}.md")).unwrap();
    assert_has(&card, "By minorisation-maximisation");
    args.extend(["--memory", "1"]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 1, "{err}");
    assert_has(&err, "--by mm holds all positions in memory");
}

/// Work that could not be kept, or judged, is not begun.
#[test]
fn what_would_fail_at_the_end_fails_at_the_beginning() {
    let folder = Folder::new("learn-early");
    let data = folder.file("games.tsv", games(30, 6));
    let file = folder.file("file", "");
    let out = folder.0.join("a.tpm");
    let out = out.to_str().unwrap();
    for kind in ["patterns", "playout"] {
        let mut args = vec!["learn", kind, "--data", &data, "--games", "0..20"];
        args.extend(["--validate", "30..40", "--out", out]);
        let (code, _, err) = run(&args);
        assert_eq!(code, 1, "{err}");
        assert_has(
            &err,
            "--validate 30..40: the files hold no game in that range",
        );
        assert!(!err.contains("learning"), "{err}");
        assert!(!err.contains("collecting"), "{err}");
        let below = format!("{file}/a.tpm");
        let (code, _, err) = run(&["learn", kind, "--data", &data, "--out", &below]);
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "file cannot be made: a file is in its place");
    }
    assert!(!Path::new(out).exists());
    let (code, _, err) = run(&[
        "learn", "evaluate", "patterns", "--data", &data, "--out", &file,
    ]);
    assert_eq!(code, 1, "{err}");
    assert_has(&err, "file cannot be made: a file is in its place");
    assert!(!err.contains("evaluating"), "{err}");
}

#[test]
fn one_file_of_parameters_serves_both_kinds() {
    let folder = Folder::new("learn-config");
    let data = folder.file("games.tsv", games(10, 6));
    let (code, text, _) = run(&[
        "params",
        "--learning",
        "--toml",
        "--set",
        "shape.minimum=5",
        "--set",
        "broad.on=false",
        "--set",
        "learn.passes=3",
    ]);
    assert_eq!(code, 0);
    let config = folder.file("learning.toml", text);
    for kind in ["patterns", "playout"] {
        let out = folder.0.join(kind);
        let out = out.to_str().unwrap();
        let (code, _, err) = run(&[
            "learn", kind, "--data", &data, "--config", &config, "--out", out,
        ]);
        assert_eq!(code, 0, "{err}");
        let card = fs::read_to_string(format!("{out}.md")).unwrap();
        assert_has(&card, "learn.passes = 3 (default");
        let unused = "this has no part in models of playouts: shape.minimum, broad.on.";
        assert_eq!(err.contains(unused), kind == "playout", "{err}");
        let (_, help, _) = run(&["learn", kind, "--help"]);
        assert_has(&help, "tengen params --learning");
    }
    let mut args = vec!["learn", "playout", "--data", &data, "--out", "x"];
    args.extend(["--set", "broad.on=false"]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 2);
    assert_has(&err, "there is no parameter `broad.on`");
}

#[test]
fn built_in_models_are_evaluated_by_name() {
    let folder = Folder::new("learn-built-in");
    let data = folder.file("games.tsv", games(5, 6));
    let mut args = vec!["learn", "evaluate", "patterns", "patterns-ordinary"];
    args.extend(["by-hand", "--data", &data]);
    let (code, out, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "Differences are to patterns.");
    for name in ["patterns-ordinary", "by-hand"] {
        assert_has(&out, name);
    }
}

/// Waits until something is so; a minute is more than it takes.
fn until(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never came");
        sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn a_stopped_command_goes_on_as_if_nothing_had_been() {
    let folder = Folder::new("learn-stopped");
    let data = folder.file("games.tsv", games(40, 8));
    let out = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (whole, stopped) = (out("whole.tpm"), out("stopped.tpm"));
    let passes = ["--set", "learn.passes=60", "--set", "broad.on=false"];
    assert_eq!(learn(&data, &whole, &passes).0, 0);
    let mut args = vec!["learn", "patterns", "--data", &data, "--out", &stopped];
    args.extend([
        "--games",
        "0..40",
        "--moves",
        "0..8",
        "--set",
        "shape.minimum=5",
        "--set",
        "learn.batch=10",
    ]);
    args.extend(passes);
    let child = command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let part = format!("{stopped}.part");
    until(|| Path::new(&part).exists());
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let (code, _, err) = told(child.wait_with_output().unwrap());
    // On a machine that is quick enough there was nothing left to stop.
    if code != 0 {
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "the same command goes on");
        let (code, _, err) = learn(&data, &stopped, &["--set", "learn.passes=61"]);
        assert_eq!(code, 1);
        assert_has(
            &err,
            "it was begun with other parameters or other games; --fresh",
        );
        let (code, _, err) = learn(&data, &stopped, &passes);
        assert_eq!(code, 0, "{err}");
        assert_has(&err, "Going on with");
    }
    assert_eq!(fs::read(&stopped).unwrap(), fs::read(&whole).unwrap());
}

#[cfg(unix)]
#[test]
fn judging_can_be_stopped_and_the_model_stays() {
    let folder = Folder::new("learn-judging");
    let data = folder.file("games.tsv", games(20, 30).repeat(600));
    let out = folder.0.join("a.playout").to_str().unwrap().to_owned();
    let mut args = vec!["learn", "playout", "--data", &data, "--out", &out];
    args.extend(["--games", "0..10", "--validate", "10.."]);
    let child = command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until(|| Path::new(&out).exists());
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let (code, _, err) = told(child.wait_with_output().unwrap());
    assert_eq!(code, 1, "{err}");
    assert_has(
        &err,
        "stopped while the model was judged; it is complete and in",
    );
    assert_has(&err, "the same command goes on from there");
    let model = fs::read(&out).unwrap();
    let mut again = args.clone();
    let place = again.len() - 1;
    again[place] = "10..40";
    let (code, said, err) = run(&again);
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "Going on with");
    assert_has(&said, "match rate");
    assert_eq!(fs::read(&out).unwrap(), model);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new("learn-mistakes");
    let data = folder.file("games.tsv", games(3, 6));
    let out = folder.0.join("a.tpm");
    let out = out.to_str().unwrap();
    let said = |args: &[&str], code: i32, sentence: &str| {
        let (found, _, err) = run(args);
        assert_eq!(found, code, "{args:?}: {err}");
        assert_has(&err, sentence);
    };
    let base = ["learn", "patterns", "--out", out, "--data"];
    let with = |more: &[&'static str], data: &str| {
        let mut args: Vec<String> = base.iter().map(|&word| word.to_owned()).collect();
        args.push(data.to_owned());
        args.extend(more.iter().map(|&word| word.to_owned()));
        args
    };
    let check = |args: Vec<String>, code, sentence| {
        said(
            &Vec::from_iter(args.iter().map(String::as_str)),
            code,
            sentence,
        );
    };
    check(
        with(&[], "no-such-file.tsv"),
        1,
        "no-such-file.tsv cannot be read: it does not exist",
    );
    check(
        with(&["--games", "5..5"], &data),
        2,
        "the range 5..5 is empty",
    );
    check(
        with(&["--games", "5"], &data),
        2,
        "a range such as 0..280000",
    );
    check(
        with(&["--games", "7..9"], &data),
        1,
        "the files hold none in the range 7..9",
    );
    check(
        with(&["--moves", "50..60"], &data),
        1,
        "of 3 records none has a stone played",
    );
    check(
        with(&["--set", "broad.reech=4"], &data),
        2,
        "there is no parameter `broad.reech`",
    );
    let mut off = vec!["--set", "shape.size=0", "--set", "broad.on=false"];
    off.extend(["--set", "features.last=false"]);
    check(
        with(
            &[&off[..], &["--set", "features.liberties=off"]].concat(),
            &data,
        ),
        2,
        "every feature is off, so there is nothing to learn",
    );
    let rare = ["--set", "shape.size=3", "--set", "shape.minimum=1000"];
    let none = ["--set", "features.liberties=off"];
    check(
        with(&[&off[2..], &rare[..], &none[..]].concat(), &data),
        1,
        "no pattern is in these games as often as shape.minimum",
    );
    assert!(!Path::new(out).exists());
    let empty = folder.file("empty.tsv", "");
    check(with(&[], &empty), 1, "there is no game to learn from");
    let wrong = folder.file("wrong.tpm", "no model");
    said(
        &["learn", "evaluate", &wrong, "--data", &data],
        1,
        "wrong.tpm cannot be used: this is no model of Tengen",
    );
    said(
        &["learn", "evaluate", "absent.tpm", "--data", &data],
        1,
        "there is no model \"absent.tpm\" and no such file; the built-in ones are patterns",
    );
    said(
        &["learn", "evaluate", "paterns", "--data", &data],
        1,
        "there is no model \"paterns\" and no such file; did you mean patterns?",
    );
    let folder_name = folder.0.to_str().unwrap();
    said(
        &["learn", "patterns", "--data", &data, "--out", folder_name],
        2,
        "is a folder; name a file in it",
    );
    fs::write(format!("{out}.part"), "rubbish").unwrap();
    check(with(&[], &data), 1, "a.tpm.part cannot be gone on with");
    check(with(&["--fresh", "--set", "learn.passes=1"], &data), 0, "");
}
