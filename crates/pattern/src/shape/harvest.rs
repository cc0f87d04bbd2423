//! Collecting the patterns of played moves.
//!
//! Two passes over the games: the first counts patterns by their keys, the second looks at those again
//! that were seen often enough, since a key does not tell what stands in a pattern. Counting is by the
//! smallest of the eight images' keys.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

use tengen_go::{Color, Point, Stones};

use super::ring::{MAX_SIZE, Rings, Shape};

/// The number of counts under locks of their own.
const SHARDS: usize = 64;

type Counts = HashMap<u64, u32, BuildHasherDefault<Identity>>;
type Found = HashMap<u64, Option<(u8, Shape)>, BuildHasherDefault<Identity>>;

/// Keys are hashes already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The patterns that are being collected.
pub struct Harvest {
    rings: Rings,
    counts: Vec<Mutex<Counts>>,
    found: Vec<Mutex<Found>>,
}

/// The patterns of one played move: the smallest key of the images, and the image.
struct Seen {
    keys: [u64; MAX_SIZE],
    images: [u8; MAX_SIZE],
}

impl Harvest {
    /// Nothing yet.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            rings: Rings::new(size),
            counts: (0..SHARDS).map(|_| Mutex::default()).collect(),
            found: Vec::new(),
        }
    }

    fn seen(&self, shape: &Shape) -> Seen {
        let mut seen = Seen {
            keys: [u64::MAX; MAX_SIZE],
            images: [0; MAX_SIZE],
        };
        let mut keys = [0; MAX_SIZE];
        for symmetry in 0..8u8 {
            self.rings.keys(shape, usize::from(symmetry), &mut keys);
            let least = seen.keys.iter_mut().zip(&mut seen.images);
            for (&key, (least, image)) in keys.iter().take(self.rings.count()).zip(least) {
                if key < *least {
                    *least = key;
                    *image = symmetry;
                }
            }
        }
        seen
    }

    /// First pass: what was played here is about to be counted. Keys are gathered by the caller and
    /// counted many at a time.
    pub fn gather(&self, stones: &Stones, point: Point, color: Color, keys: &mut Vec<u64>) {
        let shape = self.rings.look(stones, point, color);
        let seen = self.seen(&shape);
        keys.extend_from_slice(&seen.keys[..self.rings.count()]);
    }

    /// Counts what was gathered.
    pub fn count(&self, keys: &mut Vec<u64>) {
        keys.sort_unstable_by_key(|&key| shard(key));
        for run in keys.chunk_by(|&a, &b| shard(a) == shard(b)) {
            let shard = &self.counts[shard(run[0])];
            let mut counts = shard.lock().unwrap_or_else(|e| e.into_inner());
            for &key in run {
                *counts.entry(key).or_default() += 1;
            }
        }
        keys.clear();
    }

    /// Between the passes: patterns seen less often are given up. How many are left.
    pub fn settle(&mut self, minimum: u32) -> usize {
        let often = |counts: Mutex<Counts>| {
            let counts = counts.into_inner().unwrap_or_else(|e| e.into_inner());
            let kept = counts.into_iter().filter(|&(_, count)| count >= minimum);
            Mutex::new(kept.map(|(key, _)| (key, None)).collect::<Found>())
        };
        self.found = std::mem::take(&mut self.counts)
            .into_iter()
            .map(often)
            .collect();
        self.found
            .iter()
            .map(|found| found.lock().map_or(0, |found| found.len()))
            .sum()
    }

    /// Second pass: looks at what was played here again.
    #[expect(clippy::cast_possible_truncation, reason = "there are ten rings")]
    pub fn look(&self, stones: &Stones, point: Point, color: Color) {
        let shape = self.rings.look(stones, point, color);
        let seen = self.seen(&shape);
        for ring in 0..self.rings.count() {
            let key = seen.keys[ring];
            let shard = &self.found[shard(key)];
            let mut found = shard.lock().unwrap_or_else(|e| e.into_inner());
            match found.get_mut(&key) {
                // Larger ones are not known either.
                None => return,
                Some(Some(_)) => {}
                Some(place) => {
                    let image = self.rings.image(&shape, usize::from(seen.images[ring]));
                    *place = Some((ring as u8, image.first(self.rings.points(ring))));
                }
            }
        }
    }

    /// The patterns, in an order that depends on nothing but themselves.
    #[must_use]
    pub fn finish(self) -> Vec<(u8, Shape)> {
        let mut shapes: Vec<(u8, Shape)> = Vec::new();
        for found in self.found {
            let found = found.into_inner().unwrap_or_else(|e| e.into_inner());
            shapes.extend(found.into_values().flatten());
        }
        shapes.sort_unstable();
        shapes
    }
}

const fn shard(key: u64) -> usize {
    (key >> 58) as usize % SHARDS
}
