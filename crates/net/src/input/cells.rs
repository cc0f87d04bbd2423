//! Places on a board with an edge around it, sets of them, and one value for each.

use crate::features::LARGEST;

/// The way from a cell to the one below.
pub(super) const STRIDE: usize = LARGEST + 1;
/// Cells of the board and the edge around it; a power of two, so that a masked cell needs no check.
pub(super) const CELLS: usize = 512;
/// The words of a set of cells.
pub(super) const WORDS: usize = 7;

/// A place on the padded board.
pub(super) type Cell = u16;

/// No cell of the board.
pub(super) const NOWHERE: Cell = 0;

/// A set of cells.
pub(super) type Set = [u64; WORDS];

/// One value for every cell.
#[derive(Clone, Debug)]
pub(super) struct PerCell<T>(pub(super) [T; CELLS]);

impl<T: Copy> PerCell<T> {
    #[inline(always)]
    pub(super) fn at(&self, cell: Cell) -> T {
        self.0[usize::from(cell) % CELLS]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, cell: Cell, value: T) {
        self.0[usize::from(cell) % CELLS] = value;
    }

    #[inline(always)]
    pub(super) fn entry(&mut self, cell: Cell) -> &mut T {
        &mut self.0[usize::from(cell) % CELLS]
    }
}

#[inline(always)]
pub(super) fn bit(cell: Cell) -> (usize, u64) {
    ((usize::from(cell) / 64).min(WORDS - 1), 1 << (cell % 64))
}

/// The cells next to one, in reading order.
#[inline(always)]
pub(super) fn around(cell: Cell) -> [Cell; 4] {
    const DOWN: Cell = STRIDE as Cell;
    [
        cell.wrapping_sub(DOWN),
        cell.wrapping_sub(1),
        cell.wrapping_add(1),
        cell.wrapping_add(DOWN),
    ]
}

impl<T> PerCell<T> {
    #[inline(always)]
    pub(super) fn entry_of(&self, cell: Cell) -> &T {
        &self.0[usize::from(cell) % CELLS]
    }
}
