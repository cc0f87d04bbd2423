//! What a search knows of positions, in bounded memory.
//!
//! A fixed number of buckets of four entries each. What took the least work makes room; entries of an
//! earlier search are as good as empty, so that a new one begins without clearing anything.

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
    pub(super) path: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    search: u32,
    known: Known,
}

const WAYS: usize = 4;

/// The table.
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
    search: u32,
}

impl Table {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(1);
        let none = Entry {
            key: 0,
            search: 0,
            known: Known {
                proof: 1,
                disproof: 1,
                act: None,
                work: 0,
                path: 0,
            },
        };
        Self {
            entries: vec![none; buckets * WAYS],
            buckets,
            search: 1,
        }
    }

    /// Forgets everything.
    pub(super) const fn forget(&mut self) {
        self.search += 1;
    }

    #[inline]
    const fn start(&self, key: u128) -> usize {
        // The upper half of the product is a number below the number of buckets.
        let place = ((key >> 64) as u64 as u128 * self.buckets as u128) >> 64;
        place as usize * WAYS
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<Known> {
        let start = self.start(key);
        let bucket = &self.entries[start..start + WAYS];
        let own = |entry: &&Entry| entry.key == key as u64 && entry.search == self.search;
        bucket.iter().find(own).map(|entry| entry.known)
    }

    /// Remembers what is known of a position.
    pub(super) fn put(&mut self, key: u128, known: Known) {
        let start = self.start(key);
        let search = self.search;
        let bucket = &mut self.entries[start..start + WAYS];
        let own = |entry: &Entry| entry.key == key as u64 && entry.search == search;
        let place = bucket.iter().position(own).or_else(|| {
            let worth = |i: &usize| match bucket[*i].search == search {
                true => bucket[*i].known.work + 1,
                false => 0,
            };
            (0..WAYS).min_by_key(worth)
        });
        if let Some(place) = place {
            bucket[place] = Entry {
                key: key as u64,
                search,
                known,
            };
        }
    }
}
