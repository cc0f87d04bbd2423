//! Messages where something cannot be done, and that they come early.

use std::fs;
use std::path::Path;

use crate::binary::{Folder, assert_has, run};
use crate::learn::lesson::games;

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

/// A check that commands fail with sentences.
fn refused(args: &[&str], code: i32, sentence: &str) {
    let (found, _, err) = run(args);
    assert_eq!(found, code, "{args:?}: {err}");
    assert_has(&err, sentence);
}

/// Games that say nothing about a model are none to judge it by.
#[test]
fn games_that_cannot_judge_are_refused_before_learning() {
    let folder = Folder::new("learn-unjudged");
    let data = folder.file("games.tsv", games(20, 6) + &"nonsense\n".repeat(3));
    let out = folder.0.join("a.tpm");
    let out = out.to_str().unwrap();
    for kind in ["patterns", "playout"] {
        let base = ["learn", kind, "--data", &data, "--out", out];
        let with = |more: &[&'static str]| [&base[..], more].concat();
        refused(
            &with(&["--games", "0..10", "--validate", "20.."]),
            1,
            "--validate 20..: none of 3 records is a game",
        );
        refused(
            &with(&["--games", "0..10", "--validate", "10..", "--moves", "6..9"]),
            1,
            "--validate 10..: none of 10 games has a stone played at moves 6..9",
        );
    }
    assert!(!Path::new(out).exists());
}

#[test]
fn games_and_parameters_that_are_wrong_are_said() {
    let folder = Folder::new("learn-mistakes");
    let data = folder.file("games.tsv", games(3, 6));
    let empty = folder.file("empty.tsv", "");
    let out = folder.0.join("a.tpm");
    let out = out.to_str().unwrap();
    let check = |data: &str, more: &[&str], code, sentence| {
        let base = ["learn", "patterns", "--out", out, "--data", data];
        refused(&[&base[..], more].concat(), code, sentence);
    };
    check(
        "no-such-file.tsv",
        &[],
        1,
        "no-such-file.tsv cannot be read: it does not exist",
    );
    check(&empty, &[], 1, "there is no game to learn from");
    for (more, code, sentence) in [
        (["--games", "5..5"], 2, "the range 5..5 is empty"),
        (["--games", "5"], 2, "a range such as 0..280000"),
        (
            ["--games", "7..9"],
            1,
            "the files hold none in the range 7..9",
        ),
        (
            ["--moves", "50..60"],
            1,
            "of 3 records none has a stone played",
        ),
        (
            ["--set", "broad.reech=4"],
            2,
            "there is no parameter `broad.reech`",
        ),
    ] {
        check(&data, &more, code, sentence);
    }
    assert!(!Path::new(out).exists());
    let folder_name = folder.0.to_str().unwrap();
    refused(
        &["learn", "patterns", "--data", &data, "--out", folder_name],
        2,
        "is a folder; name a file in it",
    );
    fs::write(format!("{out}.part"), "rubbish").unwrap();
    check(&data, &[], 1, "a.tpm.part cannot be resumed");
    check(&data, &["--fresh", "--set", "learn.passes=1"], 0, "");
}

#[test]
fn where_no_feature_is_left_there_is_nothing_to_learn() {
    let folder = Folder::new("learn-featureless");
    let data = folder.file("games.tsv", games(3, 6));
    let out = folder.0.join("a.tpm");
    let out = out.to_str().unwrap();
    let mut base = vec!["learn", "patterns", "--data", &data, "--out", out];
    for off in [
        "broad.on=false",
        "features.last=false",
        "features.liberties=off",
    ] {
        base.extend(["--set", off]);
    }
    refused(
        &[&base[..], &["--set", "shape.size=0"]].concat(),
        2,
        "every feature is off, so there is nothing to learn",
    );
    let rare = ["--set", "shape.size=3", "--set", "shape.minimum=1000"];
    refused(
        &[&base[..], &rare].concat(),
        1,
        "no pattern is in these games as often as shape.minimum",
    );
    assert!(!Path::new(out).exists());
}

#[test]
fn models_that_are_none_or_named_twice_are_said() {
    let folder = Folder::new("learn-no-model");
    let data = folder.file("games.tsv", games(3, 6));
    let wrong = folder.file("wrong.tpm", "no model");
    let evaluated = |models: &[&str], code, sentence| {
        let args = [&["learn", "evaluate"], models, &["--data", &data]].concat();
        refused(&args, code, sentence);
    };
    evaluated(
        &[&wrong],
        1,
        "wrong.tpm cannot be used: this is no model of Tengen",
    );
    evaluated(
        &["absent.tpm"],
        1,
        "there is no model \"absent.tpm\" and no such file; the built-in ones are patterns",
    );
    evaluated(
        &["paterns"],
        1,
        "there is no model \"paterns\" and no such file; did you mean patterns?",
    );
    evaluated(
        &["patterns", "by-hand", "patterns"],
        2,
        "the model \"patterns\" is named twice",
    );
}
