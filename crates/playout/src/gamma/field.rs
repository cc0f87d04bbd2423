//! The weights of all points for both sides, with their sums by row: what is drawn from.
//!
//! After a move only what changed is rated anew: the points around a stone put or taken off, and
//! the last liberties of chains whose atari began or ended. An atari begins beside the move alone.
//! It ends where the chain is extended or taken, which fills or frees the liberty itself, or where
//! a capture gives the chain room: so after a capture all last liberties known are asked again.
//!
//! The arrays have a power of two of places and are indexed modulo that, which needs no check.

use tengen_go::board::{Black, Board, Features, Moments, Pressed, Side, Vertex, White};
use tengen_go::{Color, Point};
use tengen_pattern::local::{Threats, lasts};

use super::rates::{Rates, TAKEN, half, state_of, with_half};

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
    /// By cell: of which chains an empty point is the last liberty, or [`TAKEN`].
    states: [u16; ROOM],
    /// The last liberties, a bit a cell.
    hot: [u64; ROOM / 64],
    /// How many points are empty.
    empties: u32,
    /// The move last followed, and the chains of few liberties there.
    last: Option<Vertex<W>>,
    threats: Threats<W>,
}

impl<const W: usize> Field<W> {
    /// Of nothing.
    pub(super) const fn new() -> Self {
        const { assert!(Vertex::<W>::CELLS <= ROOM && W < ROWS - 4) }
        Self {
            weights: [0; ROOM],
            rows: [0; ROWS],
            total: 0,
            states: [TAKEN; ROOM],
            hot: [0; ROOM / 64],
            empties: 0,
            last: None,
            threats: Threats {
                last: None,
                tight: false,
                beside: Pressed::NONE,
            },
        }
    }

    /// Rates the whole board.
    pub(super) fn begin<const V: usize, F>(&mut self, rates: &Rates, board: &Board<W, V, F>)
    where
        F: Features<Liberties = Moments>,
    {
        self.weights[..Vertex::<W>::CELLS].fill(0);
        self.states[..Vertex::<W>::CELLS].fill(TAKEN);
        self.hot.fill(0);
        self.rows.fill(0);
        self.total = 0;
        self.last = None;
        self.empties = board.empty_count();
        for v in (0..self.empties).filter_map(|i| board.empty(i)) {
            if board.touches::<Black>(v) | board.touches::<White>(v) {
                self.refresh(rates, board, v);
            } else {
                self.states[v.cell() % ROOM] = state_of(0);
                self.set(v.cell(), rates.pair(board.around(v), state_of(0)));
            }
        }
    }

