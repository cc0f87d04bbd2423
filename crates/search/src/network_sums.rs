//! The evaluations of networks at a node, apart from those of playouts.
//!
//! They are there only in searches that have networks. A node's visits and their sum (in its edge) are
//! what selection reads, whoever evaluated; the part of networks in them is known here, so that the
//! part of playouts is the rest.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::edge::{Edge, WIN};

/// Counts and sums of the evaluations of networks, in the view of the player who makes the move.
#[derive(Debug, Default)]
pub(crate) struct NetworkSums {
    count: AtomicU32,
    visits: AtomicU32,
    sum: AtomicU64,
    visits_sum: AtomicU64,
}

/// A number of evaluations, and their mean value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The number of evaluations.
    pub count: u64,
    /// The mean value; a half without any.
    pub value: f64,
}

impl NetworkSums {
    pub(crate) fn clear(&self) {
        self.count.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.sum.store(0, Relaxed);
        self.visits_sum.store(0, Relaxed);
    }

    pub(crate) fn copy(&self, other: &Self) {
        self.count.store(other.count.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.sum.store(other.sum.load(Relaxed), Relaxed);
        let visits_sum = other.visits_sum.load(Relaxed);
        self.visits_sum.store(visits_sum, Relaxed);
    }

    /// Adds an evaluation, in the units of [`Edge::add`]. It may stand for a visit, or beside one.
    pub(crate) fn add(&self, units: u64, is_visit: bool) {
        self.sum.fetch_add(units, Relaxed);
        self.count.fetch_add(1, Relaxed);
        if is_visit {
            self.visits_sum.fetch_add(units, Relaxed);
            self.visits.fetch_add(1, Relaxed);
        }
    }

    /// The evaluations of networks.
    pub(crate) fn networks(&self) -> Mean {
        Mean::new(self.count.load(Relaxed), self.sum.load(Relaxed))
    }

    /// The playouts of the same node, whose edge is given.
    pub(crate) fn playouts(&self, edge: &Edge) -> Mean {
        let count = edge.visits().saturating_sub(self.visits.load(Relaxed));
        let sum = edge.units().saturating_sub(self.visits_sum.load(Relaxed));
        Mean::new(count, sum)
    }
}

impl Mean {
    fn new(count: u32, units: u64) -> Self {
        Self {
            count: u64::from(count),
            value: match count {
                0 => 0.5,
                n => units as f64 / f64::from(WIN) / f64::from(n),
            },
        }
    }
}
