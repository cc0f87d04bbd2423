//! Influence of stones: exact integers, and ways that opposing stones block.
//!
//! Influence 1/d is counted in units of 1/lcm(1..=reach), so that sums are exact and do not depend on
//! the order of stones. Both metrics are lengths of shortest ways (a step along a line costs 2 and a
//! diagonal one 3, or lines 1 and no diagonals), which gives "does not pass opposing stones" its
//! meaning: the flood here finds the shortest way that leaves no opposing stone's point.

use tengen_go::{Point, Size};

use super::disc::{Disc, LEVELS, LINES, Rows, bits, length};
use super::flood::{Rings, Steps, patch, row_and_column};
use super::params::{BroadParams, Metric};

/// The strength of a stone of full strength, if strengths differ.
const UNIT: i64 = 1 << 16;

/// The influence of a stone on one cell, summed over the cell's points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) cell: u8,
    pub(super) amount: i32,
}

/// The tables of influence.
#[derive(Clone, Debug)]
pub(super) struct Influence {
    metric: Metric,
    steps: Steps,
    lines: usize,
    /// All columns of a row, and the whole board.
    columns: u32,
    board: Rows,
    /// The points at each distance if nothing blocks, on a patch beyond all edges.
    rings: Rings,
    pub(super) blocked: bool,
    pub(super) concentrated: bool,
    /// The points that a stone reaches if nothing blocks.
    pub(super) near: Disc,
    /// The points whose own stones weaken a stone.
    pub(super) crowd: Disc,
    /// The influence on a point at each distance, in units of 1/lcm.
    weights: [i32; LEVELS],
    /// The strength of a stone, by the number of own stones near it.
    strengths: Vec<i64>,
    /// The influence 1 of a stone of full strength.
    pub(super) scale: i64,
    /// The shares of every point, one after the other, if nothing blocks.
    shares: Vec<Share>,
    /// The start of each point's shares, and the end.
    starts: Vec<u32>,
}

impl Influence {
    pub(super) fn new(params: &BroadParams, size: Size, cell_of: &[u8]) -> Self {
        let reach = params.reach.clamp(1, LEVELS as u32 - 1) as usize;
        let multiple = (1..=reach as i32).fold(1, |lcm, d| lcm / gcd(lcm, d) * d);
        let weights = std::array::from_fn(|d| {
            if d <= reach {
                multiple / d.max(1) as i32
            } else {
                0
            }
        });
        let concentrated = params.concentration > 0.0;
        let unit = if concentrated { UNIT } else { 1 };
        let crowd_reach = params.crowd.clamp(2, LEVELS as u32 - 1) as usize;
        // To a millionth, as all decimals of parameters: the float is only near to what was typed.
        let weakening = (f64::from(params.concentration) * 1e6).round() as i64;
        let strength = |n: i64| {
            let divisor = 1_000_000 + weakening * n;
            (2 * unit * 1_000_000 + divisor) / (2 * divisor)
        };
        let (line, diagonal) = match params.metric {
            Metric::Paper => (2, Some(3)),
            Metric::Manhattan => (1, None),
        };
        let steps = Steps {
            line,
            diagonal,
            reach,
        };
        let columns = (1 << size.get()) - 1;
        let mut board = [0; LINES];
        board[..size.get()].fill(columns);
        let everywhere = 0x007f_7f7f_7f7f_7f7f;
        let mut influence = Self {
            metric: params.metric,
            steps,
            lines: size.get(),
            columns,
            board,
            rings: steps.rings(everywhere, everywhere),
            blocked: params.blocked,
            concentrated,
            near: Disc::new(reach, params.metric, size),
            crowd: Disc::new(crowd_reach, Metric::Paper, size),
            weights,
            strengths: (0..size.area() as i64).map(strength).collect(),
            scale: i64::from(multiple) * unit,
            shares: Vec::new(),
            starts: vec![0],
        };
        for point in Point::all(size) {
            influence.share_out(point, size, cell_of);
        }
        influence
    }

    fn share_out(&mut self, stone: Point, size: Size, cell_of: &[u8]) {
        let mut sums = [0; super::MAX_CELLS];
        for (row, columns) in self.near.rows(stone) {
            for column in bits(columns) {
                let d = length(
                    self.metric,
                    column.abs_diff(stone.column()),
                    row.abs_diff(stone.row()),
                );
                sums[usize::from(cell_of[row * size.get() + column])] += self.weights[d];
            }
        }
        for (cell, &amount) in sums.iter().enumerate().filter(|&(_, &amount)| amount != 0) {
            let cell = cell as u8;
            self.shares.push(Share { cell, amount });
        }
        self.starts.push(self.shares.len() as u32);
    }

    /// True if a stone's shares depend on other stones.
    pub(super) fn depends(&self) -> bool {
        self.blocked || self.concentrated
    }

    /// The number of shares of all points.
    pub(super) fn len(&self) -> usize {
        self.shares.len()
    }

