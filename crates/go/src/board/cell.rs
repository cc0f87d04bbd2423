//! Places in the padded grid of a board, as types whose values cannot lie outside it.
//!
//! A grid of stride `W` holds boards of side up to `W − 1`: a guard row above and below, and one
//! guard column that serves the right edge of a row and the left edge of the next. Point
//! (column, row) is cell `(row + 1)·W + column + 1`.
//!
//! The two types carry the proof that lets [`Cells`] index without a bounds check: a [`Vertex`] is
//! a cell between the guard rows, so all eight cells around it exist; a [`Cell`] is any cell.
//! Neither can be made outside this file but from values that obey this.

use std::num::NonZeroU16;

use tengen_game::Rng;

use crate::{Point, Size};

/// The number of cells of a grid of stride `w`, with room for a four-cell access at the last row.
pub(crate) const fn cells(w: usize) -> usize {
    w * (w + 1) + 2
}

/// A cell between the guard rows of a grid of stride `W`. Those that a caller can get hold of are
/// points of the largest board that the grid holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Vertex<const W: usize>(NonZeroU16);

/// Any cell of a grid of stride `W`, guards included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct Cell<const W: usize>(u16);

/// The eight directions: west, east, north, south, then the diagonals.
pub(super) const DIRECTIONS: usize = 8;

/// The step of each direction in a grid of stride `w`.
pub(super) const fn steps(w: usize) -> [isize; DIRECTIONS] {
    let w = w as isize;
    [-1, 1, -w, w, -w - 1, -w + 1, w - 1, w + 1]
}

/// Direction in which a neighbour sees the point it is a neighbour of.
pub(super) const BACK: [u32; DIRECTIONS] = [1, 0, 3, 2, 7, 6, 5, 4];

impl<const W: usize> Vertex<W> {
    /// The first inner cell.
    const FIRST: usize = W + 1;
    /// The last inner cell: `FIRST..=LAST` ± (W + 1) stays within `0..cells(W)`.
    const LAST: usize = W * W - 1;
    /// The upper left point, which every board has.
    pub(super) const CORNER: Self = match NonZeroU16::new(Self::FIRST as u16) {
        Some(at) => Self(at),
        None => unreachable!(),
    };

    /// The cell of a point; `None` if the grid is too small for it.
    #[inline]
    #[must_use]
    pub const fn new(point: Point) -> Option<Self> {
        if point.column() < W - 1 && point.row() < W - 1 {
            let at = (point.row() + 1) * W + point.column() + 1;
            match NonZeroU16::new(at as u16) {
                Some(at) => Some(Self(at)),
                None => None,
            }
        } else {
            None
        }
    }

    /// The point of this cell on a board of any size that has it.
    #[inline]
    #[must_use]
    pub const fn point(self) -> Point {
        let at = self.0.get() as usize;
        match Point::new(at % W - 1, at / W - 1) {
            Some(point) => point,
            None => panic!("a vertex lies on the board"),
        }
    }

    /// The place of this vertex in reading order on a board of this size.
    #[inline]
    #[must_use]
    pub const fn index(self, size: Size) -> usize {
        let at = self.0.get() as usize;
        (at / W - 1) * size.get() + at % W - 1
    }

    /// The number of the cell, for tables of the caller: below [`Vertex::CELLS`].
    #[inline(always)]
    #[must_use]
    pub const fn cell(self) -> usize {
        self.0.get() as usize
    }

    /// The number of cells of the grid.
    pub const CELLS: usize = cells(W);

    /// The cell itself.
    #[inline(always)]
    pub(super) const fn here(self) -> Cell<W> {
        Cell(self.0.get())
    }

    /// The neighbour in direction `d`, counted modulo eight.
    #[inline(always)]
    pub(super) const fn step(self, d: usize) -> Cell<W> {
        self.offset(const { steps(W) }[d % DIRECTIONS])
    }

    /// The cell `by` further on, where |`by`| ≤ W + 1, which keeps it within the grid.
    #[inline(always)]
    const fn offset(self, by: isize) -> Cell<W> {
        debug_assert!(by.unsigned_abs() <= W + 1);
        Cell((self.0.get() as isize + by) as u16)
    }

    /// One of the orthogonal neighbours or (step 0) the cell itself, by its step in the grid.
    ///
    /// # Safety
    /// The step must be 0, ±1 or ±W.
    #[inline(always)]
    pub(super) const unsafe fn beside(self, by: i16) -> Cell<W> {
        self.offset(by as isize)
    }

    /// West, east, north, south.
    #[inline(always)]
    pub(super) const fn orthogonal(self) -> [Cell<W>; 4] {
        [self.step(0), self.step(1), self.step(2), self.step(3)]
    }
}

