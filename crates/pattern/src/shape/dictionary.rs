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
        let Some((&last, rest)) = keys.split_last() else {
            return 0;
        };
        let number = self.number(last);
        if number != 0 {
            return number;
        }
        let (mut best, mut low, mut high) = (0, 0, rest.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.number(rest[middle]) {
                0 => high = middle,
                number => {
                    best = number;
                    low = middle + 1;
                }
            }
        }
        best
    }
}

const fn tag(key: u64) -> u32 {
    (key >> 32) as u32
}
