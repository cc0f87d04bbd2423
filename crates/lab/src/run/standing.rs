//! The progress of the units that the file asks for now.
//!
//! A store may hold more: those of a file that asked for more games once.

use std::collections::HashSet;

use tengen_store::{Shard, Store, StoreError, Worth};

use crate::experiment::Experiment;

/// The number of units that are asked for, by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// All of them, but for those of series that were ended early.
    pub wanted: u64,
    /// Those that have a result.
    pub done: u64,
    /// Those that were given up.
    pub void: u64,
    /// Those that are still to be done, or being done.
    pub left: u64,
}

impl Standing {
    /// Of the units of a shard of an experiment, whose store is prepared.
    ///
    /// # Errors
    /// If the store fails.
    pub fn of(
        experiment: &Experiment,
        store: &mut dyn Store,
        shard: Shard,
    ) -> Result<Self, StoreError> {
        let keys = experiment.keys();
        let ours = keys.iter().filter(|key| shard.has(key.place));
        let known: HashSet<&str> = ours.map(|key| key.id.as_str()).collect();
        let tally = store.tally()?;
        let all = tally.open + tally.running + tally.done + tally.void + tally.retired;
        let is_known = |unit: &str| known.contains(unit);
        let done = store
            .results()?
            .iter()
            .filter(|kept| is_known(&kept.unit))
            .count() as u64;
        let more = all.saturating_sub(known.len() as u64);
        // Of the units that nobody asks for any more, those that are over do not count as open.
        let over = tally.done - done.min(tally.done);
        let given_up = match more {
            0 => 0,
            _ => store
                .voids()?
                .iter()
                .filter(|kept| kept.worth == Worth::Void { last: true } && !is_known(&kept.unit))
                .count() as u64,
        };
        let unwanted = more.saturating_sub(over + given_up);
        let left = (tally.open + tally.running).saturating_sub(unwanted);
        let void = tally.void.saturating_sub(given_up);
        Ok(Self {
            wanted: done + void + left,
            done,
            void,
            left,
        })
    }
}
