//! Ending a series as soon as a sequential test knows.
//!
//! Games are counted as they are finished here. Those of other processes are read from the store,
//! which takes the longer the more there are, so it is not done after every game.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use tengen_statistics::{Decision, Pentanomial, Sprt};
use tengen_store::{Store, StoreError};

use crate::experiment::{Experiment, Unit};
use crate::record::{Body, Record, Side};

/// The rest between two reads of the store, as a multiple of the time that a read took.
const REST: u32 = 50;

/// Watches the series of a run.
pub(crate) struct Stopping {
    test: Sprt,
    /// The first player's scores by the numbers of the games, for each series.
    series: BTreeMap<String, BTreeMap<u64, Option<f64>>>,
    ended: BTreeSet<String>,
    looked: Instant,
    took: Duration,
}

impl Stopping {
    /// With the games that a store has; `None` if the experiment names no test.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn new(
        experiment: &Experiment,
        store: &mut dyn Store,
    ) -> Result<Option<Self>, StoreError> {
        let Some(test) = experiment.stop.and_then(|stop| stop.test()) else {
            return Ok(None);
        };
        let mut stopping = Self {
            test,
            series: BTreeMap::new(),
            ended: BTreeSet::new(),
            looked: Instant::now(),
            took: Duration::ZERO,
        };
        stopping.look(store)?;
        Ok(Some(stopping))
    }

    /// Reads what the store has.
    fn look(&mut self, store: &mut dyn Store) -> Result<(), StoreError> {
        let start = Instant::now();
        self.ended.extend(store.retired()?);
        for kept in store.results()? {
            if let Ok(record) = serde_json::from_str::<Record>(&kept.body) {
                self.add(&kept.unit, &record);
            }
        }
        self.looked = Instant::now();
        self.took = start.elapsed();
        Ok(())
    }

    fn add(&mut self, unit: &str, record: &Record) {
        if let Some((series, number)) = unit.rsplit_once('/')
            && let Ok(number) = number.parse::<u64>()
            && let Body::Game(game) = &record.body
        {
            let games = self.series.entry(series.to_owned()).or_default();
            games.insert(number, game.score_of(Side::First));
        }
    }

    /// Adds a game that was finished here.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn finished(
        &mut self,
        unit: &Unit,
        record: &Record,
        store: &mut dyn Store,
    ) -> Result<(), StoreError> {
        self.add(&unit.id, record);
        if self.looked.elapsed() > self.took * REST {
            self.look(store)?;
        }
        Ok(())
    }

    /// Ends every series that is decided, and returns the names of those that were not yet.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn end(&mut self, store: &mut dyn Store) -> Result<Vec<String>, StoreError> {
        let mut names = Vec::new();
        for (series, games) in &self.series {
            if !self.ended.contains(series)
                && self.test.decide_pairs(&pairs(games)) != Decision::Continue
            {
                store.retire(series)?;
                names.push(series.clone());
            }
        }
        self.ended.extend(names.iter().cloned());
        Ok(names)
    }
}

/// The scores of the pairs of which both games are there, by the numbers of the games.
fn pairs(games: &BTreeMap<u64, Option<f64>>) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    for (&number, first) in games {
        if number % 2 == 1
            && let Some(second) = games.get(&(number + 1))
            && let Some((a, b)) = first.zip(*second)
        {
            let _ = pairs.add(a + b);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pairs_count() {
        let games = [(1, 1.0), (2, 0.5), (3, 1.0), (6, 0.0), (7, 0.0), (8, 0.0)];
        let games = games.map(|(number, score)| (number, Some(score)));
        assert_eq!(pairs(&games.into()).counts(), [1, 0, 0, 1, 0]);
    }
}
