//! Sentences where things fail.

use std::fs;
use std::path::Path;

use crate::binary::{Folder, assert_has, run};
use crate::train::lesson::{games, lesson, network};

#[test]
fn wrong_input_is_a_sentence() {
    let folder = Folder::new("train-mistakes");
    let data = folder.file("games.sgf", games(30));
    let other = folder.file("other.sgf", games(12));
    let net = network(&folder, &data);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (labels, out) = (path("a.labels"), path("out.bin.gz"));
    let judge = |net: &str, data: &str, out: &str| {
        run(&[
            "train", "label", "--net", net, "--data", data, "--size", "5", "--out", out,
        ])
    };
    let refused = |(code, _, err): (i32, String, String), sentence: &str| {
        assert!(code == 1 || code == 2, "{err}");
        assert_has(&err, sentence);
        assert!(!err.contains("bug"), "{err}");
    };
    refused(judge(&path("none.bin.gz"), &data, &labels), "none.bin.gz");
    refused(judge(&data, &data, &labels), "games.sgf");
    assert_eq!(judge(&net, &other, &labels).0, 0);
    refused(
        judge(&net, &data, &labels),
        "was begun with games whose hash is",
    );
    refused(judge(&net, &data, &data), "is no file of judged positions");
    let sl = |more: &[&str]| run(&lesson(&data, &out, more));
    let sentence = "judges positions of other games than those of --data";
    refused(sl(&["--labels", &labels]), sentence);
    refused(sl(&["--labels", &data]), "is no file of judged positions");
    refused(sl(&["--labels", &path("none")]), "it does not exist");
    refused(sl(&["--plain", "0"]), "there is nothing to learn from");
    refused(sl(&["--validate", "20..40"]), "have games in common");
    refused(sl(&["--set", "train.rates=1"]), "did you mean `train.rate`");
    refused(sl(&["--positions", "many"]), "it takes a number such as");
    refused(sl(&["--from", &net]), "cannot be used with");
    let odd = lesson(&data, &out, &[]);
    let odd: Vec<&str> = odd
        .into_iter()
        .map(|word| if word == "16" { "20" } else { word })
        .collect();
    refused(run(&odd), "--channels is a multiple of 16, not 20");
    let part = folder.file("out.bin.gz.part", "no checkpoint");
    refused(sl(&["--positions", "64"]), &part);
    assert_eq!(sl(&["--positions", "64", "--fresh"]).0, 0);
    let more = ["--positions", "128", "--seed", "9"];
    refused(
        sl(&more),
        "the checkpoint is of another training: its seed is 1, not 9",
    );
}

#[test]
fn other_patterns_of_the_same_name_are_noticed() {
    let folder = Folder::new("train-patterns");
    let data = folder.file("games.sgf", games(30));
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (patterns, out) = (path("mine.tpm"), path("out.bin.gz"));
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let learn = |name: &str, positions: &str| {
        fs::copy(models.join(name), &patterns).unwrap();
        let more = ["--patterns", &patterns, "--positions", positions];
        run(&lesson(&data, &out, &more))
    };
    assert_eq!(learn("patterns.tpm", "64").0, 0);
    let (code, _, err) = learn("patterns-ordinary.tpm", "96");
    assert_eq!(code, 1, "{err}");
    assert_has(
        &err,
        "the checkpoint is of another training: its patterns is",
    );
    let (code, _, err) = learn("patterns.tpm", "96");
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "Going on with");
}
