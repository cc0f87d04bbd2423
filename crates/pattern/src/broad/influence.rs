//! How stones radiate: exact integers, and ways that opposing stones block.
//!
//! Influence 1/d is counted in units of 1/lcm(1..=reach), so that sums are exact and do not depend on
//! the order of stones. Both metrics are lengths of shortest ways (a step along a line costs 2 and a
//! diagonal one 3, or lines 1 and no diagonals), which gives "does not pass opposing stones" its
//! meaning: the flood here finds the shortest way that leaves no opposing stone's point.

use tengen_go::{Point, Size};

use super::params::{BroadParams, Metric};
use crate::distance::distance;

/// The most lines of a board.
pub(super) const LINES: usize = 25;
/// One more than the longest reach.
const LEVELS: usize = 13;
/// What a stone of full strength counts, if strengths differ.
const UNIT: i64 = 1 << 16;

/// The points of one colour: a bit for each column, a word for each row.
pub(super) type Rows = [u32; LINES];

/// The points within a distance of a point.
#[derive(Clone, Debug)]
pub(super) struct Disc {
    /// How far the disc extends sideways, for each number of rows up or down.
    widths: Vec<usize>,
    board: u32,
    lines: usize,
}

impl Disc {
    fn new(reach: usize, metric: Metric, size: Size) -> Self {
        let width = |down| (0..=reach).rfind(|&across| length(metric, across, down) <= reach);
        Self {
            widths: (0..=reach).map_while(width).collect(),
            board: (1 << size.get()) - 1,
            lines: size.get(),
        }
    }

    /// How many rows and columns it extends.
    fn radius(&self) -> usize {
        self.widths.len() - 1
    }

    /// The rows of the disc around a point, with their columns.
    pub(super) fn rows(&self, point: Point) -> impl Iterator<Item = (usize, u32)> {
        let (centre, column) = (point.row(), point.column());
        let first = centre.saturating_sub(self.radius());
        let last = (centre + self.radius()).min(self.lines - 1);
        (first..=last).map(move |row| {
            let width = self.widths[row.abs_diff(centre)];
            // Shifted by the largest radius, so that columns left of the board fall off.
            let span = ((1_u64 << (2 * width + 1)) - 1) << (LEVELS + column - width);
            (row, (span >> LEVELS) as u32 & self.board)
        })
    }

    /// How many of these stones are in the disc around a point.
    fn count(&self, point: Point, stones: &Rows) -> usize {
        self.rows(point)
            .map(|(row, columns)| (stones[row] & columns).count_ones() as usize)
            .sum()
    }
}

fn length(metric: Metric, across: usize, down: usize) -> usize {
    match metric {
        Metric::Paper => distance(across, down),
        Metric::Manhattan => across + down,
    }
}

/// What a stone gives to one cell, summed over the cell's points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) cell: u8,
    pub(super) amount: i32,
}

/// The tables of influence.
#[derive(Clone, Debug)]
pub(super) struct Influence {
    reach: usize,
    metric: Metric,
    pub(super) blocked: bool,
    pub(super) concentrated: bool,
    /// The points that a stone reaches if nothing blocks.
    pub(super) near: Disc,
    /// The points whose own stones weaken a stone.
    pub(super) crowd: Disc,
    /// What a point at each distance gets, in units of 1/lcm.
    weights: [i32; LEVELS],
    /// What a stone counts, by the number of own stones near it.
    strengths: Vec<i64>,
    /// The influence 1 of a stone of full strength.
    pub(super) scale: i64,
    /// The shares of every point, one after the other, if nothing blocks.
    shares: Vec<Share>,
    /// Where the shares of each point begin, and the end.
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
        let mut influence = Self {
            reach,
            metric: params.metric,
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

    /// Whether a stone's shares depend on other stones.
    pub(super) fn depends(&self) -> bool {
        self.blocked || self.concentrated
    }

    /// The number of shares of all points.
    pub(super) fn len(&self) -> usize {
        self.shares.len()
    }

    /// Which shares are those of a point.
    #[inline]
    pub(super) fn range(&self, index: usize) -> std::ops::Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }

    /// The shares of a point if nothing blocks.
    #[inline]
    pub(super) fn shares(&self, index: usize) -> &[Share] {
        &self.shares[self.range(index)]
    }

    /// What a stone counts among the stones of its colour, itself one of them.
    pub(super) fn strength(&self, stone: Point, own: &Rows) -> i64 {
        if self.concentrated {
            self.strengths[self.crowd.count(stone, own).saturating_sub(1)]
        } else {
            1
        }
    }

    /// Whether any of these stones stands where it could block.
    pub(super) fn is_blocked_by(&self, stone: Point, opposing: &Rows) -> bool {
        self.blocked
            && self
                .near
                .rows(stone)
                .any(|(row, columns)| opposing[row] & columns != 0)
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
        let (line, diagonal) = match self.metric {
            Metric::Paper => (2, Some(3)),
            Metric::Manhattan => (1, None),
        };
        // Row `i` is the board's row `stone.row() + i - radius - 1`; the outer rows stay empty.
        let height = 2 * radius + 1;
        let mut open = [0; LINES + 2];
        let mut unseen = [0; LINES + 2];
        for i in 1..=height {
            let row = stone.row() + i;
            if row > radius && row - radius - 1 < self.near.lines {
                unseen[i] = self.near.board;
                open[i] = self.near.board & !opposing[row - radius - 1];
            }
        }
        // Which points at each distance lead on.
        let mut levels = [[0_u32; LINES + 2]; LEVELS];
        levels[0][radius + 1] = 1 << stone.column();
        unseen[radius + 1] &= !levels[0][radius + 1];
        each(stone.row(), levels[0][radius + 1], self.weights[0]);
        for d in line..=self.reach {
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

    /// What a stone of full strength gives to one point, in units of 1/lcm.
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

/// The columns of a row.
pub(super) fn bits(mut columns: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = columns.trailing_zeros() as usize;
        columns &= columns.wrapping_sub(1);
        (column < 32).then_some(column)
    })
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
