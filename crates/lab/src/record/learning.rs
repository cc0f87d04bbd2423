//! The record of learning, and of models that are judged as they are: the figures of a model on games that it did not learn from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_pattern::evaluate::{self, Evaluation, GameSums, Sums};

use crate::run::ModelFile;

/// Games that a model is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subset {
    /// Those that are looked at in the end.
    Test,
    /// Those by which parameters are chosen.
    Validation,
}

impl Subset {
    /// In a word.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Validation => "validation",
        }
    }
}

/// A model that was learned and judged, or judged as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningRecord {
    /// The model's name.
    pub model: String,
    /// The SHA-256 of the text of its task, in hexadecimal digits.
    pub task: String,
    /// The hash of the files that the games came from.
    pub data: String,
    /// What it is made of, where nothing was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenRecord>,
    /// The number of games it was learned from; 0 if that is not known because the model was there.
    pub games: u64,
    /// The number of positions in these.
    pub positions: u64,
    /// The games on which it was judged.
    pub on: Subset,
    /// The number of records of these that were no games.
    #[serde(default)]
    pub bad: u64,
    /// The four figures.
    pub figures: Figures,
    /// The sums of each game, for comparisons with other models.
    pub sums: GameTable,
    /// The rate of played moves among the first 1, 2, ….
    pub top: Vec<f32>,
    /// The figures by move number.
    pub by_move: Vec<MoveRow>,
    /// The number of features, by group.
    pub features: BTreeMap<String, u64>,
    /// The passes over all games, where they are known.
    pub passes: Vec<PassRow>,
    /// Seconds of learning, over all runs that took part in it.
    pub learned_in: f64,
    /// Seconds of judging.
    pub judged_in: f64,
}

/// A model that was judged as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GivenRecord {
    /// The file of the model, or of a network and of the patterns that it is blended with.
    pub files: Vec<ModelFile>,
    /// The weights of the blend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend: Option<BlendRow>,
}

/// A network and patterns, weighed: P ∝ p^a·γ^b.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlendRow {
    /// The exponent a of the network's policy.
    pub policy: f32,
    /// The exponent b of the strengths of patterns.
    pub patterns: f32,
    /// The number of games by which they were found.
    pub games: u64,
    /// The number of positions in these.
    pub positions: u64,
}

/// A figure with its interval of 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The four figures of a model, or how much they are above those of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The rate at which the played move is ranked first.
    pub match_rate: Estimate,
    /// Its mean rank.
    pub mean_rank: Estimate,
    /// The rate at which it is among the first twenty.
    pub top20: Estimate,
    /// The mean logarithm of its chance.
    pub log_likelihood: Estimate,
}

/// One of the four figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureName {
    /// The rate at which the played move is ranked first.
    MatchRate,
    /// Its mean rank.
    MeanRank,
    /// The rate at which it is among the first twenty.
    Top20,
    /// The mean logarithm of its chance.
    LogLikelihood,
}

impl FigureName {
    /// All, in the order of tables.
    pub const ALL: [Self; 4] = [
        Self::MatchRate,
        Self::MeanRank,
        Self::Top20,
        Self::LogLikelihood,
    ];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::MatchRate => "match rate",
            Self::MeanRank => "mean rank",
            Self::Top20 => "top 20",
            Self::LogLikelihood => "log-likelihood",
        }
    }

    /// True if a model is better if it is greater.
    #[must_use]
    pub const fn is_better_greater(self) -> bool {
        !matches!(self, Self::MeanRank)
    }
}

/// The sums of games, a row for each figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameTable {
    /// The numbers of the records.
    pub records: Vec<u64>,
    /// The number of positions of each.
    pub positions: Vec<u32>,
    /// The number of played moves that are ranked first.
    pub matched: Vec<f32>,
    /// The sum of their ranks.
    pub rank: Vec<f32>,
    /// The number of them that are among the first twenty.
    pub top20: Vec<f32>,
    /// The sum of the logarithms of their chances.
    pub log_likelihood: Vec<f32>,
}

/// The figures at a move number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRow {
    /// The move's number, from 0.
    pub number: u32,
    /// The number of positions.
    pub positions: u64,
    /// The rate at which the played move is ranked first.
    pub match_rate: f64,
    /// Its mean rank.
    pub mean_rank: f64,
    /// The rate at which it is among the first twenty.
    pub top20: f64,
    /// The mean logarithm of its chance.
    pub log_likelihood: f64,
}

/// A pass over all games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassRow {
    /// The number of positions.
    pub positions: u64,
    /// The mean log-likelihood of the played moves, each by the weights of its time.
    pub log_likelihood: f64,
}

impl From<evaluate::Estimate> for Estimate {
    fn from(estimate: evaluate::Estimate) -> Self {
        let evaluate::Estimate { value, low, high } = estimate;
        Self { value, low, high }
    }
}

impl From<evaluate::Figures> for Figures {
    fn from(figures: evaluate::Figures) -> Self {
        Self {
            match_rate: figures.match_rate.into(),
            mean_rank: figures.mean_rank.into(),
            top20: figures.top20.into(),
            log_likelihood: figures.log_likelihood.into(),
        }
    }
}

impl Figures {
    /// One of them.
    #[must_use]
    pub const fn of(&self, name: FigureName) -> Estimate {
        match name {
            FigureName::MatchRate => self.match_rate,
            FigureName::MeanRank => self.mean_rank,
            FigureName::Top20 => self.top20,
            FigureName::LogLikelihood => self.log_likelihood,
        }
    }
}

impl Estimate {
    /// True if the interval leaves 0 out.
    #[must_use]
    pub fn excludes_zero(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

impl GameTable {
    /// The sums of these games.
    #[must_use]
    pub fn new(games: &[GameSums]) -> Self {
        let row = |of: fn(&Sums) -> f64| games.iter().map(|game| of(&game.sums) as f32).collect();
        Self {
            records: games.iter().map(|game| game.index).collect(),
            positions: games
                .iter()
                .map(|game| u32::try_from(game.sums.positions).unwrap_or(u32::MAX))
                .collect(),
            matched: row(|sums| sums.matched),
            rank: row(|sums| sums.rank),
            top20: row(|sums| sums.top20),
            log_likelihood: row(|sums| sums.log_likelihood),
        }
    }

    /// The same as sums of an evaluation, as far as all rows go.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let at = |row: &[f32], n: usize| row.get(n).map(|&sum| f64::from(sum));
        for (n, (&index, &positions)) in self.records.iter().zip(&self.positions).enumerate() {
            let rows = [&self.matched, &self.rank, &self.top20, &self.log_likelihood];
            let [Some(matched), Some(rank), Some(top20), Some(log_likelihood)] =
                rows.map(|row| at(row, n))
            else {
                break;
            };
            let sums = Sums {
                positions: u64::from(positions),
                matched,
                rank,
                top20,
                log_likelihood,
            };
            evaluation.all.add(&sums);
            evaluation.games.push(GameSums { index, sums });
        }
        evaluation
    }
}

impl MoveRow {
    /// The rows of an evaluation that have positions.
    #[must_use]
    pub fn all(evaluation: &Evaluation) -> Vec<Self> {
        let rows = (0..).zip(&evaluation.by_move);
        let rows = rows.filter(|(_, sums)| sums.positions > 0);
        rows.map(|(number, sums)| {
            let [match_rate, mean_rank, top20, log_likelihood] = sums.means();
            Self {
                number,
                positions: sums.positions,
                match_rate,
                mean_rank,
                top20,
                log_likelihood,
            }
        })
        .collect()
    }
}
