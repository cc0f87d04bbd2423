//! The table of positions that were searched, shared by threads without locks.
//!
//! An entry is two words, of which the first is the key XORed with the second: when two threads write the same entry at
//! once, the key no longer fits, and the entry is not found.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use tengen_shogi::Move;

use super::pages::enlarge;
use super::value::Bound;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The best move, none if there is none known.
    pub(crate) mv: Move,
    /// The value, with mates counted from the position.
    pub(crate) value: i32,
    /// What is known of it.
    pub(crate) bound: Bound,
    /// The depth of the search.
    pub(crate) depth: i32,
    /// The value without search; [`UNKNOWN`] in check.
    pub(crate) still: i32,
}

/// No value without search.
pub(crate) const UNKNOWN: i32 = -32_002;

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// Entries that share a line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// See the module's head.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

const fn pack(found: &Found, age: u8) -> u64 {
    let bound = match found.bound {
        Bound::Exact => 3,
        Bound::Lower => 2,
        Bound::Upper => 1,
    };
    (found.mv.bits() as u64)
        | (found.value as i16 as u16 as u64) << 16
        | (found.still as i16 as u16 as u64) << 32
        | ((found.depth + 8) as u8 as u64) << 48
        | ((age << 2 | bound) as u64) << 56
}

const fn unpack(data: u64) -> Found {
    Found {
        mv: Move::from_bits(data as u16),
        value: (data >> 16) as u16 as i16 as i32,
        still: match (data >> 32) as u16 as i16 as i32 {
            i if i == UNKNOWN as i16 as i32 => UNKNOWN,
            i => i,
        },
        depth: (data >> 48) as u8 as i32 - 8,
        bound: match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

impl Table {
    /// A table of so many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        // Before the memory is touched: pages are given out then.
        enlarge(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Self {
            buckets,
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets
            .iter_mut()
            .for_each(|bucket| *bucket = Bucket::default());
        self.age = AtomicU8::new(0);
    }

    /// Says that another search begins: what older ones left gives way first.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// How full it is, in thousandths, by a sample.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed) & 63;
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let now = |entry: &&Entry| {
            let data = entry.data.load(Ordering::Relaxed);
            data != 0 && (data >> 58) as u8 == age
        };
        sample.filter(now).count() as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let n = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[n as usize]
    }

    /// Asks for the entries of a key before they are wanted.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint never faults, and the address is that of a bucket.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position of a key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Found> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let same = entry.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            same.then(|| unpack(data))
        })
    }

    /// Keeps what was found out, unless what is there is worth more.
    #[inline]
    pub(crate) fn keep(&self, key: u64, mut found: Found) {
        let age = self.age.load(Ordering::Relaxed) & 63;
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Ordering::Relaxed);
            if data == 0 {
                place = entry;
                break;
            }
            let old = unpack(data);
            if entry.check.load(Ordering::Relaxed) ^ data == key {
                let same_age = (data >> 58) as u8 == age;
                if found.bound != Bound::Exact && same_age && old.depth > found.depth + 3 {
                    return;
                }
                if found.mv == Move::NONE {
                    found.mv = old.mv;
                }
                place = entry;
                break;
            }
            let years = i32::from(age.wrapping_sub((data >> 58) as u8) & 63);
            let worth = old.depth - 4 * years;
            if worth < least {
                least = worth;
                place = entry;
            }
        }
        let data = pack(&found, age);
        place.data.store(data, Ordering::Relaxed);
        place.check.store(key ^ data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        let table = Table::new(1);
        let found = |depth, value| Found {
            mv: Move::parse("7g7f").unwrap(),
            value,
            bound: Bound::Lower,
            depth,
            still: UNKNOWN,
        };
        assert!(table.find(77).is_none());
        table.keep(77, found(-3, -31_950));
        let back = table.find(77).unwrap();
        assert_eq!((back.value, back.depth, back.still), (-31_950, -3, UNKNOWN));
        assert_eq!(
            (back.mv.to_string().as_str(), back.bound),
            ("7g7f", Bound::Lower)
        );
        table.keep(77, found(12, 5));
        assert_eq!(table.find(77).unwrap().depth, 12);
        // What is much deeper stays.
        table.keep(77, found(2, 9));
        assert_eq!(table.find(77).unwrap().depth, 12);
        table.grow_older();
        table.keep(77, found(2, 9));
        assert_eq!(table.find(77).unwrap().depth, 2);
    }
}
