//! The broad board of one position, kept up to date stone by stone.

use std::sync::Arc;

use tengen_game::Color;
use tengen_go::Point;

use super::disc::{LINES, Rows, bits};
use super::window::{GRID, blank};
use super::{Broad, MAX_CELLS};

/// The shrunken board of a position.
///
/// Stones are put and lifted; [`codes`](Self::codes) then brings up to date what changed since it was
/// last asked. The result depends on the stones alone, not on the order in which they came.
#[derive(Clone, Debug)]
pub struct BroadBoard {
    broad: Arc<Broad>,
    /// Black's stones, and White's.
    stones: [Rows; 2],
    /// The influence of each cell, summed over its points, in [`Influence`]'s units.
    ///
    /// [`Influence`]: super::influence::Influence
    sums: [i64; MAX_CELLS],
    counts: [u8; MAX_CELLS],
    /// True if stones changed since the values were found.
    changed: bool,
    /// The values of the cells, with a margin.
    grid: [u8; GRID],
    /// The cells whose code is out of date, for each view.
    stale: [u128; 2],
    codes: [[u32; MAX_CELLS]; 2],
    dependent: Dependent,
}

/// The state kept when a stone's influence depends on other stones.
#[derive(Clone, Debug)]
struct Dependent {
    /// The points whose stones, if any, are to be reckoned anew.
    stale: Rows,
    /// The strength with sign that each point's stone has in the sums, and its shares.
    strengths: Vec<i64>,
    shares: Vec<i32>,
}

impl BroadBoard {
    /// An empty board.
    #[must_use]
    pub fn new(broad: Arc<Broad>) -> Self {
        let (area, shares) = if broad.influence.depends() {
            (broad.size().area(), broad.influence.len())
        } else {
            (0, 0)
        };
        let all = u128::MAX >> (128 - broad.cells());
        Self {
            stones: [[0; LINES]; 2],
            sums: [0; MAX_CELLS],
            counts: [0; MAX_CELLS],
            changed: true,
            grid: blank(broad.side()),
            stale: [all; 2],
            codes: [[0; MAX_CELLS]; 2],
            dependent: Dependent {
                stale: [0; LINES],
                strengths: vec![0; area],
                shares: vec![0; shares],
            },
            broad,
        }
    }

    /// The tables.
    #[must_use]
    pub fn broad(&self) -> &Arc<Broad> {
        &self.broad
    }

    /// Lifts all stones.
    pub fn clear(&mut self) {
        self.stones = [[0; LINES]; 2];
        self.sums = [0; MAX_CELLS];
        self.counts = [0; MAX_CELLS];
        self.changed = true;
        self.dependent.stale = [0; LINES];
        self.dependent.strengths.fill(0);
    }

    /// Puts a stone on the point of this index, instead of any other that may be there. What is not
    /// on the board is left alone.
    #[inline]
    pub fn put(&mut self, index: usize, color: Color) {
        let Some(&(row, column)) = self.broad.places.get(index) else {
            return;
        };
        let (row, bit) = (usize::from(row), 1 << column);
        if self.rows(!color)[row] & bit != 0 {
            self.lift(index, !color);
        }
        let rows = &mut self.stones[color as usize];
        if rows[row] & bit == 0 {
            rows[row] |= bit;
            self.counts[self.broad.cell_of(index)] += 1;
            self.radiate(index, color, 1);
        }
    }

    /// Lifts a stone of this colour from the point of this index, if there is one.
    #[inline]
    pub fn lift(&mut self, index: usize, color: Color) {
        let Some(&(row, column)) = self.broad.places.get(index) else {
            return;
        };
        let (row, bit) = (usize::from(row), 1 << column);
        let rows = &mut self.stones[color as usize];
        if rows[row] & bit != 0 {
            rows[row] &= !bit;
            self.counts[self.broad.cell_of(index)] -= 1;
            if self.broad.influence.depends() {
                self.withdraw(index);
            }
            self.radiate(index, color, -1);
        }
    }

    /// For every cell the folded code of the window around it, with its class, in the view of the
    /// side to move.
    pub fn codes(&mut self, turn: Color) -> &[u32] {
        self.each_change(turn, |_, _| ());
        &self.codes[self.view(turn)][..self.broad.cells()]
    }

    /// The number of a side's view, 0 or 1: both sides have the first if they see the same.
    #[must_use]
    #[inline]
    pub fn view(&self, turn: Color) -> usize {
        usize::from(turn == Color::White && self.broad.recolour)
    }

    /// Shows all cells whose window in the view of the side to move has changed since this or
    /// [`codes`](Self::codes) was last asked for that view, each with its code now; at first all.
    #[inline]
    pub fn each_change(&mut self, turn: Color, mut see: impl FnMut(usize, u32)) {
        self.refresh();
        let view = self.view(turn);
        let mut stale = std::mem::take(&mut self.stale[view]);
        while stale != 0 {
            let cell = stale.trailing_zeros() as usize;
            stale &= stale - 1;
            let code = self.broad.windows.code(cell, &self.grid, view);
            self.codes[view][cell] = code;
            see(cell, code);
        }
    }

    /// The value of a cell: 0 White's area, 1 open, 2 contested, 3 Black's area.
    #[must_use]
    pub fn value(&self, cell: usize) -> u8 {
        let (sum, count) = (self.sum(cell), self.counts[cell]);
        self.broad.value(cell, sum, count)
    }

