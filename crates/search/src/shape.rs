//! The shape of a tree, by which methods that widen or deepen it are compared.

use crate::tree::Tree;

/// The shape of a tree. A node counts as soon as a playout went through it; moves that were only
/// considered do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Nodes, the root included.
    pub nodes: u64,
    /// Those of them that have children, tried or not.
    pub expanded: u64,
    /// The moves below them that no playout has tried.
    pub untried: u64,
    /// The number of plies between the root and the deepest node.
    pub deepest: usize,
    /// The number of nodes so many plies below the root, the root first.
    pub depths: Vec<u64>,
    /// The number of playouts that went through these.
    pub playouts: Vec<u64>,
}

impl Shape {
    /// Walks the tree.
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut shape = Self::default();
        let mut open = vec![(Tree::ROOT, 0)];
        while let Some((node, depth)) = open.pop() {
            shape.count(depth, u64::from(tree.edge(node).visits()));
            let Some(block) = tree.children(node) else {
                continue;
            };
            shape.expanded += 1;
            for child in block.ids() {
                if tree.edge(child).visits() > 0 {
                    open.push((child, depth + 1));
                } else {
                    shape.untried += 1;
                }
            }
        }
        shape
    }

    fn count(&mut self, depth: usize, playouts: u64) {
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, 0);
            self.playouts.resize(depth + 1, 0);
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(depth);
        self.depths[depth] += 1;
        self.playouts[depth] += playouts;
    }

    /// The number of nodes without children.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.nodes - self.expanded
    }

    /// The number of plies below the root at which playouts left the tree, in the mean; 0 without
    /// playouts.
    #[must_use]
    pub fn mean_depth(&self) -> f64 {
        let Some((&all, deeper)) = self.playouts.split_first() else {
            return 0.0;
        };
        // Who leaves at depth d went through a node at each of the depths 1 to d.
        deeper.iter().sum::<u64>() as f64 / all.max(1) as f64
    }
}
