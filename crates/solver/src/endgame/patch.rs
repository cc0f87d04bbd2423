//! The unsettled part of a board as bits, and moves on it.
//!
//! Whatever surrounds an unsettled point is unsettled too, the edge, or a living stone (see the
//! [module](super)). So a set of unsettled points needs to know of the rest of the board only which
//! of its points are next to living stones: a stone there is connected to them and lives as well.
//! At most 64 points make a patch, so a set of its points is one word.

use tengen_game::Color;
use tengen_go::{Point, PointSet, Size, Suicide};

/// A set of points of a patch.
pub(super) type Bits = u64;

/// The most points of a patch.
pub(super) const MOST: usize = Bits::BITS as usize;

/// The points of a patch and which of them are neighbours.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    points: Vec<Point>,
    next: Vec<Bits>,
    pub(super) suicide: Suicide,
}

/// The stones on some points of a patch, and all that matters of the surroundings.
///
/// Two that are equal are the same game, whatever happened elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Local {
    /// The points.
    pub(super) mask: Bits,
    /// The stones of Black and of White on them.
    pub(super) stones: [Bits; 2],
    /// The points next to a living stone of Black and of White.
    pub(super) anchors: [Bits; 2],
}

/// The effect of a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// The stones after it.
    pub(super) stones: [Bits; 2],
    /// The stones of each side that were taken off.
    pub(super) taken: [Bits; 2],
}

/// The index of a side in pairs.
pub(super) const fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// The single bits of a set.
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Local {
    /// The points without a stone.
    pub(super) const fn empty(&self) -> Bits {
        self.mask & !self.stones[0] & !self.stones[1]
    }
}

impl Patch {
    /// A patch of these points; `None` if they are too many.
    pub(super) fn new(points: &PointSet, size: Size, suicide: Suicide) -> Option<Self> {
        let points: Vec<Point> = points.iter().collect();
        if points.len() > MOST {
            return None;
        }
        let next = points
            .iter()
            .map(|point| {
                point
                    .neighbours(size)
                    .filter_map(|near| points.binary_search(&near).ok())
                    .fold(0, |set, index| set | 1 << index)
            })
            .collect();
        Some(Self {
            points,
            next,
            suicide,
        })
    }

    /// The bit of a point; 0 if it is not of this patch.
    pub(super) fn bit(&self, point: Point) -> Bits {
        self.points
            .binary_search(&point)
            .map_or(0, |index| 1 << index)
    }

    /// The bits of those of the points that are of this patch.
    #[cfg(test)]
    pub(super) fn bits(&self, points: &PointSet) -> Bits {
        let indices = self.points.iter().enumerate();
        indices
            .filter(|(_, point)| points.contains(**point))
            .fold(0, |set, (index, _)| set | 1 << index)
    }

    /// The point of a single bit.
    pub(super) fn point(&self, bit: Bits) -> Option<Point> {
        self.points.get(bit.trailing_zeros() as usize).copied()
    }

    /// The points of a set.
    pub(super) fn points(&self, set: Bits) -> PointSet {
        each(set).filter_map(|bit| self.point(bit)).collect()
    }

    /// All points.
    pub(super) fn all(&self) -> Bits {
        match self.points.len() {
            MOST => Bits::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The points next to a point of the set; some may be of the set.
    pub(super) fn around(&self, set: Bits) -> Bits {
        each(set).fold(0, |all, bit| all | self.next[bit.trailing_zeros() as usize])
    }

    /// The points connected to the seed within a set.
    pub(super) fn spread(&self, seed: Bits, within: Bits) -> Bits {
        let mut found = seed & within;
        let mut edge = found;
        while edge != 0 {
            edge = self.around(edge) & within & !found;
            found |= edge;
        }
        found
    }

    /// The connected parts of a set, in reading order of their first points.
    pub(super) fn parts(&self, set: Bits) -> impl Iterator<Item = Bits> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.spread(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            (part != 0).then_some(part)
        })
    }

    /// Puts a stone on an empty point; `None` where that is suicide and forbidden, or the suicide of
    /// a single stone, which changes nothing.
    pub(super) fn play(&self, at: &Local, color: Color, bit: Bits) -> Option<Played> {
        let (own, other) = (side(color), side(!color));
        let mut stones = at.stones;
        stones[own] |= bit;
        let mut taken = [0, 0];
        let breathes = |chain: Bits, stones: &[Bits; 2], color: usize| {
            chain & at.anchors[color] != 0
                || self.around(chain) & at.mask & !stones[0] & !stones[1] != 0
        };
        for chain in self.parts(self.spread(self.around(bit), stones[other])) {
            if !breathes(chain, &stones, other) {
                taken[other] |= chain;
            }
        }
        stones[other] &= !taken[other];
        let chain = self.spread(bit, stones[own]);
        if !breathes(chain, &stones, own) {
            if self.suicide == Suicide::Forbidden || chain == bit {
                return None;
            }
            taken[own] = chain;
            stones[own] &= !chain;
        }
        Some(Played { stones, taken })
    }
}
