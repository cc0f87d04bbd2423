//! Points where a stone may stand, and moves.

use std::fmt;

use crate::Size;

/// A point, by column and row from the upper left corner, whatever the size of the board.
///
/// People write `D4` (columns without I, rows from below), which needs the board's size: see
/// [`Point::parse`] and [`Point::label`]. SGF writes `dp`: see `tengen_record`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    row: u8,
    column: u8,
}

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Point {
    /// The point in this column and row, counted from 0 at the upper left; `None` beyond 25×25.
    #[must_use]
    #[inline]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < 25 && row < 25 {
            Some(Self {
                row: row as u8,
                column: column as u8,
            })
        } else {
            None
        }
    }

    /// The column, from 0 at the left.
    #[must_use]
    #[inline]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row, from 0 at the top.
    #[must_use]
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Tests if a board of this size has the point.
    #[must_use]
    #[inline]
    pub const fn is_on(self, size: Size) -> bool {
        self.column() < size.get() && self.row() < size.get()
    }

    /// The place of the point in reading order, in `0..size.area()`.
    #[must_use]
    #[inline]
    pub const fn index(self, size: Size) -> usize {
        self.row() * size.get() + self.column()
    }

    /// The point at this place in reading order; `None` beyond the board.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize, size: Size) -> Option<Self> {
        if index < size.area() {
            Self::new(index % size.get(), index / size.get())
        } else {
            None
        }
    }

    /// All points of a board, in reading order.
    pub fn all(size: Size) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..size.get()).flat_map(move |row| {
            (0..size.get()).map(move |column| Self {
                row: row as u8,
                column: column as u8,
            })
        })
    }

    /// The two to four points next to this one.
    pub fn neighbours(self, size: Size) -> impl Iterator<Item = Self> + Clone {
        self.steps(size, [(-1, 0), (1, 0), (0, -1), (0, 1)])
    }

    /// The one to four points diagonal to this one.
    pub fn diagonals(self, size: Size) -> impl Iterator<Item = Self> + Clone {
        self.steps(size, [(-1, -1), (1, -1), (-1, 1), (1, 1)])
    }

    fn steps(self, size: Size, steps: [(isize, isize); 4]) -> impl Iterator<Item = Self> + Clone {
        steps.into_iter().filter_map(move |(dx, dy)| {
            let column = self.column().checked_add_signed(dx)?;
            let row = self.row().checked_add_signed(dy)?;
            Self::new(column, row).filter(|p| p.is_on(size))
        })
    }

    /// Reads `D4` or `d4`; `None` if that is no point of the board.
    #[must_use]
    pub fn parse(text: &str, size: Size) -> Option<Self> {
        let (letter, number) = (
            text.as_bytes().first()?.to_ascii_uppercase(),
            text.get(1..)?,
        );
        let column = LETTERS.iter().position(|&l| l == letter)?;
        if number.is_empty() || number.len() > 2 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let from_below: usize = number.parse().ok()?;
        let row = size.get().checked_sub(from_below)?;
        Self::new(column, row).filter(|p| p.is_on(size))
    }

    /// `D4`, as people and GTP write it.
    #[must_use]
    pub fn label(self, size: Size) -> String {
        let letter = char::from(LETTERS[self.column()]);
        format!("{letter}{}", size.get().saturating_sub(self.row()))
    }
}

/// `(column, row)`, since the label needs a size.
impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column, self.row)
    }
}

/// A player's action on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on this point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point, unless it is a pass.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }

    /// Reads `D4`, `d4` or `pass`; `None` if that is no move on the board.
    #[must_use]
    pub fn parse(text: &str, size: Size) -> Option<Self> {
        if text.eq_ignore_ascii_case("pass") {
            Some(Self::Pass)
        } else {
            Point::parse(text, size).map(Self::Play)
        }
    }

    /// `D4` or `pass`, as GTP writes it.
    #[must_use]
    pub fn label(self, size: Size) -> String {
        self.point()
            .map_or_else(|| "pass".to_owned(), |point| point.label(size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_skip_i_and_count_from_below() {
        let size = Size::NINETEEN;
        for (label, column, row) in [("A19", 0, 0), ("T1", 18, 18), ("H8", 7, 11), ("J8", 8, 11)] {
            let point = Point::new(column, row).unwrap();
            assert_eq!(point.label(size), label);
            assert_eq!(Point::parse(label, size), Some(point));
            assert_eq!(Point::parse(&label.to_lowercase(), size), Some(point));
        }
    }

    #[test]
    fn every_point_of_every_size_survives_its_label_and_index() {
        for side in 2..=25 {
            let size = Size::new(side).unwrap();
            assert_eq!(Point::all(size).count(), size.area());
            for point in Point::all(size) {
                assert_eq!(Point::parse(&point.label(size), size), Some(point));
                assert_eq!(Point::from_index(point.index(size), size), Some(point));
            }
        }
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in [
            "", "A", "I5", "A0", "A10", "K1", "5A", "A+1", "A01x", "é1", "A-1", "A 1",
        ] {
            assert_eq!(Point::parse(text, Size::NINE), None, "{text}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let corner = Point::new(0, 0).unwrap();
        assert_eq!(corner.neighbours(Size::MIN).count(), 2);
        assert_eq!(corner.diagonals(Size::MIN).count(), 1);
        let centre = Point::new(4, 4).unwrap();
        assert_eq!(centre.neighbours(Size::NINE).count(), 4);
        assert_eq!(centre.diagonals(Size::NINE).count(), 4);
    }
}
