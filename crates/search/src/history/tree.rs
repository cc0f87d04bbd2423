//! The game tree, by merging the sequences of playouts.
//!
//! A node of generation d stands for what playouts have done in their first d moves. Two readings of "the same":
//!
//! * [`Merging::Sequences`]: the same moves in the same order. The tree is a tree.
//! * [`Merging::Transpositions`]: the same moves by the same sides, in whatever order. Paths merge. The key of a node is
//!   the sum of random numbers for its moves, one for each side and code, so that the order is of no account and a
//!   point that is played again counts again. It is not a hash of the board: two orders of the same moves that differ in
//!   what was captured on the way are one node here. Playouts need not be played again for it, which is what makes it
//!   cheap. Nodes of different generations are never one.
//!
//! The tree is made layer by layer. Each playout has a place in the current layer; its next move makes the key of
//! its node in the next one, the keys are sorted, and each run of equal keys is a node. A node that was generated
//! but once is not stored: below it there is one playout and nothing else until paths merge, and where they do, the node they
//! meet in remembers the playout and the last stored node before, which is enough to walk back. So nothing is
//! lost: all counts are exact, at every depth. Without transpositions nothing merges below such a node, and its
//! playout is followed no further.

use tengen_game::{Color, Rng};

use super::memory::Memory;

/// The sequences that lead to the same node. See the module's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// The same moves in the same order.
    Sequences,
    /// The same moves by the same sides in any order.
    Transpositions,
}

/// A stored node of a [`GameTree`]; the root is number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeNumber(pub(super) u32);

impl NodeNumber {
    /// The root.
    pub const ROOT: Self = Self(0);

    /// Its place among all stored nodes, the root included.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: the root, those of the first generation, and all that were generated at least twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The number of moves between the root and it.
    pub(super) generation: u32,
    pub(super) generated: u32,
    pub(super) won: u32,
    /// The nearest stored node on the way back, over the parent that generated this node most often.
    pub(super) parent: NodeNumber,
    /// A playout that came this way: its moves lead from there to here.
    pub(super) via: u32,
}

/// Counts of a tree's nodes, stored or not; the root is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Playouts.
    pub playouts: u64,
    /// Those that were begun at an earlier position of the game.
    pub older: u64,
    /// Nodes.
    pub nodes: u64,
    /// Pairs of a node and a parent that generated it.
    pub paths: u64,
    /// Nodes of the second generation and below that were generated at least twice.
    pub shared: u64,
    /// Nodes with two parents or more: transpositions.
    pub merged: u64,
}

impl Census {
    /// The share of the paths into nodes that led to a node that another path had led to: 1 − nodes / paths.
    #[must_use]
    pub fn merging_paths(&self) -> f64 {
        (self.paths - self.nodes) as f64 / self.paths.max(1) as f64
    }

    /// The share that was reached in different ways of the nodes below the first generation that were generated
    /// more than once. Only these can be reached so at all.
    #[must_use]
    pub fn merged_nodes(&self) -> f64 {
        self.merged as f64 / self.shared.max(1) as f64
    }
}

/// The state of a playout while the tree is made. The order is the one they are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    key: u64,
    /// The number of its node in the last layer, or its own slot with the bit [`ALONE`].
    at: u32,
    slot: u32,
}

/// Marks a playout that is alone on its node.
const ALONE: u32 = 1 << 31;

/// The seed of the random numbers of moves; any would do.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A game tree out of playouts, and what it takes to make the next one.
#[derive(Clone, Debug)]
pub struct GameTree {
    pub(super) nodes: Vec<Node>,
    census: Census,
    walks: Vec<Walk>,
    /// The last stored node of each playout that is alone, by its slot.
    left: Vec<u32>,
    /// The random number of each move, for the side that moves first and for the other.
    keys: [Vec<u64>; 2],
}

impl GameTree {
    /// A tree of nothing but a root, for a game with so many codes.
    #[must_use]
    pub fn new(codes: usize) -> Self {
        let mut rng = Rng::new(SEED);
        let keys = [(); 2].map(|()| (0..codes).map(|_| rng.bits()).collect());
        Self {
            nodes: vec![Node {
                generation: 0,
                generated: 0,
                won: 0,
                parent: NodeNumber::ROOT,
                via: 0,
            }],
            census: Census::default(),
            walks: Vec::new(),
            left: Vec::new(),
            keys,
        }
    }

    /// The counts of the tree's nodes.
    #[must_use]
    pub const fn census(&self) -> &Census {
        &self.census
    }

