//! Models that are judged as they are: patterns, a network, and both blended.

use std::fs;
use std::path::PathBuf;

use tengen_lab::experiment::Experiment;
use tengen_lab::findings::Body as Figures;
use tengen_lab::lesson::Supplies;
use tengen_lab::record::{Body, LearningRecord};
use tengen_lab::reproduce::find;
use tengen_lab::run::{Make, Manifest, Provenance, estimate, perform};
use tengen_net::random::Plan;
use tengen_progress::StopFlag;

use super::made::{Folder, lines};
use super::runs::{all, learned, one};
use super::{SMALL, learn, read, supplied};

/// Three models that are there, of files that are to be filled in.
const GIVEN: &str = r#"
kind = "learn"

[data]
validate = [40, 50]
test = [50, 60]
moves = [0, 12]

[[models]]
name = "plain"
file = "PATTERNS"

[[models]]
name = "network"
about = "of chance"
base = "plain"
file = "NETWORK"

[[models]]
name = "both"
base = "network"
file = "NETWORK"
patterns = "PATTERNS"
blend = [40, 45]

[[claims]]
says = "Chance knows the future."
series = "network"
figure = "match rate"
least = 0.523
"#;

/// The learning of the model whose file is judged, the file, and that of a small network.
fn made(folder: &Folder) -> (LearningRecord, PathBuf, PathBuf) {
    let experiment = supplied(SMALL, folder);
    let record = learned(one(&experiment, "plain", &StopFlag::new()));
    let network = folder.path().join("chance.bin.gz");
    tengen_net::file::save(&Plan::old(4, 1).model(), &network).unwrap();
    (record, folder.path().join("trial.lab/plain.tpm"), network)
}

fn filled(patterns: &str, network: &str) -> String {
    GIVEN
        .replace("PATTERNS", patterns)
        .replace("NETWORK", network)
}

/// The experiment with these files and the games of [`supplied`].
fn judging(text: &str, folder: &Folder) -> Experiment {
    let mut experiment = read(text).unwrap();
    let games = folder.put("games.tsv", lines(60, 14, 1));
    experiment.supply(Supplies::new(&[games], &folder.path().join("given.lab")).unwrap());
    experiment
}

#[test]
fn patterns_a_network_and_their_blend_are_judged_and_reported() {
    let folder = Folder::new("lab-given");
    let (was_learned, patterns, network) = made(&folder);
    let text = filled(patterns.to_str().unwrap(), network.to_str().unwrap());
    let experiment = judging(&text, &folder);
    assert!(experiment.missing().is_empty());
    assert!(!learn(&experiment).learns());
    let left = estimate(&experiment, &StopFlag::new()).unwrap();
    assert!(left.is_some());

    let (found, faults) = all(&experiment, &folder);
    assert_eq!(faults, [""; 0]);
    assert_eq!(found.notes, [""; 0]);
    assert_eq!((found.units.counted, found.units.void_attempts), (3, 0));
    let Figures::Learn { models, gains } = &found.body else {
        panic!("it judges");
    };
    let results: Vec<_> = models.iter().map(|m| m.result.as_ref().unwrap()).collect();
    for result in &results {
        assert_eq!((result.judged_by, result.judged_positions), (10, 10 * 12));
        assert_eq!((result.learned_from, result.passes.len()), (0, 0));
        assert_eq!(result.by_move.len(), 12);
    }
    // A model is what it is, whether it was learned just now or is a file.
    assert_eq!(results[0].figures, was_learned.figures);
    assert_eq!(results[0].features, was_learned.features);
    assert!(results[1].features.is_empty());
    let blend = results[2].given.as_ref().unwrap();
    assert_eq!(blend.files.len(), 2);
    let weights = blend.blend.unwrap();
    assert_eq!((weights.games, weights.positions), (5, 5 * 12));
    assert!(weights.policy.is_finite() && weights.patterns.is_finite());
    assert_ne!(results[2].figures, results[1].figures);
    assert!(gains.len() == 2 && gains.iter().all(|gain| gain.figures.is_some()));

    let shown = tengen_lab::report::show(&found, 200);
    for said in [
        "Models as they are",
        "chance.bin.gz (",
        "10–19",
        "does not hold",
    ] {
        assert!(shown.contains(said), "{said}:\n{shown}");
    }
    for silent in ["learned from, and the mean", "Learning", "training"] {
        assert!(!shown.contains(silent), "{silent}:\n{shown}");
    }
}

