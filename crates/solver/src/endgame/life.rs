//! The settled points of a patch: the rules of [`settled`](super::settled) in bits.
//!
//! Living stones around the patch are known as anchors. A region that touches an anchor of the
//! opponent holds his living stones, so it is nobody's eye and nobody's territory.

use tengen_go::{Color, Scoring, Suicide};

use super::patch::{Bits, Local, Patch, side};

/// The settled points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Life {
    /// The living stones of Black and of White.
    pub(super) living: [Bits; 2],
    /// The settled territory of Black and of White.
    pub(super) territory: [Bits; 2],
}

/// A connected set of points without stones of one side.
struct Region {
    points: Bits,
    /// The points that an eye of that side must have as liberties, and of which the opponent may
    /// still make eyes.
    open: Bits,
    border: Bits,
}

impl Life {
    /// The settled points of a position.
    pub(super) fn of(patch: &Patch, at: &Local) -> Self {
        let mut life = Self::default();
        for color in Color::BOTH {
            let own = side(color);
            let (living, regions) = living(patch, at, color);
            life.living[own] = living;
            for region in regions {
                let reached = patch.around(living) | at.anchors[own];
                let enclosed = region.border != 0 || region.points & at.anchors[own] != 0;
                if enclosed && !room_for_two_eyes(patch, region.open & !reached) {
                    life.territory[own] |= region.points;
                }
            }
        }
        life
    }

    /// All settled points.
    pub(super) const fn all(&self) -> Bits {
        self.living[0] | self.living[1] | self.territory[0] | self.territory[1]
    }

    /// The score of the settled points, in Black's view. Under territory counting the dead count as
    /// prisoners.
    pub(super) fn score(&self, stones: [Bits; 2], scoring: Scoring) -> i32 {
        let worth = |own: usize| match scoring {
            Scoring::Area => count(self.living[own]) + count(self.territory[own]),
            Scoring::Territory => {
                count(self.territory[own]) + count(self.territory[own] & stones[1 - own])
            }
        };
        worth(0) - worth(1)
    }

    /// The unsettled rest of a position in its connected parts.
    pub(super) fn rest(&self, patch: &Patch, at: &Local) -> impl Iterator<Item = Local> {
        let open = at.mask & !self.all();
        let anchors = [0, 1].map(|c| at.anchors[c] | patch.around(self.living[c]));
        patch.parts(open).map(move |mask| Local {
            mask,
            stones: at.stones.map(|stones| stones & mask),
            anchors: anchors.map(|anchors| anchors & mask),
        })
    }
}

/// The number of points.
pub(super) const fn count(set: Bits) -> i32 {
    set.count_ones().cast_signed()
}

/// Tests if two of the points are not neighbours.
fn room_for_two_eyes(patch: &Patch, points: Bits) -> bool {
    match points.count_ones() {
        0 | 1 => false,
        2 => patch.around(points) & points == 0,
        _ => true,
    }
}

/// A side's living stones, and the regions that border nothing else.
fn living(patch: &Patch, at: &Local, color: Color) -> (Bits, Vec<Region>) {
    let (own, other) = (side(color), side(!color));
    let mut chains: Vec<Bits> = patch.parts(at.stones[own]).collect();
    let mut regions: Vec<Region> = patch
        .parts(at.mask & !at.stones[own])
        .filter(|points| points & at.anchors[other] == 0)
        .map(|points| Region {
            points,
            open: match patch.suicide {
                Suicide::Forbidden => points & !at.stones[other],
                Suicide::Allowed => points,
            },
            border: patch.around(points) & at.stones[own],
        })
        .collect();
    loop {
        let before = chains.len();
        chains.retain(|&chain| {
            let reached = patch.around(chain);
            let vital = |region: &&Region| region.open & !reached == 0;
            chain & at.anchors[own] != 0 || regions.iter().filter(vital).count() >= 2
        });
        let living = chains.iter().fold(0, |all, chain| all | chain);
        regions.retain(|region| region.border & !living == 0);
        if chains.len() == before {
            return (living, regions);
        }
    }
}

/// The count of an unsettled position if nobody plays there any more, in Black's view: nothing as
/// territory; as area the stones, and the empty points from which only one side is reached.
pub(super) fn left_as_is(patch: &Patch, at: &Local, scoring: Scoring) -> i32 {
    if scoring == Scoring::Territory {
        return 0;
    }
    let mut score = count(at.stones[0]) - count(at.stones[1]);
    for region in patch.parts(at.empty()) {
        let around = patch.around(region);
        let reaches = |c: usize| around & at.stones[c] != 0 || region & at.anchors[c] != 0;
        score += match [reaches(0), reaches(1)] {
            [true, false] => count(region),
            [false, true] => -count(region),
            _ => 0,
        };
    }
    score
}