impl<const W: usize> Cell<W> {
    /// The cell that stands for all guards as "chain" of the edge.
    pub(super) const EDGE: Self = Self(0);

    /// The cell's number.
    #[inline(always)]
    pub(super) const fn get(self) -> u16 {
        self.0
    }

    /// The cell as a vertex, if it is an inner one.
    #[inline(always)]
    pub(super) const fn vertex(self) -> Option<Vertex<W>> {
        let at = self.0 as usize;
        if at >= Vertex::<W>::FIRST && at <= Vertex::<W>::LAST {
            match NonZeroU16::new(self.0) {
                Some(at) => Some(Vertex(at)),
                None => None,
            }
        } else {
            None
        }
    }

    /// The inner cell with this number, if there is one.
    #[inline(always)]
    pub(super) const fn inner(at: usize) -> Option<Vertex<W>> {
        if at <= Vertex::<W>::LAST {
            Self(at as u16).vertex()
        } else {
            None
        }
    }
}

/// One value for each cell of a grid: an array that a [`Cell`] indexes without a check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Cells<T, const V: usize>([T; V]);

impl<T: Copy, const V: usize> Cells<T, V> {
    /// The same value everywhere.
    pub(super) const fn all(value: T) -> Self {
        Self([value; V])
    }

    /// The value at a cell.
    #[inline(always)]
    pub(super) fn get<const W: usize>(&self, at: Cell<W>) -> T {
        const { assert!(V >= cells(W) && V < 1 << 15) }
        // SAFETY: a cell is below `cells(W)`: a `Vertex` lies in FIRST..=LAST (`new` and
        // `Cell::vertex` see to that, nothing else makes one); a `Cell` is a vertex, a step of at
        // most W + 1 from one (`step` knows no others, `beside` demands it), or EDGE.
        unsafe { self.nth(at.0 as usize) }
    }

    /// Sets the value at a cell.
    #[inline(always)]
    pub(super) fn set<const W: usize>(&mut self, at: Cell<W>, value: T) {
        const { assert!(V >= cells(W) && V < 1 << 15) }
        // SAFETY: as in `get`.
        unsafe { *self.nth_mut(at.0 as usize) = value }
    }

    /// The value at an inner cell.
    #[inline(always)]
    pub(super) fn at<const W: usize>(&self, at: Vertex<W>) -> T {
        self.get(at.here())
    }

    /// Sets the value at an inner cell.
    #[inline(always)]
    pub(super) fn put<const W: usize>(&mut self, at: Vertex<W>, value: T) {
        self.set(at.here(), value);
    }

    /// The first `len` values.
    #[inline(always)]
    pub(super) fn first(&self, len: usize) -> &[T] {
        &self.0[..len]
    }

    /// The value in place `i`.
    ///
    /// # Safety
    /// `i` must be below `V`.
    #[inline(always)]
    unsafe fn nth(&self, i: usize) -> T {
        if cfg!(feature = "checked") {
            return self.0[i];
        }
        debug_assert!(i < V);
        // SAFETY: the caller's promise.
        unsafe { *self.0.get_unchecked(i) }
    }

    /// The value in place `i`, to be changed.
    ///
    /// # Safety
    /// `i` must be below `V`.
    #[inline(always)]
    unsafe fn nth_mut(&mut self, i: usize) -> &mut T {
        if cfg!(feature = "checked") {
            return &mut self.0[i];
        }
        debug_assert!(i < V);
        // SAFETY: the caller's promise.
        unsafe { self.0.get_unchecked_mut(i) }
    }
}

impl<const V: usize> Cells<u16, V> {
    /// Adds one of `lanes` to each of the four cells from `first` on, or takes it away: a row of
    /// three neighbours and a lane of zero. No lane may carry or borrow.
    ///
    /// # Safety
    /// `first + 4` must be at most `V`.
    #[inline(always)]
    unsafe fn paint_row(&mut self, first: usize, lanes: u64, add: bool) {
        debug_assert!(first + 4 <= V);
        if cfg!(feature = "checked") || cfg!(target_endian = "big") {
            for i in 0..4 {
                let (cell, lane) = (&mut self.0[first + i], (lanes >> (16 * i)) as u16);
                *cell = if add {
                    cell.wrapping_add(lane)
                } else {
                    cell.wrapping_sub(lane)
                };
            }
            return;
        }
        let change = if add { lanes } else { lanes.wrapping_neg() };
        // SAFETY: the caller's promise; the access is unaligned and within the array.
        unsafe {
            let row = self.0.as_mut_ptr().add(first).cast::<u64>();
            row.write_unaligned(row.read_unaligned().wrapping_add(change));
        }
    }

