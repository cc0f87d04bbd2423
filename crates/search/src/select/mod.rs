//! Selection: which move a playout takes through a node.
//!
//! The edges of a node are read in batches into plain numbers, and a [`Formula`] turns a batch into
//! urgencies without a branch, which compilers turn into vector instructions: a node of 19×19 has
//! hundreds of edges, and this loop is most of what the tree costs. Of equal urgencies the first
//! wins; the order of edges is random or by prior (see `expand`).

mod action;
mod rave;
mod ucb;

use crate::edge::Edge;
use crate::params::{SearchParams, TreePolicy};

pub(crate) use action::Action;
pub(crate) use rave::Rave;
pub(crate) use ucb::Ucb;

/// How many edges are weighed at once.
const LANES: usize = 8;

/// One number for each edge of a batch.
type Lane = [f32; LANES];

/// Some edges, as numbers. Virtual playouts and playouts under way are counted in.
struct Batch {
    visits: Lane,
    wins: Lane,
    rave_visits: Lane,
    rave_wins: Lane,
    prior: Lane,
}

/// Turns statistics into urgencies.
trait Formula {
    /// Whether it looks at first plays.
    const RAVE: bool;

    /// The urgency of each edge.
    fn urgencies(&self, batch: &Batch) -> Lane;
}

/// What selection is told, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    policy: TreePolicy,
    exploration: f32,
    first_play: f32,
    rave: Rave,
    action: f32,
    losses: f32,
}

impl Selection {
    pub(crate) fn new(params: &SearchParams) -> Self {
        Self {
            policy: params.tree.policy,
            exploration: params.ucb.exploration,
            first_play: params.ucb.first_play,
            rave: Rave::new(params),
            action: params.action.exploration,
            losses: params.virtual_loss.losses,
        }
    }

    /// Whether first plays are used at all.
    pub(crate) fn uses_rave(&self) -> bool {
        self.policy == TreePolicy::UcbRave
    }

    /// The most urgent of the edges that are admitted; `visits` are those of their node. None if no
    /// edge is admitted.
    #[inline]
    pub(crate) fn select(
        &self,
        edges: &[Edge],
        visits: u32,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        match self.policy {
            TreePolicy::Ucb => {
                let ucb = Ucb::new(self.exploration, self.first_play, visits);
                self.most_urgent(edges, &ucb, admits)
            }
            TreePolicy::UcbRave => {
                let ucb = Ucb::new(self.exploration, self.first_play, visits);
                self.most_urgent(edges, &self.rave.with(ucb), admits)
            }
            TreePolicy::ActionValue => {
                self.most_urgent(edges, &Action::new(self.action, visits), admits)
            }
        }
    }

    #[inline(always)]
    fn most_urgent<F: Formula>(
        &self,
        edges: &[Edge],
        formula: &F,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (number, some) in edges.chunks(LANES).enumerate() {
            let urgencies = formula.urgencies(&self.batch::<F>(some));
            for (i, (edge, &urgency)) in some.iter().zip(&urgencies).enumerate() {
                if urgency > most && admits.is_none_or(|admits| admits(edge.code())) {
                    most = urgency;
                    best = Some(number * LANES + i);
                }
            }
        }
        best
    }

    #[inline(always)]
    fn batch<F: Formula>(&self, edges: &[Edge]) -> Batch {
        let mut batch = Batch {
            visits: [0.0; LANES],
            wins: [0.0; LANES],
            rave_visits: [0.0; LANES],
            rave_wins: [0.0; LANES],
            prior: [0.0; LANES],
        };
        for (i, edge) in edges.iter().enumerate() {
            let (virtual_visits, virtual_wins) = edge.virtual_playouts();
            let lost = self.losses * f32::from(edge.under_way());
            batch.visits[i] = edge.visits() as f32 + virtual_visits + lost;
            batch.wins[i] = edge.wins() + virtual_wins;
            batch.prior[i] = edge.prior();
            if F::RAVE {
                (batch.rave_visits[i], batch.rave_wins[i]) = edge.rave();
            }
        }
        batch
    }
}
