//! The patterns that are known.

use super::ring::{MAX_SIZE, Rings, Shape, scramble};

/// Known patterns and their numbers, from 1.
#[derive(Clone, Debug)]
pub struct Dictionary {
    rings: Rings,
    /// The last ring of each pattern, and what stands in it.
    shapes: Vec<(u8, Shape)>,
    /// A number for each image of each pattern, found by the low half of its key and told from others
    /// by the high one; 0 is an empty place.
    slots: Vec<Slot>,
    /// The slots of each size. A few of the smallest patterns are most of what is met, and lie close
    /// together so.
    regions: [Region; MAX_SIZE],
    filter: Filter,
}

/// The range of the slots of a size.
#[derive(Clone, Copy, Debug, Default)]
struct Region {
    first: usize,
    count: usize,
}

impl Region {
    /// The slot at which the search for a key begins.
    #[inline(always)]
    const fn place(self, key: u64) -> usize {
        self.first + (((key & 0xffff_ffff) as usize * self.count) >> 32)
    }

    /// The slot at which it goes on.
    #[inline(always)]
    const fn next(self, place: usize) -> usize {
        if place + 1 == self.first + self.count {
            self.first
        } else {
            place + 1
        }
    }
}

/// A filter of the keys there may be: a few bits for each in a word that it chooses (B. Bloom, "Space/time
/// trade-offs in hash coding with allowable errors", 1970).
///
/// Most sizes that are asked for are not known. The slots are too many for the caches near the
/// processor, and this is an eighth of them; it tells few wrongly to be there.
#[derive(Clone, Debug)]
struct Filter {
    words: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// For so many keys.
    fn new(keys: usize) -> Self {
        let words = (keys / 8).next_power_of_two().max(2);
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

    /// Tests if there may be such a key.
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
        let mut regions = [Region::default(); MAX_SIZE];
        for &(ring, _) in &shapes {
            regions[usize::from(ring) % MAX_SIZE].count += 8;
        }
        let keys: usize = regions[UNASKED..].iter().map(|region| region.count).sum();
        let mut first = 0;
        for region in &mut regions {
            // A quarter stays empty, and never all of them are taken.
            region.first = first;
            region.count += region.count / 3 + 1;
            first += region.count;
        }
        let mut dictionary = Self {
            rings: Rings::new(size),
            shapes: Vec::new(),
            slots: vec![Slot::default(); first],
            regions,
            filter: Filter::new(keys),
        };
        let mut keys = [0; MAX_SIZE];
        for (&(ring, shape), number) in shapes.iter().zip(1..) {
            for symmetry in 0..8 {
                dictionary.rings.keys(&shape, symmetry, &mut keys);
                dictionary.insert(usize::from(ring), keys[usize::from(ring)], number);
            }
        }
        dictionary.shapes = shapes;
        dictionary
    }

