//! Results sorted by series and number, and what became of all units.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Body, Done, Voided};
use crate::outline::{Kind, Outline, Series};
use crate::record;

/// The results of an experiment, series by series.
pub(super) struct Sorted<'a> {
    pub(super) series: Vec<Part<'a>>,
    /// The number of results that are no part of the experiment.
    strange: u64,
    /// The number of results with a number beyond what their series plans.
    beyond: u64,
}

/// The results of a series.
pub(super) struct Part<'a> {
    pub(super) series: &'a Series,
    /// By number, from 1.
    pub(super) results: BTreeMap<u64, &'a Done>,
    pub(super) voids: Vec<&'a Voided>,
}

/// The number of units, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Units {
    /// The number of units planned.
    pub planned: u64,
    /// The number of units with a result that counts.
    pub counted: u64,
    /// The number of attempts that came to nothing.
    pub void_attempts: u64,
    /// The number of units that were given up because all their attempts did.
    pub given_up: u64,
    /// The number of units that are not wanted any more because their series ended early.
    pub retired: u64,
    /// The number of units still to come.
    pub open: u64,
    /// The number of results left out: of no series of the experiment, of another kind, or of a
    /// unit that has one already.
    pub left_out: u64,
    /// The number of results left out because their series plans fewer units by now.
    #[serde(default)]
    pub beyond: u64,
}

/// Attempts that came to nothing, by cause and player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voids {
    /// The number of attempts, by what happened and whose fault it was.
    pub attempts: Vec<VoidCount>,
    /// The units that were given up.
    pub given_up: Vec<String>,
}

/// The number of attempts that failed in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoidCount {
    /// The cause.
    pub cause: record::Cause,
    /// The player whose fault it was, if one's.
    pub player: Option<String>,
    /// The number of attempts.
    pub attempts: u64,
    /// The first of the reasons given.
    pub example: String,
    /// The last words of a program that failed so, where there are any.
    #[serde(default)]
    pub last_words: Option<String>,
}

impl<'a> Sorted<'a> {
    pub(super) fn new(outline: &'a Outline, results: &'a [Done], voids: &'a [Voided]) -> Self {
        let part = |series| Part {
            series,
            results: BTreeMap::new(),
            voids: Vec::new(),
        };
        let mut parts: Vec<Part<'a>> = outline.series.iter().map(part).collect();
        let mut places = BTreeMap::new();
        for (at, series) in outline.series.iter().enumerate() {
            places.entry(series.name.as_str()).or_insert(at);
        }
        let (mut strange, mut beyond) = (0, 0);
        for done in results {
            let place = places.get(done.series.as_str());
            let sound = is_of_kind(&done.record.body, outline.kind);
            match (place, number(&done.unit), sound) {
                (Some(&place), Some(number), true) if number > parts[place].series.planned => {
                    beyond += 1;
                }
                (Some(&place), Some(number), true) => {
                    let slot = parts[place].results.entry(number);
                    let mut first = false;
                    slot.or_insert_with(|| {
                        first = true;
                        done
                    });
                    strange += u64::from(!first);
                }
                _ => strange += 1,
            }
        }
        for void in voids {
            if let Some(&place) = places.get(void.series.as_str()) {
                let planned = parts[place].series.planned;
                if number(&void.unit).is_none_or(|number| number <= planned) {
                    parts[place].voids.push(void);
                }
            }
        }
        for part in &mut parts {
            part.voids
                .sort_by_key(|void| (number(&void.unit), void.attempt));
        }
        Self {
            series: parts,
            strange,
            beyond,
        }
    }

    /// The results that count, series by series.
    pub(super) fn results(&self) -> impl Iterator<Item = &'a Done> + '_ {
        let parts = self.series.iter();
        parts.flat_map(|part| part.results.values().copied())
    }
}

impl Part<'_> {
    /// Counts the attempts that came to nothing.
    pub(super) fn void_counts(&self) -> Voids {
        let mut counts: BTreeMap<(record::Cause, Option<&str>), VoidCount> = BTreeMap::new();
        let mut given_up = BTreeSet::new();
        for void in &self.voids {
            let key = (void.record.cause, void.record.player.as_deref());
            let count = counts.entry(key).or_insert_with(|| VoidCount {
                cause: void.record.cause,
                player: void.record.player.clone(),
                attempts: 0,
                example: void.record.reason.clone(),
                last_words: None,
            });
            count.attempts += 1;
            if count.last_words.is_none() {
                count.last_words.clone_from(&void.record.last_words);
            }
            let number = number(&void.unit);
            let counted = number.is_some_and(|number| self.results.contains_key(&number));
            if void.last && !counted {
                given_up.insert((number, void.unit.clone()));
            }
        }
        Voids {
            attempts: counts.into_values().collect(),
            given_up: given_up.into_iter().map(|(_, unit)| unit).collect(),
        }
    }
}

impl Voids {
    /// The number of attempts in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.attempts.iter().map(|count| count.attempts).sum()
    }
}

impl Units {
    pub(super) fn new(sorted: &Sorted<'_>, body: &Body) -> Self {
        let mut units = Self {
            left_out: sorted.strange,
            beyond: sorted.beyond,
            ..Self::default()
        };
        for (at, part) in sorted.series.iter().enumerate() {
            let voids = part.void_counts();
            let (counted, given_up) = (part.results.len() as u64, voids.given_up.len() as u64);
            let rest = part.series.planned.saturating_sub(counted + given_up);
            let ended = match body {
                Body::Match { pairings, .. } => pairings.get(at).is_some_and(|p| p.ended_early),
                _ => false,
            };
            units.planned += part.series.planned;
            units.counted += counted;
            units.given_up += given_up;
            units.void_attempts += voids.total();
            if ended {
                units.retired += rest;
            } else {
                units.open += rest;
            }
        }
        units
    }
}

fn is_of_kind(body: &record::Body, kind: Kind) -> bool {
    matches!(
        (body, kind),
        (record::Body::Game(_), Kind::Match)
            | (record::Body::Answer(_), Kind::Problems)
            | (record::Body::Measurement(_), Kind::Measure)
            | (record::Body::Learning(_), Kind::Learn)
    )
}

/// The number in a unit's id.
fn number(unit: &str) -> Option<u64> {
    let (_, number) = unit.rsplit_once('/')?;
    number.parse().ok()
}
