//! Broad patterns: small windows of a shrunken board, which see most of the real one.
//!
//! Large stone patterns say much but are rare in records. The paper (T. Honda, S. Viennot and
//! K. Ikeda, "Broad pattern matching for the opening moves in Go") first shrinks the board, so that
//! a 3×3 window spans nine lines and similar situations become the same:
//!
//! 1. A stone at distance d ≤ a gives a point the influence 1/max(d, 1), positive if it is black and
//!    negative if it is white (`reach`; `influence.rs`).
//! 2. The board is cut into cells of at most 3×3 points, 7×7 of them on 19×19, and the influence is
//!    averaged in each (`partition.rs`).
//! 3. A cell gets one of four values. Average < −b: 0, White's area. −b ≤ average < b: 1, open, or 2,
//!    contested, if it holds c stones or more. Average ≥ b: 3, Black's area (`threshold`, `stones`).
//! 4. The feature of a point is the 3×3 window around its cell with the class of the cell's place,
//!    images made one (`window.rs`). It is a number below 10 · 5⁹.
//!
//! [`Broad`] holds the tables for a size and parameters, [`BroadBoard`] a position. Influence is
//! counted in whole numbers, so that neither the order of stones nor the machine makes a difference.
//!
//! # Our readings
//! Where the paper is silent, or its figure is lost, a parameter says what we do:
//! - The distance is |x| + |y| + max(|x|, |y|), the only one that the paper defines (`metric`).
//! - The four symmetric partitions of 19 into seven parts (`partition`). Other sizes have the
//!   smallest odd number of parts of at most three lines; `partition.rs` says which are shorter.
//! - Cells that a symmetry of the board brings to each other have one class (`classes`). On other
//!   sizes a cell has the class of the cell of 7×7 that is as far from the edge, up to the third,
//!   and the middle line of cells that of the middle, so that a model of 19×19 has meaning there.
//! - Images are those by symmetries of the whole board: place and window are turned together until
//!   the place is the first of its orbit, and the smallest code of the symmetries that do so counts.
//!   Thus the edge's side is kept where the window does not show it (`fold`).
//! - White sees the values 0 and 3 exchanged (`recolour`). The intervals are half-open, hence an
//!   average of exactly ±b is not the same for both: with b = 0 an empty cell is Black's area, as the
//!   paper's formula has it.
//! - b and the weakening below are decimals of at most six places, and compared exactly.
//! - Cells off the board are a fifth value.
//! - c is a number of stones, however small the cell.
//!
//! # Improvements that the authors name
//! - Influence does not pass opposing stones (`blocked`): d is the length of the shortest way that
//!   leaves no point with an opposing stone and does not go diagonally between two of them. A way may
//!   end on such a point. Without opposing stones that is the distance itself.
//! - Over-concentrated stones weaken (`concentration`, `crowd`): a stone with n others of its colour
//!   near counts 1/(1 + concentration · n). Stones count whether or not an opposing one is between.

mod board;
mod disc;
mod flood;
mod influence;
mod params;
mod partition;
#[cfg(test)]
mod tests;
mod window;

pub use board::BroadBoard;
pub use params::{BroadParams, Classes, Fold, Metric, Partition};

use influence::Influence;
use tengen_go::{Point, Size};
use window::Windows;

/// The most cells of a board: 9×9 on 25×25.
const MAX_CELLS: usize = 81;

/// The tables of the broad pattern for one size of board and one set of parameters.
#[derive(Clone, Debug)]
pub struct Broad {
    size: Size,
    side: usize,
    cell_of: Vec<u8>,
    /// Row and column of each point.
    places: Vec<(u8, u8)>,
    /// The number of points of each cell.
    areas: Vec<u8>,
    /// The sum from which on a cell is Black's, and the one below which it is White's.
    limits: Vec<(i64, i64)>,
    stones: u8,
    recolour: bool,
    influence: Influence,
    windows: Windows,
}

impl Broad {
    /// The tables. Parameters out of their range are taken as the nearest in it.
    #[must_use]
    pub fn new(params: &BroadParams, size: Size) -> Self {
        let parts = partition::parts(params.partition, size.get());
        let line = partition::part_of_line(&parts);
        let side = parts.len();
        let cell_of: Vec<u8> = Point::all(size)
            .map(|p| (line[p.row()] * side + line[p.column()]) as u8)
            .collect();
        let areas: Vec<u8> = parts
            .iter()
            .flat_map(|rows| parts.iter().map(move |columns| (rows * columns) as u8))
            .collect();
        let influence = Influence::new(params, size, &cell_of);
        let millionths = (f64::from(params.threshold).clamp(0.0, 1000.0) * 1e6).round() as i64;
        let limits = areas
            .iter()
            .map(|&area| {
                let limit = i128::from(millionths * i64::from(area)) * i128::from(influence.scale);
                let black = limit.div_euclid(1_000_000) + i128::from(limit % 1_000_000 != 0);
                let white = -limit.div_euclid(1_000_000);
                (black as i64, white as i64)
            })
            .collect();
        Self {
            size,
            side,
            places: Point::all(size)
                .map(|p| (p.row() as u8, p.column() as u8))
                .collect(),
            areas,
            limits,
            stones: params.stones.min(10) as u8,
            recolour: params.recolour,
            windows: Windows::new(params, side),
            influence,
            cell_of,
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of cells: 49 on 19×19.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    /// The number of cells across: 7 on 19×19.
    #[must_use]
    #[inline]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The cell of the point of this index; cells are counted in reading order.
    ///
    /// # Panics
    /// If the board has no such point.
    #[must_use]
    #[inline]
    pub fn cell_of(&self, index: usize) -> usize {
        usize::from(self.cell_of[index])
    }

    /// The class of a cell's place.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn class_of(&self, cell: usize) -> u32 {
        self.windows.class(cell)
    }

    /// One more than the largest code.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.windows.bound()
    }

    /// The class and the nine values of a code, row by row; 4 is a cell off the board.
    #[must_use]
    pub fn unpack(code: u32) -> (u32, [u8; 9]) {
        window::unpack(code)
    }

    #[inline]
    fn value(&self, cell: usize, sum: i64, stones: u8) -> u8 {
        let (black, white) = self.limits[cell];
        if sum < white {
            0
        } else if sum >= black {
            3
        } else {
            1 + u8::from(stones >= self.stones)
        }
    }
}
