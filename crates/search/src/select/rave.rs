//! Values of moves as first plays, mixed into the bounds: (1 − β)·UCB + β·RAVE.
//!
//! S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007, and
//! "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial
//! Intelligence 175, 2011. A move counts as a first play of a node if, in a playout through the
//! node, nobody played on its point before. β is 1 for a move without playouts, and falls by the
//! schedule: sqrt(k / (3n + k)) (their hand-selected one), or m / (m + n + n·m / k) for m first plays
//! (their least squared error, with the bias put into k).
//!
//! Virtual playouts count as playouts. A move with neither playouts nor first plays has the
//! first-play urgency.

use super::{Batch, Formula, LANES, Lane, Ucb};
use crate::params::{Schedule, SearchParams};

/// What does not depend on the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rave {
    schedule: Schedule,
    equivalence: f32,
}

impl Rave {
    pub(crate) fn new(params: &SearchParams) -> Self {
        Self {
            schedule: params.rave.schedule,
            equivalence: params.rave.equivalence,
        }
    }

    /// The formula at one node.
    pub(crate) const fn with(self, ucb: Ucb) -> RaveAt {
        RaveAt { rave: self, ucb }
    }
}

/// The formula at one node.
pub(crate) struct RaveAt {
    rave: Rave,
    ucb: Ucb,
}

impl RaveAt {
    #[inline(always)]
    fn mixed(&self, batch: &Batch, beta: impl Fn(f32, f32) -> f32) -> Lane {
        let mut urgencies = [0.0; LANES];
        for (i, urgency) in urgencies.iter_mut().enumerate() {
            let (n, m) = (batch.visits[i], batch.rave_visits[i]);
            // Kept away from 0/0, so that no lane needs a branch: the lanes that this changes are
            // replaced below.
            let bound = self.ucb.bound(n.max(0.001), batch.wins[i]);
            let first_plays = batch.rave_wins[i] / m.max(0.5);
            let beta = beta(n, m);
            let both = (1.0 - beta) * bound + beta * first_plays;
            let either = if m > 0.0 { first_plays } else { bound };
            let known = if (n > 0.0) & (m > 0.0) { both } else { either };
            *urgency = if (n > 0.0) | (m > 0.0) {
                known
            } else {
                self.ucb.first_play()
            };
        }
        urgencies
    }
}

impl Formula for RaveAt {
    const RAVE: bool = true;

    #[inline(always)]
    fn urgencies(&self, batch: &Batch) -> Lane {
        let k = self.rave.equivalence;
        match self.rave.schedule {
            Schedule::Hand => self.mixed(batch, |n, _| (k / (3.0 * n + k)).sqrt()),
            Schedule::LeastError => {
                let per_k = 1.0 / k;
                self.mixed(batch, |n, m| m / (m + n + n * m * per_k).max(0.001))
            }
        }
    }
}
