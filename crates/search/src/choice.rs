//! The moves of the root, best first.

use std::cmp::Ordering;

use crate::arena::NodeId;
use crate::dynamic_komi::DynamicKomi;
use crate::network_sums::Mean;
use crate::params::{ChoiceParams, ChoiceRule};
use crate::tree::Tree;

/// A move of the root, in the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// Its code.
    pub code: u16,
    /// Its playouts.
    pub visits: u64,
    /// Their mean value; where there are networks, the mixture of both.
    pub mean: f64,
    /// The lower end of the interval of the mean.
    pub lcb: f64,
    /// The mean score in Black's view.
    pub score: f64,
    /// The prior.
    pub prior: f64,
    /// First plays.
    pub rave_visits: u64,
    /// Their mean value.
    pub rave_mean: f64,
    /// The line that the search expects after it, as codes with their playouts; the move itself is
    /// the first.
    pub line: Vec<(u16, u64)>,
    /// Its true value, where values are under another komi and this search has tried it.
    pub plain: Option<Plain>,
    /// Its playouts and the evaluations of networks apart, where there are networks.
    pub apart: Option<Apart>,
}

/// Evaluations by their source, in the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Playouts.
    pub playouts: Mean,
    /// Evaluations of networks.
    pub networks: Mean,
}

/// Playouts of this search through a move, by what they are worth without dynamic komi.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plain {
    /// The number of these playouts.
    pub visits: u64,
    /// Their mean value, in the view of the side to move.
    pub mean: f64,
    /// The lower end of the interval of the mean.
    pub lcb: f64,
}

/// The moves of the root that have playouts, best first; λ is the share of playouts beside networks.
pub(crate) fn moves(
    tree: &Tree,
    params: &ChoiceParams,
    komi: Option<&DynamicKomi>,
    lambda: f32,
) -> Vec<RootMove> {
    let Some(block) = tree.children(Tree::ROOT) else {
        return Vec::new();
    };
    let visited = block.ids().filter(|&id| tree.edge(id).visits() > 0);
    let mut moves: Vec<RootMove> = visited
        .map(|id| root_move(tree, id, params.confidence, lambda))
        .collect();
    moves.sort_by(|a, b| compare(a, b, params.rule));
    for m in &mut moves {
        let plain = komi.and_then(|komi| komi.plain(m.code));
        m.plain = plain.map(|(visits, mean)| Plain {
            visits,
            mean,
            lcb: lower_bound(mean, visits as f64, f64::from(params.confidence)),
        });
    }
    moves
}

fn root_move(tree: &Tree, id: NodeId, confidence: f32, lambda: f32) -> RootMove {
    let edge = tree.edge(id);
    let (visits, mean) = (edge.visits(), tree.mean(id, lambda));
    let (first_plays, first_wins) = edge.rave();
    let per = |sum: f64, n: f64| if n > 0.0 { sum / n } else { 0.5 };
    RootMove {
        code: edge.code(),
        visits: u64::from(visits),
        mean,
        lcb: lower_bound(mean, f64::from(visits), f64::from(confidence)),
        score: tree.mean_score(id, lambda),
        prior: f64::from(edge.prior()),
        rave_visits: first_plays as u64,
        rave_mean: per(f64::from(first_wins), f64::from(first_plays)),
        line: line(tree, id),
        plain: None,
        apart: tree.networks(id).map(|sums| Apart {
            playouts: sums.playouts(edge),
            networks: sums.networks(),
        }),
    }
}

/// The lower end of the interval of a mean of so many playouts, so many standard deviations wide
/// (E. B. Wilson, 1927): never certain, however few there are.
#[must_use]
pub fn lower_bound(mean: f64, visits: f64, z: f64) -> f64 {
    let z2 = z * z;
    let spread = (mean * (1.0 - mean) / visits + z2 / (4.0 * visits * visits)).sqrt();
    ((mean + z2 / (2.0 * visits) - z * spread) / (1.0 + z2 / visits)).clamp(0.0, 1.0)
}

