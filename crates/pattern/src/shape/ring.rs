//! The points of a pattern, ring by ring, and what stands on them.

use tengen_go::{Color, Point, Stones, Symmetry};

use crate::distance::distance;

/// The largest size of patterns.
pub const MAX_SIZE: usize = 12;

/// The smallest: the four neighbours.
const MIN_SIZE: usize = 2;

/// The contents of a point of a pattern, from the view of the side to move.
pub(super) const EMPTY: u8 = 0;
pub(super) const OWN: u8 = 1;
pub(super) const THEIRS: u8 = 2;
pub(super) const EDGE: u8 = 3;

/// A point of the pattern, from its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offset {
    pub(super) across: isize,
    pub(super) down: isize,
    /// The ring it is in, from 0.
    pub(super) ring: usize,
    /// The keys of an own stone, an opposing stone and the edge there.
    pub(super) keys: [u64; 3],
}

/// The points of all patterns up to a size, nearest first.
#[derive(Clone, Debug)]
pub struct Rings {
    size: usize,
    pub(super) offsets: Vec<Offset>,
    /// The place of each of the eight images of each offset.
    images: [Vec<u16>; 8],
    /// The number of offsets of the rings up to each.
    ends: Vec<usize>,
}

/// The part of a level's hash beside its stones, so that the sizes differ.
pub(super) const fn salt(ring: usize) -> u64 {
    scramble(0x7e9e_0000 + ring as u64)
}

impl Rings {
    /// The rings of patterns up to R`size`, which is between 2 and [`MAX_SIZE`].
    #[must_use]
    pub fn new(size: usize) -> Self {
        let size = size.clamp(MIN_SIZE, MAX_SIZE);
        let reach = (size / 2).cast_signed();
        let mut places: Vec<(usize, isize, isize)> = Vec::new();
        for down in -reach..=reach {
            for across in -reach..=reach {
                let away = distance(across.unsigned_abs(), down.unsigned_abs());
                if (MIN_SIZE..=size).contains(&away) {
                    places.push((away - MIN_SIZE, down, across));
                }
            }
        }
        places.sort_unstable();
        let offsets: Vec<Offset> = places
            .iter()
            .map(|&(ring, down, across)| Offset {
                across,
                down,
                ring,
                keys: [OWN, THEIRS, EDGE].map(|what| key(across, down, what)),
            })
            .collect();
        let ends = (0..=size - MIN_SIZE)
            .map(|ring| offsets.partition_point(|o| o.ring <= ring))
            .collect();
        let images = Symmetry::ALL.map(|symmetry| {
            let image = |o: &Offset| {
                let (across, down) = turned(symmetry, o.across, o.down);
                let place = offsets
                    .iter()
                    .position(|p| (p.across, p.down) == (across, down));
                #[expect(clippy::cast_possible_truncation, reason = "a hundred offsets")]
                let place = place.unwrap_or(0) as u16;
                place
            };
            offsets.iter().map(image).collect()
        });
        Self {
            size,
            offsets,
            images,
            ends,
        }
    }

    /// The number of rings: one a size from R2.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The reach of the largest pattern in a line.
    pub(super) const fn reach(&self) -> usize {
        self.size / 2
    }

    /// The number of points of the pattern of the rings up to this one, without its centre.
    #[must_use]
    pub fn points(&self, ring: usize) -> usize {
        self.ends[ring]
    }

