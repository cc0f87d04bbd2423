//! An experiment in a row of a list: how long it takes, what it needs, and what came of it.
//!
//! Nothing is tried for it. A unit takes as long as it took when the results were made, whatever machine that
//! was; where there are none, as long as its file says.

use serde::Serialize;

use super::{ClaimVerdict, Extent, Summary, units};
use crate::experiment::{Experiment, Learn, Maker, Work};
use crate::findings::{Body, Findings};
use crate::outline::{Kind, Series};

/// An experiment in a row of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// Its name.
    pub id: String,
    /// The group it belongs to.
    pub group: String,
    /// The title.
    pub title: String,
    /// The kind of its units.
    pub kind: Kind,
    /// The paper; empty for an experiment of our own.
    pub cite: String,
    /// The paper's table or figure.
    pub what: String,
    /// The number of its series.
    pub series: u64,
    /// What it needs beside this program: other programs by their names, `--data` for games.
    pub needs: Vec<String>,
    /// A quick look.
    pub quick: ScaleCost,
    /// A night.
    pub night: ScaleCost,
    /// As in the paper.
    pub paper: ScaleCost,
    /// True if the seconds are by results; by the word of its file if false.
    pub measured: bool,
    /// What came of it; `None` if nothing is known.
    pub results: Option<Outcome>,
}

/// The cost of an experiment at one scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScaleCost {
    /// Units of a series; of models, games to learn from or judge by at most.
    pub units: u64,
    /// Seconds of work, roughly.
    pub seconds: Option<f64>,
}

/// What came of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The file that says so.
    pub file: String,
    /// Units with a result that counts; `None` where a report alone is left.
    pub units: Option<u64>,
    /// Claims that hold.
    pub holds: u64,
    /// Claims that do not.
    pub does_not_hold: u64,
    /// Claims on which the results do not tell.
    pub open: u64,
}

impl Overview {
    /// Of an experiment of a group, with what a run of it left, for so many units at a time.
    #[must_use]
    pub fn new(
        group: &str,
        experiment: &Experiment,
        summary: Option<&Summary>,
        workers: usize,
    ) -> Self {
        let findings = match summary {
            Some(Summary::Findings(_, findings)) => Some(&**findings),
            _ => None,
        };
        let at_once = match experiment.kind() {
            // Learning uses all cores by itself.
            Kind::Learn => 1.0,
            _ => workers.max(1) as f64,
        };
        let cost = |extent| {
            let units = units(experiment, extent).unwrap_or(0);
            let mut asked = experiment.clone();
            asked.ask_for(units);
            ScaleCost {
                units,
                seconds: seconds(&asked, findings).map(|seconds| seconds / at_once),
            }
        };
        let paper = experiment.paper.as_ref();
        Self {
            id: experiment.bundle.name.clone(),
            group: group.to_owned(),
            title: experiment.title.clone(),
            kind: experiment.kind(),
            cite: paper.map_or_else(String::new, |paper| paper.cite.clone()),
            what: paper.map_or_else(String::new, |paper| paper.what.clone()),
            series: experiment.series().len() as u64,
            needs: needs(experiment),
            quick: cost(Extent::Quick),
            night: cost(Extent::Night),
            paper: cost(Extent::Paper),
            measured: findings.is_some(),
            results: summary.map(Outcome::new),
        }
    }
}

impl Outcome {
    fn new(summary: &Summary) -> Self {
        let file = summary.file().display().to_string();
        let none = Self {
            file,
            units: None,
            holds: 0,
            does_not_hold: 0,
            open: 0,
        };
        let Summary::Findings(_, findings) = summary else {
            return none;
        };
        let count = |verdict| {
            let claims = findings.claims.iter();
            claims.filter(|claim| claim.verdict == verdict).count() as u64
        };
        Self {
            units: Some(findings.units.counted),
            holds: count(ClaimVerdict::Holds),
            does_not_hold: count(ClaimVerdict::DoesNotHold),
            open: count(ClaimVerdict::NotEnough),
            ..none
        }
    }
}

/// The programs of others that play, and games where models are learned.
fn needs(experiment: &Experiment) -> Vec<String> {
    let mut needs = Vec::new();
    for player in &experiment.players {
        if let Maker::Outside(program) = &player.maker {
            let name = program.command.split_whitespace().next();
            needs.extend(name.map(str::to_owned));
        }
    }
    if experiment.kind() == Kind::Learn {
        needs.push("--data".to_owned());
    }
    needs.sort_unstable();
    needs.dedup();
    needs
}

/// The seconds of work of all units, for one worker.
fn seconds(experiment: &Experiment, findings: Option<&Findings>) -> Option<f64> {
    let stored = experiment.paper.as_ref().and_then(|paper| paper.seconds);
    if let Work::Learn(task) = &experiment.work {
        return learning(task, findings, stored);
    }
    let series = experiment.series();
    let of = |series: &Series| {
        let one = match findings {
            Some(findings) => a_unit(series, findings)?,
            None => stored?,
        };
        Some(one * series.planned as f64)
    };
    series.iter().map(of).sum()
}

/// The seconds that a unit of a series took: those of its players.
fn a_unit(series: &Series, findings: &Findings) -> Option<f64> {
    let of = |name: &str| {
        let player = findings.players.iter().find(|player| player.name == name)?;
        player.wall_per_unit
    };
    match &series.second {
        None => of(&series.first),
        Some(second) => Some(of(&series.first)? + of(second)?),
    }
}

/// The seconds of models: those of the results in proportion to the games, or those of each game.
fn learning(task: &Learn, findings: Option<&Findings>, stored: Option<f64>) -> Option<f64> {
    let learned = match findings.map(|findings| &findings.body) {
        Some(Body::Learn { models, .. }) => models.as_slice(),
        _ => &[],
    };
    let one = |model: &crate::experiment::Lesson| {
        let judging = task.records(model.on);
        let judging = judging.map_or(0, |range| range.end - range.start) as f64;
        if findings.is_none() {
            return Some(stored? * (model.games as f64 + judging));
        }
        let known = learned.iter().find(|known| known.series == model.name)?;
        let result = known.result.as_ref()?;
        let learning = match result.learned_from {
            0 => 0.0,
            from => result.learned_in * model.games as f64 / from as f64,
        };
        Some(learning + result.judged_in * judging / result.judged_by.max(1) as f64)
    };
    task.models.iter().map(one).sum()
}