/// Best first; among equals the one with more playouts, then the one whose mean is better, then
/// that of the lower code.
fn compare(a: &RootMove, b: &RootMove, rule: ChoiceRule) -> Ordering {
    let first = match rule {
        ChoiceRule::WinRate => b.mean.total_cmp(&a.mean),
        ChoiceRule::Visits => b.visits.cmp(&a.visits),
        ChoiceRule::Safe => b.lcb.total_cmp(&a.lcb),
    };
    first
        .then(b.visits.cmp(&a.visits))
        .then(b.mean.total_cmp(&a.mean))
        .then(a.code.cmp(&b.code))
}

/// The most visited line from a move on.
fn line(tree: &Tree, from: NodeId) -> Vec<(u16, u64)> {
    const LONGEST: usize = 64;
    let mut line = Vec::new();
    let mut at = Some(from);
    while let Some(node) = at.filter(|_| line.len() < LONGEST) {
        let edge = tree.edge(node);
        line.push((edge.code(), u64::from(edge.visits())));
        at = tree.children(node).and_then(|block| {
            let visits = |id: &NodeId| (tree.edge(*id).visits(), u32::MAX - id.0);
            block
                .ids()
                .filter(|&id| tree.edge(id).visits() > 0)
                .max_by_key(visits)
        });
    }
    line
}

/// By how many playouts the most visited of the admitted moves of the root leads.
pub(crate) fn lead(tree: &Tree, admits: impl Fn(u16) -> bool) -> u32 {
    let (mut first, mut second) = (0, 0);
    if let Some(block) = tree.children(Tree::ROOT) {
        for edge in tree.edges(block).iter().filter(|e| admits(e.code())) {
            let visits = edge.visits();
            if visits > first {
                (first, second) = (visits, first);
            } else if visits > second {
                second = visits;
            }
        }
    }
    first - second
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Seedling, units};

    /// Three moves: 1 of 1 won, 70 of 100 won, 120 of 200 won.
    fn tree() -> Tree {
        let tree = Tree::new(0, false, false);
        let moves: Vec<Seedling> = (0..4).map(Seedling::new).collect();
        let block = tree.expand(Tree::ROOT, || &moves).unwrap();
        for (i, (won, played)) in [(1, 1), (70, 100), (120, 200)].into_iter().enumerate() {
            for n in 0..played {
                let value = if n < won { 1.0 } else { 0.0 };
                tree.edge(block.child(i)).add(units(value));
            }
        }
        tree
    }

    fn order(rule: ChoiceRule) -> Vec<u16> {
        let params = ChoiceParams {
            rule,
            ..ChoiceParams::default()
        };
        moves(&tree(), &params, None, 0.7)
            .iter()
            .map(|m| m.code)
            .collect()
    }

    #[test]
    fn the_rules_choose_as_they_say() {
        assert_eq!(order(ChoiceRule::WinRate), [0, 1, 2]);
        assert_eq!(order(ChoiceRule::Visits), [2, 1, 0]);
        assert_eq!(order(ChoiceRule::Safe), [1, 2, 0]);
    }

    #[test]
    fn the_lower_bound_is_wilsons() {
        // 70 of 100 at two standard deviations: (0.7 + 0.02 − 2·sqrt(0.0021 + 0.0001)) / 1.04.
        let bound = lower_bound(0.7, 100.0, 2.0);
        assert!((bound - (0.72 - 2.0 * 0.0022f64.sqrt()) / 1.04).abs() < 1e-12);
        assert_eq!(lower_bound(0.7, 100.0, 0.0), 0.7);
        assert!(lower_bound(1.0, 1.0, 2.0) < 0.3);
    }

    #[test]
    fn the_lead_is_that_over_the_second() {
        assert_eq!(lead(&tree(), |_| true), 100);
        assert_eq!(lead(&tree(), |code| code != 2), 99);
    }
}
