//! The flood of a short reach, on a patch of 7×7 points in one word.
//!
//! The paper's reach of 5, and any other that stays within three lines, is found many times faster
//! here than by whole rows. The patch has eight columns, the last always shut, so that shifts do not
//! run into the next row.

use tengen_go::Point;

use super::disc::Rows;

/// The extent of a patch from its middle.
const RADIUS: usize = 3;
/// The middle of a patch.
const MIDDLE: u64 = 1 << (8 * RADIUS + RADIUS);

/// The costs of steps, and the distance that they may lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) line: usize,
    pub(super) diagonal: Option<usize>,
    pub(super) reach: usize,
}

/// The points of a patch at each distance: none beyond seven.
pub(super) type Rings = [u64; 8];

impl Steps {
    /// True if a patch holds all that is within reach.
    pub(super) const fn are_short(self) -> bool {
        self.reach / self.line <= RADIUS && self.reach < 8
    }

    /// The points at each distance from the middle, if ways leave no point that is not open.
    #[inline]
    pub(super) fn rings(self, board: u64, open: u64) -> Rings {
        let mut rings = [0; 8];
        let mut unseen = board & !MIDDLE;
        rings[0] = MIDDLE;
        for d in self.line..=self.reach.min(7) {
            let from = rings[d - self.line] & open;
            let mut reached = beside(from) | above_and_below(from);
            if let Some(cost) = self.diagonal.filter(|&cost| cost <= d) {
                // One of the two points that a diagonal step passes must be open.
                let from = rings[d - cost] & open;
                reached |= beside(above_and_below(from) & open);
                reached |= above_and_below(beside(from) & open);
            }
            rings[d] = reached & unseen;
            unseen &= !reached;
        }
        rings
    }
}

const fn beside(points: u64) -> u64 {
    points << 1 | points >> 1
}

const fn above_and_below(points: u64) -> u64 {
    points << 8 | points >> 8
}

/// The patch of these points around a point.
#[inline]
pub(super) fn patch(rows: &Rows, around: Point) -> u64 {
    let mut patch = 0;
    for i in 0..=2 * RADIUS {
        let row = around.row() + i;
        if let Some(&columns) = row.checked_sub(RADIUS).and_then(|row| rows.get(row)) {
            let columns = (u64::from(columns) << RADIUS >> around.column()) & 0x7f;
            patch |= columns << (8 * i);
        }
    }
    patch
}

/// The point of the board at this place of the patch around another.
#[inline]
pub(super) const fn row_and_column(bit: usize, around: Point) -> (usize, usize) {
    (
        around.row() + bit / 8 - RADIUS,
        around.column() + bit % 8 - RADIUS,
    )
}