    fn insert(&mut self, ring: usize, key: u64, number: u32) {
        let (tag, region) = (tag(key), self.regions[ring % MAX_SIZE]);
        let mut place = region.place(key);
        while self.slots[place].number != 0 {
            if self.slots[place].tag == tag {
                // An image that is the same, or one that cannot be told from another pattern.
                return;
            }
            place = region.next(place);
        }
        self.slots[place] = Slot { tag, number };
        if ring >= UNASKED {
            self.filter.add(key);
        }
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

    /// The number of known patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// True if none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The number of the pattern that ends with this ring and has this key, or 0.
    #[inline]
    #[must_use]
    pub fn number(&self, ring: usize, key: u64) -> u32 {
        let (tag, region) = (tag(key), self.regions[ring % MAX_SIZE]);
        let mut place = region.place(key);
        loop {
            let slot = self.slots[place];
            if slot.number == 0 || slot.tag == tag {
                return slot.number;
            }
            place = region.next(place);
        }
    }

    /// The number of the largest known pattern among these keys, the smallest pattern's first; 0 if
    /// none is known.
    #[inline]
    #[must_use]
    pub fn largest(&self, keys: &[u64]) -> u32 {
        let keys = keys.iter().enumerate().rev();
        let mut known = keys.map(|(ring, &key)| self.number(ring, key));
        known.find(|&number| number != 0).unwrap_or(0)
    }

    /// Writes the keys of a point's patterns, the smallest first, given the words that sum up to them,
    /// as far as they may be known; and tells how many that are: hardly ever more than are known, and
    /// never fewer.
    #[inline(always)]
    pub(super) fn guess(&self, words: &[u64], keys: &mut [u64; MAX_SIZE]) -> usize {
        let mut hash = 0;
        for (&word, key) in words.iter().zip(&mut keys[..UNASKED]) {
            hash ^= word;
            *key = hash;
        }
        let mut count = UNASKED.min(words.len());
        let asked = words.get(UNASKED..).unwrap_or_default();
        // A few are asked together, since that needs no branches and the answers do not wait for each
        // other; often the larger ones need not be asked.
        for (words, keys) in asked.chunks(ASKED).zip(keys[UNASKED..].chunks_mut(ASKED)) {
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

/// The number of smallest sizes that are looked up without asking before: nearly all their patterns are
/// known.
const UNASKED: usize = 2;

/// The number of sizes of a pattern that are asked for together.
const ASKED: usize = 3;

const fn tag(key: u64) -> u32 {
    (key >> 32) as u32
}

#[cfg(test)]
mod tests {
    use tengen_game::{Color, Rng};
    use tengen_go::{Point, Size, Stones};

    use super::*;

    /// A board of random stones.
    fn board(rng: &mut Rng) -> Stones {
        let mut stones = Stones::new(Size::NINE);
        for _ in 0..20 {
            let point = Point::from_index(rng.below(81) as usize, Size::NINE).unwrap();
            if stones.at(point).is_none() {
                stones.place(Color::BOTH[rng.below(2) as usize], point);
            }
        }
        stones
    }

    /// All patterns up to R`size` around some points, sizes as they come: some have gaps.
    fn known(size: usize, rng: &mut Rng) -> Vec<(u8, Shape)> {
        let rings = Rings::new(size);
        let mut known: Vec<(u8, Shape)> = Vec::new();
        for _ in 0..4 {
            let stones = board(rng);
            for point in Point::all(Size::NINE) {
                let whole = rings.look(&stones, point, Color::Black);
                let ring = rng.below(rings.count() as u32) as usize;
                let shape = whole.first(rings.points(ring));
                let mut images = (0..8).map(|symmetry| rings.image(&shape, symmetry));
                let is_new = images.all(|image| !known.contains(&(ring as u8, image)));
                if is_new {
                    known.push((ring as u8, shape));
                }
            }
        }
        known
    }

    #[test]
    fn the_largest_known_pattern_is_found_in_every_image() {
        for size in [2, 3, 4, 7, 9, 12] {
            let mut rng = Rng::new(size as u64);
            let known = known(size, &mut rng);
            let dictionary = Dictionary::new(size, known.clone());
            let rings = dictionary.rings();
            let mut keys = [0; MAX_SIZE];
            for (&(ring, shape), number) in known.iter().zip(1..) {
                for symmetry in 0..8 {
                    rings.keys(&shape, symmetry, &mut keys);
                    let ring = usize::from(ring);
                    assert_eq!(dictionary.number(ring, keys[ring]), number, "R{size}");
                }
            }
            // Patterns that are mostly unknown: searched by their stones.
            let stones = board(&mut rng);
            for point in Point::all(Size::NINE) {
                let whole = rings.look(&stones, point, Color::Black);
                let is_known = |&ring: &usize| {
                    let shape = whole.first(rings.points(ring));
                    let mut images = (0..8).map(|symmetry| rings.image(&shape, symmetry));
                    images.any(|image| known.contains(&(ring as u8, image)))
                };
                let expected = (0..rings.count()).rev().find(is_known);
                rings.keys(&whole, 0, &mut keys);
                let found = dictionary.largest(&keys[..rings.count()]);
                let ring = found.checked_sub(1).map(|at| known[at as usize].0);
                assert_eq!(ring.map(usize::from), expected, "R{size}, {point:?}");
            }
        }
    }

    #[test]
    fn a_guess_is_never_too_low() {
        let mut rng = Rng::new(1);
        let size = 9;
        let rings = Rings::new(size);
        // All sizes of some points, as learning finds them: without gaps.
        let stones = board(&mut rng);
        let mut known: Vec<(u8, Shape)> = Vec::new();
        for point in Point::all(Size::NINE).step_by(3) {
            let whole = rings.look(&stones, point, Color::Black);
            for ring in 0..rings.count() {
                let shape = whole.first(rings.points(ring));
                if !known.contains(&(ring as u8, shape)) {
                    known.push((ring as u8, shape));
                }
            }
        }
        let dictionary = Dictionary::new(size, known);
        let mut guesses = Vec::new();
        for point in Point::all(Size::NINE) {
            let mut keys = [0; MAX_SIZE];
            rings.keys(&rings.look(&stones, point, Color::Black), 0, &mut keys);
            let all = &keys[..rings.count()];
            let mut before = 0;
            let words = all
                .iter()
                .map(|&key| std::mem::replace(&mut before, key) ^ key);
            let words: Vec<u64> = words.collect();
            let mut guessed = [0; MAX_SIZE];
            let count = dictionary.guess(&words, &mut guessed);
            assert_eq!(guessed[..count], all[..count]);
            assert_eq!(
                dictionary.largest(&guessed[..count]),
                dictionary.largest(all)
            );
            guesses.push(count);
        }
        // It does say something: some are known to the end, some are not.
        assert!(guesses.contains(&rings.count()));
        assert!(guesses.iter().any(|&count| count < rings.count()));
    }
}
