//! A set of points of a board up to 19×19, one bit each in reading order.

use crate::features::POINTS;

/// The words of a set.
pub(crate) const WORDS: usize = POINTS.div_ceil(64);

/// A set of points by their places in reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits(pub(crate) [u64; WORDS]);

impl Bits {
    /// No point.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// True if the point in this place is one of the set; no place beyond the board is.
    #[inline]
    #[must_use]
    pub fn contains(&self, place: usize) -> bool {
        self.0
            .get(place / 64)
            .is_some_and(|word| word >> (place % 64) & 1 != 0)
    }

    /// Adds the point in this place; nothing happens beyond the largest board.
    #[inline]
    pub fn insert(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    /// Takes the point in this place away.
    #[inline]
    pub fn remove(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word &= !(1 << (place % 64));
        }
    }

    /// The points of both sets.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// True if there is no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The places in reading order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| 64 * i + rest.trailing_zeros() as usize)
        })
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        let mut bits = Self::EMPTY;
        places.into_iter().for_each(|place| bits.insert(place));
        bits
    }
}
