//! The action value: the mean and a bonus that follows the prior and falls with visits.
//!
//! C. Rosin, "Multi-armed bandits with episode context", 2011, in the form of D. Silver et al.,
//! "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016:
//! Q + c·P·sqrt(n) / (1 + n_u). A move without playouts has the mean of a half, or what it inherits (`mixture.heirs`).

use super::{Batch, Formula, LANES, Lane};

/// The formula at one node.
pub(crate) struct Action {
    /// c·sqrt(n).
    weight: f32,
    /// The mean of a move without playouts.
    unseen: f32,
}

impl Action {
    /// The formula at a node of so many playouts.
    pub(crate) fn new(exploration: f32, visits: u32, unseen: f32) -> Self {
        Self {
            weight: exploration * (visits.max(1) as f32).sqrt(),
            unseen,
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
