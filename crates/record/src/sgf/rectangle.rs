//! Compressed lists of points: `aa:cc` for all points between two corners.

use tengen_go::{Point, Size};

use super::Value;
use crate::point_from_pair;

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
