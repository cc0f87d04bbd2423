//! Networks from games, from judgements, and from games of their own.

use std::fs;

use crate::binary::{Folder, assert_has, run};
use crate::train::lesson::{games, lesson, network};

#[test]
fn a_network_is_learned_from_games_and_judgements() {
    let folder = Folder::new("train-sl");
    let data = folder.file("games.sgf", games(40));
    let net = network(&folder, &data);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (labels, played) = (path("judged.labels"), path("played.labels"));
    let mut judge = vec![
        "train", "label", "--net", &net, "--data", &data, "--size", "5",
    ];
    judge.extend(["--per-game", "4", "--out", &labels]);
    let (code, out, err) = run(&judge);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "160 positions in");
    // Nothing is left to be done, and that is no failure.
    assert_eq!(run(&judge).0, 0);
    let play = [
        "train", "games", "--net", &net, "--size", "6", "--games", "60", "--out", &played,
    ];
    let (code, out, err) = run(&play);
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "60 games in");
    let out = path("second.bin.gz");
    let share = format!("{played}@0.5");
    let more = [
        "--labels",
        &labels,
        "--labels",
        &share,
        "--validate",
        "30..40",
        "--trials",
        "50",
        "--positions",
        "320",
        "--report",
        "64",
        "--set",
        "train.soft=1",
    ];
    let (code, told, err) = run(&lesson(&data, &out, &more));
    assert_eq!(code, 0, "{err}");
    assert_has(&told, "move that was played is the first choice");
    assert_has(
        &err,
        "judged.labels: 120 positions of the games judged by first",
    );
    let card = fs::read_to_string(format!("{out}.md")).unwrap();
    assert_has(
        &card,
        "A network of 1 block and 16 channels trained on 320 positions",
    );
    assert_has(&card, "of 60 games of self-play on 6×6");
    assert_has(&card, "train.soft = 1");
    assert_has(&card, "second.bin.gz.accuracy.svg");
    for group in ["validation", "judged 5×5", "self-play 6×6"] {
        assert_has(&card, group);
    }
    let curve = fs::read_to_string(format!("{out}.curve.jsonl")).unwrap();
    assert_eq!(curve.lines().count(), 6);
    assert_has(curve.lines().last().unwrap(), "\"positions\":320");
    assert_has(
        &fs::read_to_string(format!("{out}.accuracy.svg")).unwrap(),
        "<svg",
    );
}

#[test]
fn a_policy_plays_itself_and_a_value_network_learns_from_that() {
    let folder = Folder::new("train-rl");
    let data = folder.file("games.sgf", games(30));
    let net = network(&folder, &data);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (rl, value) = (path("rl.bin.gz"), path("value.bin.gz"));
    let learn = |steps: &str| {
        run(&[
            "train",
            "rl",
            "--net",
            &net,
            "--out",
            &rl,
            "--size",
            "5",
            "--iterations",
            steps,
            "--games",
            "4",
            "--save",
            "2",
            "--trial",
            "6",
            "--threads",
            "1",
        ])
    };
    let (code, out, err) = learn("4");
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "against the network it began with:");
    assert_has(&out, "of 6 games won");
    let (code, _, err) = learn("6");
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "after 4 steps");
    let pool = fs::read_dir(format!("{rl}.pool")).unwrap().count();
    assert_eq!(pool, 3);
    let (code, _, err) = run(&[
        "train",
        "value",
        "--sl",
        &net,
        "--rl",
        &rl,
        "--out",
        &value,
        "--size",
        "5",
        "--games",
        "100",
        "--epochs",
        "1",
        "--blocks",
        "1",
        "--channels",
        "16",
        "--threads",
        "1",
    ]);
    assert_eq!(code, 0, "{err}");
    let card = fs::read_to_string(format!("{value}.md")).unwrap();
    assert_has(&card, "Brier score of the game's result");
    assert_has(&card, "of 100 games on 5×5");
}
