//! The patterns that are known.

use super::ring::{MAX_SIZE, Rings, Shape, scramble};

/// Known patterns and their numbers, from 1.
#[derive(Clone, Debug)]
pub struct Dictionary {
    rings: Rings,
    /// Which ring each pattern ends with, and what stands in it.
    shapes: Vec<(u8, Shape)>,
    /// A number for each image of each pattern, found by the low bits of its key and told from others
    /// by the high ones; 0 is an empty place.
    slots: Vec<Slot>,
    mask: usize,
    filter: Filter,
}

/// Which keys there may be: a few bits for each in a word that it chooses (B. Bloom, "Space/time
/// trade-offs in hash coding with allowable errors", 1970).
///
/// Most sizes that are asked for are not known. The slots are too many for the caches near the
/// processor, and this is a sixteenth of them; it tells one in forty wrongly to be there.
#[derive(Clone, Debug)]
struct Filter {
    words: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// For so many slots, a power of two.
    fn new(slots: usize) -> Self {
        let words = (slots / 16).max(2);
        Self {
            words: vec![0; words],
            shift: 64 - words.trailing_zeros(),
        }
    }

    /// The word of a key, and its bits there. Keys are hashes: their high bits choose the word, and
    /// others the bits.
    #[inline(always)]
    const fn place(&self, key: u64) -> (usize, u64) {
        let bits = BITS[(key >> 24) as usize % BITS.len()];
        ((key >> self.shift) as usize, bits)
    }

    fn add(&mut self, key: u64) {
        let (word, bits) = self.place(key);
        self.words[word] |= bits;
    }

    /// Whether there may be such a key.
    #[inline(always)]
    fn has(&self, key: u64) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }
}

/// Three bits of a word, in so many ways that keys of one word seldom have the same.
const BITS: &[u64; 512] = &{
    let mut all = [0; 512];
    let mut i = 0;
    while i < all.len() {
        let hash = scramble(i as u64);
        all[i] = 1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63);
        i += 1;
    }
    all
};

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    tag: u32,
    number: u32,
}

impl Dictionary {
    /// A dictionary of these patterns, each with its last ring; their numbers are their places, from 1.
    #[must_use]
    pub fn new(size: usize, shapes: Vec<(u8, Shape)>) -> Self {
        let rings = Rings::new(size);
        let places = (shapes.len() * 8 * 5 / 3).next_power_of_two().max(16);
        let mut dictionary = Self {
            rings,
            shapes: Vec::new(),
            slots: vec![Slot::default(); places],
            mask: places - 1,
            filter: Filter::new(places),
        };
        let mut keys = [0; MAX_SIZE];
        for (&(ring, shape), number) in shapes.iter().zip(1..) {
            for symmetry in 0..8 {
                dictionary.rings.keys(&shape, symmetry, &mut keys);
                dictionary.insert(keys[usize::from(ring)], number);
            }
        }
        dictionary.shapes = shapes;
        dictionary
    }

    fn insert(&mut self, key: u64, number: u32) {
        let tag = tag(key);
        let mut place = key as usize & self.mask;
        while self.slots[place].number != 0 {
            if self.slots[place].tag == tag {
                // An image that is the same, or one that cannot be told from another pattern.
                return;
            }
            place = (place + 1) & self.mask;
        }
        self.slots[place] = Slot { tag, number };
        self.filter.add(key);
    }

    /// The rings of its patterns.
    #[must_use]
    pub const fn rings(&self) -> &Rings {
        &self.rings
    }

    /// The patterns, each with its last ring.
    #[must_use]
    pub fn shapes(&self) -> &[(u8, Shape)] {
        &self.shapes
    }

    /// How many patterns are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The number of the pattern with this key, or 0.
    #[inline]
    #[must_use]
    pub fn number(&self, key: u64) -> u32 {
        let tag = tag(key);
        let mut place = key as usize & self.mask;
        loop {
            let slot = self.slots[place];
            if slot.number == 0 || slot.tag == tag {
                return slot.number;
            }
            place = (place + 1) & self.mask;
        }
    }

    /// The number of the largest known pattern among these keys, the smallest pattern's first; 0 if
    /// none is known.
    #[inline]
    #[must_use]
    pub fn largest(&self, keys: &[u64]) -> u32 {
        let known = keys.iter().rev().map(|&key| self.number(key));
        known.into_iter().find(|&number| number != 0).unwrap_or(0)
    }

    /// Writes the keys of a point's patterns, the smallest first, given the words that sum up to them,
    /// as far as they may be known; and tells how many that are: hardly ever more than are known, and
    /// never fewer.
    #[inline(always)]
    pub(super) fn guess(&self, words: &[u64], keys: &mut [u64; MAX_SIZE]) -> usize {
        let (mut hash, mut count) = (0, 0);
        // A few are asked together, since that needs no branches and the answers do not wait for each
        // other; often the larger ones need not be asked.
        for (words, keys) in words.chunks(ASKED).zip(keys.chunks_mut(ASKED)) {
            let (mut known, mut bit) = (0_u32, 1);
            for (&word, key) in words.iter().zip(keys) {
                hash ^= word;
                *key = hash;
                known |= if self.filter.has(hash) { bit } else { 0 };
                bit <<= 1;
            }
            let ones = known.trailing_ones() as usize;
            count += ones;
            if ones < words.len() {
                break;
            }
        }
        count
    }
}

/// How many sizes of a pattern are asked for together.
const ASKED: usize = 4;

const fn tag(key: u64) -> u32 {
    (key >> 32) as u32
}
