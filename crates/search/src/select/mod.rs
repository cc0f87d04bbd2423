//! Selection: which move a playout takes through a node.
//!
//! The edges of a node are read in batches into plain numbers, and a [`Formula`] turns a batch into
//! urgencies without a branch, which compilers turn into vector instructions: a node of 19×19 has
//! hundreds of edges, and this loop is most of what the tree costs. A batch is large enough that its
//! numbers have reached the cache before the formula reads them in vectors. Of equal urgencies the first
//! wins; the order of edges is random or by prior (see `expand`).
//!
//! Where networks evaluate beside playouts, the mean of a move is the mixture of the two, whatever the formula
//! (see `network_sums`); a search without them is compiled as if there were none.

mod action;
mod bias;
mod rave;
mod ucb;

use crate::edge::{Edge, RAVE_WIN, VIRTUAL};
use crate::network_sums::NetworkSums;
use crate::params::{ActionParams, MixtureParams, SearchParams, TreePolicy};

pub(crate) use action::Action;
pub(crate) use bias::Bias;
pub(crate) use rave::Rave;
pub(crate) use ucb::Ucb;

/// The number of edges that are weighed at once.
const LANES: usize = 32;

/// One number for each edge of a batch.
type Lane = [f32; LANES];

/// Some edges, as they are counted; to be turned into numbers all at once.
struct Counts {
    visits: [i32; LANES],
    under_way: [i32; LANES],
    virtual_visits: [i32; LANES],
    virtual_wins: [i32; LANES],
    rave_visits: [i32; LANES],
    rave_wins: [i32; LANES],
}

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
    /// True if it looks at first plays.
    const RAVE: bool;
    /// True if it looks at priors.
    const PRIOR: bool;

    /// The urgency of each edge.
    fn urgencies(&self, batch: &Batch) -> Lane;
}

/// The sum of the values of a move, as a formula is to see it.
trait Worth: Copy {
    /// The sum for the edge of this number.
    fn wins(self, number: usize, edge: &Edge) -> f32;

    /// The mean that a move without playouts is credited with, where a formula credits it with one.
    fn unseen(self) -> f32 {
        0.5
    }
}

/// All visits count alike.
#[derive(Clone, Copy)]
struct Visits;

impl Worth for Visits {
    #[inline(always)]
    fn wins(self, _: usize, edge: &Edge) -> f32 {
        edge.wins()
    }
}

/// Playouts and networks are mixed, λ being the share of playouts.
#[derive(Clone, Copy)]
struct Mixed<'a> {
    sums: &'a [NetworkSums],
    lambda: f32,
    /// The mean of networks that a move has which they have not seen.
    heir: Option<f32>,
}

impl Worth for Mixed<'_> {
    #[inline(always)]
    fn wins(self, number: usize, edge: &Edge) -> f32 {
        // Most moves have no visits, and their sums need not be fetched.
        match edge.visits() {
            0 => 0.0,
            _ => self.sums[number].mixed_wins(edge, self.lambda, self.heir),
        }
    }

    #[inline(always)]
    fn unseen(self) -> f32 {
        self.heir.unwrap_or(0.5)
    }
}

/// The parameters of selection, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    policy: TreePolicy,
    exploration: f32,
    first_play: f32,
    rave: Rave,
    /// None where it would weigh nothing.
    bias: Option<Bias>,
    action: ActionParams,
    losses: f32,
    mixture: MixtureParams,
    /// λ at the stage of the game, the share of playouts beside networks.
    lambda: f32,
}

impl Selection {
    pub(crate) fn new(params: &SearchParams) -> Self {
        Self {
            policy: params.tree.policy,
            exploration: params.ucb.exploration,
            first_play: params.ucb.first_play,
            rave: Rave::new(params),
            bias: Bias::new(&params.bias),
            action: params.action.clone(),
            losses: params.virtual_loss.losses,
            mixture: params.mixture.clone(),
            lambda: params.mixture.lambda,
        }
    }

    /// Takes λ from how far the game has come, 0 at its beginning and 1 at its end.
    pub(crate) fn set_phase(&mut self, phase: f32) {
        let MixtureParams { lambda, drift, .. } = self.mixture;
        self.lambda = (lambda + drift * phase).clamp(0.0, 1.0);
    }

    /// λ, the share of playouts beside networks.
    pub(crate) const fn lambda(&self) -> f32 {
        self.lambda
    }

    /// True if the results of games that end in the tree count as networks' evaluations do.
    pub(crate) const fn counts_endings(&self) -> bool {
        self.mixture.endings
    }

    /// True if first plays are used at all.
    pub(crate) fn uses_rave(&self) -> bool {
        self.policy == TreePolicy::UcbRave
    }

    /// The most urgent of the edges that are admitted; `visits` are those of their node, `sums` the edges' sums of
    /// networks where there are any, and its own. None if no edge is admitted.
    #[inline]
    pub(crate) fn select(
        &self,
        edges: &[Edge],
        sums: Option<(&[NetworkSums], &NetworkSums)>,
        visits: u32,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        match sums {
            None => self.by_policy(edges, Visits, visits, admits),
            Some(sums) => self.mixed(edges, sums, visits, admits),
        }
    }

