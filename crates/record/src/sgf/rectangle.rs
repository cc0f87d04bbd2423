//! Compressed lists of points: `aa:cc` for all points between two corners.

use tengen_go::{Point, PointSet, Size};

use super::Value;
use crate::{pair, point_from_pair};

/// A list of points as few values: rectangles where there are some, which no two of them share.
#[must_use]
pub fn compressed(points: &PointSet) -> Vec<Value> {
    let mut left = *points;
    let mut values = Vec::new();
    loop {
        let Some(first) = left.iter().next() else {
            return values;
        };
        let at = |column, row| Point::new(column, row).filter(|&point| left.contains(point));
        let (column, row) = (first.column(), first.row());
        let last_column = (column..)
            .take_while(|&x| at(x, row).is_some())
            .last()
            .unwrap_or(column);
        let is_full = |y| (column..=last_column).all(|x| at(x, y).is_some());
        let last_row = (row..).take_while(|&y| is_full(y)).last().unwrap_or(row);
        let last = Point::new(last_column, last_row).unwrap_or(first);
        values.push(match last == first {
            true => Value::from_raw(&pair(first)),
            false => Value::compose(&pair(first), &pair(last)),
        });
        let rectangle = Rectangle {
            corners: [first, last],
        };
        for point in rectangle.points() {
            left.remove(point);
        }
    }
}

/// One point, or the points between two corners, as compressed lists write them.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    corners: [Point; 2],
}

impl Rectangle {
    /// Reads `dd` or `aa:cc`, whichever corners these are.
    pub(super) fn read(value: &Value, size: Size) -> Option<Self> {
        let corner = |text: &str| point_from_pair(text.trim().as_bytes(), size);
        let (from, to) = value.parts().unwrap_or((value.raw(), value.raw()));
        Some(Self {
            corners: [corner(from)?, corner(to)?],
        })
    }

    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        let [a, b] = self.corners;
        let columns = a.column().min(b.column())..=a.column().max(b.column());
        let rows = a.row().min(b.row())..=a.row().max(b.row());
        rows.flat_map(move |row| {
            columns
                .clone()
                .filter_map(move |column| Point::new(column, row))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[Value], size: Size) -> Vec<Point> {
        let rectangles = values.iter().map(|v| Rectangle::read(v, size).unwrap());
        rectangles.flat_map(Rectangle::points).collect()
    }

    #[test]
    fn a_compressed_list_has_every_point_once() {
        let size = Size::NINE;
        for pattern in [
            0_usize,
            1,
            0b1011,
            0x1ff,
            0b1_0110_1101,
            0xfff_0f7f,
            0x5555_5555,
        ] {
            let set: PointSet = Point::all(size)
                .filter(|point| pattern >> (point.index(size) % 32) & 1 == 1)
                .collect();
            let listed = points(&compressed(&set), size);
            assert_eq!(listed.len(), set.len());
            assert_eq!(listed.into_iter().collect::<PointSet>(), set);
        }
    }

    #[test]
    fn rectangles_are_as_wide_and_then_as_high_as_can_be() {
        let all: PointSet = Point::all(Size::NINE).collect();
        let raw = |set: &PointSet| {
            let values = compressed(set);
            values
                .iter()
                .map(|v| v.raw().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(raw(&all), ["aa:ii"]);
        let mut holed = all;
        holed.remove(Point::new(1, 0).unwrap());
        assert_eq!(raw(&holed), ["aa:ai", "ca:ii", "bb:bi"]);
        assert_eq!(raw(&PointSet::EMPTY), [""; 0]);
        let edge: PointSet = Point::all(Size::new(25).unwrap())
            .filter(|point| point.column() == 24)
            .collect();
        assert_eq!(raw(&edge), ["ya:yy"]);
    }
}