    /// Follows a move that was just played. Not inlined, and one for both sides: the code of a turn
    /// is near what the cache for code holds.
    #[inline(never)]
    pub(super) fn played<const V: usize, F>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) where
        F: Features<Liberties = Moments>,
    {
        let Some(color) = board.color(v) else {
            return;
        };
        self.remember(v.cell(), TAKEN);
        self.set(v.cell(), 0);
        self.recolour(rates, board, v);
        let left = self.empties.wrapping_sub(1);
        self.empties = board.empty_count();
        if self.empties != left {
            self.captured(rates, board, left);
        }
        self.last = Some(v);
        self.threats = Threats {
            last: board.atari(v),
            tight: board.is_tight(v),
            beside: board.pressed(!color, v),
        };
        let Threats { last, beside, .. } = self.threats;
        for liberty in beside.ataris(v).filter_map(|stone| board.atari(stone)) {
            self.mark(rates, board, liberty, !color);
        }
        if let Some(liberty) = last {
            self.mark(rates, board, liberty, color);
        }
    }

    /// Notes that a chain of this colour has its last liberty here.
    #[inline(always)]
    fn mark<const V: usize, F: Features>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
        color: Color,
    ) {
        let state = self.states[v.cell() % ROOM] | state_of(1 << u8::from(color == Color::White));
        self.remember(v.cell(), state);
        self.restore(rates, board, v);
    }

    /// The chains of few liberties at the last move, if it was followed.
    #[inline(always)]
    pub(super) fn threats(&self, last: Vertex<W>) -> Option<Threats<W>> {
        (self.last == Some(last)).then_some(self.threats)
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
        for word in 0..Vertex::<W>::CELLS.div_ceil(64) {
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
        self.remember(v.cell(), state_of(lasts(board, v)));
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
        self.set(v.cell(), self.rated(rates, board, v));
    }

    /// The weights that pattern and state give a point.
    #[inline(always)]
    pub(super) fn rated<const V: usize, F: Features>(
        &self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) -> u64 {
        rates.pair(board.around(v), self.states[v.cell() % ROOM])
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
        board.each_around(v, |at, _, around| {
            let row = [1, 1, 0, 2, 0, 0, 2, 2][d];
            d += 1;
            let pair = rates.pair(around, self.states[at % ROOM]);
            let old = std::mem::replace(&mut self.weights[at % ROOM], pair);
            changes[row] = changes[row].wrapping_add(pair.wrapping_sub(old));
        });
        let row = v.cell() / W;
        for (i, change) in changes.into_iter().enumerate() {
            let sum = &mut self.rows[(row + i).wrapping_sub(1) % ROWS];
            *sum = sum.wrapping_add(change);
        }
        let [above, here, below] = changes;
        let change = above.wrapping_add(here).wrapping_add(below);
        self.total = self.total.wrapping_add(change);
    }

    /// Notes the state of a cell.
    #[inline(always)]
    fn remember(&mut self, at: usize, state: u16) {
        self.states[at % ROOM] = state;
        let is_last = u64::from(!matches!(state, 0 | TAKEN));
        let word = &mut self.hot[at / 64 % (ROOM / 64)];
        *word = *word & !(1 << (at % 64)) | is_last << (at % 64);
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

    /// Whether both hold the same of their positions.
    #[cfg(test)]
    pub(super) fn agrees(&self, other: &Self) -> bool {
        (self.weights, self.rows, self.total) == (other.weights, other.rows, other.total)
            && (self.states, self.hot, self.empties) == (other.states, other.hot, other.empties)
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

    /// The pairs of the eight cells around `v`: west, east, north, south, then the diagonals.
    #[inline(always)]
    pub(super) fn around(&self, v: Vertex<W>) -> [u64; 8] {
        // From north-west to south-east there are 2 W + 3 cells.
        let cells = self.weights.get(v.cell().wrapping_sub(W + 1)..);
        let Some(cells) = cells.and_then(|cells| cells.first_chunk::<55>()) else {
            return [0; 8];
        };
        [W, W + 2, 1, 2 * W + 1, 0, 2, 2 * W, 2 * W + 2].map(|i| cells[i])
    }

    /// The sum of all weights of `S`.
    #[inline(always)]
    pub(super) const fn total<S: Side>(&self) -> u32 {
        half::<S>(self.total)
    }

    /// The point of `S` at this place of the sum of all weights, below [`Field::total`].
    #[inline(always)]
    pub(super) fn find<S: Side>(&self, at: u32) -> Option<Vertex<W>> {
        let (row, rest) = walk::<S, W>(&self.rows, 1, at)?;
        let (column, _) = walk::<S, W>(&self.weights, (row + 1) * W + 1, rest)?;
        vertex(row + 1, column + 1)
    }
}

/// The part of `S` in which `at` lies when the `W` − 1 from `first` on are laid end to end, and where
/// in it. First one of five parts at once, then one of these; without a branch, as where the sum
/// ends up cannot be predicted. Both sides are summed in one word; the other does not matter.
#[inline(always)]
fn walk<S: Side, const W: usize>(pairs: &[u64], first: usize, at: u32) -> Option<(usize, u32)> {
    let fives = pairs.get(first..)?.first_chunk::<25>()?.as_chunks::<5>().0;
    let (mut five, mut before, mut end) = (0, 0, 0);
    for [a, b, c, d, e] in &fives[..(W - 2) / 5] {
        end += half::<S>(a + b + c + d + e);
        five += usize::from(end <= at);
        before = if end <= at { end } else { before };
    }
    let rest = at - before;
    let [a, b, c, d, _] = fives.get(five)?;
    let (mut part, mut before) = (5 * five, 0);
    for end in [*a, a + b, a + b + c, a + b + c + d].map(half::<S>) {
        part += usize::from(end <= rest);
        before = if end <= rest { end } else { before };
    }
    Some((part, rest - before))
}

/// The vertex in a row and column of cells.
#[inline(always)]
fn vertex<const W: usize>(row: usize, column: usize) -> Option<Vertex<W>> {
    Point::new(column.wrapping_sub(1), row.wrapping_sub(1)).and_then(Vertex::new)
}
