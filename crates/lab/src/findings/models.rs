//! Models, learned or judged as they are: their figures, what one gains over another, and learning curves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_pattern::evaluate::Resampling;

use super::curve::{Curve, CurveLine, CurvePoint};
use super::units::{Part, Voids};
use crate::outline::{ModelLine, Outline, Point};
use crate::record::{
    Body, FigureName, Figures, GivenRecord, LearningRecord, MoveRow, PassRow, Subset,
};

/// A model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// The series.
    pub series: String,
    /// The number of games it was to learn from; 0 where nothing is learned.
    pub games: u64,
    /// The games on which it is judged.
    pub on: Subset,
    /// The model whose learning curve it is a point of.
    pub curve: Option<String>,
    /// True if it is a model of the file itself, not a variant of one.
    pub main: bool,
    /// True if it is judged as it is.
    #[serde(default)]
    pub given: bool,
    /// The result; nothing yet if it is missing.
    pub result: Option<Judged>,
    /// Attempts that came to nothing.
    pub voids: Voids,
}

/// The result of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// What it is made of, where nothing was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenRecord>,
    /// The number of games it was learned from; 0 if that is not known.
    pub learned_from: u64,
    /// The number of positions in these.
    pub positions: u64,
    /// The number of games it was judged by.
    pub judged_by: u64,
    /// The number of positions in these.
    pub judged_positions: u64,
    /// The four figures.
    pub figures: Figures,
    /// The rate of played moves among the first 1, 2, ….
    pub top: Vec<f32>,
    /// The figures by move number.
    pub by_move: Vec<MoveRow>,
    /// The number of features, by group.
    pub features: BTreeMap<String, u64>,
    /// The passes over all games, where they are known.
    pub passes: Vec<PassRow>,
    /// Seconds of learning, where they are known.
    pub learned_in: f64,
    /// Seconds of judging.
    pub judged_in: f64,
    /// The hash of the files of games.
    pub data: String,
}

/// The gain of a model over another on the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// The model.
    pub model: String,
    /// The other.
    pub base: String,
    /// The differences of the four figures from the other's; `None` if the two were not judged by
    /// the same positions.
    pub figures: Option<Figures>,
}

impl Learned {
    pub(super) fn all(outline: &Outline, parts: &[Part<'_>]) -> Vec<Self> {
        let lines = outline.models.iter();
        lines
            .filter_map(|line| {
                let part = part(parts, &line.series)?;
                Some(Self {
                    series: line.series.clone(),
                    games: line.games,
                    on: line.on,
                    curve: line.curve.clone(),
                    main: part.series.at.is_none(),
                    given: line.given,
                    result: record(part).map(Judged::new),
                    voids: part.void_counts(),
                })
            })
            .collect()
    }
}

impl Judged {
    fn new(record: &LearningRecord) -> Self {
        let positions = record.sums.positions.iter();
        Self {
            given: record.given.clone(),
            learned_from: record.games,
            positions: record.positions,
            judged_by: record.sums.records.len() as u64,
            judged_positions: positions.map(|&n| u64::from(n)).sum(),
            figures: record.figures,
            top: record.top.clone(),
            by_move: record.by_move.clone(),
            features: record.features.clone(),
            passes: record.passes.clone(),
            learned_in: record.learned_in,
            judged_in: record.judged_in,
            data: record.data.clone(),
        }
    }
}

impl Gain {
    pub(super) fn all(outline: &Outline, parts: &[Part<'_>]) -> Vec<Self> {
        let found = |series: &str| part(parts, series).and_then(record);
        let gain = |line: &ModelLine| {
            let base = line.base.clone()?;
            let (model, other) = (found(&line.series)?, found(&base)?);
            let (a, b) = (model.sums.evaluation(), other.sums.evaluation());
            let figures = Resampling::default().difference(&a, &b);
            Some(Self {
                model: line.series.clone(),
                base,
                figures: figures.map(Figures::from),
            })
        };
        outline.models.iter().filter_map(gain).collect()
    }
}

fn part<'p, 'a>(parts: &'p [Part<'a>], series: &str) -> Option<&'p Part<'a>> {
    parts.iter().find(|part| part.series.name == series)
}

fn record<'a>(part: &Part<'a>) -> Option<&'a LearningRecord> {
    part.results
        .values()
        .find_map(|done| match &done.record.body {
            Body::Learning(record) => Some(&**record),
            _ => None,
        })
}

/// Match rate and log-likelihood over the games that were learned from.
pub(super) fn curves(models: &[Learned]) -> Vec<Curve> {
    let curve = |name: FigureName| {
        let mut lines: Vec<CurveLine> = Vec::new();
        for model in models {
            let (Some(of), Some(result)) = (&model.curve, &model.result) else {
                continue;
            };
            let figure = result.figures.of(name);
            let point = CurvePoint {
                at: Point {
                    text: model.games.to_string(),
                    number: Some(model.games as f64),
                },
                value: figure.value,
                low: figure.low,
                high: figure.high,
                n: result.judged_by,
            };
            match lines.iter_mut().find(|line| line.label == *of) {
                Some(line) => line.points.push(point),
                None => lines.push(CurveLine {
                    label: of.clone(),
                    points: vec![point],
                }),
            }
        }
        lines.retain(|line| line.points.len() > 1);
        for line in &mut lines {
            let games = |point: &CurvePoint| point.at.number.unwrap_or(0.0);
            line.points.sort_by(|a, b| games(a).total_cmp(&games(b)));
        }
        Curve {
            parameter: "games learned from".to_owned(),
            what: capital(name.words()),
            share: false,
            lines,
        }
    };
    let curves = [FigureName::MatchRate, FigureName::LogLikelihood].map(curve);
    curves
        .into_iter()
        .filter(|curve| !curve.lines.is_empty())
        .collect()
}

/// With a capital letter.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Notes what must be known of models before their figures are trusted.
pub(super) fn notes(models: &[Learned], notes: &mut Vec<String>) {
    let results = || {
        models
            .iter()
            .filter_map(|model| Some((model, model.result.as_ref()?)))
    };
    let mut data: Vec<&str> = results().map(|(_, result)| result.data.as_str()).collect();
    data.sort_unstable();
    data.dedup();
    if data.len() > 1 {
        notes.push(format!(
            "The models were learned from or judged by {} different sets of files of games: they cannot \
             be compared.",
            data.len()
        ));
    }
    for (model, result) in results() {
        if result.learned_from > 0 && result.learned_from < model.games {
            notes.push(format!(
                "{} was learned from {} games, not from {}: there are no more in its records.",
                model.series, result.learned_from, model.games
            ));
        }
    }
}
