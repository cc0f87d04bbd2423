//! The points near a point, as rows of bits.

use tengen_go::{Point, Size};

use super::params::Metric;
use crate::distance::distance;

/// The most lines of a board.
pub(super) const LINES: usize = 25;
/// One more than the longest reach.
pub(super) const LEVELS: usize = 13;

/// The points of one colour: a bit for each column, a word for each row.
pub(super) type Rows = [u32; LINES];

/// The points within a distance of a point.
#[derive(Clone, Debug)]
pub(super) struct Disc {
    /// The extent of the disc sideways, for each number of rows up or down.
    widths: Vec<usize>,
    board: u32,
    lines: usize,
}

impl Disc {
    pub(super) fn new(reach: usize, metric: Metric, size: Size) -> Self {
        let width = |down| (0..=reach).rfind(|&across| length(metric, across, down) <= reach);
        Self {
            widths: (0..=reach).map_while(width).collect(),
            board: (1 << size.get()) - 1,
            lines: size.get(),
        }
    }

    /// The number of rows and columns it extends.
    pub(super) fn radius(&self) -> usize {
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

    /// Counts these stones in the disc around a point.
    pub(super) fn count(&self, point: Point, stones: &Rows) -> usize {
        self.rows(point)
            .map(|(row, columns)| (stones[row] & columns).count_ones() as usize)
            .sum()
    }
}

/// The distance of a point at this offset.
pub(super) fn length(metric: Metric, across: usize, down: usize) -> usize {
    match metric {
        Metric::Paper => distance(across, down),
        Metric::Manhattan => across + down,
    }
}

/// The columns of a row.
pub(super) fn bits(mut columns: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = columns.trailing_zeros() as usize;
        columns &= columns.wrapping_sub(1);
        (column < 32).then_some(column)
    })
}
