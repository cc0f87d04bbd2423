//! Counters that methods add to: refusals, duplicates, matches, whatever a method is judged by.
//!
//! A part makes its counters when it is made and shows them to the search; each thread has its own,
//! and reports add up those of one name. They start at 0 with every search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number with a name.
#[derive(Debug)]
pub struct Counter {
    name: &'static str,
    count: AtomicU64,
}

impl Counter {
    /// A counter at 0.
    #[must_use]
    pub fn new(name: &'static str) -> Arc<Self> {
        Arc::new(Self {
            name,
            count: AtomicU64::new(0),
        })
    }

    /// Adds; only the thread that owns the counter may.
    #[inline]
    pub fn add(&self, n: u64) {
        self.count.store(self.count.load(Relaxed) + n, Relaxed);
    }

    /// The count.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.count.load(Relaxed)
    }

    pub(crate) fn reset(&self) {
        self.count.store(0, Relaxed);
    }
}

/// The sums of the counters of one name, in the order in which names come first.
pub(crate) fn sums(counters: &[Arc<Counter>]) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&'static str, u64)> = Vec::new();
    for counter in counters {
        match sums.iter_mut().find(|(name, _)| *name == counter.name) {
            Some((_, sum)) => *sum += counter.get(),
            None => sums.push((counter.name, counter.get())),
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_one_name_are_summed() {
        let all = ["moves", "refusals", "moves"].map(Counter::new);
        for (counter, n) in all.iter().zip([3, 4, 5]) {
            counter.add(n);
        }
        assert_eq!(sums(&all), [("moves", 8), ("refusals", 4)]);
        all[0].reset();
        assert_eq!(sums(&all), [("moves", 5), ("refusals", 4)]);
    }
}