    /// The range of a point's shares.
    #[inline]
    pub(super) fn range(&self, index: usize) -> std::ops::Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }

    /// The shares of a point if nothing blocks.
    #[inline]
    pub(super) fn shares(&self, index: usize) -> &[Share] {
        &self.shares[self.range(index)]
    }

    /// The strength of a stone among the stones of its colour, itself one of them.
    pub(super) fn strength(&self, stone: Point, own: &Rows) -> i64 {
        if self.concentrated {
            self.strengths[self.crowd.count(stone, own).saturating_sub(1)]
        } else {
            1
        }
    }

    /// True if any of these stones stands where it could block.
    pub(super) fn is_blocked_by(&self, stone: Point, opposing: &Rows) -> bool {
        self.blocked
            && self
                .near
                .rows(stone)
                .any(|(row, columns)| opposing[row] & columns != 0)
    }

    /// Writes what a stone of full strength gives to its cells past opposing stones; the cells are
    /// those of its [`shares`](Self::shares).
    pub(super) fn give(&self, stone: Point, opposing: &Rows, cell_of: &[u8], given: &mut [i32]) {
        let lines = self.lines;
        let shares = self.shares(stone.row() * lines + stone.column());
        let mut cells = [0; super::MAX_CELLS];
        if self.steps.are_short() {
            let board = patch(&self.board, stone);
            let rings = self.steps.rings(board, board & !patch(opposing, stone));
            // Most points are reached as if nothing blocked: only the others are counted.
            for (d, (&ring, &free)) in rings.iter().zip(&self.rings).enumerate() {
                let mut differing = ring ^ free & board;
                while differing != 0 {
                    let bit = differing.trailing_zeros() as usize;
                    differing &= differing - 1;
                    let (row, column) = row_and_column(bit, stone);
                    let gained = (ring >> bit & 1) as i32 * 2 - 1;
                    cells[usize::from(cell_of[row * lines + column])] += gained * self.weights[d];
                }
            }
            for (given, share) in given.iter_mut().zip(shares) {
                *given = share.amount + cells[usize::from(share.cell)];
            }
        } else {
            self.flood(stone, opposing, |row, columns, weight| {
                for column in bits(columns) {
                    cells[usize::from(cell_of[row * lines + column])] += weight;
                }
            });
            for (given, share) in given.iter_mut().zip(shares) {
                *given = cells[usize::from(share.cell)];
            }
        }
    }

    /// Calls with a row, columns, and what each of these points gets of a stone.
    ///
    /// A way may end on an opposing stone but not go on from there, nor pass diagonally between two.
    pub(super) fn flood(
        &self,
        stone: Point,
        opposing: &Rows,
        mut each: impl FnMut(usize, u32, i32),
    ) {
        let radius = self.near.radius();
        let Steps {
            line,
            diagonal,
            reach,
        } = self.steps;
        // Row `i` is the board's row `stone.row() + i - radius - 1`; the outer rows stay empty.
        let height = 2 * radius + 1;
        let mut open = [0; LINES + 2];
        let mut unseen = [0; LINES + 2];
        for i in 1..=height {
            let row = stone.row() + i;
            if row > radius && row - radius - 1 < self.lines {
                unseen[i] = self.columns;
                open[i] = self.columns & !opposing[row - radius - 1];
            }
        }
        // Which points at each distance lead on.
        let mut levels = [[0_u32; LINES + 2]; LEVELS];
        levels[0][radius + 1] = 1 << stone.column();
        unseen[radius + 1] &= !levels[0][radius + 1];
        each(stone.row(), levels[0][radius + 1], self.weights[0]);
        for d in line..=reach {
            for i in 1..=height {
                let from = &levels[d - line];
                let mut reached = sides(from[i]) | from[i - 1] | from[i + 1];
                if let Some(from) = diagonal.and_then(|cost| levels.get(d.wrapping_sub(cost))) {
                    for j in [i - 1, i + 1] {
                        reached |= sides(from[j] & open[i]) | sides(from[j]) & open[j];
                    }
                }
                reached &= unseen[i];
                if reached != 0 {
                    unseen[i] &= !reached;
                    levels[d][i] = reached & open[i];
                    each(stone.row() + i - radius - 1, reached, self.weights[d]);
                }
            }
        }
    }

    /// The influence of a stone of full strength on one point, in units of 1/lcm.
    pub(super) fn at(&self, stone: Point, point: Point, opposing: &Rows) -> i32 {
        let mut amount = 0;
        let none = [0; LINES];
        let opposing = if self.blocked { opposing } else { &none };
        self.flood(stone, opposing, |row, columns, weight| {
            if row == point.row() && columns >> point.column() & 1 == 1 {
                amount = weight;
            }
        });
        amount
    }
}

/// The columns beside these.
const fn sides(columns: u32) -> u32 {
    columns << 1 | columns >> 1
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
