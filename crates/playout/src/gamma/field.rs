//! The weights of all points for both sides, with their sums by row: what is drawn from.
//!
//! After a move only what changed is rated anew: the points around a stone put or taken off, and
//! the last liberties of chains whose atari began or ended. An atari begins beside the move alone.
//! It ends where the chain is extended or taken, which fills or frees the liberty itself, or where
//! a capture gives the chain room: so after a capture all last liberties known of that side's chains
//! are asked again.
//!
//! The arrays have a power of two of places and are indexed modulo that, which needs no check.

use tengen_go::board::{Black, Board, Features, Moments, Side, Vertex, White};
use tengen_go::{Color, Point};
use tengen_pattern::local::{Ataris, Threats, lasts};

use super::rates::{Rates, TAKEN, half, lasts_in, state_of, with_half};

/// Places of the arrays: more than the cells of the largest grid.
const ROOM: usize = 1024;
/// Cells in a word of two bits each.
const HOT: usize = 32;
/// Places for the sums of rows.
const ROWS: usize = 32;

/// Cells from the north-west of a point to the south-east on the widest grid.
const SPAN: usize = 2 * 26 + 3;
/// The row of each direction: above, the same, below.
const ROW: [usize; 8] = [1, 1, 0, 2, 0, 0, 2, 2];

/// The cells around a point, counted from the north-west of it: west, east, north, south, then the
/// diagonals.
const fn around_in(w: usize) -> [usize; 8] {
    [w, w + 2, 1, 2 * w + 1, 0, 2, 2 * w, 2 * w + 2]
}

/// The bit of a side in two.
#[inline(always)]
const fn bit(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

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
    /// The last liberties, two bits a cell: of Black's chains, of White's.
    hot: [u64; ROOM / HOT],
    /// By side and cell: a stone of the side's chain whose last liberty this is, where there is one.
    /// (Such a chain stays one, and in atari, unless its liberty is filled or a capture frees it.)
    pressed: [[Option<Vertex<W>>; ROOM]; 2],
    /// The number of empty points.
    empties: u32,
    /// The move last followed, and the chains in atari there.
    last: Option<Vertex<W>>,
    threats: Threats<W>,
}

impl<const W: usize> Field<W> {
    /// An empty field.
    pub(super) const fn new() -> Self {
        const { assert!(Vertex::<W>::CELLS <= ROOM && W < ROWS - 4) }
        Self {
            weights: [0; ROOM],
            rows: [0; ROWS],
            total: 0,
            states: [TAKEN; ROOM],
            hot: [0; ROOM / HOT],
            pressed: [[None; ROOM]; 2],
            empties: 0,
            last: None,
            threats: Threats::NONE,
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
        self.recolour(rates, board, v);
        let left = self.empties.wrapping_sub(1);
        self.empties = board.empty_count();
        if self.empties != left {
            self.captured(rates, board, left, color);
        }
        let (last, beside) = (board.atari(v), board.pressed(!color, v));
        for stone in beside.ataris(v) {
            if let Some(liberty) = board.atari(stone) {
                self.mark(rates, board, liberty, stone, !color);
            }
        }
        if let Some(liberty) = last {
            self.mark(rates, board, liberty, v, color);
        }
        self.last = Some(v);
        self.threats = Threats {
            last,
            beside: beside.has_ataris(),
        };
    }

    /// Notes that the chain of a stone of this colour has its last liberty here.
    #[inline(always)]
    fn mark<const V: usize, F: Features>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
        stone: Vertex<W>,
        color: Color,
    ) {
        self.pressed[usize::from(color == Color::White)][v.cell() % ROOM] = Some(stone);
        let state = self.states[v.cell() % ROOM] | state_of(bit(color));
        self.remember(v.cell(), state);
        self.restore(rates, board, v);
    }

    /// The chains in atari at the last move, if it was followed.
    #[inline(always)]
    pub(super) fn threats(&self, last: Vertex<W>) -> Option<Threats<W>> {
        (self.last == Some(last)).then_some(self.threats)
    }

