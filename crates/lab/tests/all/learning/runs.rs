//! Models learned and judged, broken off and resumed.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use tengen_document::Format;
use tengen_lab::experiment::{Experiment, Work};
use tengen_lab::findings::{Body as Figures, Facts, Findings};
use tengen_lab::gather;
use tengen_lab::lesson::Supplies;
use tengen_lab::record::{Body, Cause, FigureName, LearningRecord};
use tengen_lab::report;
use tengen_lab::reproduce::ClaimVerdict;
use tengen_lab::run::{Crew, Manifest, Provenance, Share, perform, run};
use tengen_lab::verify::verify;
use tengen_pattern::model::Model;
use tengen_progress::StopFlag;
use tengen_store::Address;

use super::made::{Folder, lines};
use super::{SMALL, learn, read, supplied};

/// Runs all units with a store in the folder.
pub(super) fn all(experiment: &Experiment, folder: &Folder) -> (Findings, Vec<String>) {
    let address = Address::new(None, &folder.path().join("results.sqlite"));
    let mut store = address.open().unwrap();
    let crew = Crew {
        workers: 1,
        lease: Duration::from_secs(60),
        halt: StopFlag::new(),
        provenance: Provenance::default(),
        share: Share::Asked,
    };
    let manifest = Manifest::gather(experiment, &crew.provenance, &crew.halt);
    assert_eq!(manifest.data.len(), 1);
    assert_eq!(manifest.data[0].sha256.len(), 64);
    let open = || address.open();
    run(
        experiment,
        store.as_mut(),
        &open,
        &crew,
        &manifest,
        &mut |_| {},
    )
    .unwrap();
    let (results, manifests) = (store.results().unwrap(), store.manifests().unwrap());
    let faults = verify(experiment, &results, &manifests);
    let found = gather::findings(experiment, store.as_mut(), Facts::default()).unwrap();
    (found, faults)
}

/// Does the unit of a series.
pub(super) fn one(experiment: &Experiment, series: &str, halt: &StopFlag) -> Option<Body> {
    let unit = experiment.unit_of(&format!("{series}/1")).unwrap();
    perform(experiment, &unit, halt, &[]).map(|performed| performed.record.body)
}

/// The record of learning, without what differs from run to run.
pub(super) fn learned(body: Option<Body>) -> LearningRecord {
    match body {
        Some(Body::Learning(record)) => LearningRecord {
            learned_in: 0.0,
            judged_in: 0.0,
            ..*record
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_experiment_is_learned_judged_and_reported() {
    let folder = Folder::new("lab-learn");
    let experiment = supplied(SMALL, &folder);
    let (found, faults) = all(&experiment, &folder);
    assert_eq!(faults, [""; 0]);
    assert_eq!((found.units.counted, found.units.void_attempts), (9, 0));
    assert_eq!(found.notes, [""; 0]);
    let Figures::Learn { models, gains } = &found.body else {
        panic!("it learns");
    };
    let broad = models[2].result.as_ref().unwrap();
    assert_eq!((broad.learned_from, broad.judged_by), (40, 10));
    assert_eq!(broad.judged_positions, 10 * 12);
    assert_eq!(broad.passes.len(), 2);
    assert!(broad.features["broad pattern"] > 10, "{:?}", broad.features);
    assert!(broad.top.is_sorted() && broad.top.len() == 50);
    assert_eq!(broad.by_move.len(), 12);
    for name in FigureName::ALL {
        let figure = broad.figures.of(name);
        assert!(figure.low <= figure.value && figure.value <= figure.high);
    }
    assert_eq!(gains.len(), 6);
    assert!(gains.iter().all(|gain| gain.figures.is_some()));
    let gain = gains[0].figures.unwrap().mean_rank.value;
    let plain = models[0].result.as_ref().unwrap();
    let apart = broad.figures.mean_rank.value - plain.figures.mean_rank.value;
    assert!((gain - apart).abs() < 1e-3, "{gain} {apart}");
    assert_eq!(found.curves.len(), 2);
    assert_eq!(found.curves[0].lines.len(), 2);
    let games: Vec<&str> = found.curves[0].lines[1]
        .points
        .iter()
        .map(|point| point.at.text.as_str())
        .collect();
    assert_eq!(games, ["10", "20", "40"]);
    let verdicts: Vec<ClaimVerdict> = found.claims.iter().map(|judged| judged.verdict).collect();
    assert_eq!(
        verdicts[..3],
        [
            ClaimVerdict::Holds,
            ClaimVerdict::DoesNotHold,
            ClaimVerdict::Holds
        ]
    );
    assert!(
        found.claims[3]
            .remark
            .as_ref()
            .unwrap()
            .ends_with("against plain")
    );
    reported(&found, &folder);
    // The findings are what summary.json holds.
    let json = serde_json::to_string(&found).unwrap();
    let again: Findings = serde_json::from_str(&json).unwrap();
    assert_eq!(again.units, found.units);
}

/// All forms of the report are there and tell of the models.
fn reported(found: &Findings, folder: &Folder) {
    let shown = report::show(found, 160);
    for said in [
        "Models of 9 series",
        "search[broad.reach=7]",
        "does not hold",
        "A. Nobody",
    ] {
        assert!(shown.contains(said), "{said}:\n{shown}");
    }
    let out = folder.path().join("report");
    report::write(&out, found, &Format::ALL).unwrap();
    let read =
        |name: &str| fs::read_to_string(out.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    for name in ["report.md", "report.html", "report.tex"] {
        assert!(read(name).contains("broad"), "{name}");
    }
    for name in [
        "curve-match-rate",
        "curve-log-likelihood",
        "top-k-test",
        "by-move-test",
    ] {
        assert!(
            read(&format!("figures/{name}.svg")).starts_with("<svg"),
            "{name}"
        );
    }
    assert_eq!(read("tables/figures.csv").lines().count(), 10);
    assert_eq!(read("tables/paper.csv").lines().count(), 5);
    assert_eq!(read("tables/top.csv").lines().count(), 1 + 9 * 50);
    assert!(read("tables/gains.csv").contains("search[broad.fold=window]"));
}

/// Learns until some steps are done, and is told to stop there.
fn broken_off(experiment: &Experiment, series: &str) {
    let halt = StopFlag::new();
    let over = AtomicBool::new(false);
    let news = &learn(experiment).supplies.as_ref().unwrap().news;
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) && !news.line().contains("pass 2 of 40") {
                thread::yield_now();
            }
            halt.now();
        });
        assert_eq!(one(experiment, series, &halt), None);
        over.store(true, Relaxed);
    });
}

