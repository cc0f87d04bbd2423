//! Counts of searches, position by position.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::figure::Mean;
use super::units::{Part, Voids};
use crate::outline::Point;
use crate::record::{Body, MeasurementRecord};

/// The counts of the searches of a series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// The series.
    pub series: String,
    /// The player.
    pub player: String,
    /// The value of the swept parameter.
    pub at: Option<Point>,
    /// The number of searches planned.
    pub planned: u64,
    /// The number of searches made.
    pub searches: u64,
    /// By position, in the order in which they were first searched.
    pub positions: Vec<Measured>,
    /// Attempts that came to nothing.
    pub voids: Voids,
}

/// The counts of the searches of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The position.
    pub position: String,
    /// The number of searches.
    pub searches: u64,
    /// The mean of each count.
    pub counts: BTreeMap<String, Mean>,
    /// The mean of each place of each row of numbers; a row that is shorter than others counts
    /// where it has numbers.
    pub rows: BTreeMap<String, Vec<Mean>>,
    /// The moves that were best, the most frequent first.
    pub best: Vec<(String, u64)>,
    /// Seconds of a search.
    pub wall: Option<Mean>,
    /// Processor seconds of a search, where they are known.
    pub cpu: Option<Mean>,
}

/// Longer rows are cut: nobody looks at more.
const LONGEST_ROW: usize = 10_000;

impl Measures {
    pub(super) fn new(part: &Part<'_>) -> Self {
        let mut order: Vec<&str> = Vec::new();
        let mut searches: BTreeMap<&str, Vec<&MeasurementRecord>> = BTreeMap::new();
        for done in part.results.values() {
            let Body::Measurement(measurement) = &done.record.body else {
                continue;
            };
            let of = searches.entry(&measurement.position).or_insert_with(|| {
                order.push(&measurement.position);
                Vec::new()
            });
            of.push(measurement);
        }
        let measured = |position: &&str| Measured::new(position, &searches[position]);
        Self {
            series: part.series.name.clone(),
            player: part.series.first.clone(),
            at: part.series.at.clone(),
            planned: part.series.planned,
            searches: part.results.len() as u64,
            positions: order.iter().map(measured).collect(),
            voids: part.void_counts(),
        }
    }
}

impl Measured {
    fn new(position: &str, searches: &[&MeasurementRecord]) -> Self {
        let mut counts: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut rows: BTreeMap<&str, Vec<Vec<f64>>> = BTreeMap::new();
        let mut best: BTreeMap<&str, u64> = BTreeMap::new();
        for search in searches {
            *best.entry(&search.best).or_default() += 1;
            for (name, &count) in &search.counts {
                counts.entry(name).or_default().push(count);
            }
            for (name, row) in &search.rows {
                let columns = rows.entry(name).or_default();
                for (at, &value) in row.iter().take(LONGEST_ROW).enumerate() {
                    if columns.len() == at {
                        columns.push(Vec::new());
                    }
                    columns[at].push(value);
                }
            }
        }
        let mean = |(name, values): (&str, Vec<f64>)| Some((name.to_owned(), Mean::of(values)?));
        let means = |(name, columns): (&str, Vec<Vec<f64>>)| {
            let means = columns.into_iter().map_while(Mean::of).collect();
            (name.to_owned(), means)
        };
        let mut best: Vec<(String, u64)> = best
            .into_iter()
            .map(|(best, n)| (best.to_owned(), n))
            .collect();
        best.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        Self {
            position: position.to_owned(),
            searches: searches.len() as u64,
            counts: counts.into_iter().filter_map(mean).collect(),
            rows: rows.into_iter().map(means).collect(),
            best,
            wall: Mean::of(searches.iter().map(|search| search.spent.wall)),
            cpu: Mean::of(searches.iter().filter_map(|search| search.spent.cpu)),
        }
    }
}
