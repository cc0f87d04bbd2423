//! The memory of the tree: blocks of edges that lie side by side, handed out by a counter.
//!
//! Memory is taken a chunk at a time, up to a limit, and kept for the next search; nothing is given
//! back one by one. A block never crosses a chunk, so that the children of a node are one slice.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::edge::{Edge, Link};
use crate::network_sums::NetworkSums;

/// The number of edges in a chunk; more than any position has moves.
const CHUNK: u32 = 1 << 13;

/// A move in the tree and the node behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Its number: small, and no other node of the tree has it.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Children that lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) first: u32,
    pub(crate) count: u16,
}

impl Block {
    /// The child of this number.
    #[inline(always)]
    pub(crate) const fn child(self, i: usize) -> NodeId {
        NodeId(self.first + i as u32)
    }

    pub(crate) fn ids(self) -> impl Iterator<Item = NodeId> {
        (self.first..self.first + u32::from(self.count)).map(NodeId)
    }
}

#[derive(Debug)]
struct Chunk {
    edges: Box<[Edge]>,
    links: Box<[Link]>,
    /// Empty where no network evaluates.
    networks: Box<[NetworkSums]>,
}

impl Chunk {
    fn new(networks: bool) -> Self {
        let sums = if networks { CHUNK } else { 0 };
        Self {
            edges: (0..CHUNK).map(|_| Edge::default()).collect(),
            links: (0..CHUNK).map(|_| Link::default()).collect(),
            networks: (0..sums).map(|_| NetworkSums::default()).collect(),
        }
    }
}

/// See the module's head.
#[derive(Debug)]
pub(crate) struct Arena {
    chunks: Box<[OnceLock<Chunk>]>,
    next: AtomicU32,
    limit: u32,
    networks: bool,
}

impl Arena {
    /// The bytes that a node takes.
    pub(crate) const fn node_bytes(networks: bool) -> usize {
        let sums = if networks {
            size_of::<NetworkSums>()
        } else {
            0
        };
        size_of::<Edge>() + size_of::<Link>() + sums
    }

    /// An empty arena that takes at most this many bytes, but at least one chunk.
    pub(crate) fn new(bytes: usize, networks: bool) -> Self {
        let chunks = bytes / (CHUNK as usize * Self::node_bytes(networks));
        let chunks = chunks.clamp(1, (u32::MAX / CHUNK) as usize);
        Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(0),
            limit: chunks as u32 * CHUNK,
            networks,
        }
    }

    /// Hands all blocks back; the memory is kept.
    pub(crate) fn clear(&mut self) {
        *self.next.get_mut() = 0;
    }

    /// A block of `count` children, or none if the arena is full. What they hold is left over from
    /// earlier and has to be planted.
    pub(crate) fn block(&self, count: u16) -> Option<Block> {
        let wanted = u32::from(count);
        let mut next = self.next.load(Relaxed);
        loop {
            let room = CHUNK - next % CHUNK;
            let first = if room < wanted { next + room } else { next };
            if wanted > CHUNK || first >= self.limit || self.limit - first < wanted {
                return None;
            }
            let taken = first + wanted;
            match self
                .next
                .compare_exchange_weak(next, taken, Relaxed, Relaxed)
            {
                Ok(_) => {
                    self.chunks[(first / CHUNK) as usize].get_or_init(|| Chunk::new(self.networks));
                    return Some(Block { first, count });
                }
                Err(now) => next = now,
            }
        }
    }

    #[inline(always)]
    fn chunk(&self, index: u32) -> &Chunk {
        self.chunks[(index / CHUNK) as usize]
            .get()
            .expect("indices are of blocks handed out, whose chunk was made then")
    }

    /// The statistics of all children of a block.
    #[inline(always)]
    pub(crate) fn edges(&self, block: Block) -> &[Edge] {
        let start = (block.first % CHUNK) as usize;
        &self.chunk(block.first).edges[start..start + usize::from(block.count)]
    }

    /// The statistics of one move.
    #[inline(always)]
    pub(crate) fn edge(&self, id: NodeId) -> &Edge {
        &self.chunk(id.0).edges[(id.0 % CHUNK) as usize]
    }

    /// The link behind one move.
    #[inline(always)]
    pub(crate) fn link(&self, id: NodeId) -> &Link {
        &self.chunk(id.0).links[(id.0 % CHUNK) as usize]
    }

    /// The sums of networks, where networks evaluate.
    pub(crate) fn networks(&self, id: NodeId) -> Option<&NetworkSums> {
        self.chunk(id.0).networks.get((id.0 % CHUNK) as usize)
    }

    /// The sums of networks of all children of a block, where networks evaluate.
    #[inline(always)]
    pub(crate) fn network_sums(&self, block: Block) -> Option<&[NetworkSums]> {
        let start = (block.first % CHUNK) as usize;
        let networks = &self.chunk(block.first).networks;
        networks.get(start..start + usize::from(block.count))
    }

    /// The bytes handed out.
    pub(crate) fn bytes(&self) -> usize {
        self.used() as usize * Self::node_bytes(self.networks)
    }

    /// The number of edges in use.
    pub(crate) fn used(&self) -> u32 {
        self.next.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_do_not_overlap_or_cross_chunks_and_end() {
        let bytes = 3 * CHUNK as usize * Arena::node_bytes(false);
        let mut arena = Arena::new(bytes, false);
        for _ in 0..2 {
            let mut end = 0;
            let mut blocks = 0;
            while let Some(block) = arena.block(1000) {
                assert!(block.first >= end);
                end = block.first + 1000;
                assert_eq!(block.first / CHUNK, (end - 1) / CHUNK);
                assert_eq!(arena.edges(block).len(), 1000);
                blocks += 1;
            }
            assert_eq!(blocks, 3 * 8);
            assert!(arena.used() <= 3 * CHUNK);
            arena.clear();
        }
    }

    #[test]
    fn a_small_limit_still_gives_a_chunk() {
        let arena = Arena::new(0, false);
        assert!(arena.block(CHUNK as u16).is_some());
        assert!(arena.block(1).is_none());
    }
}
