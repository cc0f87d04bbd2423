//! The points where a problem is decided, as bits.
//!
//! A field is the part of the board inside the attacker's wall. Each of its points is a bit of a
//! [`Bits`]; rows (or columns, whichever is shorter) lie behind each other with an empty bit between
//! them, so that the neighbours of all points of a set are found by four shifts. Points of the
//! attacker that are connected to the wall can never be captured and are no part of the field: what
//! remains of them is the set of points that they touch.

use tengen_go::{Point, PointSet, Size};

use super::state::Side;

/// A set of points of a field.
pub type Bits = u128;

/// The shape of a field.
#[derive(Clone, Debug)]
pub struct Field {
    /// The distance of neighbours across.
    stride: u32,
    /// The points of the field.
    pub mask: Bits,
    /// The points next to what the attacker holds for good.
    pub walled: Bits,
    /// The points next to what the defender has for good.
    pub refuge: Bits,
    /// The points on an edge of the board.
    pub edge: Bits,
    /// The points of the defender's stones at the beginning.
    pub target: Bits,
    /// The point of each bit.
    points: Vec<Option<Point>>,
}

impl Field {
    /// The field of these points; those of `wall` next to them belong to the attacker for good, and those
    /// of `refuge` to the defender.
    /// `None` if they take more room than a [`Bits`] has.
    #[must_use]
    pub fn new(size: Size, inside: &PointSet, wall: &PointSet, refuge: &PointSet) -> Option<Self> {
        let left = inside.iter().map(Point::column).min()?;
        let right = inside.iter().map(Point::column).max()?;
        let top = inside.iter().map(Point::row).min()?;
        let bottom = inside.iter().map(Point::row).max()?;
        let (width, height) = (right - left + 1, bottom - top + 1);
        let short = width.min(height);
        let stride = short + 1;
        // A guard bit at either end keeps shifts from falling out of the set.
        if stride * width.max(height) + 1 > Bits::BITS as usize {
            return None;
        }
        let mut field = Self {
            stride: stride as u32,
            mask: 0,
            walled: 0,
            refuge: 0,
            edge: 0,
            target: 0,
            points: vec![None; Bits::BITS as usize],
        };
        for point in inside.iter() {
            let (x, y) = (point.column() - left, point.row() - top);
            let (x, y) = if width <= height { (x, y) } else { (y, x) };
            let bit = 1 + x + y * stride;
            field.points[bit] = Some(point);
            field.mask |= 1 << bit;
            if point.neighbours(size).any(|next| wall.contains(next)) {
                field.walled |= 1 << bit;
            }
            if point.neighbours(size).any(|next| refuge.contains(next)) {
                field.refuge |= 1 << bit;
            }
            if point.neighbours(size).count() < 4 {
                field.edge |= 1 << bit;
            }
        }
        Some(field)
    }

    /// The points next to a set, and some that are not in the field or in the set itself.
    #[inline]
    #[must_use]
    pub const fn beside(&self, set: Bits) -> Bits {
        (set << 1) | (set >> 1) | (set << self.stride) | (set >> self.stride)
    }

    /// The points with at least one neighbour, and with at least two, in a set; and some that are not in
    /// the field.
    #[inline]
    #[must_use]
    pub const fn at_least(&self, set: Bits) -> [Bits; 2] {
        let (a, b) = (set << 1, set >> 1);
        let (c, d) = (set << self.stride, set >> self.stride);
        [a | b | c | d, a & b | c & d | (a | b) & (c | d)]
    }

    /// All points of `within` that are connected to `seed` in it.
    #[inline]
    #[must_use]
    pub const fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut found = seed & within;
        loop {
            let grown = (found | self.beside(found)) & within;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }

    /// True if another field has the same points and the same surroundings.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let sets = |field: &Self| [field.mask, field.walled, field.refuge, field.target];
        sets(self) == sets(other) && self.points == other.points
    }

    /// True if a chain of a side is connected to what it has for good.
    #[inline]
    #[must_use]
    pub const fn is_held(&self, chain: Bits, side: Side) -> bool {
        match side {
            Side::Attacker => chain & self.walled != 0,
            Side::Defender => chain & self.refuge != 0,
        }
    }

    /// True if so little is left of what the defender had at the beginning that he is dead: a quarter
    /// or less.
    #[inline]
    #[must_use]
    pub const fn is_lost(&self, defender: Bits) -> bool {
        (defender & self.target).count_ones() * 4 <= self.target.count_ones()
    }

    /// The point of a bit.
    #[must_use]
    pub fn point(&self, bit: u8) -> Option<Point> {
        self.points.get(usize::from(bit)).copied().flatten()
    }

    /// The bit of a point.
    #[must_use]
    pub fn bit(&self, point: Point) -> Option<u8> {
        let bit = self.points.iter().position(|&other| other == Some(point))?;
        u8::try_from(bit).ok()
    }

    /// The bits of the points of a set that are in the field.
    #[must_use]
    pub fn bits(&self, points: &PointSet) -> Bits {
        let bits = points.iter().filter_map(|point| self.bit(point));
        bits.fold(0, |all, bit| all | 1 << bit)
    }
}

/// The bits of a set, lowest first.
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}
