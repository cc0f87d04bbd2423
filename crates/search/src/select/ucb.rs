//! Upper confidence bounds applied to trees.
//!
//! L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006, in the form that the
//! papers of this project use: X_u + C·sqrt(2·ln n / n_u), with X_u the win rate of the player who
//! moves, n_u the playouts of the move and n those of the node. A move without playouts has the
//! first-play urgency (Y. Wang and S. Gelly, "Modifications of UCT and sequence-like simulations for
//! Monte-Carlo Go", CIG 2007), by default so large that every move is tried once first.

use super::{Batch, Formula, LANES, Lane};
use crate::portable::ln;

/// The formula at one node. Where C is 0, as often beside first plays, `EXPLORES` is false and the
/// root is not drawn for nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ucb<const EXPLORES: bool> {
    exploration: f32,
    first_play: f32,
    /// 2·ln n.
    log: f32,
}

impl<const EXPLORES: bool> Ucb<EXPLORES> {
    /// The formula at a node of so many playouts.
    pub(crate) fn new(exploration: f32, first_play: f32, visits: u32) -> Self {
        Self {
            exploration,
            first_play,
            log: 2.0 * ln((visits.max(1)) as f32),
        }
    }

    /// The bound of a move with playouts; not finite without any.
    #[inline(always)]
    pub(super) fn bound(&self, visits: f32, wins: f32) -> f32 {
        let mean = wins / visits;
        if EXPLORES {
            mean + self.exploration * (self.log / visits).sqrt()
        } else {
            mean
        }
    }

    /// The urgency of a move that nothing is known about.
    #[inline(always)]
    pub(super) const fn first_play(&self) -> f32 {
        self.first_play
    }
}

impl<const EXPLORES: bool> Formula for Ucb<EXPLORES> {
    const RAVE: bool = false;
    const PRIOR: bool = false;

    #[inline(always)]
    fn urgencies(&self, batch: &Batch) -> Lane {
        let mut urgencies = [0.0; LANES];
        for (i, urgency) in urgencies.iter_mut().enumerate() {
            let n = batch.visits[i];
            let bound = self.bound(n, batch.wins[i]);
            *urgency = if n > 0.0 { bound } else { self.first_play };
        }
        urgencies
    }
}
