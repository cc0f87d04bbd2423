//! The tree: a root and what grows from it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arena::{Arena, Block, NodeId};
use crate::edge::{Children, Edge, Link, Seedling};
use crate::network_sums::NetworkSums;

/// See the module's head.
#[derive(Debug)]
pub(crate) struct Tree {
    arena: Arena,
    /// The arena in which a subtree is kept while the rest is thrown away.
    spare: Option<Arena>,
    full: AtomicBool,
    /// Another one whenever nodes that were known are others from then on.
    generation: u64,
}

impl Tree {
    /// The root; its statistics are in the view of the side that is not to move.
    pub(crate) const ROOT: NodeId = NodeId(0);

    /// An empty tree that takes at most so many bytes. A tree that keeps subtrees has to hold two at
    /// times, so each gets half.
    pub(crate) fn new(bytes: usize, keeps: bool, networks: bool) -> Self {
        let bytes = if keeps { bytes / 2 } else { bytes };
        let mut tree = Self {
            arena: Arena::new(bytes, networks),
            spare: keeps.then(|| Arena::new(bytes, networks)),
            full: AtomicBool::new(false),
            generation: 0,
        };
        tree.reset();
        tree
    }

    /// Forgets everything but the root.
    pub(crate) fn reset(&mut self) {
        self.generation += 1;
        *self.full.get_mut() = false;
        begin(&mut self.arena);
    }

    /// A number that tells this tree from those before it.
    #[inline(always)]
    pub(crate) const fn generation(&self) -> u64 {
        self.generation
    }

    /// The sums of networks at a node, where networks evaluate.
    pub(crate) fn networks(&self, node: NodeId) -> Option<&NetworkSums> {
        self.arena.networks(node)
    }

    /// The sums of networks of all children of a block, where networks evaluate.
    #[inline(always)]
    pub(crate) fn network_sums(&self, block: Block) -> Option<&[NetworkSums]> {
        self.arena.network_sums(block)
    }

    /// The mean value of a node, in the view of the player who moves there, λ being the share of playouts
    /// beside networks.
    pub(crate) fn mean(&self, node: NodeId, lambda: f32) -> f64 {
        let edge = self.edge(node);
        let sums = self.networks(node);
        sums.map_or_else(|| edge.mean(), |sums| sums.mixed(edge, lambda))
    }

    /// The mean score of a node in Black's view, mixed likewise; 0 without any.
    pub(crate) fn mean_score(&self, node: NodeId, lambda: f32) -> f64 {
        let (edge, sum) = (self.edge(node), self.link(node).score());
        match self.networks(node) {
            Some(sums) => sums.mixed_score(edge, sum, lambda),
            None => sum / f64::from(edge.visits().max(1)),
        }
    }

    /// True if the memory is used up.
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// The number of bytes that the tree takes.
    pub(crate) fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    #[inline(always)]
    pub(crate) fn edge(&self, node: NodeId) -> &Edge {
        self.arena.edge(node)
    }

    #[inline(always)]
    pub(crate) fn link(&self, node: NodeId) -> &Link {
        self.arena.link(node)
    }

    #[inline(always)]
    pub(crate) fn edges(&self, block: Block) -> &[Edge] {
        self.arena.edges(block)
    }

    /// The children of a node, unless it is a leaf.
    #[inline(always)]
    pub(crate) fn children(&self, node: NodeId) -> Option<Block> {
        match self.link(node).children() {
            Children::Are { first, count } => Some(Block { first, count }),
            Children::None | Children::Expanding => None,
        }
    }