    /// The mean influence in a cell: positive if Black's.
    ///
    /// A look at what is known after [`codes`](Self::codes); before that, with parameters that make
    /// stones depend on each other, the whole board is reckoned.
    #[must_use]
    pub fn average(&self, cell: usize) -> f64 {
        let whole = self.broad.influence.scale * i64::from(self.broad.areas[cell]);
        self.sum(cell) as f64 / whole as f64
    }

    /// The influence at the point of this index: positive if Black's, 0 beyond the board.
    ///
    /// It is reckoned anew each time: for people who look, not for search.
    #[must_use]
    pub fn influence(&self, index: usize) -> f64 {
        let Some(point) = Point::from_index(index, self.broad.size()) else {
            return 0.0;
        };
        let influence = &self.broad.influence;
        let mut sum = 0;
        for color in Color::BOTH {
            let (own, opposing) = (self.rows(color), self.rows(!color));
            for (row, columns) in influence.near.rows(point) {
                for column in bits(columns & own[row]) {
                    if let Some(stone) = Point::new(column, row) {
                        let amount = i64::from(influence.at(stone, point, opposing));
                        let sign = i64::from(color.sign());
                        sum += sign * amount * influence.strength(stone, own);
                    }
                }
            }
        }
        sum as f64 / influence.scale as f64
    }

    fn rows(&self, color: Color) -> &Rows {
        &self.stones[color as usize]
    }

    fn sum(&self, cell: usize) -> i64 {
        if self.changed && self.broad.influence.depends() {
            let mut copy = self.clone();
            copy.reckon();
            copy.sums[cell]
        } else {
            self.sums[cell]
        }
    }

    /// A stone came or went: its shares change the sums, or it is noted which stones it concerns.
    #[inline]
    fn radiate(&mut self, index: usize, color: Color, times: i32) {
        self.changed = true;
        let influence = &self.broad.influence;
        if !influence.depends() {
            // Without a branch, since colours come in no order.
            let sign = (1 - 2 * (color as i32)) * times;
            for share in influence.shares(index) {
                self.sums[usize::from(share.cell)] += i64::from(sign * share.amount);
            }
            return;
        }
        let Some(point) = Point::from_index(index, self.broad.size()) else {
            return;
        };
        self.dependent.stale[point.row()] |= 1 << point.column();
        if influence.blocked {
            for (row, columns) in influence.near.rows(point) {
                self.dependent.stale[row] |= columns;
            }
        }
        if influence.concentrated {
            for (row, columns) in influence.crowd.rows(point) {
                self.dependent.stale[row] |= columns;
            }
        }
    }

    /// Takes what a point's stone gave out of the sums.
    fn withdraw(&mut self, index: usize) {
        let influence = &self.broad.influence;
        let strength = std::mem::take(&mut self.dependent.strengths[index]);
        if strength != 0 {
            let given = &self.dependent.shares[influence.range(index)];
            for (share, &amount) in influence.shares(index).iter().zip(given) {
                self.sums[usize::from(share.cell)] -= strength * i64::from(amount);
            }
        }
    }

    /// Reckons the stones that changes concern.
    fn reckon(&mut self) {
        for row in 0..self.broad.size().get() {
            let stale = std::mem::take(&mut self.dependent.stale[row]);
            for column in bits(stale & (self.stones[0][row] | self.stones[1][row])) {
                if let Some(stone) = Point::new(column, row) {
                    let index = stone.index(self.broad.size());
                    self.withdraw(index);
                    self.give(stone, index);
                }
            }
        }
    }

    /// Finds what a stone gives and adds it to the sums.
    fn give(&mut self, stone: Point, index: usize) {
        let is_black = self.stones[0][stone.row()] >> stone.column() & 1 == 1;
        let color = if is_black { Color::Black } else { Color::White };
        let (own, opposing) = (&self.stones[color as usize], &self.stones[!color as usize]);
        let influence = &self.broad.influence;
        let strength = i64::from(color.sign()) * influence.strength(stone, own);
        let given = &mut self.dependent.shares[influence.range(index)];
        let shares = influence.shares(index);
        if influence.is_blocked_by(stone, opposing) {
            influence.give(stone, opposing, &self.broad.cell_of, given);
        } else {
            for (share, given) in shares.iter().zip(given.iter_mut()) {
                *given = share.amount;
            }
        }
        self.dependent.strengths[index] = strength;
        for (share, &amount) in shares.iter().zip(given.iter()) {
            self.sums[usize::from(share.cell)] += strength * i64::from(amount);
        }
    }

    /// Finds the values anew, and which windows they change.
    fn refresh(&mut self) {
        if !self.changed {
            return;
        }
        if self.broad.influence.depends() {
            self.reckon();
        }
        self.changed = false;
        let mut stale = 0;
        for cell in 0..self.broad.cells() {
            let value = self.broad.value(cell, self.sums[cell], self.counts[cell]);
            let old = &mut self.grid[self.broad.windows.centre(cell)];
            if *old != value {
                *old = value;
                stale |= self.broad.windows.near(cell);
            }
        }
        self.stale[0] |= stale;
        self.stale[1] |= stale;
    }
}
