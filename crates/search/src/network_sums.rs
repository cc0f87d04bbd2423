//! The evaluations of networks at a node, apart from those of playouts, and the mixture of the two.
//!
//! They are there only in searches that have networks. A node's visits and their sum (in its edge) count
//! whoever evaluated; the part of networks in them is known here, so that the part of playouts is the rest.
//! What selection, choice and reports take for the mean of a node is then
//!
//! > (1 − λ)·(mean of the evaluations of networks below it) + λ·(mean of the playouts below it)
//!
//! as in D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529,
//! 2016; a node that has only one of the two has that one's mean, or, where `mixture.heirs` says so, inherits
//! what networks say of the node before it, so that moves are compared by the same measure whether a network has seen
//! them or not. An evaluation that comes beside a playout,
//! or with the children of a node, is no visit: it changes the mean, not how well a node is known.

use std::sync::atomic::{
    AtomicI64, AtomicU8, AtomicU32, AtomicU64,
    Ordering::{AcqRel, Relaxed},
};

use crate::edge::{Edge, POINT, WIN};

/// Counts and sums of the evaluations of networks, in the view of the player who makes the move.
#[derive(Debug, Default)]
pub(crate) struct NetworkSums {
    count: AtomicU32,
    visits: AtomicU32,
    sum: AtomicU64,
    visits_sum: AtomicU64,
    /// The sums of scores in Black's view.
    score: AtomicI64,
    visits_score: AtomicI64,
    /// Whether the evaluation of the node itself has been asked for, or is there.
    own: AtomicU8,
}

/// Nobody has asked for the evaluation of the node itself.
const UNKNOWN: u8 = 0;
/// It is to come.
const ASKED: u8 = 1;
/// It is there.
const ANSWERED: u8 = 2;

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
        self.copy(&Self::default());
    }

    /// Takes over what another knows. An evaluation that is still to come belongs to the other's tree, so
    /// that it has to be asked for again.
    pub(crate) fn copy(&self, other: &Self) {
        self.count.store(other.count.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.sum.store(other.sum.load(Relaxed), Relaxed);
        let visits_sum = other.visits_sum.load(Relaxed);
        self.visits_sum.store(visits_sum, Relaxed);
        self.score.store(other.score.load(Relaxed), Relaxed);
        let visits_score = other.visits_score.load(Relaxed);
        self.visits_score.store(visits_score, Relaxed);
        let own = match other.own.load(Relaxed) {
            ASKED => UNKNOWN,
            own => own,
        };
        self.own.store(own, Relaxed);
    }

    /// Adds an evaluation, in the units of [`Edge::add`]. It may stand for a visit, or beside one.
    pub(crate) fn add(&self, units: u64, score: f32, is_visit: bool) {
        self.sum.fetch_add(units, Relaxed);
        let points = (score * POINT) as i64;
        self.score.fetch_add(points, Relaxed);
        self.count.fetch_add(1, Relaxed);
        if is_visit {
            self.visits_sum.fetch_add(units, Relaxed);
            self.visits_score.fetch_add(points, Relaxed);
            self.visits.fetch_add(1, Relaxed);
        }
    }

    /// Claims the evaluation of the node itself: true for the one caller who is to ask for it.
    pub(crate) fn claim(&self) -> bool {
        let claim = || self.own.compare_exchange(UNKNOWN, ASKED, AcqRel, Relaxed);
        self.own.load(Relaxed) == UNKNOWN && claim().is_ok()
    }

    /// The node itself may be evaluated again.
    pub(crate) fn reopen(&self) {
        self.own.store(UNKNOWN, Relaxed);
    }

    /// The evaluation of the node itself is there.
    pub(crate) fn answered(&self) {
        self.own.store(ANSWERED, Relaxed);
    }

    /// The evaluations of networks.
    pub(crate) fn networks(&self) -> Mean {
        Mean::new(self.count.load(Relaxed), self.sum.load(Relaxed))
    }

    /// The playouts of the same node, whose edge is given.
    pub(crate) fn playouts(&self, edge: &Edge) -> Mean {
        let (count, sum) = self.rest(edge);
        Mean::new(count, sum)
    }

    /// The number of visits that are no network's, and the sum of their values.
    #[inline(always)]
    fn rest(&self, edge: &Edge) -> (u32, u64) {
        let count = edge.visits().saturating_sub(self.visits.load(Relaxed));
        let sum = edge.units().saturating_sub(self.visits_sum.load(Relaxed));
        (count, sum)
    }

    /// The mean of playouts and networks, λ being the share of playouts; a half without any.
    pub(crate) fn mixed(&self, edge: &Edge, lambda: f32) -> f64 {
        let (playouts, networks) = (self.playouts(edge), self.networks());
        mix(
            [playouts, networks].map(|m| (m.count > 0).then_some(m.value)),
            lambda,
        )
        .unwrap_or(0.5)
    }

    /// The mean score in Black's view, λ being the share of playouts; 0 without any. The sum of scores of all
    /// visits is given.
    pub(crate) fn mixed_score(&self, edge: &Edge, visits: f64, lambda: f32) -> f64 {
        let points = |sum: &AtomicI64| sum.load(Relaxed) as f64 / f64::from(POINT);
        let mean = |sum: f64, count: u32| (count > 0).then(|| sum / f64::from(count));
        let playouts = mean(visits - points(&self.visits_score), self.rest(edge).0);
        let networks = mean(points(&self.score), self.count.load(Relaxed));
        mix([playouts, networks], lambda).unwrap_or(0.0)
    }

    /// The mean of the evaluations of networks, if there are any.
    #[inline(always)]
    pub(crate) fn network_mean(&self) -> Option<f32> {
        let networks = self.count.load(Relaxed);
        let sum = || self.sum.load(Relaxed).cast_signed() as f32 * (1.0 / WIN);
        (networks > 0).then(|| sum() / networks as f32)
    }

    /// The sum of values that selection reads: the mixed mean for each visit. A move that no network has seen has
    /// `heir` in its place, if that is known.
    #[inline(always)]
    pub(crate) fn mixed_wins(&self, edge: &Edge, lambda: f32, heir: Option<f32>) -> f32 {
        let Some(mean) = self.network_mean().or(heir) else {
            return edge.wins();
        };
        let visits = edge.visits() as f32;
        match self.rest(edge) {
            (0, _) => mean * visits,
            (playouts, sum) => {
                let played = sum.cast_signed() as f32 * (1.0 / WIN) / playouts as f32;
                (mean + lambda * (played - mean)) * visits
            }
        }
    }
}

