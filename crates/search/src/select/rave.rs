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

/// The terms that do not depend on the node.
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
    pub(crate) const fn with<const EXPLORES: bool>(self, ucb: Ucb<EXPLORES>) -> RaveAt<EXPLORES> {
        RaveAt { rave: self, ucb }
    }
}

/// The formula at one node.
pub(crate) struct RaveAt<const EXPLORES: bool> {
    rave: Rave,
    ucb: Ucb<EXPLORES>,
}

impl<const EXPLORES: bool> RaveAt<EXPLORES> {
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

impl<const EXPLORES: bool> Formula for RaveAt<EXPLORES> {
    const RAVE: bool = true;
    const PRIOR: bool = false;

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

#[cfg(test)]
mod tests {
    use super::*;

    /// The urgency of a move of `n` playouts, `w` of them won, and `m` first plays, `r` of them won,
    /// at a node of 100 playouts.
    fn urgency(params: &SearchParams, [n, w, m, r]: [f32; 4]) -> f32 {
        let ucb = Ucb::<true>::new(params.ucb.exploration, params.ucb.first_play, 100);
        let batch = Batch {
            visits: [n; LANES],
            wins: [w; LANES],
            rave_visits: [m; LANES],
            rave_wins: [r; LANES],
            prior: [0.0; LANES],
        };
        let urgency = Rave::new(params).with(ucb).urgencies(&batch)[0];
        if params.ucb.exploration == 0.0 {
            let short = Ucb::<false>::new(0.0, params.ucb.first_play, 100);
            assert_eq!(Rave::new(params).with(short).urgencies(&batch)[0], urgency);
        }
        urgency
    }

    fn assert_near(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-5, "{found}, not {expected}");
    }

    #[test]
    fn the_mixture_is_as_computed_by_hand() {
        let mut params = SearchParams::default();
        params.ucb.exploration = 0.0;
        params.ucb.first_play = 1.1;
        params.rave.equivalence = 90.0;
        // 10 playouts, 4 won; 20 first plays, 15 won: X = 0.4, R = 0.75.
        let move_ = [10.0, 4.0, 20.0, 15.0];
        // β = sqrt(90 / 120) = 0.866025.
        assert_near(urgency(&params, move_), 0.133_975 * 0.4 + 0.866_025 * 0.75);
        params.rave.schedule = Schedule::LeastError;
        // β = 20 / (20 + 10 + 200 / 90) = 0.620690.
        assert_near(urgency(&params, move_), 0.379_310 * 0.4 + 0.620_690 * 0.75);
        // The bound of the playouts takes part in the mixture: C·sqrt(2·ln 100 / 10) = 0.959706.
        params.ucb.exploration = 1.0;
        let bound = 0.4 + 0.959_706;
        assert_near(
            urgency(&params, move_),
            0.379_310 * bound + 0.620_690 * 0.75,
        );
    }

    #[test]
    fn what_is_missing_leaves_the_other_alone() {
        let mut params = SearchParams::default();
        params.ucb.first_play = 1.1;
        for schedule in [Schedule::Hand, Schedule::LeastError] {
            params.rave.schedule = schedule;
            assert_near(urgency(&params, [0.0, 0.0, 20.0, 15.0]), 0.75);
            assert_near(urgency(&params, [0.0; 4]), 1.1);
        }
        params.ucb.exploration = 0.0;
        assert_near(urgency(&params, [10.0, 4.0, 0.0, 0.0]), 0.4);
    }
}
