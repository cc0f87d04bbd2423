//! What a search knows of positions, in bounded memory.
//!
//! A fixed number of buckets of two entries, a bucket to a cache line: to wait for memory is most of
//! what a search does. What took less work makes room; entries of an earlier search are as good as
//! empty, so that a new one begins without clearing anything.

use super::state::Act;

/// More than any number of a proof that is not final.
pub(super) const INFINITE: u32 = 1 << 30;

/// What is known of a position: proof and disproof number, the move to look at first, and what it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    pub(super) act: Option<Act>,
    pub(super) work: u32,
    /// The path by which alone a disproof is known to hold; 0 if it holds by any.
    pub(super) path: u32,
}

/// An entry of 32 bytes.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    work: u32,
    path: u32,
    search: u32,
    act: u8,
}

const NO_ACT: u8 = 255;
const PASS: u8 = 254;

impl Entry {
    const NONE: Self = Self {
        key: 0,
        proof: 1,
        disproof: 1,
        work: 0,
        path: 0,
        search: 0,
        act: NO_ACT,
    };

    const fn known(&self) -> Known {
        Known {
            proof: self.proof,
            disproof: self.disproof,
            act: match self.act {
                NO_ACT => None,
                PASS => Some(Act::Pass),
                bit => Some(Act::Play(bit)),
            },
            work: self.work,
            path: self.path,
        }
    }
}

/// Two entries on one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    search: u32,
}

impl Table {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![Bucket([Entry::NONE; 2]); buckets],
            search: 1,
        }
    }

    /// Forgets everything.
    pub(super) const fn forget(&mut self) {
        self.search += 1;
    }

    #[inline]
    const fn place(&self, key: u128) -> usize {
        // The upper half of the product is a number below the number of buckets.
        (((key >> 64) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Reads where a position would be, so that it is near when it is asked for.
    #[inline]
    pub(super) fn touch(&self, key: u128) -> u64 {
        self.buckets[self.place(key)].0[0].key
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<Known> {
        let bucket = &self.buckets[self.place(key)].0;
        let own = |entry: &&Entry| entry.key == key as u64 && entry.search == self.search;
        bucket.iter().find(own).map(Entry::known)
    }

    /// Remembers what is known of a position.
    pub(super) fn put(&mut self, key: u128, known: Known) {
        let place = self.place(key);
        let search = self.search;
        let bucket = &mut self.buckets[place].0;
        let own = |entry: &Entry| entry.key == key as u64 && entry.search == search;
        let worth = |entry: &Entry| match entry.search == search {
            true => u64::from(entry.work) + 1,
            false => 0,
        };
        let place = match bucket.iter().position(own) {
            Some(place) => place,
            None => usize::from(worth(&bucket[1]) < worth(&bucket[0])),
        };
        bucket[place] = Entry {
            key: key as u64,
            proof: known.proof,
            disproof: known.disproof,
            work: known.work,
            path: known.path,
            search,
            act: match known.act {
                None => NO_ACT,
                Some(Act::Pass) => PASS,
                Some(Act::Play(bit)) => bit,
            },
        };
    }
}
