//! The distance of points from each other.

use tengen_go::Point;

/// The distance of the paper on broad patterns: |x| + |y| + max(|x|, |y|).
///
/// It is the length of the shortest way whose steps along a line cost 2 and whose diagonal steps
/// cost 3.
#[must_use]
#[inline]
pub const fn distance(across: usize, down: usize) -> usize {
    across + down + if across > down { across } else { down }
}

/// The distance of two points.
#[must_use]
#[inline]
pub const fn between(a: Point, b: Point) -> usize {
    distance(a.column().abs_diff(b.column()), a.row().abs_diff(b.row()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_offsets_are_as_in_the_paper() {
        for (across, down, expected) in [
            (0, 0, 0),
            (1, 0, 2),
            (1, 1, 3),
            (0, 2, 4),
            (2, 1, 5),
            (2, 2, 6),
            (3, 0, 6),
            (3, 1, 7),
        ] {
            assert_eq!(distance(across, down), expected);
            assert_eq!(distance(down, across), expected);
        }
    }
}
