//! The distance of a move from another, by the [`distance`](crate::distance) of the paper.

use tengen_go::Point;

use crate::distance::distance;

pub(super) const ABOUT_LAST: &str = "The distance from the opponent's last move.";
pub(super) const ABOUT_BEFORE: &str = "The distance from the own move before the last.";

/// The values: 0 (a stone was there and is gone), 2 up to `most`, and further.
pub(super) fn names(most: u32) -> Vec<String> {
    let near = std::iter::once(0).chain(2..=most);
    near.map(|distance| format!("distance {distance}"))
        .chain([format!("further than {most}")])
        .collect()
}

/// The value of the point in a row and column, given the other move; none if that was a pass.
#[inline(always)]
pub(super) fn value([row, column]: [u8; 2], other: Option<Point>, most: u32) -> u32 {
    let Some(other) = other else { return 0 };
    let across = usize::from(column).abs_diff(other.column());
    let down = usize::from(row).abs_diff(other.row());
    // No distance is 1, which stands for 0.
    (distance(across, down) as u32).clamp(1, most + 1)
}