    /// Makes the tree of those playouts of the current position that `admits` lets in, by their slots. Wins are
    /// those of `player`; a draw is nobody's.
    pub fn grow(
        &mut self,
        memory: &Memory,
        player: Color,
        merging: Merging,
        mut admits: impl FnMut(usize) -> bool,
    ) {
        self.nodes.clear();
        self.walks.clear();
        self.left.clear();
        self.left.resize(memory.len(), 0);
        self.census = Census::default();
        let wins = |slot: u32| memory.winner(slot as usize) == Some(player);
        for slot in memory.matching().filter(|&slot| admits(slot)) {
            self.census.playouts += 1;
            self.census.older += u64::from(memory.is_older(slot));
            self.walks.push(Walk {
                key: 0,
                at: 0,
                slot: slot as u32,
            });
        }
        self.nodes.push(Node {
            generation: 0,
            generated: self.walks.len() as u32,
            won: self.walks.iter().filter(|walk| wins(walk.slot)).count() as u32,
            parent: NodeNumber::ROOT,
            via: 0,
        });
        for generation in 1.. {
            self.step(memory, generation, merging);
            if self.walks.is_empty() {
                break;
            }
            self.walks.sort_unstable();
            let mut walks = std::mem::take(&mut self.walks);
            for run in walks.chunk_by_mut(|a, b| a.key == b.key) {
                self.settle(run, generation, &wins);
            }
            if merging == Merging::Sequences {
                walks.retain(|walk| {
                    if walk.at & ALONE != 0 {
                        let below = memory.rest(walk.slot as usize) - generation as usize;
                        self.census.nodes += below as u64;
                        self.census.paths += below as u64;
                    }
                    walk.at & ALONE == 0
                });
            }
            self.walks = walks;
        }
    }

    /// Goes one move further with every playout that has one.
    fn step(&mut self, memory: &Memory, generation: u32, merging: Merging) {
        let ply = generation as usize - 1;
        let keys = &self.keys[ply % 2];
        self.walks.retain_mut(|walk| {
            let Some(code) = memory.code(walk.slot as usize, ply) else {
                return false;
            };
            walk.key = match merging {
                Merging::Sequences => u64::from(walk.at) << 16 | u64::from(code),
                Merging::Transpositions => walk.key.wrapping_add(keys[usize::from(code)]),
            };
            true
        });
    }

    /// Makes a node of the playouts that meet in it, which are in the order of where they come from.
    fn settle(&mut self, run: &mut [Walk], generation: u32, wins: &impl Fn(u32) -> bool) {
        self.census.nodes += 1;
        if run.len() == 1 && generation > 1 {
            let walk = &mut run[0];
            if walk.at & ALONE == 0 {
                self.left[walk.slot as usize] = walk.at;
                walk.at = ALONE | walk.slot;
            }
            self.census.paths += 1;
            return;
        }
        let mut parents = 0;
        let mut most: &[Walk] = &[];
        for parent in run.chunk_by(|a, b| a.at == b.at) {
            parents += 1;
            if parent.len() > most.len() {
                most = parent;
            }
        }
        let Walk { at, slot: via, .. } = most[0];
        let parent = match at & ALONE {
            0 => at,
            _ => self.left[via as usize],
        };
        self.census.paths += parents;
        self.census.shared += u64::from(generation > 1);
        self.census.merged += u64::from(parents > 1);
        let number = self.nodes.len() as u32;
        self.nodes.push(Node {
            generation,
            generated: run.len() as u32,
            won: run.iter().filter(|walk| wins(walk.slot)).count() as u32,
            parent: NodeNumber(parent),
            via,
        });
        for walk in run {
            walk.at = number;
        }
    }

    /// The number of times that a node was generated, and the number of these that were won.
    #[must_use]
    pub fn counts(&self, node: NodeNumber) -> (u32, u32) {
        let node = &self.nodes[node.index()];
        (node.generated, node.won)
    }

    /// The number of moves between the root and a node.
    #[must_use]
    pub fn generation(&self, node: NodeNumber) -> usize {
        self.nodes[node.index()].generation as usize
    }

    /// The nearest stored node on the way back to the root.
    #[must_use]
    pub fn before(&self, node: NodeNumber) -> NodeNumber {
        self.nodes[node.index()].parent
    }

    /// All stored nodes but the root: those of the first generation, then deeper and deeper ones that were generated
    /// at least twice.
    pub fn stored(&self) -> impl Iterator<Item = NodeNumber> {
        (1..self.nodes.len() as u32).map(NodeNumber)
    }

    /// The nodes of the first generation and the moves that lead to them.
    pub fn first(&self, memory: &Memory) -> impl Iterator<Item = (u16, NodeNumber)> {
        let numbered = self.stored().zip(self.nodes.iter().skip(1));
        let first = numbered.take_while(|(_, node)| node.generation == 1);
        first.filter_map(|(number, node)| Some((memory.code(node.via as usize, 0)?, number)))
    }
}
