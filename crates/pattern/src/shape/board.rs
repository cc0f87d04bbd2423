//! The hashes of the patterns around every point.

use std::sync::Arc;

use tengen_game::PerColor;
use tengen_go::{Color, Point, Size};

use super::Dictionary;
use super::ring::{MAX_SIZE, Offset, Rings, salt};

/// So many patterns are looked up together, so that their memory is waited for together.
const BLOCK: usize = 16;

/// So many steps are taken together.
const STEPS: usize = 4;

/// The number of words that are looked at to change those around a stone, if patterns are of moderate size and
/// if they are large. Powers of two, so that no step out of them can be.
const NARROW: usize = 2048;
const WIDE: usize = 8192;

/// The patterns around every point of a board, for one view or for both.
///
/// Points lie in a grid whose lines are parted by as many empty places as patterns reach, so that a
/// stone changes what is around it without asking where the edge is.
#[derive(Clone, Debug)]
pub struct ShapeBoard {
    rings: Arc<Rings>,
    side: usize,
    /// From a point, by its index, to its place in the grid.
    places: Vec<u32>,
    /// Row and column of a point, by its index.
    spots: Vec<(u8, u8)>,
    /// From the first word that a stone may change to the words of the points that see it, one for
    /// each of its keys; some more at the end stay where they are and change nothing.
    steps: Vec<[u16; STEPS]>,
    /// The keys of a stone at the end of each step, as own and as opposing.
    keys: [Vec<[u64; STEPS]>; 2],
    /// From the first word that a stone may change to those of its own place.
    back: usize,
    /// True if all words that a stone may change are among the first [`NARROW`].
    is_narrow: bool,
    /// The points that see a stone, row by row from the first that does: those of its column and
    /// beside it.
    sights: Vec<u64>,
    /// The empty board.
    bare: Vec<u64>,
    /// A word for every place and ring, in Black's view and in White's; exclusive or over the rings
    /// from the first gives the keys. At the end is room for a window of any place.
    hashes: PerColor<Vec<u64>>,
    /// The patterns that have changed since they were last asked for, in each view: a word for each row,
    /// a bit for each column, both parted from the edge by as many as patterns reach.
    changed: PerColor<Vec<u64>>,
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
        let back = (reach * stride + reach) * count;
        let stride = stride.cast_signed();
        let step = |o: &Offset| {
            let place = (o.down * stride + o.across) * count.cast_signed();
            let step = back.checked_add_signed(o.ring.cast_signed() - place);
            step.and_then(|step| u16::try_from(step).ok()).unwrap_or(0)
        };
        let mut sights = vec![0; 2 * reach + 1];
        for o in &rings.offsets {
            let place = |by: isize| (reach.cast_signed() - by).cast_unsigned();
            sights[place(o.down)] |= 1 << place(o.across);
        }
        let steps = rings.offsets.iter().map(step);
        let keys = [0, 1].map(|whose| bundled(rings.offsets.iter().map(|o| o.keys[whose])));
        let is_narrow = 2 * back + count <= NARROW;
        let room = if is_narrow { NARROW } else { WIDE };
        debug_assert!(2 * back + count <= room);
        let bare = bare(&rings, size, &places, cells * count + room);
        Self {
            steps: bundled(steps),
            keys,
            back,
            is_narrow,
            sights,
            spots: Point::all(size)
                .map(|p| (p.row() as u8, p.column() as u8))
                .collect(),
            hashes: PerColor {
                black: bare.clone(),
                white: bare.clone(),
            },
            changed: PerColor {
                black: vec![u64::MAX; side + 2 * reach],
                white: vec![u64::MAX; side + 2 * reach],
            },
            bare,
            places,
            side,
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
        // Row by row: what lies between them is never asked for, and may be anything.
        let line = self.side * self.rings.count();
        for &place in self.places.iter().step_by(self.side) {
            let first = place as usize * self.rings.count();
            let bare = &self.bare[first..first + line];
            self.hashes[view][first..first + line].copy_from_slice(bare);
        }
        self.changed[view].fill(u64::MAX);
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
        if self.is_narrow {
            self.toggle_hashes::<NARROW>(index, color, view);
        } else {
            self.toggle_hashes::<WIDE>(index, color, view);
        }
        let (row, column) = self.spots[index];
        let rows = &mut self.changed[view][usize::from(row)..];
        for (changed, sight) in rows.iter_mut().zip(&self.sights) {
            *changed |= sight << column;
        }
    }

    /// Changes the hashes around a point, which are all within a window of so many words.
    #[inline]
    fn toggle_hashes<const WINDOW: usize>(&mut self, index: usize, color: Color, view: Color) {
        let first = self.places[index] as usize * self.rings.count() - self.back;
        let Some(window) = self.hashes[view][first..].first_chunk_mut::<WINDOW>() else {
            return;
        };
        let keys = &self.keys[usize::from(color != view)];
        for (steps, keys) in self.steps.iter().zip(keys) {
            for i in 0..STEPS {
                window[usize::from(steps[i]) % WINDOW] ^= keys[i];
            }
        }
    }

    /// Adds those of these points to `changed` whose pattern has changed since this was last asked.
    #[inline]
    pub fn take_changes(&mut self, points: &[u16], view: Color, changed: &mut Vec<u16>) {
        let reach = self.rings.reach();
        let rows = &mut self.changed[view][reach..];
        for &point in points {
            let (row, column) = self.spots[usize::from(point)];
            let (row, bit) = (
                &mut rows[usize::from(row)],
                1 << (usize::from(column) + reach),
            );
            if *row & bit != 0 {
                *row &= !bit;
                changed.push(point);
            }
        }
    }

