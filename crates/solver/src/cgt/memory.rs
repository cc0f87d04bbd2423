//! The memory of the store, and a quick hash of its own keys.
//!
//! Much of the time of a large sum goes into looking up small tuples of places in the store. Nobody
//! outside chooses those, so they need no defence against chosen keys, only to be spread.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::TooLarge;

/// A map of the store.
pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Spread>>;

/// A memory of answers that is bounded: a question that needs more room is [`TooLarge`].
#[derive(Debug)]
pub(super) struct Memory<K, V> {
    answers: Map<K, V>,
    limit: usize,
}

impl<K: Hash + Eq, V: Copy> Memory<K, V> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            answers: Map::default(),
            limit,
        }
    }

    pub(super) fn get(&self, question: &K) -> Option<V> {
        self.answers.get(question).copied()
    }

    pub(super) fn put(&mut self, question: K, answer: V) -> Result<V, TooLarge> {
        if self.answers.len() >= self.limit {
            return Err(TooLarge);
        }
        self.answers.insert(question, answer);
        Ok(answer)
    }

    /// Makes room for a new question, if less than half is left.
    pub(super) fn make_room(&mut self) {
        if self.answers.len() >= self.limit / 2 {
            self.answers.clear();
        }
    }
}

/// Multiplies each word in, and folds the product at the end.
#[derive(Default)]
pub(super) struct Spread(u64);

/// An odd number whose bits are in no order: 2⁶⁴ divided by the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * u128::from(ODD);
        (product >> 64) as u64 ^ product as u64
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(ODD);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
}
