//! The knowledge of a search about positions, in bounded memory.
//!
//! A fixed number of buckets of two entries, a bucket to a cache line: to wait for memory is most of
//! what a search does. A position that is decided needs a zone and no numbers, one that is not needs
//! numbers and no zone, so both have one place. What took less work makes room; entries of an earlier
//! search are as good as empty, so that a new one begins without clearing anything.

use super::field::Bits;
use super::state::Act;

/// More than any number of a proof that is not final.
pub(super) const INFINITE: u32 = 1 << 30;

/// The knowledge about a position: proof and disproof number, the move to look at first, and what it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The zone that the result rests on, if there is one.
    pub(super) zone: Bits,
    pub(super) act: Option<Act>,
    pub(super) work: u32,
    /// The path by which alone a disproof is known to hold; 0 if it holds by any.
    pub(super) path: u16,
}

/// The kind of the two words of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Proof and disproof number.
    Open,
    /// The zone of a proof.
    Proved,
    /// The zone of a disproof.
    Disproved,
}

/// An entry of 32 bytes.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    words: [u64; 2],
    work: u32,
    path: u16,
    search: u8,
    /// A bit of the field, or one of the numbers below; its kind is in the two upper bits of the search.
    act: u8,
}

const NO_ACT: u8 = 127;
const PASS: u8 = 126;
/// Searches are numbered below this, and what an entry is takes the bits from here on.
const SEARCHES: u8 = 64;

impl Entry {
    const NONE: Self = Self {
        key: 0,
        words: [0; 2],
        work: 0,
        path: 0,
        search: 0,
        act: NO_ACT,
    };

    const fn search(&self) -> u8 {
        self.search % SEARCHES
    }

    const fn kind(&self) -> Kind {
        match self.search / SEARCHES {
            0 => Kind::Open,
            1 => Kind::Proved,
            _ => Kind::Disproved,
        }
    }

    const fn known(&self) -> Known {
        let zone = (self.words[0] as Bits) << 64 | self.words[1] as Bits;
        let (proof, disproof, zone) = match self.kind() {
            Kind::Open => (self.words[0] as u32, self.words[1] as u32, 0),
            Kind::Proved => (0, INFINITE, zone),
            Kind::Disproved => (INFINITE, 0, zone),
        };
        Known {
            proof,
            disproof,
            zone,
            act: match self.act {
                NO_ACT => None,
                PASS => Some(Act::Pass),
                bit => Some(Act::Play(bit)),
            },
            work: self.work,
            path: self.path,
        }
    }

    fn new(key: u128, known: &Known, search: u8) -> Self {
        let (kind, words) = match (known.proof, known.disproof) {
            (0, _) => (1, [(known.zone >> 64) as u64, known.zone as u64]),
            (_, 0) => (2, [(known.zone >> 64) as u64, known.zone as u64]),
            (proof, disproof) => (0, [u64::from(proof), u64::from(disproof)]),
        };
        Self {
            key: key as u64,
            words,
            work: known.work,
            path: known.path,
            search: search + kind * SEARCHES,
            act: match known.act {
                None => NO_ACT,
                Some(Act::Pass) => PASS,
                Some(Act::Play(bit)) => bit,
            },
        }
    }
}

/// Two entries on one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// A look at a position without a search: numbers, and a zone if it is decided.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    key: u64,
    pub(super) proof: u32,
    pub(super) disproof: u32,
    zone: [u64; 2],
}

impl Glance {
    const NONE: Self = Self {
        key: 0,
        proof: 1,
        disproof: 1,
        zone: [0; 2],
    };

    /// The zone of the result, if there is one.
    pub(super) const fn zone(&self) -> Bits {
        (self.zone[0] as Bits) << 64 | self.zone[1] as Bits
    }
}

/// The number of glances that are kept: moves that were never searched are looked at again and again.
const GLANCES: usize = 1 << 17;

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    glances: Vec<Glance>,
    search: u8,
}

impl Table {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![Bucket([Entry::NONE; 2]); buckets],
            glances: vec![Glance::NONE; GLANCES],
            search: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.glances.fill(Glance::NONE);
        self.search += 1;
        if self.search == SEARCHES {
            self.buckets.fill(Bucket([Entry::NONE; 2]));
            self.search = 1;
        }
    }

    /// The glance at a position, if one is kept.
    #[inline]
    pub(super) fn glance(&self, key: u128) -> Option<&Glance> {
        let glance = &self.glances[(key >> 64) as usize % GLANCES];
        (glance.key == key as u64).then_some(glance)
    }

    /// Remembers what is seen of a position.
    #[inline]
    pub(super) fn notice(&mut self, key: u128, proof: u32, disproof: u32, zone: Bits) {
        self.glances[(key >> 64) as usize % GLANCES] = Glance {
            key: key as u64,
            proof,
            disproof,
            zone: [(zone >> 64) as u64, zone as u64],
        };
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

    /// The knowledge about a position.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<Known> {
        let bucket = &self.buckets[self.place(key)].0;
        let own = |entry: &&Entry| entry.key == key as u64 && entry.search() == self.search;
        bucket.iter().find(own).map(Entry::known)
    }

    /// Remembers what is known of a position.
    pub(super) fn put(&mut self, key: u128, known: &Known) {
        let place = self.place(key);
        let search = self.search;
        let bucket = &mut self.buckets[place].0;
        let own = |entry: &Entry| entry.key == key as u64 && entry.search() == search;
        let worth = |entry: &Entry| match entry.search() == search {
            true => u64::from(entry.work) + 1,
            false => 0,
        };
        let place = match bucket.iter().position(own) {
            Some(place) => place,
            None => usize::from(worth(&bucket[1]) < worth(&bucket[0])),
        };
        bucket[place] = Entry::new(key, known, search);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u128 = 1 << 90 | 77;

    fn known(proof: u32, disproof: u32, zone: Bits) -> Known {
        Known {
            proof,
            disproof,
            zone,
            act: Some(Act::Play(125)),
            work: 9,
            path: 3,
        }
    }

    #[test]
    fn numbers_and_zones_come_back() {
        let mut table = Table::new(1 << 12);
        for (proof, disproof, zone) in [(5, 7, 0), (0, INFINITE, 1 << 100), (INFINITE, 0, 6)] {
            table.put(KEY, &known(proof, disproof, zone));
            let back = table.get(KEY).unwrap();
            assert_eq!(
                (back.proof, back.disproof, back.zone),
                (proof, disproof, zone)
            );
            assert_eq!(
                (back.act, back.work, back.path),
                (Some(Act::Play(125)), 9, 3)
            );
        }
    }

    #[test]
    fn what_is_forgotten_stays_so_however_many_searches_follow() {
        let mut table = Table::new(1 << 12);
        table.put(KEY, &known(5, 7, 0));
        for _ in 0..300 {
            table.forget();
            assert!(table.get(KEY).is_none());
        }
    }
}
