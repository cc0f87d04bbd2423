//! The rules for reports that all stores share.
//!
//! - A result counts if it is the first, whoever brings it: also from a claim that was lost.
//! - A void attempt counts only from the claim that holds: otherwise another worker has the unit,
//!   and the number of the attempt is its.
//! - A report that is handed in again, because no answer arrived, gets the same answer again.
//!
//! Claims are told apart by tokens that are drawn at random by the claiming worker, so that a claim, too, can
//! be asked for again without taking a second unit.

use std::hash::{BuildHasher, RandomState};
use std::time::SystemTime;

use super::{Claim, Kept, Report, StoreError, UnitCounts, UnitKey, WorkerName, Worth};

/// A store's knowledge of the unit when a report comes in.
pub(crate) struct Facts {
    /// The token of the claim that holds, if somebody works on it.
    pub(crate) holder: Option<u64>,
    /// The token of who brought the result; for a void attempt, of who brought the one with the
    /// same number.
    pub(crate) brought: Option<u64>,
    /// True if there is a result.
    pub(crate) done: bool,
}

/// A store's decision on a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// Keep it.
    Keep,
    /// It is kept already.
    Known,
    /// Leave everything as it is.
    TooLate,
}

/// Decides about a report.
pub(crate) fn rule(facts: &Facts, claim: &Claim, worth: Worth) -> Ruling {
    if facts.brought == Some(claim.token) {
        return Ruling::Known;
    }
    let keep = match worth {
        Worth::Counted => !facts.done,
        Worth::Void { .. } => !facts.done && facts.holder == Some(claim.token),
    };
    if keep { Ruling::Keep } else { Ruling::TooLate }
}

/// A report as it is kept.
pub(crate) fn kept(
    worker: &WorkerName,
    claim: &Claim,
    report: &Report,
    series: String,
    at: i64,
) -> Kept {
    Kept {
        unit: claim.unit.clone(),
        series,
        attempt: claim.attempt,
        worth: report.worth,
        body: report.body.clone(),
        sgf: report.sgf.clone(),
        manifest: report.manifest.clone(),
        worker: worker.0.clone(),
        at,
    }
}

impl UnitCounts {
    /// The count of units in this state, wanted or not, and held within a lease or not.
    pub(crate) fn of(&mut self, state: &str, wanted: bool, works: bool) -> &mut u64 {
        match state {
            "done" => &mut self.done,
            "void" => &mut self.void,
            "running" if works => &mut self.running,
            _ if wanted => &mut self.open,
            _ => &mut self.retired,
        }
    }
}

/// A token that no other claim has. It fits the signed integers of databases and is never 0, which
/// stands for results that came by [`Store::insert`](super::Store::insert).
pub(crate) fn fresh_token() -> u64 {
    let drawn = RandomState::new().hash_one((std::process::id(), SystemTime::now()));
    (drawn >> 1).max(1)
}

/// Checks what the databases could otherwise refuse in the middle of a run.
pub(crate) fn check_report(claim: &Claim, report: &Report) -> Result<(), StoreError> {
    match serde_json::from_str::<serde::de::IgnoredAny>(&report.body) {
        Ok(_) => Ok(()),
        Err(error) => Err(StoreError::Broken(format!(
            "The record of {} is not JSON: {error}.",
            claim.unit
        ))),
    }
}

/// The place of a unit as the databases keep it.
pub(crate) fn place(unit: &UnitKey) -> Result<i64, StoreError> {
    i64::try_from(unit.place).map_err(|_| {
        StoreError::Broken(format!(
            "The place of unit {} is {}, more than a store can keep.",
            unit.id, unit.place
        ))
    })
}

/// The sentence for a report of a unit that is not there.
pub(crate) fn no_such_unit(store: &str, unit: &str) -> StoreError {
    StoreError::Broken(format!("There is no unit {unit:?} in {store}."))
}

/// The sentence for a store in which no experiment has been prepared.
pub(crate) fn no_experiment(store: &str) -> StoreError {
    StoreError::Broken(format!("No experiment has been started in {store} yet."))
}

/// The sentence for a store of another experiment.
pub(crate) fn other_experiment(
    store: &str,
    there: &super::Header,
    wanted: &super::Header,
) -> StoreError {
    let short = |hash: &str| hash.chars().take(12).collect::<String>();
    let (old, new) = (short(&there.hash), short(&wanted.hash));
    StoreError::OtherExperiment(if there.name == wanted.name {
        format!(
            "In {store} there are results of another version of {:?} ({old}, not {new}): \
             something was changed on which results depend. Give the changed experiment a store \
             of its own, or move this one away.",
            there.name
        )
    } else {
        format!(
            "In {store} there are results of the experiment {:?} ({old}), not of {:?} ({new}). \
             Every experiment needs a store of its own.",
            there.name, wanted.name
        )
    })
}