    /// Kept apart, so that the ways without networks stay short.
    #[inline(never)]
    fn mixed(
        &self,
        edges: &[Edge],
        (sums, own): (&[NetworkSums], &NetworkSums),
        visits: u32,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        // What is good for whoever moved here is bad for whoever is to move.
        let heir = || own.network_mean().map(|mean| 1.0 - mean);
        let mixed = Mixed {
            sums,
            lambda: self.lambda,
            heir: self.mixture.heirs.then(heir).flatten(),
        };
        self.by_policy(edges, mixed, visits, admits)
    }

    #[inline(always)]
    fn by_policy<W: Worth>(
        &self,
        edges: &[Edge],
        worth: W,
        visits: u32,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        match self.policy {
            TreePolicy::ActionValue => {
                let action = Action::new(&self.action, edges, visits, worth.unseen());
                self.most_urgent(edges, worth, &action, admits)
            }
            _ if self.exploration > 0.0 => self.by_bounds::<true, W>(edges, worth, visits, admits),
            _ => self.by_bounds::<false, W>(edges, worth, visits, admits),
        }
    }

    #[inline(always)]
    fn by_bounds<const EXPLORES: bool, W: Worth>(
        &self,
        edges: &[Edge],
        worth: W,
        visits: u32,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        let ucb = Ucb::<EXPLORES>::new(self.exploration, self.first_play, visits);
        match (self.bias, self.uses_rave()) {
            (None, true) => self.most_urgent(edges, worth, &self.rave.with(ucb), admits),
            (None, false) => self.most_urgent(edges, worth, &ucb, admits),
            (Some(bias), true) => self.biased(edges, worth, &bias.on(self.rave.with(ucb)), admits),
            (Some(bias), false) => self.biased(edges, worth, &bias.on(ucb), admits),
        }
    }

    /// The same as [`Selection::most_urgent`], kept apart so that the ways without a bias stay short.
    #[inline(never)]
    fn biased<W: Worth, F: Formula>(
        &self,
        edges: &[Edge],
        worth: W,
        formula: &F,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        self.most_urgent(edges, worth, formula, admits)
    }