#[test]
fn what_a_model_is_made_of_is_in_its_task_and_in_the_manifest() {
    let folder = Folder::new("lab-made-of");
    let (_, patterns, network) = made(&folder);
    let text = filled(patterns.to_str().unwrap(), network.to_str().unwrap());
    let experiment = judging(&text, &folder);
    let judged =
        |experiment: &Experiment, series: &str| learned(one(experiment, series, &StopFlag::new()));
    let first = judged(&experiment, "both");
    assert_eq!(judged(&experiment, "both"), first);
    let elsewhere = judging(&text.replace("[40, 45]", "[40, 46]"), &folder);
    assert_ne!(judged(&elsewhere, "both").task, first.task);
    assert_ne!(elsewhere.hash, experiment.hash);
    // Another file of the same name is another model.
    fs::write(&network, {
        let mut bytes = Vec::new();
        tengen_net::file::write(&Plan::old(4, 2).model(), &mut bytes).unwrap();
        bytes
    })
    .unwrap();
    assert_ne!(judged(&experiment, "both").task, first.task);
    let manifest = Manifest::gather(&experiment, &Provenance::default(), &StopFlag::new());
    let Make::Own { models, .. } = &manifest.players["both"] else {
        panic!("it is there");
    };
    assert_eq!(models["file"].sha256.len(), 64);
    assert_ne!(models["file"].sha256, first.given.unwrap().files[0].sha256);
    assert_eq!(models["patterns"].name, patterns.to_str().unwrap());
    // What is told to stop has no result.
    let halt = StopFlag::new();
    halt.now();
    for series in ["plain", "network", "both"] {
        assert_eq!(one(&experiment, series, &halt), None, "{series}");
    }
}

#[test]
fn models_that_are_missing_or_foreign_are_told_before_anything_runs() {
    let folder = Folder::new("lab-foreign");
    let (_, patterns, network) = made(&folder);
    let (patterns, network) = (patterns.to_str().unwrap(), network.to_str().unwrap());
    let told = |patterns: &str, network: &str| {
        let faults = read(&filled(patterns, network)).unwrap().missing();
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        said.join("\n")
    };
    assert_eq!(told("patterns-ordinary", "net-6x64"), "");
    let said = told(patterns, "net-6x46");
    assert!(
        said.starts_with("trial.toml:17:8: model network: "),
        "{said}"
    );
    assert!(
        said.contains("no built-in model \"net-6x46\" and no such file (did you mean net-6x64?)"),
        "{said}"
    );
    assert!(said.contains("trial.toml:22:8: model both: "), "{said}");
    let said = told("gone.tpm", network);
    assert!(said.contains("no such file"), "{said}");
    let said = told(patterns, patterns);
    assert!(said.contains("has to be a network"), "{said}");
    let said = told(network, network);
    assert!(said.contains("has to be a model of patterns"), "{said}");
    let nonsense = folder.put("nonsense.tpm", "nothing of the kind");
    let said = told(nonsense.to_str().unwrap(), network);
    assert!(
        said.contains("cannot be used as a model of patterns"),
        "{said}"
    );
    let nonsense = folder.put("nonsense.txt.gz", [0x1f, 0x8b, 1, 2]);
    let said = told(patterns, nonsense.to_str().unwrap());
    assert!(said.contains("cannot be used as a network"), "{said}");
    // Where nobody looked before, the manifest does.
    let experiment = read(&filled("gone.tpm", network)).unwrap();
    let manifest = Manifest::gather(&experiment, &Provenance::default(), &StopFlag::new());
    let unfit = manifest.unfit().join("\n");
    assert!(unfit.contains("player both: it lacks a model"), "{unfit}");
    let experiment = judging(&filled("gone.tpm", network), &folder);
    let unit = experiment.unit_of("plain/1").unwrap();
    let done = perform(&experiment, &unit, &StopFlag::new(), &[]).unwrap();
    let Body::Void(void) = done.record.body else {
        panic!("it cannot be judged");
    };
    assert!(void.reason.contains("no such file"), "{}", void.reason);
}