    /// Makes a leaf an inner node; none if another thread is at it or the memory is used up.
    /// `moves` is asked only if the leaf is ours, and has to give at least one.
    pub(crate) fn expand<'a>(
        &self,
        leaf: NodeId,
        moves: impl FnOnce() -> &'a [Seedling],
    ) -> Option<Block> {
        if self.is_full() || !self.link(leaf).claim() {
            return None;
        }
        let block = self.plant(moves());
        match block {
            Some(Block { first, count }) => self.link(leaf).grow(first, count),
            None => self.link(leaf).give_up(),
        }
        block
    }

    fn plant(&self, moves: &[Seedling]) -> Option<Block> {
        let count = u16::try_from(moves.len()).ok().filter(|&n| n > 0)?;
        let Some(block) = self.arena.block(count) else {
            self.full.store(true, Relaxed);
            return None;
        };
        for (edge, &seedling) in self.edges(block).iter().zip(moves) {
            edge.plant(seedling);
        }
        for child in block.ids() {
            self.link(child).clear();
            if let Some(sums) = self.networks(child) {
                sums.clear();
            }
        }
        Some(block)
    }

    /// Makes the child of the root with this code the root, and keeps what is below it; false, and
    /// an empty tree, if there is no such child or trees are not kept.
    pub(crate) fn advance(&mut self, code: u16) -> bool {
        let child = self.children(Self::ROOT).and_then(|block| {
            let mut ids = block.ids();
            ids.find(|&id| self.edge(id).code() == code)
        });
        let (Some(child), Some(mut spare)) = (child, self.spare.take()) else {
            self.reset();
            return false;
        };
        begin(&mut spare);
        self.copy(child, &spare);
        // A root is looked at more closely than other nodes are.
        if let Some(sums) = spare.networks(Self::ROOT) {
            sums.reopen();
        }
        self.spare = Some(std::mem::replace(&mut self.arena, spare));
        *self.full.get_mut() = false;
        self.generation += 1;
        true
    }

    /// Copies the tree below a node into an arena of the same size.
    fn copy(&self, from: NodeId, to: &Arena) {
        let copy_numbers = |old, new| {
            to.edge(new).copy(self.edge(old));
            to.link(new).copy_score(self.link(old));
            if let (Some(new), Some(old)) = (to.networks(new), self.networks(old)) {
                new.copy(old);
            }
        };
        copy_numbers(from, Self::ROOT);
        let mut open = vec![(from, Self::ROOT)];
        while let Some((old, new)) = open.pop() {
            let Some(block) = self.children(old) else {
                continue;
            };
            // Blocks pack differently in another order, so the last ones may not find room.
            let Some(copy) = to.block(block.count) else {
                continue;
            };
            for (old, new) in block.ids().zip(copy.ids()) {
                to.link(new).clear();
                copy_numbers(old, new);
                if self.children(old).is_some() {
                    open.push((old, new));
                }
            }
            to.link(new).grow(copy.first, copy.count);
        }
    }
}

/// Empties an arena and plants the root.
fn begin(arena: &mut Arena) {
    arena.clear();
    let root = arena
        .block(1)
        .expect("an arena holds at least a chunk")
        .child(0);
    debug_assert_eq!(root, Tree::ROOT);
    arena.edge(root).plant(Seedling::new(crate::parts::NO_CODE));
    arena.link(root).clear();
    if let Some(sums) = arena.networks(root) {
        sums.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seedlings(codes: std::ops::Range<u16>) -> Vec<Seedling> {
        codes.map(Seedling::new).collect()
    }

    #[test]
    fn a_subtree_is_kept_with_all_its_numbers() {
        let mut tree = Tree::new(8 << 20, true, true);
        let top = tree.expand(Tree::ROOT, || &[]);
        assert_eq!(top, None);
        let moves = seedlings(0..5);
        let top = tree.expand(Tree::ROOT, || &moves).unwrap();
        assert_eq!(tree.expand(Tree::ROOT, || &moves), None);
        let below = seedlings(10..13);
        let middle = tree.expand(top.child(3), || &below).unwrap();
        tree.edge(top.child(3)).add(crate::edge::units(1.0));
        tree.edge(middle.child(2)).add(crate::edge::units(0.5));
        tree.link(middle.child(2)).add_score(-4.5);
        let sums = tree.networks(middle.child(2)).unwrap();
        sums.add(crate::edge::units(0.25), 0.0, false);
        assert!(tree.advance(3));
        assert_eq!(tree.edge(Tree::ROOT).visits(), 1);
        let kept = tree.children(Tree::ROOT).unwrap();
        assert_eq!(kept.count, 3);
        assert_eq!(tree.edge(kept.child(2)).code(), 12);
        assert_eq!(tree.edge(kept.child(2)).wins(), 0.5);
        assert_eq!(tree.link(kept.child(2)).score(), -4.5);
        let sums = tree.networks(kept.child(2)).unwrap();
        assert_eq!((sums.networks().count, sums.networks().value), (1, 0.25));
        let playouts = sums.playouts(tree.edge(kept.child(2)));
        assert_eq!((playouts.count, playouts.value), (1, 0.5));
        assert_eq!(tree.networks(kept.child(1)).unwrap().networks().count, 0);
        assert!(!tree.advance(99));
        assert_eq!(tree.children(Tree::ROOT), None);
        assert_eq!(tree.edge(Tree::ROOT).visits(), 0);
    }

    #[test]
    fn a_full_tree_says_so_and_refuses() {
        let tree = Tree::new(0, false, false);
        let moves = seedlings(0..4000);
        let top = tree.expand(Tree::ROOT, || &moves).unwrap();
        assert!(!tree.is_full());
        assert!(tree.expand(top.child(0), || &moves).is_some());
        assert_eq!(tree.expand(top.child(1), || &moves), None);
        assert!(tree.is_full());
        assert_eq!(tree.children(top.child(1)), None);
    }
}
