//! The patterns that are known.

use super::ring::{MAX_SIZE, Rings, Shape};

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

/// Which tags there may be: a few bits for each in a word that it chooses (B. Bloom, "Space/time
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

    /// The word of a tag, and its bits there.
    #[inline(always)]
    const fn place(&self, tag: u32) -> (usize, u64) {
        let hash = (tag as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = 1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63);
        ((hash >> self.shift) as usize, bits)
    }

    fn add(&mut self, tag: u32) {
        let (word, bits) = self.place(tag);
        self.words[word] |= bits;
    }

    /// Whether there may be such a tag.
    #[inline(always)]
    fn has(&self, tag: u32) -> bool {
        let (word, bits) = self.place(tag);
        self.words[word] & bits == bits
    }
}

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
        self.filter.add(tag);
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
        self.largest_of(keys, self.guess(keys))
    }

    /// How many of these keys may be known: hardly ever more than are, and never fewer.
    #[inline(always)]
    pub(super) fn guess(&self, keys: &[u64]) -> usize {
        // All are asked, since that needs no branches and the answers do not wait for each other.
        let mut known = 0_u32;
        for (i, &key) in keys.iter().enumerate() {
            known |= u32::from(self.filter.has(tag(key))) << i;
        }
        known.trailing_ones() as usize
    }

    /// The largest, if no more than so many are known.
    #[inline(always)]
    pub(super) fn largest_of(&self, keys: &[u64], guess: usize) -> u32 {
        let known = keys[..guess].iter().rev().map(|&key| self.number(key));
        known.into_iter().find(|&number| number != 0).unwrap_or(0)
    }
}

const fn tag(key: u64) -> u32 {
    (key >> 32) as u32
}
