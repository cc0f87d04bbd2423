//! The lists of all leaves: where they lie, how they turn.
//!
//! Lists are made when a leaf has its first playout, from memory that is taken a chunk at a time and
//! kept; nothing is cleared, neither between leaves nor between searches. A list that begins full of
//! NIL is one of which nothing has been written yet: what is beyond the writing is not read.
//!
//! The lists of a leaf that gets children keep their memory until the next search, though nobody looks
//! at them any more.
//!
//! All threads share them. Two threads that write into one list at the same time may lose an entry,
//! which is as harmless as a refusal less.

use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// The entry that is nothing; no move and no position has it, but for one hash in 2⁶⁴.
pub(super) const NIL: u64 = 0;

/// The number of nodes that share a chunk of places.
const PLACES: usize = 1 << 16;
/// The bytes that a chunk of lists takes, if those of a single leaf do not take more.
const CHUNK: usize = 1 << 20;

/// See the module's head.
#[derive(Debug)]
pub(super) struct Lists {
    /// By node: in which search its lists were made (high half), and their number (low half).
    places: Box<[OnceLock<Chunk>]>,
    /// The lists of leaves, side by side.
    leaves: Box<[OnceLock<Chunk>]>,
    next: AtomicU32,
    search: AtomicU32,
    /// The number of leaves that share a chunk of lists.
    shared: usize,
    depth: usize,
    /// The entries that a list has room for.
    room: usize,
}

type Chunk = Box<[AtomicU64]>;

fn chunk(words: usize) -> Chunk {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}

impl Lists {
    /// Lists of at most `room` entries, `depth` for each leaf, in so many bytes, but for a chunk at
    /// least.
    pub(super) fn new(depth: usize, room: usize, bytes: usize) -> Self {
        let shared = (CHUNK / Self::bytes(depth, room)).max(1);
        let chunks = bytes / (shared * Self::bytes(depth, room));
        let chunks = chunks.clamp(1, u32::MAX as usize / shared);
        let empty = |n| (0..n).map(|_| OnceLock::new()).collect();
        Self {
            places: empty((u32::MAX as usize + 1) / PLACES),
            leaves: empty(chunks),
            next: AtomicU32::new(0),
            search: AtomicU32::new(1),
            shared,
            depth,
            room,
        }
    }

    /// The bytes that the lists of a leaf take.
    pub(super) const fn bytes(depth: usize, room: usize) -> usize {
        size_of::<AtomicU64>() * Self::words(depth, room)
    }

    const fn words(depth: usize, room: usize) -> usize {
        // How long the lists are, where each stands, and their entries.
        1 + depth + depth * room
    }

    /// Drops all lists.
    pub(super) fn clear(&self) {
        self.next.store(0, Relaxed);
        // After 2³² times a number comes again. A node that was not met in between would then have
        // the lists of another: a few refusals for nothing.
        self.search.fetch_add(1, Relaxed);
    }

    /// The lists of a node, if it has any.
    pub(super) fn find(&self, node: usize) -> Option<Leaf<'_>> {
        let place = self.places.get(node / PLACES)?.get()?[node % PLACES].load(Acquire);
        let (search, number) = ((place >> 32) as u32, place as u32);
        (search == self.search.load(Relaxed)).then(|| self.leaf(number as usize))?
    }

    /// New lists for a node, of this length; `None` if there is no memory left.
    pub(super) fn make(&self, node: usize, length: usize) -> Option<Leaf<'_>> {
        let places = self.places.get(node / PLACES)?;
        if self.next.load(Relaxed) as usize / self.shared >= self.leaves.len() {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        let chunk_of = self.leaves.get(number as usize / self.shared)?;
        chunk_of.get_or_init(|| chunk(self.shared * Self::words(self.depth, self.room)));
        let leaf = self.leaf(number as usize)?;
        leaf.begin(length.min(self.room));
        let place = u64::from(self.search.load(Relaxed)) << 32 | u64::from(number);
        // Whoever finds the place finds the lists as they were begun.
        places.get_or_init(|| chunk(PLACES))[node % PLACES].store(place, Release);
        Some(leaf)
    }

    fn leaf(&self, number: usize) -> Option<Leaf<'_>> {
        let chunk = self.leaves.get(number / self.shared)?.get()?;
        let words = Self::words(self.depth, self.room);
        let own = chunk.get(number % self.shared * words..)?.get(..words)?;
        let (length, rest) = own.split_first()?;
        let (heads, entries) = rest.split_at_checked(self.depth)?;
        Some(Leaf {
            length,
            heads,
            entries,
            room: self.room,
        })
    }
}

/// The lists of one leaf: a queue for each of the first moves of its playouts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'a> {
    length: &'a AtomicU64,
    /// The heads of the queues: how many entries are written (high half), where the next goes (low
    /// half).
    heads: &'a [AtomicU64],
    entries: &'a [AtomicU64],
    room: usize,
}

impl<'a> Leaf<'a> {
    fn begin(self, length: usize) {
        self.length.store(length as u64, Relaxed);
        for head in self.heads {
            head.store(0, Relaxed);
        }
    }

    /// L_k of this leaf.
    #[inline]
    pub(super) fn length(self) -> usize {
        self.length.load(Relaxed) as usize
    }

