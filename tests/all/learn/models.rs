//! Models of both kinds: learned, described and evaluated.

use std::fs;

use crate::binary::{Folder, assert_has, run};
use crate::learn::lesson::{games, learn};

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