/// The mixture of playouts and networks, λ being the share of the former, or the one of them there is.
fn mix(means: [Option<f64>; 2], lambda: f32) -> Option<f64> {
    match means {
        [Some(playouts), Some(networks)] => {
            Some(networks + f64::from(lambda) * (playouts - networks))
        }
        [one, other] => one.or(other),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::units;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    }

    #[test]
    fn the_mixture_is_as_computed_by_hand() {
        let (edge, sums) = (Edge::default(), NetworkSums::default());
        near(sums.mixed(&edge, 0.7), 0.5);
        // Playouts alone: 3 of 4 won.
        for value in [1.0, 1.0, 0.0, 1.0] {
            edge.add(units(value));
        }
        near(sums.mixed(&edge, 0.7), 0.75);
        near(f64::from(sums.mixed_wins(&edge, 0.7, None)), 3.0);
        // With what the network says of the node before: 0.3·0.25 + 0.7·0.75, four visits.
        near(f64::from(sums.mixed_wins(&edge, 0.7, Some(0.25))), 2.4);
        // Two evaluations beside them, 0.5 and 0.25: 0.3·0.375 + 0.7·0.75 = 0.6375; four visits.
        for (value, score) in [(0.5, 2.0), (0.25, -7.0)] {
            sums.add(units(value), score, false);
        }
        near(sums.mixed(&edge, 0.7), 0.6375);
        near(f64::from(sums.mixed_wins(&edge, 0.7, None)), 4.0 * 0.6375);
        near(sums.mixed(&edge, 1.0), 0.75);
        near(sums.mixed(&edge, 0.0), 0.375);
        // Scores: playouts sum to 6, so 1.5 each; networks −2.5: 0.3·−2.5 + 0.7·1.5.
        near(sums.mixed_score(&edge, 6.0, 0.7), 0.3);
        // An evaluation that is a visit is the network's, not the playouts': 0.3·0.5 + 0.7·0.75, five visits.
        edge.add(units(0.75));
        sums.add(units(0.75), 0.0, true);
        near(sums.mixed(&edge, 0.7), 0.675);
        near(f64::from(sums.mixed_wins(&edge, 0.7, None)), 5.0 * 0.675);
    }

    #[test]
    fn networks_alone_have_their_own_mean() {
        let (edge, sums) = (Edge::default(), NetworkSums::default());
        for value in [0.25, 0.75] {
            edge.add(units(value));
            sums.add(units(value), 1.0, true);
        }
        near(sums.mixed(&edge, 0.7), 0.5);
        near(f64::from(sums.mixed_wins(&edge, 0.7, None)), 1.0);
        near(sums.mixed_score(&edge, 2.0, 0.7), 1.0);
    }

    #[test]
    fn the_evaluation_of_a_node_is_claimed_once_in_a_tree() {
        let (sums, moved) = (NetworkSums::default(), NetworkSums::default());
        assert!(sums.claim());
        assert!(!sums.claim());
        // Another tree will not get what was asked for in this one.
        moved.copy(&sums);
        assert!(moved.claim());
        moved.answered();
        sums.copy(&moved);
        assert!(!sums.claim());
        sums.clear();
        assert!(sums.claim());
    }
}