    /// Follows a capture by this side: the stones taken off stand at the end of the board's list of
    /// empty points, from `first` on. Only chains of the same side gain liberties or border there.
    #[inline(never)]
    fn captured<const V: usize, F>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        first: u32,
        color: Color,
    ) where
        F: Features<Liberties = Moments>,
    {
        let (bit, side) = (bit(color), usize::from(color == Color::White));
        for v in (first..self.empties).filter_map(|i| board.empty(i)) {
            let pressed = board.pressed(color, v).ataris(v).next();
            self.pressed[side][v.cell() % ROOM] = pressed;
            self.remember(v.cell(), state_of(bit * u8::from(pressed.is_some())));
            self.recolour(rates, board, v);
        }
        for word in 0..Vertex::<W>::CELLS.div_ceil(HOT) {
            let mut cells = self.hot[word] & (u64::MAX / 3 * u64::from(bit));
            while cells != 0 {
                let at = HOT * word + cells.trailing_zeros() as usize / 2;
                cells &= cells - 1;
                let stone = self.pressed[side][at % ROOM];
                if !stone.is_some_and(|stone| board.is_in_atari(stone))
                    && let Some(v) = vertex(at / W, at % W)
                {
                    // There may be another chain.
                    self.refresh(rates, board, v);
                }
            }
        }
    }

    /// Rates an empty point anew.
    #[inline(never)]
    fn refresh<const V: usize, F>(&mut self, rates: &Rates, board: &Board<W, V, F>, v: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        let black = board.ataris_beside::<Black>(v).next();
        let white = board.ataris_beside::<White>(v).next();
        for (side, found) in [black, white].into_iter().enumerate() {
            self.pressed[side][v.cell() % ROOM] = found.map(|(stone, _)| stone);
        }
        self.remember(v.cell(), state_of(lasts(board, v)));
        self.restore(rates, board, v);
    }

    /// Gives a point the weight that its pattern and the ataris known there say.
    #[inline(always)]
    fn restore<const V: usize, F: Features>(
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

    /// Follows a change of colour and state at `v`, which changes the patterns around it.
    #[inline(always)]
    fn recolour<const V: usize, F: Features>(
        &mut self,
        rates: &Rates,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) {
        // From north-west to south-east there are 2 W + 3 cells.
        let first = v.cell().wrapping_sub(W + 1);
        let states = self
            .states
            .get(first..)
            .and_then(<[_]>::first_chunk::<SPAN>);
        let weights = self.weights.get_mut(first..);
        let (Some(states), Some(weights)) =
            (states, weights.and_then(<[_]>::first_chunk_mut::<SPAN>))
        else {
            return;
        };
        // The change of the row above, of the same, and of the row below.
        let here = rates.pair(board.around(v), states[W + 1]);
        let old = std::mem::replace(&mut weights[W + 1], here);
        let mut changes = [0, here.wrapping_sub(old), 0];
        let mut d = 0;
        board.each_around(v, |_, _, around| {
            let (row, at) = (ROW[d % 8], const { around_in(W) }[d % 8]);
            d += 1;
            let pair = rates.pair(around, states[at]);
            let old = std::mem::replace(&mut weights[at], pair);
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
        let word = &mut self.hot[at / HOT % (ROOM / HOT)];
        let shift = 2 * (at % HOT);
        *word = *word & !(3 << shift) | u64::from(lasts_in(state)) << shift;
    }

    /// The ataris that `S` resolves at an empty point.
    #[inline(always)]
    pub(super) fn ataris<S: Side>(&self, v: Vertex<W>) -> Ataris {
        Ataris::seen_by::<S>(lasts_in(self.states[v.cell() % ROOM]))
    }

    /// Gives a cell a pair of weights.
    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, pair: u64) {
        let old = std::mem::replace(&mut self.weights[at % ROOM], pair);
        let change = pair.wrapping_sub(old);
        let row = &mut self.rows[at / W % ROWS];
        *row = row.wrapping_add(change);
        self.total = self.total.wrapping_add(change);
    }

    /// Changes the weight of one side at a point; returns what the pair was.
    #[inline(always)]
    pub(super) fn lower<S: Side>(&mut self, v: Vertex<W>, weight: u32) -> u64 {
        let pair = self.weights[v.cell() % ROOM];
        self.set(v.cell(), with_half::<S>(pair, weight));
        pair
    }

    /// Tests if both hold the same of their positions.
    #[cfg(test)]
    pub(super) fn agrees(&self, other: &Self) -> bool {
        (self.weights, self.rows, self.total) == (other.weights, other.rows, other.total)
            && (self.states, self.hot, self.empties) == (other.states, other.hot, other.empties)
    }

    /// Tests if every last liberty knows a stone of a chain that has no other.
    #[cfg(test)]
    pub(super) fn is_pressed_right<const V: usize, F>(&self, board: &Board<W, V, F>) -> bool
    where
        F: Features<Liberties = Moments>,
    {
        (0..Vertex::<W>::CELLS).all(|at| {
            let lasts = self.hot[at / HOT] >> (2 * (at % HOT)) & 3;
            Color::BOTH.into_iter().enumerate().all(|(side, color)| {
                let stone = self.pressed[side][at];
                lasts & u64::from(bit(color)) == 0
                    || stone.is_some_and(|stone| {
                        let liberty = board.atari(stone).map(|v| v.cell());
                        board.color(stone) == Some(color) && liberty == Some(at)
                    })
            })
        })
    }

    /// The number of empty points.
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
        let cells = self.weights.get(v.cell().wrapping_sub(W + 1)..);
        let Some(cells) = cells.and_then(|cells| cells.first_chunk::<SPAN>()) else {
            return [0; 8];
        };
        around_in(W).map(|i| cells[i])
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