    #[inline(always)]
    fn most_urgent<W: Worth, F: Formula>(
        &self,
        edges: &[Edge],
        worth: W,
        formula: &F,
        admits: Option<&dyn Fn(u16) -> bool>,
    ) -> Option<usize> {
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (number, some) in edges.chunks(LANES).enumerate() {
            let urgencies = formula.urgencies(&self.batch::<W, F>(some, worth, number * LANES));
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
    fn batch<W: Worth, F: Formula>(&self, edges: &[Edge], worth: W, first: usize) -> Batch {
        let mut batch = Batch {
            visits: [0.0; LANES],
            wins: [0.0; LANES],
            rave_visits: [0.0; LANES],
            rave_wins: [0.0; LANES],
            prior: [0.0; LANES],
        };
        let mut counts = Counts {
            visits: [0; LANES],
            under_way: [0; LANES],
            virtual_visits: [0; LANES],
            virtual_wins: [0; LANES],
            rave_visits: [0; LANES],
            rave_wins: [0; LANES],
        };
        for (i, edge) in edges.iter().enumerate().take(LANES) {
            counts.visits[i] = edge.visits().cast_signed();
            counts.under_way[i] = i32::from(edge.under_way());
            let (visits, wins) = edge.virtual_units();
            counts.virtual_visits[i] = i32::from(visits);
            counts.virtual_wins[i] = i32::from(wins);
            batch.wins[i] = worth.wins(first + i, edge);
            if F::PRIOR {
                batch.prior[i] = edge.prior();
            }
            if F::RAVE {
                (counts.rave_visits[i], counts.rave_wins[i]) = edge.rave_units();
            }
        }
        for i in 0..LANES {
            let lost = self.losses * counts.under_way[i] as f32;
            let known = counts.virtual_visits[i] as f32 * (1.0 / VIRTUAL);
            batch.visits[i] = counts.visits[i] as f32 + known + lost;
            batch.wins[i] += counts.virtual_wins[i] as f32 * (1.0 / VIRTUAL);
            batch.rave_visits[i] = counts.rave_visits[i] as f32;
            batch.rave_wins[i] = counts.rave_wins[i] as f32 * (1.0 / RAVE_WIN);
        }
        batch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Seedling, units};

    /// Edges with so many playouts each, all of them won but for the share lost.
    fn edges(counts: &[(u32, f32)]) -> Vec<Edge> {
        let planted = counts.iter().zip(0..).map(|(&(visits, mean), code)| {
            let edge = Edge::default();
            edge.plant(Seedling::new(code));
            for _ in 0..visits {
                edge.add(units(mean));
            }
            edge
        });
        planted.collect()
    }

    #[test]
    fn a_playout_under_way_counts_as_losses() {
        // 10 playouts at 0.6 against 10 at 0.55: one thread below the first makes it 6 / (10 + l).
        let mut params = SearchParams::default();
        params.ucb.exploration = 0.0;
        for (losses, expected) in [(0.0, 0), (0.5, 0), (1.0, 1), (3.0, 1)] {
            params.virtual_loss.losses = losses;
            let edges = edges(&[(10, 0.6), (10, 0.55)]);
            edges[0].enter();
            let selection = Selection::new(&params);
            // 6 / 10.5 = 0.571, 6 / 11 = 0.545.
            assert_eq!(selection.select(&edges, None, 20, None), Some(expected));
            edges[0].leave();
            assert_eq!(selection.select(&edges, None, 20, None), Some(0));
        }
    }

    #[test]
    fn a_bias_leads_to_likely_moves_until_they_are_known() {
        // Equal means; the second is likelier. Whatever the policy, it comes first only with a bias,
        // and no more when a better mean has been seen often enough.
        let plant = |visits: u32, mean: f32, prior: f32, code: u16| {
            let edge = Edge::default();
            edge.plant(Seedling {
                prior,
                ..Seedling::new(code)
            });
            for _ in 0..visits {
                edge.add(units(mean));
            }
            edge
        };
        let mut params = SearchParams::default();
        params.ucb.exploration = 0.0;
        for policy in [TreePolicy::Ucb, TreePolicy::UcbRave] {
            params.tree.policy = policy;
            for (weight, visits, mean, expected) in [
                (0.0, 10, 0.5, 0),
                (0.1, 10, 0.5, 1),
                (0.1, 10, 0.75, 0),
                (1.0, 10, 0.75, 1),
                (1.0, 100_000, 0.75, 0),
            ] {
                params.bias.weight = weight;
                let edges = [plant(visits, mean, 0.1, 0), plant(visits, 0.5, 0.6, 1)];
                let found = Selection::new(&params).select(&edges, None, 2 * visits, None);
                assert_eq!(found, Some(expected), "{policy:?} {weight} {visits} {mean}");
            }
        }
    }

    #[test]
    fn moves_that_no_network_has_seen_inherit() {
        // Playouts prefer the first move, 0.7 to 0.5; the network has seen the first alone and gives it 0.4. With λ = 0.5
        // that is 0.55 against 0.5, or against (0.5 + 0.75) / 2 where the second inherits what the network says of the node.
        let edges = edges(&[(10, 0.7), (10, 0.5)]);
        let sums = [NetworkSums::default(), NetworkSums::default()];
        sums[0].add(units(0.4), 0.0, false);
        let own = NetworkSums::default();
        // In the view of whoever moved to the node.
        own.add(units(0.25), 0.0, false);
        let mut params = SearchParams::default();
        params.ucb.exploration = 0.0;
        params.mixture.lambda = 0.5;
        for (heirs, expected) in [(false, 0), (true, 1)] {
            params.mixture.heirs = heirs;
            let selection = Selection::new(&params);
            let found = selection.select(&edges, Some((&sums, &own)), 20, None);
            assert_eq!(found, Some(expected), "{heirs}");
        }
        // A move without playouts: 0.75 from the node, or a half, against 0.55 and a small bonus.
        let plant = |visits| {
            let edge = Edge::default();
            edge.plant(Seedling {
                prior: 0.01,
                ..Seedling::new(visits)
            });
            (0..visits).for_each(|_| edge.add(units(0.7)));
            edge
        };
        let edges = [plant(10), plant(0)];
        params.tree.policy = TreePolicy::ActionValue;
        params.action.exploration = 0.1;
        for (heirs, expected) in [(false, 0), (true, 1)] {
            params.mixture.heirs = heirs;
            let selection = Selection::new(&params);
            let found = selection.select(&edges, Some((&sums, &own)), 10, None);
            assert_eq!(found, Some(expected), "{heirs}");
        }
    }

    #[test]
    fn a_new_move_is_thought_worse_the_more_of_the_priors_is_known() {
        // Means of 0.4 with priors of 0.49 together; the third move has none, and the mean of a half less r·0.7.
        let plant = |visits: u32, prior: f32| {
            let edge = Edge::default();
            edge.plant(Seedling {
                prior,
                ..Seedling::new(visits as u16)
            });
            (0..visits).for_each(|_| edge.add(units(0.4)));
            edge
        };
        let edges = [plant(5, 0.24), plant(4, 0.25), plant(0, 0.01)];
        let mut params = SearchParams::default();
        params.tree.policy = TreePolicy::ActionValue;
        params.action.exploration = 0.0;
        for (reduction, expected) in [(0.0, 2), (0.14, 2), (0.15, 0), (1.0, 0)] {
            params.action.reduction = reduction;
            let found = Selection::new(&params).select(&edges, None, 9, None);
            assert_eq!(found, Some(expected), "{reduction}");
        }
    }

    #[test]
    fn the_best_is_found_wherever_it_is() {
        let params = SearchParams::default();
        for best in [0, 1, LANES - 1, LANES, 2 * LANES + 5] {
            let counts: Vec<(u32, f32)> = (0..3 * LANES)
                .map(|i| (4, if i == best { 1.0 } else { 0.5 }))
                .collect();
            let found = Selection::new(&params).select(&edges(&counts), None, 100, None);
            assert_eq!(found, Some(best));
        }
    }
}