#[test]
fn mistakes_in_models_that_are_there_are_told_with_their_lines() {
    let changed = |from: &str, to: &str| {
        assert!(GIVEN.contains(from), "{from}");
        let faults = read(&GIVEN.replacen(from, to, 1)).expect_err(to);
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        said.join("\n")
    };
    let learning = [
        "games = 5",
        "curve = [3]",
        "set = { \"broad.on\" = false }",
        "sweep = { \"broad.reach\" = [3] }",
    ];
    for key in learning {
        let said = changed("about = \"of chance\"", key);
        assert!(said.starts_with("trial.toml:15:"), "{said}");
        assert!(said.contains("is for models that are learned"), "{said}");
    }
    let said = changed("blend = [40, 45]\n", "");
    assert!(said.contains("weighed by games"), "{said}");
    let said = changed("patterns = \"PATTERNS\"\n", "");
    assert!(said.contains("there are no `patterns`"), "{said}");
    let said = changed("blend = [40, 45]", "blend = [45, 40]");
    assert!(said.contains("takes two whole numbers"), "{said}");
    let said = changed("blend = [40, 45]", "blend = [48, 53]");
    assert!(
        said.contains("and the test games share the records 50 to 52"),
        "{said}"
    );
    let said = changed("blend = [40, 45]", "on = \"validation\"\nblend = [40, 45]");
    assert!(said.contains("share the records 40 to 44"), "{said}");
    let said = changed("file = \"NETWORK\"", "file = 6");
    assert!(said.contains("takes a text"), "{said}");
    let said = changed("file = \"PATTERNS\"", "blend = [40, 45]");
    assert!(said.contains("no `file` names one"), "{said}");
    // What learns needs games to learn from.
    assert!(said.contains("`data.train` is missing"), "{said}");
    let said = changed("file = \"PATTERNS\"", "fil = \"PATTERNS\"");
    assert!(said.contains("did you mean file?"), "{said}");
    let said = changed("base = \"plain\"", "base = \"plan\"");
    assert!(said.contains("did you mean plain?"), "{said}");
}

#[test]
fn what_a_model_is_called_by_is_hashed_and_words_are_not() {
    let hash = |text: &str| read(text).unwrap().hash;
    let with = |more: &str| format!("{SMALL}\n[[models]]\nname = \"there\"\n{more}");
    let one = hash(&with("file = \"patterns\""));
    assert_ne!(one, hash(SMALL));
    assert_ne!(one, hash(&with("file = \"patterns-ordinary\"")));
    assert_eq!(one, hash(&with("file = \"patterns\"\nabout = \"words\"")));
}

#[test]
fn fewer_games_judge_what_is_not_learned() {
    let mut experiment = find("cygo-accuracy", tengen_go_lab::GO).unwrap().unwrap();
    assert!(experiment.missing().is_empty());
    let whole = experiment.hash.clone();
    experiment.ask_for(1000);
    assert_eq!((&experiment.hash, learn(&experiment).cap()), (&whole, None));
    experiment.ask_for(20);
    assert_ne!(experiment.hash, whole);
    let task = learn(&experiment);
    assert_eq!(task.cap(), Some(20));
    let judged = task.records(task.models[0].on);
    assert_eq!(judged, Some(290_000..290_020));
    let settings = experiment.outline().settings;
    assert!(settings.contains(&("cap".to_owned(), "20 games to be judged by".to_owned())));
}
