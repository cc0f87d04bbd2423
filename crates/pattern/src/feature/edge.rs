//! The place on the board: the line of the point, and how near the corner it is.
//!
//! The line is the distance from the nearest edge, counted from 1, up to the tenth. On the first
//! four lines the distance from the other edge of the nearest corner counts too, up to the fifth
//! line: 3-4 is a value of its own, and so are the third line from the fifth on, and every line
//! from the fifth to the tenth. The same place has the same value on boards of all sizes.

use tengen_go::{Point, Size};

pub(super) const ABOUT: &str =
    "The line of the point, and near a corner the line from the other edge.";

/// The last line that is told apart, and the last line of the other edge.
const LINES: [usize; 2] = [10, 5];

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for line in 1..LINES[1] {
        for other in line..LINES[1] {
            names.push(format!("{line}-{other} point"));
        }
        names.push(format!("line {line} away from the corner"));
    }
    for line in LINES[1]..LINES[0] {
        names.push(format!("line {line}"));
    }
    names.push(format!("line {} or further in", LINES[0]));
    names
}

/// The value of a point.
pub(super) fn value(point: Point, size: Size) -> u32 {
    let line = |at: usize| (at + 1).min(size.get().saturating_sub(at)).max(1);
    let (a, b) = (line(point.column()), line(point.row()));
    let (near, far) = (a.min(b), a.max(b));
    let [last, corner] = LINES;
    // Line 1 has `corner` values, line 2 one fewer, and so on.
    let before = |line: usize| (1..line).map(|line| corner - line + 1).sum::<usize>();
    let value = if near < corner {
        before(near) + far.min(corner) - near
    } else {
        before(corner) + near.min(last) - corner
    };
    value as u32 + 1
}
