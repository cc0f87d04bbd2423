//! The weights of all points for both sides, with their sums by row: what is drawn from.
//!
//! After a move only what changed is rated anew: the points around a stone put or taken off, and
//! the last liberties of chains whose atari began or ended. An atari begins beside the move alone.
//! It ends where the chain is extended or taken, which fills or frees the liberty itself, or where
//! a capture gives the chain room: so after a capture all last liberties known are asked again.
//!
//! The arrays have a power of two of places and are indexed modulo that, which needs no check.

use tengen_go::Point;
use tengen_go::board::{Black, Board, Features, Moments, Side, Vertex, White};
use tengen_pattern::local::lasts;

use super::rates::{Rates, half, with_half};

/// Places of the arrays: more than the cells of the largest grid.
const ROOM: usize = 1024;
/// Places for the sums of rows.
const ROWS: usize = 32;

/// The weights of a position; see the module's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field<const W: usize> {
    /// By cell, Black in the low half, White in the high one; 0 where no stone can be drawn.
    weights: [u64; ROOM],
    /// By row of cells, in the same halves.
    rows: [u64; ROWS],
    total: u64,
    /// Whether an empty point is the last liberty of a chain of Black (bit 0), of White (bit 1).
    lasts: [u8; ROOM],
    /// The points where that is not 0, a bit a cell.
    hot: [u64; ROOM / 64],
    /// How many points are empty.
    empties: u32,
}

impl<const W: usize> Field<W> {
    /// Of nothing.
    pub(super) const fn new() -> Self {
        const { assert!(Vertex::<W>::CELLS <= ROOM && W <= ROWS) }
        Self {
            weights: [0; ROOM],
            rows: [0; ROWS],
            total: 0,
            lasts: [0; ROOM],
            hot: [0; ROOM / 64],
            empties: 0,
        }
    }

    /// Rates the whole board.
    pub(super) fn begin<const V: usize, F>(&mut self, rates: &Rates, board: &Board<W, V, F>)
    where
        F: Features<Liberties = Moments>,
    {
        self.weights[..Vertex::<W>::CELLS].fill(0);
        self.lasts[..Vertex::<W>::CELLS].fill(0);
        self.hot.fill(0);
        self.rows.fill(0);
        self.total = 0;
        self.empties = board.empty_count();
        for v in (0..self.empties).filter_map(|i| board.empty(i)) {
            if board.touches::<Black>(v) | board.touches::<White>(v) {
                self.refresh(rates, board, v);
            } else {
                self.set(v.cell(), rates.pair(board.around(v), 0));
            }
        }
    }

