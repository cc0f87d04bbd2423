//! The eight symmetries of the square.
//!
//! A symmetry is a transposition or none, followed by mirroring columns or not and rows or not.

use tengen_game::Color;

use crate::{Move, Point, Size, Stones};

/// One of the eight ways to turn and mirror a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

const MIRROR_COLUMNS: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// Nothing changes.
    pub const IDENTITY: Self = Self(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The image of a point of the board. A point that is not on the board stays where it is.
    #[must_use]
    pub const fn point(self, point: Point, size: Size) -> Point {
        if !point.is_on(size) {
            return point;
        }
        let (mut column, mut row) = (point.column(), point.row());
        if self.0 & TRANSPOSE != 0 {
            (column, row) = (row, column);
        }
        if self.0 & MIRROR_COLUMNS != 0 {
            column = size.get() - 1 - column;
        }
        if self.0 & MIRROR_ROWS != 0 {
            row = size.get() - 1 - row;
        }
        match Point::new(column, row) {
            Some(point) => point,
            None => point,
        }
    }

    /// The image of a move; a pass stays one.
    #[must_use]
    pub const fn mv(self, mv: Move, size: Size) -> Move {
        match mv {
            Move::Play(point) => Move::Play(self.point(point, size)),
            Move::Pass => Move::Pass,
        }
    }

    /// The symmetry that does this one and then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let mut mirrors = self.0 & (MIRROR_COLUMNS | MIRROR_ROWS);
        if next.0 & TRANSPOSE != 0 {
            mirrors = (mirrors & MIRROR_COLUMNS) << 1 | (mirrors & MIRROR_ROWS) >> 1;
        }
        let transposes = (self.0 ^ next.0) & TRANSPOSE;
        Self(transposes | (mirrors ^ (next.0 & (MIRROR_COLUMNS | MIRROR_ROWS))))
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Only the two quarter turns are not their own inverses; they mirror one way and transpose.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            own => Self(own),
        }
    }

    /// The position turned and mirrored. A ko that may not be retaken is forgotten.
    #[must_use]
    pub fn stones(self, stones: &Stones) -> Stones {
        let size = stones.size();
        let mut image = Stones::new(size);
        for point in Point::all(size) {
            if let Some(color) = stones.at(point) {
                let placed = image.place(color, self.point(point, size));
                debug_assert!(placed, "the image of a legal position is legal");
            }
        }
        image.forget_ko();
        image
    }
}

/// A hash that all eight images of a position share, and the symmetry whose image has it: the
/// smallest of the eight hashes. Stones only, without side to move and ko.
#[must_use]
pub fn canonical(stones: &Stones) -> (u64, Symmetry) {
    Symmetry::ALL
        .into_iter()
        .map(|symmetry| (symmetry.stones(stones).hash(), symmetry))
        .min()
        .unwrap_or((stones.hash(), Symmetry::IDENTITY))
}

/// The position with the colours of all stones exchanged. A ko is forgotten.
#[must_use]
pub fn exchanged(stones: &Stones) -> Stones {
    let mut image = Stones::new(stones.size());
    for point in Point::all(stones.size()) {
        if let Some(color) = stones.at(point) {
            let other: Color = !color;
            image.place(other, point);
        }
    }
    image.forget_ko();
    image
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Diagram;

    #[test]
    fn composition_and_inverse_agree_with_the_points() {
        for size in [Size::MIN, Size::NINE, Size::new(4).unwrap()] {
            for a in Symmetry::ALL {
                for point in Point::all(size) {
                    assert_eq!(
                        a.inverse().point(a.point(point, size), size),
                        point,
                        "{a:?}"
                    );
                }
                for b in Symmetry::ALL {
                    for point in Point::all(size) {
                        let by_turns = b.point(a.point(point, size), size);
                        assert_eq!(a.then(b).point(point, size), by_turns, "{a:?} {b:?}");
                    }
                }
            }
        }
        assert!(
            Symmetry::ALL
                .iter()
                .all(|s| s.then(s.inverse()) == Symmetry::IDENTITY)
        );
        assert_eq!(Symmetry::ALL[5].mv(Move::Pass, Size::NINE), Move::Pass);
    }

    #[test]
    fn the_eight_images_differ_and_share_one_canonical_hash() {
        let stones = Diagram::parse(
            "X . . . .
             X O . . .
             . . X . .
             . . . . O
             . . . . .",
        )
        .unwrap()
        .stones;
        let images: Vec<Stones> = Symmetry::ALL.iter().map(|s| s.stones(&stones)).collect();
        let hashes: HashSet<u64> = images.iter().map(Stones::hash).collect();
        assert_eq!(hashes.len(), 8);
        let (hash, symmetry) = canonical(&stones);
        assert_eq!(symmetry.stones(&stones).hash(), hash);
        for image in &images {
            assert_eq!(canonical(image).0, hash);
        }
        assert_ne!(canonical(&exchanged(&stones)).0, hash);
        assert_eq!(exchanged(&exchanged(&stones)).hash(), stones.hash());
    }

    #[test]
    fn a_symmetric_position_is_its_own_image() {
        let stones = Diagram::parse("X . X \n . O . \n X . X").unwrap().stones;
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.stones(&stones).hash(), stones.hash());
        }
    }
}