    /// The offset of a point of a pattern from its centre, to the right and down.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn offset(&self, place: usize) -> (isize, isize) {
        let offset = self.offsets[place];
        (offset.across, offset.down)
    }

    /// The pattern around a point in the view of `view`.
    #[must_use]
    pub fn look(&self, stones: &Stones, point: Point, view: Color) -> Shape {
        let side = stones.size().get().cast_signed();
        let (column, row) = (point.column().cast_signed(), point.row().cast_signed());
        let mut shape = Shape::EMPTY;
        for (i, o) in self.offsets.iter().enumerate() {
            let (x, y) = (column + o.across, row + o.down);
            let what = if x < 0 || y < 0 || x >= side || y >= side {
                EDGE
            } else {
                let at = Point::new(x.unsigned_abs(), y.unsigned_abs());
                match at.and_then(|at| stones.at(at)) {
                    None => EMPTY,
                    Some(color) if color == view => OWN,
                    Some(_) => THEIRS,
                }
            };
            shape.set(i, what);
        }
        shape
    }

    /// The image of a pattern.
    #[must_use]
    pub fn image(&self, shape: &Shape, symmetry: usize) -> Shape {
        let mut image = Shape::EMPTY;
        for (i, &to) in self.images[symmetry & 7].iter().enumerate() {
            image.set(usize::from(to), shape.get(i));
        }
        image
    }

    /// The keys of the pattern's rings up to each, one for each size, after turning it.
    pub(super) fn keys(&self, shape: &Shape, symmetry: usize, keys: &mut [u64]) {
        let images = &self.images[symmetry & 7];
        let mut hash = 0;
        let mut i = 0;
        for (ring, (&end, key)) in self.ends.iter().zip(keys).enumerate() {
            while i < end {
                let what = shape.get(i);
                if what != EMPTY {
                    let to = &self.offsets[usize::from(images[i])];
                    hash ^= to.keys[usize::from(what) - 1];
                }
                i += 1;
            }
            *key = hash ^ salt(ring);
        }
    }
}

/// The contents of the points of a pattern, two bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape([u64; 4]);

impl Shape {
    /// Nothing anywhere.
    pub const EMPTY: Self = Self([0; 4]);

    /// The content of the point in this place of the rings' order.
    #[inline]
    #[must_use]
    pub const fn get(&self, place: usize) -> u8 {
        (self.0[place / 32] >> (2 * (place % 32)) & 3) as u8
    }

    /// Puts something on a point.
    #[inline]
    pub const fn set(&mut self, place: usize, what: u8) {
        let shift = 2 * (place % 32);
        let word = &mut self.0[place / 32];
        *word = *word & !(3 << shift) | (what as u64 & 3) << shift;
    }

    /// The first points alone.
    #[must_use]
    pub fn first(&self, points: usize) -> Self {
        let mut first = Self::EMPTY;
        for i in 0..points {
            first.set(i, self.get(i));
        }
        first
    }
}

fn turned(symmetry: Symmetry, across: isize, down: isize) -> (isize, isize) {
    // The board of 25 lines has a middle, which offsets are turned around.
    const MIDDLE: isize = 12;
    let size = tengen_go::Size::MAX;
    let point = Point::new(
        (MIDDLE + across).unsigned_abs(),
        (MIDDLE + down).unsigned_abs(),
    );
    point.map_or((across, down), |point| {
        let image = symmetry.point(point, size);
        (
            image.column().cast_signed() - MIDDLE,
            image.row().cast_signed() - MIDDLE,
        )
    })
}

/// The key of something at an offset. Part of the format of models.
fn key(across: isize, down: isize, what: u8) -> u64 {
    let place = ((across + 64) * 128 + down + 64).unsigned_abs() as u64;
    scramble(place << 2 | u64::from(what))
}

/// The finaliser of splitmix64.
pub(super) const fn scramble(x: u64) -> u64 {
    let mut z = x.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_have_the_points_of_the_paper() {
        let rings = Rings::new(7);
        // R2: four neighbours; R3: the 3×3 square; R7 reaches (3, 1).
        let points: Vec<usize> = (0..rings.count()).map(|r| rings.points(r)).collect();
        assert_eq!(points, [4, 8, 12, 20, 28, 36]);
        assert!(Rings::new(MAX_SIZE).offsets.len() <= 128);
    }

    #[test]
    fn images_stay_in_their_rings_and_are_permutations() {
        let rings = Rings::new(12);
        for images in &rings.images {
            let mut seen: Vec<u16> = images.clone();
            seen.sort_unstable();
            assert!(seen.iter().enumerate().all(|(i, &o)| i == usize::from(o)));
            for (i, &to) in images.iter().enumerate() {
                assert_eq!(rings.offsets[i].ring, rings.offsets[usize::from(to)].ring);
            }
        }
    }
}
