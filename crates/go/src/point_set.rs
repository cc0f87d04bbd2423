//! Many points at once.

use std::fmt;

use crate::Point;

const SIDE: usize = 25;
const WORDS: usize = (SIDE * SIDE).div_ceil(64);

/// A set of points, one bit for each point of the largest board.
///
/// It belongs to no board size, is copied freely and lists its points in reading order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self([0; WORDS]);

    const fn place(point: Point) -> (usize, u64) {
        let bit = point.row() * SIDE + point.column();
        (bit / 64, 1 << (bit % 64))
    }

    /// Adds a point; whether it is new.
    pub const fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = Self::place(point);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a point out; whether it was there.
    pub const fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = Self::place(point);
        let was = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        was
    }

    /// Tests if the point is in the set.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = Self::place(point);
        self.0[word] & bit != 0
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if there is no point in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The points, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = index * 64 + rest.trailing_zeros() as usize;
                (rest != 0).then(|| rest &= rest - 1)?;
                Point::new(bit % SIDE, bit / SIDE)
            })
        })
    }

    /// Tests if the other set has all these points.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The points of either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn every_point_goes_in_comes_out_and_is_listed_in_order() {
        let all: PointSet = Point::all(Size::MAX).collect();
        assert_eq!(all.len(), 625);
        assert!(all.iter().eq(Point::all(Size::MAX)));
        let mut rest = all;
        for point in Point::all(Size::MAX) {
            assert!(rest.remove(point) && !rest.remove(point) && !rest.contains(point));
            assert!(all.contains(point));
        }
        assert!(rest.is_empty());
        let two: PointSet = Point::all(Size::MIN).take(2).collect();
        assert_eq!(two.union(&rest), two);
        assert!(two.is_subset(&all) && !all.is_subset(&two) && rest.is_subset(&two));
        assert!(rest.insert(Point::new(24, 24).unwrap()));
    }
}