    /// Reads a word of each line of the cache that written entries take. The moves of a playout
    /// would wait for these lines one after the other; here they are all fetched at once.
    #[inline]
    pub(super) fn touch(self) {
        const WORDS_OF_LINE: usize = 8;
        let mut sum = 0;
        for m in 0..self.heads.len() {
            let (written, _) = self.head(m);
            for word in self.queue(m)[..written].iter().step_by(WORDS_OF_LINE) {
                sum ^= word.load(Relaxed);
            }
        }
        std::hint::black_box(sum);
    }

    /// The number of entries written in a queue, and the index where the next goes.
    #[inline]
    fn head(self, m: usize) -> (usize, usize) {
        let head = self.heads[m].load(Relaxed);
        ((head >> 32) as usize, head as u32 as usize)
    }

    #[inline]
    fn queue(self, m: usize) -> &'a [AtomicU64] {
        &self.entries[m * self.room..(m + 1) * self.room]
    }

    /// Tests if an entry is in a queue.
    #[inline]
    pub(super) fn contains(self, m: usize, entry: u64) -> bool {
        let (written, _) = self.head(m);
        let queue = &self.queue(m)[..written];
        queue.iter().any(|other| other.load(Relaxed) == entry)
    }

    /// Puts an entry at the end of a queue and takes the one at its front away.
    #[inline]
    pub(super) fn push(self, m: usize, entry: u64) {
        let (written, next) = self.head(m);
        let length = self.length();
        self.queue(m)[next].store(entry, Relaxed);
        let next = if next + 1 >= length { 0 } else { next + 1 };
        let written = (written + 1).min(length);
        self.heads[m].store((written as u64) << 32 | next as u64, Relaxed);
    }

    /// The entries written in a queue, the front first.
    fn written(self, m: usize) -> impl Iterator<Item = u64> {
        let (written, next) = self.head(m);
        // As long as less than the whole is written, the front is at the beginning.
        let front = if written < self.length() { 0 } else { next };
        let (late, early) = self.queue(m)[..written].split_at(front);
        early.iter().chain(late).map(|entry| entry.load(Relaxed))
    }

    /// Begins with what the leaf above remembers of its second move on.
    pub(super) fn inherit(self, parent: Leaf<'_>) {
        for m in 1..self.heads.len() {
            parent.written(m).for_each(|entry| self.push(m - 1, entry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(leaf: Leaf<'_>, m: usize) -> Vec<u64> {
        leaf.written(m).collect()
    }

    #[test]
    fn a_queue_turns() {
        let lists = Lists::new(2, 3, 0);
        let leaf = lists.make(7, 3).unwrap();
        assert!(!leaf.contains(0, NIL), "what is not written is not read");
        for entry in [4, 5, NIL] {
            leaf.push(0, entry);
        }
        assert_eq!(queue(leaf, 0), [4, 5, NIL]);
        leaf.push(0, 6);
        assert_eq!(queue(leaf, 0), [5, NIL, 6]);
        assert!(leaf.contains(0, 5) && !leaf.contains(0, 4) && !leaf.contains(1, 5));
        assert_eq!(queue(leaf, 1), []);
    }

    #[test]
    fn lists_may_be_shorter_than_their_room() {
        let lists = Lists::new(1, 18, 0);
        let leaf = lists.make(0, 2).unwrap();
        (1..=5).for_each(|entry| leaf.push(0, entry));
        assert_eq!((leaf.length(), queue(leaf, 0)), (2, vec![4, 5]));
    }

    #[test]
    fn each_node_has_its_own_and_none_in_the_next_search() {
        let lists = Lists::new(1, 2, 0);
        let nodes = [0, 1, 65_535, 65_536, 4_000_000_000];
        for node in nodes {
            assert!(lists.find(node).is_none());
            lists.make(node, 2).unwrap().push(0, node as u64 + 1);
        }
        for node in nodes {
            assert_eq!(queue(lists.find(node).unwrap(), 0), [node as u64 + 1]);
        }
        lists.clear();
        for node in nodes {
            assert!(lists.find(node).is_none());
        }
        assert_eq!(queue(lists.make(1, 2).unwrap(), 0), []);
    }

    #[test]
    fn memory_that_is_used_up_gives_no_more_lists() {
        for (depth, room, leaves) in [(5, 18, 1365), (32, 500, 8)] {
            // 1365 times 768 bytes are a little less than a mebibyte.
            let lists = Lists::new(depth, room, 1 << 20);
            for node in 0..leaves {
                assert!(lists.make(node, 1).is_some());
            }
            assert!(lists.make(leaves, 1).is_none());
            assert!(lists.find(0).is_some());
            lists.clear();
            assert!(lists.make(leaves, 1).is_some());
        }
    }

    #[test]
    fn a_child_begins_with_what_its_parent_remembers_of_later_moves() {
        let lists = Lists::new(3, 3, 0);
        let parent = lists.make(0, 3).unwrap();
        for entry in 1..=4 {
            parent.push(0, entry);
            parent.push(1, 10 + entry);
        }
        parent.push(2, 20);
        let child = lists.make(1, 2).unwrap();
        child.inherit(parent);
        assert_eq!(queue(child, 0), [13, 14], "the last that it has room for");
        assert_eq!(queue(child, 1), [20]);
        assert_eq!(queue(child, 2), []);
    }
}
