//! Values over the swept parameter: what a sweep is made for.

use serde::{Deserialize, Serialize};

use super::Body;
use super::figure::{Mean, Proportion};
use super::models;
use crate::outline::{Outline, Point, Sweep};

/// Values over the swept parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The parameter, with the player whose it is.
    pub parameter: String,
    /// The name of the values.
    pub what: String,
    /// True if they are shares.
    pub share: bool,
    /// The lines.
    pub lines: Vec<CurveLine>,
}

/// A line of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurveLine {
    /// The name: against whom, or in which position.
    pub label: String,
    /// Its values, in the order of the parameter.
    pub points: Vec<CurvePoint>,
}

/// A value of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The value of the parameter.
    pub at: Point,
    /// The value found there.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Of how many units.
    pub n: u64,
}

impl Curve {
    /// The curves of a sweep, none without one; of models their learning curves.
    pub(super) fn all(outline: &Outline, body: &Body) -> Vec<Self> {
        if let Body::Learn { models, .. } = body {
            return models::curves(models);
        }
        let Some(sweep) = &outline.sweep else {
            return Vec::new();
        };
        match body {
            Body::Match { pairings, .. } => {
                let mut curve = Self::new(sweep, "Share of points", true);
                for pairing in pairings {
                    let (first, second) = (&pairing.first, &pairing.second);
                    let label = if is_swept(first, second, sweep) {
                        format!("against {second}")
                    } else {
                        format!("{first} against {}", sweep.player)
                    };
                    curve.add(label, pairing.at.as_ref(), of_share(&pairing.total));
                }
                curve.finished().into_iter().collect()
            }
            Body::Problems { answers, .. } => {
                let mut curve = Self::new(sweep, "Share of right answers", true);
                for answers in answers {
                    let value = of_share(&answers.right);
                    curve.add(sweep.player.clone(), answers.at.as_ref(), value);
                }
                curve.finished().into_iter().collect()
            }
            Body::Measure { measures } => {
                let mut curves: Vec<Self> = Vec::new();
                let each = measures
                    .iter()
                    .flat_map(|m| m.positions.iter().map(move |p| (m, p)));
                for (of, position) in each {
                    for (name, mean) in &position.counts {
                        let at = curves.iter().position(|curve| curve.what == *name);
                        let at = at.unwrap_or_else(|| {
                            curves.push(Self::new(sweep, name, false));
                            curves.len() - 1
                        });
                        curves[at].add(position.position.clone(), of.at.as_ref(), of_mean(mean));
                    }
                }
                curves.into_iter().filter_map(Self::finished).collect()
            }
            Body::Learn { .. } => Vec::new(),
        }
    }

    fn new(sweep: &Sweep, what: &str, share: bool) -> Self {
        Self {
            parameter: format!("{} of {}", sweep.parameter, sweep.player),
            what: what.to_owned(),
            share,
            lines: Vec::new(),
        }
    }

    fn add(&mut self, label: String, at: Option<&Point>, value: Option<(f64, f64, f64, u64)>) {
        let (Some(at), Some((value, low, high, n))) = (at, value) else {
            return;
        };
        let point = CurvePoint {
            at: at.clone(),
            value,
            low,
            high,
            n,
        };
        match self.lines.iter_mut().find(|line| line.label == label) {
            Some(line) => line.points.push(point),
            None => self.lines.push(CurveLine {
                label,
                points: vec![point],
            }),
        }
    }

    /// With its points in order; `None` without any.
    fn finished(mut self) -> Option<Self> {
        let numbers = self.lines.iter().flat_map(|line| &line.points);
        if numbers.clone().all(|point| point.at.number.is_some()) {
            for line in &mut self.lines {
                let number = |point: &CurvePoint| point.at.number.unwrap_or(0.0);
                line.points.sort_by(|a, b| number(a).total_cmp(&number(b)));
            }
        }
        (!self.lines.is_empty()).then_some(self)
    }
}

/// True if it is the first player whose parameter is swept. It is named after the one in the
/// file, as `NAME[VALUE]`.
fn is_swept(first: &str, second: &str, sweep: &Sweep) -> bool {
    let exactly = |name: &str| {
        let rest = name.strip_prefix(sweep.player.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
    };
    exactly(first) || (!exactly(second) && first.starts_with(&sweep.player))
}

fn of_share(share: &Proportion) -> Option<(f64, f64, f64, u64)> {
    let interval = share.wilson?;
    Some((share.share?, interval.low, interval.high, share.of))
}

/// A single value has no interval.
fn of_mean(mean: &Mean) -> Option<(f64, f64, f64, u64)> {
    let (low, high) = mean.interval.map_or((mean.mean, mean.mean), |interval| {
        (interval.low, interval.high)
    });
    Some((mean.mean, low, high, mean.n))
}
