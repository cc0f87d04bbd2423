//! An experiment as statistics and reports see it: who, what against what, how often.

use serde::{Deserialize, Serialize};
use tengen_statistics::{EloScale, Sprt};

use crate::record::Subset;

/// The outline of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// The name: that of its file.
    pub name: String,
    /// The title in reports.
    pub title: String,
    /// The question it asks, in a few sentences; may be empty.
    pub about: String,
    /// The kind of its units.
    pub kind: Kind,
    /// The hash of all that results depend on, in hexadecimal digits.
    pub hash: String,
    /// The players, those of a sweep once for each value.
    pub players: Vec<PlayerLine>,
    /// The series, in the order of tables.
    pub series: Vec<Series>,
    /// The parameter that is swept.
    pub sweep: Option<Sweep>,
    /// Settings worth knowing, as name and value: size, komi, rules, openings, suite.
    pub settings: Vec<(String, String)>,
    /// The test by which a series may end early.
    pub stop: Option<Stop>,
    /// The models of an experiment that learns, in the order of the series.
    #[serde(default)]
    pub models: Vec<ModelLine>,
}

/// A model that is learned, or judged as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelLine {
    /// Its series.
    pub series: String,
    /// The number of games it learns from; 0 where nothing is learned.
    pub games: u64,
    /// The games on which it is judged.
    pub on: Subset,
    /// The series of the model that it is compared with.
    pub base: Option<String>,
    /// The model whose learning curve it is a point of.
    pub curve: Option<String>,
    /// True if it is judged as it is.
    #[serde(default)]
    pub given: bool,
}

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Games.
    Match,
    /// Answers to problems.
    Problems,
    /// Searches of positions.
    Measure,
    /// Models that are learned.
    Learn,
}

/// A player in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// The recipe or command: `recipe rave, search.ucb.c = 0.3`, or its command line.
    pub what: String,
    /// The budget it may spend: `500 playouts a move`.
    pub budget: String,
}

/// Units that belong together: two players' games, or one player's trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The name, which begins the ids of its units.
    pub name: String,
    /// The player, or the first of the two.
    pub first: String,
    /// The second.
    pub second: Option<String>,
    /// The value of the swept parameter.
    pub at: Option<Point>,
    /// The number of units planned: games, or trials times problems.
    pub planned: u64,
}

/// A value of a swept parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// As it is written.
    pub text: String,
    /// As a number, if it is one.
    pub number: Option<f64>,
}

/// A parameter over a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// The player whose it is.
    pub player: String,
    /// The parameter.
    pub parameter: String,
}

/// A sequential probability ratio test that ends a series.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stop {
    /// The scale of the differences.
    pub scale: Scale,
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// The chance of taking the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// The chance of the reverse.
    pub beta: f64,
}

impl Stop {
    /// The test itself; `None` if its figures make no sense.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        let scale = match self.scale {
            Scale::Logistic => EloScale::Logistic,
            Scale::Normalized => EloScale::Normalised,
        };
        Sprt::new(scale, self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// A scale of differences of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// The usual Elo, of expected scores.
    Logistic,
    /// Elo in units of the deviation of a pair of games.
    Normalized,
}
