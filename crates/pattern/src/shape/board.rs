//! The hashes of the patterns around every point.

use std::sync::Arc;

use tengen_game::PerColor;
use tengen_go::{Color, Point, Size};

use super::Dictionary;
use super::ring::{MAX_SIZE, Rings, salt};

/// So many patterns are looked up together, so that their memory is waited for together.
const BLOCK: usize = 16;

/// The patterns around every point of a board, for one view or for both.
///
/// Points lie in a grid whose lines are parted by as many empty places as patterns reach, so that a
/// stone changes what is around it without asking where the edge is.
#[derive(Clone, Debug)]
pub struct ShapeBoard {
    rings: Arc<Rings>,
    /// From a point, by its index, to its place in the grid.
    places: Vec<u32>,
    /// From a stone to the points that see it: how far they are in the grid, which ring it is in to
    /// them, and its keys as own and as opposing.
    steps: Vec<Step>,
    /// The empty board.
    bare: Vec<u64>,
    /// A word for every place and ring, in Black's view and in White's; exclusive or over the rings
    /// from the first gives the keys.
    hashes: PerColor<Vec<u64>>,
    /// Whether the pattern of a place has changed since it was last asked for, in each view.
    changed: PerColor<Vec<bool>>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// From place to place, modulo the address space.
    back: usize,
    /// From the first word of a place to the word of the ring, modulo the address space.
    word: usize,
    keys: [u64; 2],
}

impl ShapeBoard {
    /// The empty board.
    #[must_use]
    pub fn new(rings: Arc<Rings>, size: Size) -> Self {
        let (side, reach, count) = (size.get(), rings.reach(), rings.count());
        let stride = side + reach;
        let places: Vec<u32> = Point::all(size)
            .map(|p| (p.row() + reach) * stride + reach + p.column())
            .map(|place| u32::try_from(place).unwrap_or(0))
            .collect();
        let cells = (side + 2 * reach) * stride + 2 * reach;
        let stride = stride.cast_signed();
        let steps = rings.offsets.iter().map(|o| {
            let back = (-(o.down * stride + o.across)).cast_unsigned();
            Step {
                back,
                word: back.wrapping_mul(count).wrapping_add(o.ring),
                keys: [o.keys[0], o.keys[1]],
            }
        });
        let mut bare = vec![0; cells * count];
        for (point, &place) in Point::all(size).zip(&places) {
            let mut before = 0;
            for (ring, word) in bare[place as usize * count..][..count]
                .iter_mut()
                .enumerate()
            {
                *word = before ^ salt(ring);
                before = salt(ring);
            }
            for o in &rings.offsets {
                let column = point.column().checked_add_signed(o.across);
                let row = point.row().checked_add_signed(o.down);
                let inside = |place: Option<usize>| place.is_some_and(|place| place < side);
                if !inside(column) || !inside(row) {
                    bare[place as usize * count + o.ring] ^= o.keys[2];
                }
            }
        }
        Self {
            steps: steps.collect(),
            hashes: PerColor {
                black: bare.clone(),
                white: bare.clone(),
            },
            changed: PerColor {
                black: vec![true; cells],
                white: vec![true; cells],
            },
            bare,
            places,
            rings,
        }
    }

    /// Takes all stones off.
    pub fn clear(&mut self) {
        for view in [Color::Black, Color::White] {
            self.clear_view(view);
        }
    }

    /// Takes all stones off as far as `view` is concerned.
    pub fn clear_view(&mut self, view: Color) {
        self.hashes[view].copy_from_slice(&self.bare);
        self.changed[view].fill(true);
    }

    /// Puts a stone on a point, or takes it off.
    #[inline]
    pub fn toggle(&mut self, index: usize, color: Color) {
        self.toggle_view(index, color, Color::Black);
        self.toggle_view(index, color, Color::White);
    }

    /// As [`ShapeBoard::toggle`], for one view only.
    #[inline]
    pub fn toggle_view(&mut self, index: usize, color: Color, view: Color) {
        let place = self.places[index] as usize;
        let first = place * self.rings.count();
        let (hashes, changed) = (&mut self.hashes[view][..], &mut self.changed[view][..]);
        let key = usize::from(color != view);
        for step in &self.steps {
            hashes[first.wrapping_add(step.word)] ^= step.keys[key];
            changed[place.wrapping_add(step.back)] = true;
        }
    }

    /// Whether the pattern of a point has changed since this was last asked.
    #[inline]
    pub fn take_change(&mut self, index: usize, view: Color) -> bool {
        let place = self.places[index] as usize;
        std::mem::take(&mut self.changed[view][place])
    }

    /// The keys of a point's patterns, the smallest first.
    #[inline]
    pub fn keys<'a>(&self, index: usize, view: Color, keys: &'a mut [u64]) -> &'a [u64] {
        let count = self.rings.count();
        let start = self.places[index] as usize * count;
        let rings = &self.hashes[view][start..start + count];
        let mut hash = 0;
        for (&word, key) in rings.iter().zip(keys.iter_mut()) {
            hash ^= word;
            *key = hash;
        }
        &keys[..count]
    }

    /// Finds the numbers of the largest known patterns of these points, each in the place of its
    /// index.
    pub fn find(&self, known: &Dictionary, view: Color, points: &[u16], numbers: &mut [u32]) {
        let count = self.rings.count();
        let mut keys = [[0; MAX_SIZE]; BLOCK];
        let mut guesses = [0; BLOCK];
        for block in points.chunks(BLOCK) {
            for ((&point, keys), guess) in block.iter().zip(&mut keys).zip(&mut guesses) {
                *guess = known.guess(self.keys(usize::from(point), view, keys));
            }
            for ((&point, keys), &guess) in block.iter().zip(&keys).zip(&guesses) {
                numbers[usize::from(point)] = known.largest_of(&keys[..count], guess);
            }
        }
    }
}