    /// Finds the numbers of the largest known patterns of these points, each in the place of its
    /// index.
    pub fn find(&self, known: &Dictionary, view: Color, points: &[u16], numbers: &mut [u32]) {
        let count = self.rings.count();
        let mut keys = [[0; MAX_SIZE]; BLOCK];
        let mut guesses = [0; BLOCK];
        for block in points.chunks(BLOCK) {
            for (i, &point) in block.iter().enumerate() {
                let start = self.places[usize::from(point)] as usize * count;
                let words = &self.hashes[view][start..start + count];
                guesses[i] = known.guess(words, &mut keys[i]);
            }
            for (i, &point) in block.iter().enumerate() {
                let keys = &keys[i][..guesses[i].min(MAX_SIZE)];
                numbers[usize::from(point)] = known.largest(keys);
            }
        }
    }
}

/// Items in bundles; the last is filled up with zeros.
fn bundled<T: Copy + Default>(items: impl Iterator<Item = T>) -> Vec<[T; STEPS]> {
    let items: Vec<T> = items.collect();
    let bundle = |some: &[T]| {
        let mut bundle = [T::default(); STEPS];
        bundle[..some.len()].copy_from_slice(some);
        bundle
    };
    items.chunks(STEPS).map(bundle).collect()
}

/// The words of a board without stones: of each ring its salt, and the keys of what is off the board.
fn bare(rings: &Rings, size: Size, places: &[u32], words: usize) -> Vec<u64> {
    let count = rings.count();
    let mut bare = vec![0; words];
    for (point, &place) in Point::all(size).zip(places) {
        let own = &mut bare[place as usize * count..][..count];
        let mut before = 0;
        for (ring, word) in own.iter_mut().enumerate() {
            *word = before ^ salt(ring);
            before = salt(ring);
        }
        for o in &rings.offsets {
            let column = point.column().checked_add_signed(o.across);
            let row = point.row().checked_add_signed(o.down);
            let inside = |place: Option<usize>| place.is_some_and(|place| place < size.get());
            if !inside(column) || !inside(row) {
                own[o.ring] ^= o.keys[2];
            }
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use tengen_game::Rng;
    use tengen_go::Stones;

    use super::*;
    use crate::distance::between;

    /// The keys of a point's patterns, as they follow from the words.
    fn keys(board: &ShapeBoard, index: usize, view: Color) -> Vec<u64> {
        let count = board.rings.count();
        let first = board.places[index] as usize * count;
        let sum = |hash: &mut u64, word: &u64| {
            *hash ^= word;
            Some(*hash)
        };
        let words = board.hashes[view][first..first + count].iter();
        words.scan(0, sum).collect()
    }

    #[test]
    fn stones_that_come_and_go_leave_the_patterns_that_are_there() {
        for (pattern, side) in [(2, 2), (7, 9), (9, 19), (9, 25), (10, 25), (12, 25)] {
            let size = Size::new(side).unwrap();
            let rings = Arc::new(Rings::new(pattern));
            let mut rng = Rng::new(side as u64);
            for round in 0..2 {
                let mut board = ShapeBoard::new(rings.clone(), size);
                // Stones that are put and lifted again, and then those that stay.
                let mut stones = Stones::new(size);
                for _ in 0..size.area() / 3 {
                    let index = rng.below(size.area() as u32) as usize;
                    let color = Color::BOTH[rng.below(2) as usize];
                    let point = Point::from_index(index, size).unwrap();
                    board.toggle(index, color);
                    if round == 1 {
                        board.toggle(index, color);
                    }
                    if stones.at(point).is_none() {
                        stones.place(color, point);
                    }
                }
                if round != 1 {
                    board.clear();
                }
                for (index, point) in Point::all(size).enumerate() {
                    if let Some(color) = stones.at(point) {
                        board.toggle(index, color);
                    }
                }
                let mut expected = [0; MAX_SIZE];
                for (index, point) in Point::all(size).enumerate() {
                    for view in Color::BOTH {
                        rings.keys(&rings.look(&stones, point, view), 0, &mut expected);
                        let found = keys(&board, index, view);
                        assert_eq!(
                            found,
                            expected[..rings.count()],
                            "R{pattern} on {side}×{side}, round {round}, {point:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn changes_are_told_once_and_only_near_the_stone() {
        let size = Size::NINETEEN;
        let rings = Arc::new(Rings::new(9));
        let mut board = ShapeBoard::new(rings.clone(), size);
        let all: Vec<u16> = (0..361).collect();
        let mut changed = Vec::new();
        board.take_changes(&all, Color::Black, &mut changed);
        assert_eq!(changed, all, "at first all are new");
        for stone in [Point::new(0, 0), Point::new(9, 4), Point::new(18, 17)] {
            let stone = stone.unwrap();
            board.toggle(stone.index(size), Color::White);
            changed.clear();
            board.take_changes(&all, Color::Black, &mut changed);
            let near = |point: &Point| (1..=9).contains(&between(*point, stone));
            let near = Point::all(size).filter(near).map(|p| p.index(size) as u16);
            assert_eq!(changed, near.collect::<Vec<_>>());
            changed.clear();
            board.take_changes(&all, Color::Black, &mut changed);
            assert_eq!(changed, []);
        }
    }
}
