//! The action value: the mean and a bonus that follows the prior and falls with visits.
//!
//! C. Rosin, "Multi-armed bandits with episode context", 2011, in the form of D. Silver et al.,
//! "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016:
//! Q + c·P·sqrt(n) / (1 + n_u). A move without playouts has the mean of a half, or what it inherits (`mixture.heirs`), less
//! `action.reduction` times the square root of the priors of the moves that have some, as in Leela Zero and KataGo: where
//! likely moves are known, an unlikely one is probably no better.

use super::{Batch, Formula, LANES, Lane};
use crate::edge::Edge;
use crate::params::ActionParams;

/// The formula at one node.
pub(crate) struct Action {
    /// c·sqrt(n).
    weight: f32,
    /// The mean of a move without playouts.
    unseen: f32,
}

impl Action {
    /// The formula at a node of so many playouts.
    pub(crate) fn new(params: &ActionParams, edges: &[Edge], visits: u32, unseen: f32) -> Self {
        let reduction = match params.reduction {
            0.0 => 0.0,
            reduction => {
                let prior = |edge: &Edge| if edge.visits() > 0 { edge.prior() } else { 0.0 };
                reduction * edges.iter().map(prior).sum::<f32>().sqrt()
            }
        };
        Self {
            weight: params.exploration * (visits.max(1) as f32).sqrt(),
            unseen: unseen - reduction,
        }
    }
}

impl Formula for Action {
    const RAVE: bool = false;
    const PRIOR: bool = true;

    #[inline(always)]
    fn urgencies(&self, batch: &Batch) -> Lane {
        let mut urgencies = [0.0; LANES];
        for (i, urgency) in urgencies.iter_mut().enumerate() {
            let n = batch.visits[i];
            let mean = batch.wins[i] / n.max(0.001);
            let mean = if n > 0.0 { mean } else { self.unseen };
            *urgency = mean + self.weight * batch.prior[i] / (1.0 + n);
        }
        urgencies
    }
}
