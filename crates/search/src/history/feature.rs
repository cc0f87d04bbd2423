//! Feature points, and the way from one of them back to the root.
//!
//! A feature point is a node for which the number of its generations and the number of its wins both pass a threshold.
//! The report says neither threshold; they are parameters. Of the feature points the one of the highest win
//! rate counts, and the move that begins the way to it is the answer. Win rates are those of the player to move at the root,
//! at every generation: the report does not say whose they are, and this is our reading. So a point behind a bad answer
//! of the opponent counts as if the opponent would give it; that is how the method is, as far as it is described.
//!
//! Ties go to the node that was generated more often, then to the one of the earlier generation, then to the first in
//! the order of the tree, which depends on nothing but the playouts. Where paths merge, the way back goes through the
//! parent that generated a node most often.
//!
//! Where no node is a feature point, as with few playouts or in a lost position, the report is silent too. We take the
//! first move with the most wins, as a flat search would that trusts no small numbers.

use std::cmp::Ordering;

use super::memory::Memory;
use super::tree::{GameTree, NodeNumber};

/// The conditions that make a node a feature point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// The least number of generations; no fewer than two, since a node that was generated once is a playout and
    /// no point of a tree.
    pub generated: u32,
    /// The least number of wins.
    pub won: u32,
}

/// The node that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The feature point of the highest win rate.
    Feature(NodeNumber),
    /// There is none: the node of the first generation with the most wins.
    MostWins(NodeNumber),
}

impl Choice {
    /// The node.
    #[must_use]
    pub const fn node(self) -> NodeNumber {
        match self {
            Self::Feature(node) | Self::MostWins(node) => node,
        }
    }
}

/// A move on the way from the root to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its code.
    pub code: u16,
    /// The number of times that the node behind it was generated.
    pub generated: u32,
}

impl GameTree {
    /// The feature points, in the order of the tree.
    pub fn features(&self, thresholds: Thresholds) -> impl Iterator<Item = NodeNumber> {
        self.stored().filter(move |&node| {
            let (generated, won) = self.counts(node);
            generated >= thresholds.generated.max(2) && won >= thresholds.won
        })
    }

    /// The node that decides; none if no playout has a move.
    #[must_use]
    pub fn choose(&self, thresholds: Thresholds) -> Option<Choice> {
        if let Some(best) = first_of(self.features(thresholds), |a, b| self.by_rate(a, b)) {
            return Some(Choice::Feature(best));
        }
        let first = self.stored().take_while(|&node| self.generation(node) == 1);
        first_of(first, |a, b| self.by_wins(a, b)).map(Choice::MostWins)
    }

    /// Compares two nodes by their win rates, then by their generations.
    #[must_use]
    pub fn by_rate(&self, a: NodeNumber, b: NodeNumber) -> Ordering {
        let ((an, aw), (bn, bw)) = (self.counts(a), self.counts(b));
        let left = u64::from(aw) * u64::from(bn);
        let right = u64::from(bw) * u64::from(an);
        left.cmp(&right).then(an.cmp(&bn))
    }

    fn by_wins(&self, a: NodeNumber, b: NodeNumber) -> Ordering {
        let (aw, bw) = (self.counts(a).1, self.counts(b).1);
        aw.cmp(&bw).then(self.by_rate(a, b))
    }

    /// The moves that lead from the root to a node.
    #[must_use]
    pub fn way(&self, memory: &Memory, node: NodeNumber) -> Vec<Step> {
        let mut way = Vec::new();
        let mut at = &self.nodes[node.index()];
        while at.generation > 0 {
            let parent = &self.nodes[at.parent.index()];
            let mut generated = at.generated;
            for ply in (parent.generation..at.generation).rev() {
                let code = memory.code(at.via as usize, ply as usize);
                way.extend(code.map(|code| Step { code, generated }));
                // What lies between two stored nodes was generated once.
                generated = 1;
            }
            at = parent;
        }
        way.reverse();
        way
    }
}

/// The greatest, and the first among equals.
fn first_of(
    nodes: impl Iterator<Item = NodeNumber>,
    compare: impl Fn(NodeNumber, NodeNumber) -> Ordering,
) -> Option<NodeNumber> {
    nodes.reduce(|best, node| match compare(node, best) {
        Ordering::Greater => node,
        Ordering::Less | Ordering::Equal => best,
    })
}
