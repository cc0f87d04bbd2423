//! The units of an experiment: what they are called, in which order they are done, how many there are.

use tengen_store::UnitKey;

use super::{Experiment, Work};
use crate::hash;

/// A piece of work with an id and a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// `SERIES/NUMBER`.
    pub id: String,
    /// The place of its series.
    pub series: usize,
    /// The number within the series, from 1.
    pub number: u64,
    /// From this all chance in it follows.
    pub seed: u64,
}

impl Experiment {
    /// All units, in the order in which they are to be done: the first ones of every series first, so
    /// that what is there at any time compares all of them.
    #[must_use]
    pub fn units(&self) -> Vec<Unit> {
        let series = self.series();
        let most = series.iter().map(|series| series.planned).max();
        let mut units = Vec::new();
        for first in (1..=most.unwrap_or(0)).step_by(self.stride() as usize) {
            for (place, one) in series.iter().enumerate() {
                let last = one.planned.min(first + self.stride() - 1);
                units.extend((first..=last).map(|number| self.unit(place, &one.name, number)));
            }
        }
        units
    }

    /// The number of units of a series done in a row: the two games of a pair stay together.
    const fn stride(&self) -> u64 {
        match &self.work {
            Work::Match(_) => 2,
            Work::Problems(_) | Work::Measure(_) | Work::Learn(_) => 1,
        }
    }

    fn unit(&self, series: usize, name: &str, number: u64) -> Unit {
        let id = format!("{name}/{number}");
        let seed = hash::seed(&self.hash, &id);
        Unit {
            id,
            series,
            number,
            seed,
        }
    }

    /// The unit of this id, also one beyond those that are asked for now; `None` if it cannot be one
    /// of this experiment.
    #[must_use]
    pub fn unit_of(&self, id: &str) -> Option<Unit> {
        let (name, number) = id.rsplit_once('/')?;
        let number = number.parse().ok().filter(|&number| number > 0)?;
        let series = self.series().into_iter().position(|one| one.name == name)?;
        Some(self.unit(series, name, number)).filter(|unit| unit.id == id)
    }

    /// The units as a store wants them. A place depends on series and number alone, so that units
    /// which are asked for later change nothing about those before them.
    #[must_use]
    pub fn keys(&self) -> Vec<UnitKey> {
        let series = self.series();
        let stride = self.stride();
        let key = |unit: Unit| {
            let (block, offset) = ((unit.number - 1) / stride, (unit.number - 1) % stride);
            UnitKey {
                series: series[unit.series].name.clone(),
                id: unit.id,
                place: (block * series.len() as u64 + unit.series as u64) * stride + offset,
            }
        };
        self.units().into_iter().map(key).collect()
    }

    /// Asks for so many units of each series: games, rounded up to pairs, or trials. That changes
    /// nothing about the units themselves. Models learn from at most so many games, or are judged by them where nothing is learned; if that makes a
    /// difference it is another experiment, with another hash.
    pub fn ask_for(&mut self, units: u64) {
        let units = units.max(1);
        match &mut self.work {
            Work::Match(task) => task.games = units.next_multiple_of(2),
            Work::Problems(task) => task.trials = units,
            Work::Measure(task) => task.trials = units,
            Work::Learn(task) => {
                let before = task.cap();
                task.cap_at(units);
                if task.cap() != before {
                    let text = format!("{} with at most {units} games", self.hash);
                    self.hash = hash::hex(text.as_bytes());
                }
            }
        }
    }

    /// Asks for no more than so many units, as [`Experiment::ask_for`] does: what is asked for already
    /// stays where it is less.
    pub fn ask_for_at_most(&mut self, units: u64) {
        let asked = match &self.work {
            Work::Match(task) => task.games,
            Work::Problems(task) => task.trials,
            Work::Measure(task) => task.trials,
            Work::Learn(_) => u64::MAX,
        };
        if units < asked {
            self.ask_for(units);
        }
    }
}