fn saved_every(pace: Duration, experiment: &mut Experiment) {
    match &mut experiment.work {
        Work::Learn(task) => task.supplies.as_mut().unwrap().pace = pace,
        _ => panic!("it learns"),
    }
}

#[test]
fn a_learning_that_was_broken_off_goes_on_and_ends_the_same() {
    let text = SMALL.replace(
        "\"learn.batch\" = 10",
        "\"learn.batch\" = 7, \"learn.passes\" = 40",
    );
    let (one_go, in_parts) = (Folder::new("lab-one-go"), Folder::new("lab-in-parts"));
    let whole = supplied(&text, &one_go);
    let whole = learned(one(&whole, "plain[10]", &StopFlag::new()));
    assert_eq!(whole.passes.len(), 40);
    let mut experiment = supplied(&text, &in_parts);
    saved_every(Duration::ZERO, &mut experiment);
    broken_off(&experiment, "plain[10]");
    let place = |name: &str| in_parts.path().join("trial.lab").join(name);
    assert!(place("plain-10.part").is_file());
    assert!(!place("plain-10.tpm").exists());
    saved_every(Duration::from_secs(60), &mut experiment);
    let resumed = learned(one(&experiment, "plain[10]", &StopFlag::new()));
    assert_eq!(resumed, whole);
    assert!(!place("plain-10.part").exists());
    // Training with a damaged checkpoint begins anew.
    fs::remove_file(place("plain-10.tpm")).unwrap();
    fs::write(place("plain-10.part"), b"nonsense of some length").unwrap();
    assert_eq!(
        learned(one(&experiment, "plain[10]", &StopFlag::new())),
        whole
    );
}

#[test]
fn a_model_that_is_there_is_not_learned_again() {
    let folder = Folder::new("lab-there");
    let experiment = supplied(SMALL, &folder);
    let first = learned(one(&experiment, "plain", &StopFlag::new()));
    let place = |name: &str| folder.path().join("trial.lab").join(name);
    let model = Model::read(&fs::read(place("plain.tpm")).unwrap()).unwrap();
    assert!(model.origin().contains("Records 0 to 40, moves 0 to 12"));
    // It is known by its task, not by its name; what is not noted of it is not known.
    fs::rename(place("plain.tpm"), place("other.tpm")).unwrap();
    let again = learned(one(&experiment, "plain", &StopFlag::new()));
    assert!(!place("plain.tpm").exists());
    assert_eq!((again.games, again.passes.len()), (0, 0));
    assert_eq!((again.figures, &again.sums), (first.figures, &first.sums));
    // Weights that say nothing, but of the same task: taken as they are.
    let empty = Model::new(model.vocabulary().clone(), Vec::new()).with_origin(model.origin());
    fs::write(place("plain.tpm"), empty.write()).unwrap();
    let taken = learned(one(&experiment, "plain", &StopFlag::new()));
    assert_ne!(taken.figures, first.figures);
    // Of another task: learned again.
    let foreign = empty.with_origin("something else");
    fs::write(place("plain.tpm"), foreign.write()).unwrap();
    fs::remove_file(place("other.tpm")).unwrap();
    assert_eq!(learned(one(&experiment, "plain", &StopFlag::new())), first);
}

#[test]
fn what_cannot_be_learned_is_void_with_a_sentence() {
    let reason = |body: Option<Body>| match body {
        Some(Body::Void(void)) => {
            assert_eq!(void.cause, Cause::Data);
            void.reason
        }
        other => panic!("{other:?}"),
    };
    let bare = read(SMALL).unwrap();
    let said = reason(one(&bare, "plain", &StopFlag::new()));
    assert!(said.contains("no games to learn from"), "{said}");
    let folder = Folder::new("lab-few");
    let few = folder.put("few.tsv", lines(45, 14, 1));
    let mut experiment = read(SMALL).unwrap();
    experiment.supply(Supplies::new(&[few], folder.path()).unwrap());
    let said = reason(one(&experiment, "plain", &StopFlag::new()));
    assert!(said.contains("no position to evaluate"), "{said}");
    let none = folder.put("none.tsv", "no game\n");
    experiment.supply(Supplies::new(&[none], folder.path()).unwrap());
    let said = reason(one(&experiment, "broad", &StopFlag::new()));
    assert!(
        said.contains("none of the records 0 to 39 is a game"),
        "{said}"
    );
    let error = Supplies::new(&[folder.path().join("gone.tsv")], folder.path()).unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
}