    /// Follows a move that was just played.
    #[inline(always)]
    pub(super) fn played<S: Side, const V: usize, F>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) where
        F: Features<Liberties = Moments>,
    {
        self.set(v.cell(), 0);
        self.remember(v.cell(), 0);
        self.recolour(rates, board, v);
        let left = self.empties.wrapping_sub(1);
        self.empties = board.empty_count();
        if self.empties != left {
            self.captured(rates, board, left);
        }
        for (_, liberty) in board.ataris_beside::<S::Opponent>(v) {
            self.refresh(rates, board, liberty);
        }
        if let Some(liberty) = board.atari(v) {
            self.refresh(rates, board, liberty);
        }
    }

    /// Follows a capture: the stones taken off stand at the end of the board's list of empty
    /// points, from `first` on.
    #[inline(never)]
    fn captured<const V: usize, F>(&mut self, rates: &Rates, board: &Board<W, V, F>, first: u32)
    where
        F: Features<Liberties = Moments>,
    {
        for v in (first..self.empties).filter_map(|i| board.empty(i)) {
            self.refresh(rates, board, v);
            self.recolour(rates, board, v);
        }
        for word in 0..self.hot.len() {
            let mut cells = self.hot[word];
            while cells != 0 {
                let at = 64 * word + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                if let Some(v) = vertex(at / W, at % W) {
                    self.refresh(rates, board, v);
                }
            }
        }
    }

    /// Rates an empty point anew.
    #[inline(always)]
    fn refresh<const V: usize, F>(&mut self, rates: &Rates, board: &Board<W, V, F>, v: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        self.remember(v.cell(), lasts(board, v));
        self.restore(rates, board, v);
    }

    /// Gives a point the weight that its pattern and the ataris known there say.
    #[inline(always)]
    pub(super) fn restore<const V: usize, F: Features>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) {
        let pair = self.rated(rates, board, v);
        self.set(v.cell(), if board.is_empty(v) { pair } else { 0 });
    }

    /// The weights that pattern and ataris give the empty point `v`.
    #[inline(always)]
    pub(super) fn rated<const V: usize, F: Features>(
        &self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) -> u64 {
        rates.pair(board.around(v), self.lasts[v.cell() % ROOM])
    }

    /// Follows a change of colour at `v`, which changes the patterns around it.
    #[inline(always)]
    fn recolour<const V: usize, F: Features>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) {
        // The change of the row above, of the same, and of the row below.
        let mut changes = [0u64; 3];
        let mut d = 0;
        board.each_around(v, |at, empty, around| {
            let row = [1, 1, 0, 2, 0, 0, 2, 2][d];
            d += 1;
            let pair = rates.pair(around, self.lasts[at % ROOM]);
            let pair = if empty { pair } else { 0 };
            let old = std::mem::replace(&mut self.weights[at % ROOM], pair);
            changes[row] = changes[row].wrapping_add(pair.wrapping_sub(old));
        });
        let row = v.cell() / W;
        for (i, change) in changes.into_iter().enumerate() {
            let sum = &mut self.rows[(row + i).wrapping_sub(1) % ROWS];
            *sum = sum.wrapping_add(change);
            self.total = self.total.wrapping_add(change);
        }
    }

    /// Notes of which chains a cell is the last liberty.
    #[inline(always)]
    fn remember(&mut self, at: usize, lasts: u8) {
        self.lasts[at % ROOM] = lasts;
        let word = &mut self.hot[at / 64 % (ROOM / 64)];
        *word = *word & !(1 << (at % 64)) | u64::from(lasts != 0) << (at % 64);
    }

    #[inline(always)]
    fn set(&mut self, at: usize, pair: u64) {
        let old = std::mem::replace(&mut self.weights[at % ROOM], pair);
        let change = pair.wrapping_sub(old);
        let row = &mut self.rows[at / W % ROWS];
        *row = row.wrapping_add(change);
        self.total = self.total.wrapping_add(change);
    }

    /// Changes the weight of one side at a point, until it is restored.
    #[inline(always)]
    pub(super) fn lower<S: Side>(&mut self, v: Vertex<W>, weight: u32) {
        let pair = self.weights[v.cell() % ROOM];
        self.set(v.cell(), with_half::<S>(pair, weight));
    }

    /// How many points are empty.
    #[inline(always)]
    pub(super) const fn empties(&self) -> u32 {
        self.empties
    }

    /// The weight of `S` at a cell.
    #[inline(always)]
    pub(super) const fn weight<S: Side>(&self, at: usize) -> u32 {
        half::<S>(self.weights[at % ROOM])
    }

    /// The sum of all weights of `S`.
    #[inline(always)]
    pub(super) const fn total<S: Side>(&self) -> u32 {
        half::<S>(self.total)
    }

    /// The point of `S` at this place of the sum of all weights, below [`Field::total`].
    #[inline(always)]
    pub(super) fn find<S: Side>(&self, at: u32) -> Option<Vertex<W>> {
        // Without a branch: where the sum ends up cannot be predicted.
        let rows = self.rows[1..W].iter().map(|&pair| half::<S>(pair));
        let (row, before) = passed(rows, at);
        let first = (row + 1) * W + 1;
        let cells = self.weights[first % ROOM..].iter().take(W - 1);
        let (column, _) = passed(cells.map(|&pair| half::<S>(pair)), at - before);
        vertex(row + 1, column + 1)
    }
}

/// How many parts end at or before `at` when laid end to end, and where the last of these ends.
#[inline(always)]
fn passed(parts: impl Iterator<Item = u32>, at: u32) -> (usize, u32) {
    let (mut count, mut before, mut end) = (0, 0, 0u32);
    for part in parts {
        end = end.wrapping_add(part);
        let over = end <= at;
        count += usize::from(over);
        before = if over { end } else { before };
    }
    (count, before)
}

/// The vertex in a row and column of cells.
#[inline(always)]
fn vertex<const W: usize>(row: usize, column: usize) -> Option<Vertex<W>> {
    Point::new(column.wrapping_sub(1), row.wrapping_sub(1)).and_then(Vertex::new)
}
