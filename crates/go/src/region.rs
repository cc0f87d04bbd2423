//! Connected sets of points.

use crate::{Point, PointSet, Size};

/// A largest connected set of points of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) points: PointSet,
    /// The points next to it that are not of its kind.
    pub(crate) border: PointSet,
}

/// The regions of all points that `belongs` accepts, in reading order of their first points.
pub(crate) fn regions(size: Size, belongs: impl Fn(Point) -> bool) -> Vec<Region> {
    let mut found = Vec::new();
    let mut seen = PointSet::EMPTY;
    for start in Point::all(size) {
        if seen.contains(start) || !belongs(start) {
            continue;
        }
        let region = spread(size, start, &belongs);
        seen = seen.union(&region.points);
        found.push(region);
    }
    found
}

fn spread(size: Size, start: Point, belongs: &impl Fn(Point) -> bool) -> Region {
    let mut points: PointSet = [start].into_iter().collect();
    let mut border = PointSet::EMPTY;
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for next in point.neighbours(size) {
            if !belongs(next) {
                border.insert(next);
            } else if points.insert(next) {
                open.push(next);
            }
        }
    }
    Region { points, border }
}