    /// Adds the code of a colour to the eight codes around `v`, or takes it away: three additions
    /// of four lanes, of which one adds nothing.
    #[inline(always)]
    pub(super) fn paint<const W: usize>(&mut self, v: Vertex<W>, code: u16, add: bool) {
        const { assert!(V >= cells(W)) }
        let lane = |d: usize| (code as u64) << (2 * BACK[d]);
        let rows = [
            lane(4) | lane(2) << 16 | lane(5) << 32,
            lane(0) | lane(1) << 32,
            lane(6) | lane(3) << 16 | lane(7) << 32,
        ];
        let at = v.cell();
        for (first, lanes) in [at - W - 1, at - 1, at + W - 1].into_iter().zip(rows) {
            // Lanes neither carry nor borrow: a field goes from 0 to the code and back.
            // SAFETY: `at` is at most LAST = W² − 1, so four cells from `at + W − 1` on end at
            // W² + W + 2 = `cells(W)` ≤ V.
            unsafe { self.paint_row(first, lanes, add) }
        }
    }
}

/// A set of vertices as a dense array with a place for each: add, remove and draw in O(1).
///
/// `len` is at most `V` and every place below `V`, whatever its owner does: that is all the
/// unchecked accesses rest on. (An owner that keeps the books right never meets the limits.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List<const W: usize, const V: usize> {
    items: Cells<Vertex<W>, V>,
    places: Cells<u16, V>,
    len: u32,
}

impl<const W: usize, const V: usize> List<W, V> {
    /// Nothing.
    pub(super) const fn new() -> Self {
        Self {
            items: Cells::all(Vertex::CORNER),
            places: Cells::all(0),
            len: 0,
        }
    }

    /// The number of points.
    #[inline(always)]
    pub(super) const fn len(&self) -> u32 {
        self.len
    }

    /// All, in no particular order.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Vertex<W>> + '_ {
        self.items.first(self.len as usize).iter().copied()
    }

    /// The one in place `i`; `None` from `len` on.
    #[inline(always)]
    pub(super) fn item(&self, i: u32) -> Option<Vertex<W>> {
        (i < self.len).then(|| {
            // SAFETY: a place below `len` is below V.
            unsafe { self.items.nth(i as usize) }
        })
    }

    /// Adds a vertex that is not in the set.
    #[inline(always)]
    pub(super) fn push(&mut self, v: Vertex<W>) {
        if self.len as usize >= V {
            return;
        }
        self.places.put(v, self.len as u16);
        // SAFETY: `len` is below V.
        unsafe { *self.items.nth_mut(self.len as usize) = v }
        self.len += 1;
    }

    /// Takes a vertex of the set out; the last one gets its place.
    #[inline(always)]
    pub(super) fn remove(&mut self, v: Vertex<W>) {
        if self.len == 0 {
            return;
        }
        self.len -= 1;
        let place = self.places.at(v);
        // SAFETY: `len` was at most V, so it is below V now.
        let last = unsafe { self.items.nth(self.len as usize) };
        // SAFETY: places are below V, as `push` and `set_aside` store no others.
        unsafe { *self.items.nth_mut(place as usize) = last }
        self.places.put(last, place);
    }

    /// Draws one of the first `left` (at most `len`) at random: its place and the vertex. `None` if
    /// there are none.
    #[inline(always)]
    pub(super) fn draw(&self, left: u32, rng: &mut Rng) -> Option<(Drawn, Vertex<W>)> {
        let left = left.min(self.len);
        if left == 0 {
            return None;
        }
        let place = rng.below(left);
        // SAFETY: `Rng::below(left)` is (a 32-bit word · left) >> 32, so below `left`, which is at
        // most `len`.
        let v = unsafe { self.items.nth(place as usize) };
        Some((
            Drawn {
                place,
                last: left - 1,
            },
            v,
        ))
    }

    /// Moves what was drawn, if nothing was added or removed since, behind those not drawn yet;
    /// returns how many of these are left.
    #[inline(always)]
    pub(super) fn set_aside(&mut self, drawn: Drawn, v: Vertex<W>) -> u32 {
        let Drawn { place, last } = drawn;
        // SAFETY: both places were below `len` when drawn, so they are below V.
        let other = unsafe { self.items.nth(last as usize) };
        // SAFETY: the same.
        unsafe { *self.items.nth_mut(place as usize) = other }
        // SAFETY: the same.
        unsafe { *self.items.nth_mut(last as usize) = v }
        self.places.put(other, place as u16);
        self.places.put(v, last as u16);
        last
    }
}

/// The places of a draw: only [`List::draw`] makes one, so both are below the length it had.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    place: u32,
    last: u32,
}
