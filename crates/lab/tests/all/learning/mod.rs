//! Experiments that learn: their files, their units from games made by chance to a report, and what
//! becomes of a learning that was broken off.

mod files;
mod given;
#[path = "../../../../pattern/tests/all/made/mod.rs"]
mod made;
mod runs;

use std::path::PathBuf;

use made::{Folder, lines};
use tengen_go_lab::GO;
use tengen_lab::experiment::{Bundle, Experiment, Fault, Work};
use tengen_lab::lesson::Supplies;

/// Two models, one of them with a curve and a sweep.
const SMALL: &str = r#"
kind = "learn"
title = "Small models"

[data]
train = [0, 40]
validate = [40, 50]
test = [50, 60]
moves = [0, 12]

[[models]]
name = "plain"
curve = [10]
set = { "broad.on" = false, "shape.size" = 3, "shape.minimum" = 2, "learn.batch" = 10, "learn.rate" = 0.05 }

[[models]]
name = "broad"
about = "with broad patterns"
base = "plain"
curve = [10, 20]
set = { "shape.size" = 3, "shape.minimum" = 2, "broad.minimum" = 2, "learn.batch" = 10, "learn.rate" = 0.05 }

[[models]]
name = "search"
on = "validation"
games = 20
set = { "shape.size" = 0, "broad.minimum" = 2, "learn.batch" = 10, "learn.rate" = 0.05 }
sweep = { "broad.reach" = [3, 7], "broad.fold" = ["window"] }

[paper]
cite = "A. Nobody"
quick = 15
figures = { plain = [0.1, 50.0, 0.5, -3.0] }

[[claims]]
says = "It is not hopeless."
series = "broad"
figure = "log-likelihood"
above = -50.0

[[claims]]
says = "It knows the future."
series = "broad"
figure = "match rate"
least = 0.9
paper = { value = 0.4 }

[[claims]]
says = "It ranks moves no worse than last."
series = "plain"
figure = "mean rank"
most = 361

[[claims]]
says = "Broad patterns help."
series = "broad"
figure = "match rate"
greater = "plain"
"#;

fn read(text: &str) -> Result<Experiment, Vec<Fault>> {
    let bundle = Bundle {
        name: "trial".to_owned(),
        text: text.to_owned(),
        files: Default::default(),
    };
    Experiment::unpack(bundle, GO)
}

/// The experiment with games that chance made.
fn supplied(text: &str, folder: &Folder) -> Experiment {
    let mut experiment = read(text).unwrap();
    let games: PathBuf = folder.put("games.tsv", lines(60, 14, 1));
    let supplies = Supplies::new(&[games], &folder.path().join("trial.lab")).unwrap();
    experiment.supply(supplies);
    experiment
}

fn learn(experiment: &Experiment) -> &tengen_lab::experiment::Learn {
    match &experiment.work {
        Work::Learn(task) => task,
        _ => panic!("it learns"),
    }
}
