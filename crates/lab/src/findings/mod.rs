//! Findings: what the results of an experiment say, as figures.
//!
//! This is what `summary.json` holds and what reports are written from. Everything is computed from
//! the outline and the records alone, in the order of the units, so that the same results give the
//! same findings wherever and in whatever order they were made.
//!
//! Order to read in: this file, [`figure`] (shares, means, bins), [`pairing`] (the games of
//! two players), [`pairs`] (the same in pairs, and
//! the sequential test), [`players`] (time and ratings), [`answers`] (problems), [`measures`] (searches),
//! [`models`] (what was learned), [`curve`] (sweeps), `notes` (what must be known first).

pub mod answers;
pub mod curve;
pub mod duplicates;
pub mod figure;
mod game;
mod manifests;
pub mod measures;
pub mod models;
mod notes;
pub mod pairing;
pub mod pairs;
pub mod players;
mod power;
pub mod units;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::experiment::Paper;
use crate::outline::{Kind, Outline};
use crate::record::{Record, VoidRecord};
use crate::reproduce::Judgement;

use answers::{Answers, Comparison};
use curve::Curve;
use measures::Measures;
use models::{Gain, Learned};
use pairing::Pairing;
use players::{Player, RatingTable};
use units::{Sorted, Units};

/// A result that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The unit's id: `SERIES/NUMBER`.
    pub unit: String,
    /// The series.
    pub series: String,
    /// The record of it.
    pub record: Record,
    /// The key of its manifest.
    pub manifest: String,
}

/// An attempt that does not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Voided {
    /// The unit's id.
    pub unit: String,
    /// The series.
    pub series: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// True if no attempt follows.
    pub last: bool,
    /// The record of what happened.
    pub record: VoidRecord,
}

/// The origin of results, and of the findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The manifests under which results were made, with their keys.
    pub manifests: Vec<(String, Value)>,
    /// The machine on which the findings were made.
    pub host: String,
    /// The commit of the program.
    pub commit: String,
    /// The command.
    pub command: String,
    /// The series whose other units were retired because their test had come to an end.
    pub ended: Vec<String>,
    /// The other lines worth saying at the foot of a report, as name and value.
    pub more: Vec<(String, String)>,
}

/// The findings from the results of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// The experiment.
    pub outline: Outline,
    /// The number of units, and what became of them.
    pub units: Units,
    /// The notes to be read before the figures are trusted, in sentences.
    pub notes: Vec<String>,
    /// The differences that the planned number of units can show, in sentences.
    pub power: Vec<String>,
    /// The figures.
    pub body: Body,
    /// The values over the swept parameter.
    pub curves: Vec<Curve>,
    /// Time and playouts of each player.
    pub players: Vec<Player>,
    /// The origin of the findings, as name and value.
    pub origin: Vec<(String, String)>,
    /// The paper that the experiment comes from.
    #[serde(default)]
    pub paper: Option<Paper>,
    /// The claims of that paper, and what the results say of them.
    #[serde(default)]
    pub claims: Vec<Judgement>,
}

/// The figures of a kind of experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// Of games.
    Match {
        /// One for each series.
        pairings: Vec<Pairing>,
        /// Of three players and more.
        ratings: Option<RatingTable>,
    },
    /// Of answers to problems.
    Problems {
        /// One for each series.
        answers: Vec<Answers>,
        /// Of two players and more.
        comparisons: Vec<Comparison>,
    },
    /// Of searches.
    Measure {
        /// One for each series.
        measures: Vec<Measures>,
    },
    /// Of models.
    Learn {
        /// One for each series.
        models: Vec<Learned>,
        /// Of those that are compared with another.
        gains: Vec<Gain>,
    },
}

/// Those results that count, series by series: of a planned unit, of the right kind, one a unit.
/// Every figure and every claim is of these.
#[must_use]
pub fn counted<'a>(outline: &'a Outline, results: &'a [Done]) -> Vec<&'a Done> {
    Sorted::new(outline, results, &[]).results().collect()
}

impl Findings {
    /// Draws the findings from results.
    #[must_use]
    pub fn new(outline: &Outline, results: &[Done], voids: &[Voided], facts: &Facts) -> Self {
        let sorted = Sorted::new(outline, results, voids);
        let body = match outline.kind {
            Kind::Match => {
                let pairings = Pairing::all(&sorted.series, outline.stop, &facts.ended);
                let ratings = RatingTable::new(&pairings);
                Body::Match { pairings, ratings }
            }
            Kind::Problems => {
                let answers: Vec<Answers> = sorted.series.iter().map(Answers::new).collect();
                let comparisons = Comparison::all(&answers);
                Body::Problems {
                    answers,
                    comparisons,
                }
            }
            Kind::Measure => Body::Measure {
                measures: sorted.series.iter().map(Measures::new).collect(),
            },
            Kind::Learn => Body::Learn {
                models: Learned::all(outline, &sorted.series),
                gains: Gain::all(outline, &sorted.series),
            },
        };
        let units = Units::new(&sorted, &body);
        let mut notes = notes::notes(&units, &body);
        let mut players = Player::all(outline, &sorted);
        for player in &mut players {
            player.versions = manifests::versions(&player.name, &sorted, &facts.manifests);
        }
        notes.extend(manifests::differences(&sorted, &facts.manifests));
        Self {
            units,
            notes,
            power: power::sentences(outline, &body),
            curves: Curve::all(outline, &body),
            players,
            body,
            origin: origin(
                outline,
                facts,
                manifests::machines(&sorted, &facts.manifests),
            ),
            outline: outline.clone(),
            paper: None,
            claims: Vec::new(),
        }
    }
}

fn origin(outline: &Outline, facts: &Facts, machines: Vec<String>) -> Vec<(String, String)> {
    let mut origin = vec![
        ("Experiment".to_owned(), outline.name.clone()),
        ("Hash".to_owned(), outline.hash.clone()),
        ("Commit".to_owned(), facts.commit.clone()),
        ("Host".to_owned(), facts.host.clone()),
        ("Command".to_owned(), facts.command.clone()),
        ("Results from".to_owned(), machines.join("; ")),
    ];
    origin.extend(facts.more.iter().cloned());
    origin.retain(|(_, value)| !value.is_empty());
    origin
}
