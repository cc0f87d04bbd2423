//! The contents of a journal, put together: the units and what came of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use super::Shard;
use super::lines::{Entry, Stamped};
use crate::ruling::Facts;
use crate::{Claim, Header, UnitCounts, UnitKey, WorkerName, Worth};

/// The state of a journal's experiment.
#[derive(Debug)]
pub(super) struct Book {
    shard: Shard,
    pub(super) header: Option<Header>,
    pub(super) manifests: BTreeMap<String, String>,
    pub(super) units: HashMap<String, Unit>,
    /// The units of the share that may be handed out, or are, by place.
    pending: BTreeSet<(u64, String)>,
}

/// A unit.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) key: UnitKey,
    pub(super) ended: Option<Ended>,
    pub(super) wanted: bool,
    pub(super) holder: Option<Holder>,
    pub(super) result: Option<Stamped>,
    pub(super) voids: Vec<Stamped>,
}

/// The end of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Done,
    Void,
}

/// The worker on a unit. This is not written down: it ends with the process.
#[derive(Debug)]
pub(super) struct Holder {
    pub(super) worker: WorkerName,
    pub(super) token: u64,
    pub(super) until: Instant,
}

impl Unit {
    /// The number of the next attempt.
    pub(super) fn next_attempt(&self) -> u32 {
        let last = self.voids.iter().map(|void| void.kept.attempt).max();
        last.unwrap_or(0).saturating_add(1)
    }

    /// True if this claim holds.
    pub(super) fn is_held(&self, worker: &WorkerName, claim: &Claim) -> bool {
        self.holder
            .as_ref()
            .is_some_and(|holder| holder.token == claim.token && holder.worker == *worker)
    }

    /// The facts that are known when a report comes in.
    pub(super) fn facts(&self, claim: &Claim, worth: Worth) -> Facts {
        let brought = match worth {
            Worth::Counted => self.result.as_ref().map(|result| result.token),
            Worth::Void { .. } => {
                let mut tokens = self.voids.iter().map(|void| void.token);
                tokens.find(|&token| token == claim.token)
            }
        };
        Facts {
            holder: self.holder.as_ref().map(|holder| holder.token),
            brought,
            done: self.ended == Some(Ended::Done),
        }
    }

    /// Keeps a report; a void attempt under the next number if its own is taken.
    fn keep(&mut self, mut report: Stamped) {
        if report.kept.worth == Worth::Counted {
            if self.result.is_none() {
                self.ended = Some(Ended::Done);
                self.holder = None;
                self.result = Some(report);
            }
            return;
        }
        if self
            .holder
            .as_ref()
            .is_some_and(|holder| holder.token == report.token)
        {
            self.holder = None;
        }
        if self.ended.is_none() && report.ends {
            self.ended = Some(Ended::Void);
        }
        let attempt = report.kept.attempt;
        if self.voids.iter().any(|void| void.kept.attempt == attempt) {
            report.kept.attempt = self.next_attempt();
        }
        self.voids.push(report);
        self.voids.sort_by_key(|void| void.kept.attempt);
    }
}

impl Book {
    pub(super) fn new(shard: Shard) -> Self {
        Self {
            shard,
            header: None,
            manifests: BTreeMap::new(),
            units: HashMap::new(),
            pending: BTreeSet::new(),
        }
    }

    /// Goes on with the next line.
    pub(super) fn apply(&mut self, entry: Entry) -> Result<(), String> {
        match entry {
            Entry::Journal { .. } => {}
            Entry::Prepared { header, units } => self.prepare(header, units)?,
            Entry::Manifest { key, body } => {
                self.manifests.entry(key).or_insert(body);
            }
            Entry::Reports(reports) => {
                for report in reports {
                    self.keep(report)?;
                }
            }
            Entry::Retired { series } => {
                self.change(|unit| {
                    if unit.key.series == series && unit.ended != Some(Ended::Done) {
                        unit.wanted = false;
                    }
                });
            }
            Entry::Reopened {} => self.change(|unit| {
                if unit.wanted && unit.ended == Some(Ended::Void) {
                    unit.ended = None;
                }
            }),
        }
        Ok(())
    }

    fn prepare(&mut self, header: Header, units: Vec<UnitKey>) -> Result<(), String> {
        if let Some(there) = &self.header
            && there.hash != header.hash
        {
            return Err("it turns to another experiment".to_owned());
        }
        self.header = Some(header);
        for key in units {
            let unit = self.units.entry(key.id.clone()).or_insert_with(|| Unit {
                key: key.clone(),
                ended: None,
                wanted: true,
                holder: None,
                result: None,
                voids: Vec::new(),
            });
            unit.key.place = key.place;
        }
        self.change(|_| {});
        Ok(())
    }

    fn keep(&mut self, report: Stamped) -> Result<(), String> {
        let id = report.kept.unit.clone();
        let Some(unit) = self.units.get_mut(&id) else {
            return Err(format!("it tells of a unit {id:?} that it does not have"));
        };
        unit.keep(report);
        let place = (unit.key.place, id);
        if unit.ended.is_some() {
            self.pending.remove(&place);
        }
        Ok(())
    }

    /// Changes units, and finds anew which are pending.
    fn change(&mut self, mut each: impl FnMut(&mut Unit)) {
        self.pending.clear();
        for unit in self.units.values_mut() {
            each(unit);
            if unit.wanted && unit.ended.is_none() && self.shard.has(unit.key.place) {
                let place = (unit.key.place, unit.key.id.clone());
                self.pending.insert(place);
            }
        }
    }

    /// The first unit at which nobody works within a lease.
    pub(super) fn first_open(&mut self, now: Instant) -> Option<&mut Unit> {
        let free = |unit: &Unit| {
            unit.holder
                .as_ref()
                .is_none_or(|holder| holder.until <= now)
        };
        let (_, id) = self
            .pending
            .iter()
            .find(|(_, id)| self.units.get(id).is_some_and(free))?;
        self.units.get_mut(id)
    }

    /// All units in their order.
    pub(super) fn in_order(&self) -> Vec<&Unit> {
        let mut units: Vec<_> = self.units.values().collect();
        units.sort_by(|a, b| (a.key.place, &a.key.id).cmp(&(b.key.place, &b.key.id)));
        units
    }

    /// The number of units of the share in each state. Units that were of the share when they
    /// ended, and are not since the experiment was extended, count.
    pub(super) fn tally(&self, now: Instant) -> UnitCounts {
        let mut tally = UnitCounts::default();
        for unit in self.units.values() {
            let works = unit
                .holder
                .as_ref()
                .is_some_and(|holder| holder.until > now);
            let state = match (unit.ended, &unit.holder) {
                (Some(Ended::Done), _) => "done",
                (Some(Ended::Void), _) => "void",
                (None, Some(_)) => "running",
                (None, None) => "open",
            };
            if unit.ended.is_some() || works || self.shard.has(unit.key.place) {
                *tally.of(state, unit.wanted, works) += 1;
            }
        }
        tally
    }
}
