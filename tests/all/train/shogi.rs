//! `tengen train shogi` and `tengen train shogi-games`: games, evaluations, cards, what a kill leaves, and sentences.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::binary::{Folder, assert_has, command, run};

/// The arguments that play some small games.
fn series<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["train", "shogi-games", "--out", out, "--games", "12"];
    args.extend(["--nodes", "30"]);
    args.extend(more);
    args
}

/// Games to learn from.
fn games(folder: &Folder) -> String {
    let out = folder.0.join("games.tsv").to_str().unwrap().to_owned();
    let (code, said, err) = run(&series(&out, &[]));
    assert_eq!(code, 0, "{err}");
    assert_has(&said, "12 games in");
    out
}

/// The arguments that train on them.
fn lesson<'a>(data: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["train", "shogi", "--data", data, "--out", out];
    args.extend(["--batch", "64", "--apart", "4"]);
    args.extend(more);
    args
}

#[test]
fn an_evaluation_is_learned_and_plays_more_games() {
    let folder = Folder::new("train-shogi");
    let data = games(&folder);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    for (kind, what) in [
        ("network", "A network for Shogi"),
        ("linear", "A linear evaluation"),
    ] {
        let out = path(kind);
        let more = ["--kind", kind, "--epochs", "2"];
        let (code, said, err) = run(&lesson(&data, &out, &more));
        assert_eq!(code, 0, "{err}");
        assert_has(&said, "material alone");
        assert_has(&err, "12 games with");
        let card = fs::read_to_string(format!("{out}.md")).unwrap();
        for part in [
            what,
            "games.tsv",
            "Epochs: 2",
            "kept apart",
            "error.svg",
            "Commit",
        ] {
            assert_has(&card, part);
        }
        assert!(Path::new(&format!("{out}.error.svg")).exists());
        let more = ["--kind", kind, "--epochs", "1", "--from", &out];
        let other = path(&format!("{kind}-2"));
        assert_eq!(run(&lesson(&data, &other, &more)).0, 0);
        assert!(fs::read(&other).unwrap() != fs::read(&out).unwrap());
        let played = path("more.tsv");
        let (code, _, err) = run(&series(&played, &["--eval", &out]));
        assert_eq!(code, 0, "{err}");
        assert!(fs::read(&played).unwrap() != fs::read(&data).unwrap());
        fs::remove_file(played).unwrap();
    }
}

#[test]
fn a_killed_training_of_shogi_goes_on_as_if_nothing_had_been() {
    let folder = Folder::new("train-shogi-killed");
    let data = games(&folder);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (whole, killed) = (path("whole"), path("killed/net"));
    let more = ["--epochs", "8"];
    assert_eq!(run(&lesson(&data, &whole, &more)).0, 0);
    let mut child = command(&lesson(&data, &killed, &more))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (part, start) = (format!("{killed}.part"), Instant::now());
    while !Path::new(&part).exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never came");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, _, err) = run(&lesson(&data, &killed, &more));
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "Going on with");
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
    let other = lesson(&data, &killed, &["--epochs", "8", "--seed", "2"]);
    assert_has(&run(&other).2, "its seed is 1, not 2");
    let linear = lesson(&data, &killed, &["--kind", "linear"]);
    let (code, _, err) = run(&linear);
    assert_eq!(code, 1);
    assert_has(&err, "--fresh begins anew");
}

#[test]
fn killed_games_go_on_and_are_the_same() {
    let folder = Folder::new("train-shogi-games");
    let whole = fs::read_to_string(games(&folder)).unwrap();
    assert_eq!(whole.lines().count(), 13);
    let out = folder.0.join("part.tsv").to_str().unwrap().to_owned();
    // What a kill leaves: some games, and a part of one.
    let cut = whole.match_indices('\n').nth(5).unwrap().0 + 40;
    fs::write(&out, &whole[..cut]).unwrap();
    let (code, _, err) = run(&series(&out, &["--threads", "3"]));
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "5 games");
    assert!(fs::read_to_string(&out).unwrap() == whole);
    let (code, _, err) = run(&series(&out, &["--seed", "2"]));
    assert_eq!(code, 1);
    assert_has(&err, "is of another command");
    assert!(fs::read_to_string(&out).unwrap() == whole);
}

#[test]
fn wrong_games_and_files_are_a_sentence() {
    let folder = Folder::new("train-shogi-mistakes");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (out, good) = (path("out"), "b\tadj\t1\tstartpos\t7g7f,30\n");
    let refused = |args: &[&str], sentence: &str| {
        let (code, _, err) = run(args);
        assert!(code == 1 || code == 2, "{err}");
        assert_has(&err, sentence);
        assert!(!err.contains("bug"), "{err}");
    };
    let data = |name: &str, text: &[u8]| folder.file(name, text);
    let illegal = data(
        "illegal.tsv",
        format!("{good}b\tadj\t1\tstartpos\t7g7e,30\n").as_bytes(),
    );
    refused(
        &lesson(&illegal, &out, &[]),
        "illegal.tsv:2: move 1, 7g7e, is illegal",
    );
    let columns = data("columns.tsv", b"# remark\nb\t7g7f\n");
    refused(
        &lesson(&columns, &out, &[]),
        "columns.tsv:2: a game has five columns",
    );
    let binary = data("binary.tsv", &[b'b', 0xff, 0xfe, b'\n']);
    refused(&lesson(&binary, &out, &[]), "binary.tsv:1: ");
    let few = data("few.tsv", good.as_bytes());
    refused(
        &lesson(&few, &out, &[]),
        "there is too little to learn from",
    );
    refused(&lesson(&path("none"), &out, &[]), "it does not exist");
    refused(
        &lesson(&few, &out, &["--rate", "0"]),
        "--rate is more than 0",
    );
    refused(
        &lesson(&few, &out, &["--rate", "NaN"]),
        "--rate is more than 0",
    );
    refused(
        &lesson(&few, &out, &["--result", "2"]),
        "--result is a share from 0 to 1, not 2",
    );
    refused(
        &lesson(&few, &out, &["--from", &few]),
        "it is no network for Shogi",
    );
    refused(
        &lesson(&few, &out, &["--from", &path("none")]),
        "none: it does not exist",
    );
    let linear = ["--kind", "linear", "--from", &few];
    refused(
        &lesson(&few, &out, &linear),
        "it is no linear evaluation for Shogi",
    );
    let starts = data("starts.sfen", b"startpos\nstartpos moves 1a1b\n");
    refused(&series(&out, &["--starts", &starts]), "starts.sfen:2: ");
    let empty = data("empty.sfen", b"\n");
    refused(
        &series(&out, &["--starts", &empty]),
        "has no position to begin with",
    );
    refused(
        &series(&out, &["--eval", &few]),
        "it is no network for Shogi",
    );
    refused(&series(&few, &[]), "is of another command: it begins with");
    assert_eq!(fs::read(&few).unwrap(), good.as_bytes());
}
