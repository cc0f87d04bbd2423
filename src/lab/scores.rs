//! The running score: what the units so far say, in a line.

use std::collections::BTreeMap;

use tengen_lab::outline::{Kind, Outline};
use tengen_lab::record::{Body, Record, Side};
use tengen_statistics::{CONFIDENCE, Share};

/// The running scores of all series.
pub(crate) struct Scores {
    kind: Kind,
    series: Vec<String>,
    shares: BTreeMap<String, Share>,
    figures: BTreeMap<String, String>,
    void: u64,
}

impl Scores {
    /// Nothing yet.
    pub(crate) fn new(outline: &Outline) -> Self {
        Self {
            kind: outline.kind,
            series: outline.series.iter().map(|s| s.name.clone()).collect(),
            shares: BTreeMap::new(),
            figures: BTreeMap::new(),
            void: 0,
        }
    }

    /// Adds a record of a unit.
    pub(crate) fn add(&mut self, unit: &str, record: &Record) {
        let series = unit.rsplit_once('/').map_or(unit, |(series, _)| series);
        let score = match &record.body {
            Body::Game(game) => game.score_of(Side::First),
            Body::Answer(answer) => Some(f64::from(u8::from(answer.right))),
            Body::Measurement(_) => None,
            Body::Learning(learned) => {
                let figures = &learned.figures;
                let (rate, likelihood) = (figures.match_rate.value, figures.log_likelihood.value);
                let line =
                    format!("{series}: match rate {rate:.4}, log-likelihood {likelihood:.4}");
                self.figures.insert(series.to_owned(), line);
                None
            }
            Body::Void(_) => {
                self.void += 1;
                None
            }
        };
        if let Some(score) = score {
            let share = self
                .shares
                .entry(series.to_owned())
                .or_insert(Share { wins: 0.0, of: 0 });
            share.wins += score;
            share.of += 1;
        }
    }

    /// The score in a few words; of several series, the one of the last unit.
    pub(crate) fn line(&self, last: Option<&str>) -> String {
        let series = last
            .and_then(|unit| unit.rsplit_once('/'))
            .map(|(series, _)| series.to_owned())
            .or_else(|| self.series.first().cloned());
        let figures = series.as_ref().and_then(|series| self.figures.get(series));
        let mut line = figures.cloned().unwrap_or_default();
        if let Some(series) = series
            && let Some(share) = self.shares.get(&series)
            && let (Some(value), Some(interval)) = (share.value(), share.wilson(CONFIDENCE))
        {
            let score = match self.kind {
                Kind::Match => format!("{} : {}", share.wins, share.of as f64 - share.wins),
                Kind::Problems | Kind::Measure | Kind::Learn => {
                    format!("{} of {}", share.wins, share.of)
                }
            };
            line = format!(
                "{series} {score} ({:.0} %, {:.0}–{:.0})",
                100.0 * value,
                100.0 * interval.low,
                100.0 * interval.high
            );
        }
        if self.void > 0 {
            line = format!(
                "{line}{}{} void",
                if line.is_empty() { "" } else { ", " },
                self.void
            );
        }
        line
    }
}
