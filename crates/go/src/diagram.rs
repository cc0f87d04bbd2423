//! Boards as plain text, read and drawn.
//!
//! `X` (or `#`) is a black stone, `O` a white one, `.` (or `+`, a star point) an empty point. A
//! lower-case letter is an empty point with a name, by which tests find it. Spaces are optional.
//! A board that [`Drawing`] wrote can be read again: coordinates and the marks of the last move are
//! skipped.

use std::fmt;

use tengen_game::Color;

use crate::setup::arranged;
use crate::{Illegal, Point, PointSet, Size, SizeError, Stones, handicap};

/// A board that was read from text.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones.
    pub stones: Stones,
    /// The points with names, in reading order.
    pub marks: Vec<(char, Point)>,
}

/// Text that is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A character that means nothing here.
    #[error(
        "line {line}, column {column}: {found:?} means nothing on a board; X is black, O is white, \
         a dot is empty"
    )]
    Character {
        /// The line, from 1.
        line: usize,
        /// The character within the line, from 1.
        column: usize,
        /// The character there.
        found: char,
    },
    /// A row that is longer or shorter than the board is high.
    #[error("line {line} has {found} points, but the board has {expected} rows and is square")]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// The number of points that it has.
        found: usize,
        /// The number of rows.
        expected: usize,
    },
    /// No rows, or too many.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A position that cannot stand.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// A point of a diagram.
#[derive(Clone, Copy)]
enum Cell {
    Stone(Color),
    Empty,
    Mark(char),
}

impl Diagram {
    /// Reads a board. Empty lines are skipped, and so are lines of column letters.
    ///
    /// # Errors
    /// If the text is not a square of points from 2×2 to 25×25, or a chain has no liberty.
    pub fn parse(text: &str) -> Result<Self, DiagramError> {
        let mut rows = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let row = read_row(index + 1, line)?;
            if !row.is_empty() {
                rows.push((index + 1, row));
            }
            if rows.len() > Size::MAX.get() {
                return Err(SizeError(rows.len()).into());
            }
        }
        let size = Size::new(rows.len())?;
        if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != size.get()) {
            return Err(DiagramError::Ragged {
                line: *line,
                found: row.len(),
                expected: size.get(),
            });
        }
        let cells = rows.iter().flat_map(|(_, row)| row);
        let (mut edits, mut marks) = (Vec::new(), Vec::new());
        for (point, cell) in Point::all(size).zip(cells) {
            match *cell {
                Cell::Stone(color) => edits.push((point, Some(color))),
                Cell::Mark(name) => marks.push((name, point)),
                Cell::Empty => {}
            }
        }
        let stones = arranged(Stones::new(size), edits)?;
        Ok(Self { stones, marks })
    }

    /// The first point of this name.
    #[must_use]
    pub fn mark(&self, name: char) -> Option<Point> {
        self.marks
            .iter()
            .find(|&&(mark, _)| mark == name)
            .map(|&(_, point)| point)
    }
}

fn read_row(line: usize, text: &str) -> Result<Vec<Cell>, DiagramError> {
    // Only a line of column letters starts with A: stones are X and O.
    if text.trim_start().starts_with('A') {
        return Ok(Vec::new());
    }
    let mut row = Vec::new();
    for (index, found) in text.chars().enumerate() {
        row.push(match found {
            'X' | '#' => Cell::Stone(Color::Black),
            'O' => Cell::Stone(Color::White),
            '.' | '+' => Cell::Empty,
            'a'..='z' => Cell::Mark(found),
            ' ' | '\t' | '\r' | '0'..='9' | '(' | ')' => continue,
            _ => {
                return Err(DiagramError::Character {
                    line,
                    column: index + 1,
                    found,
                });
            }
        });
    }
    Ok(row)
}

/// A board to be drawn with coordinates; `Display` draws it.
///
/// ```text
///    A B C D E
///  5 . . . . .
///  4 . X O . .
///  3 . .(X). .
///  2 . . . . .
///  1 . . . . .
/// ```
#[derive(Clone, Copy)]
pub struct Drawing<'a> {
    stones: &'a Stones,
    stars: PointSet,
    last: Option<Point>,
}

impl<'a> Drawing<'a> {
    /// The board without a mark.
    #[must_use]
    pub fn new(stones: &'a Stones) -> Self {
        Self {
            stones,
            stars: handicap::stars(stones.size()),
            last: None,
        }
    }

    /// Puts brackets around a point, if any: the last move.
    #[must_use]
    pub const fn last(mut self, last: Option<Point>) -> Self {
        self.last = last;
        self
    }

    /// The character of a point: `X`, `O`, `+` for a star point, or `.`.
    #[must_use]
    pub fn symbol(&self, point: Point) -> char {
        match self.stones.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if self.stars.contains(point) => '+',
            None => '.',
        }
    }

    /// The character before the point and, in the last column, after it: a bracket or a space.
    fn gap(&self, left: Option<Point>, right: Option<Point>) -> char {
        if self.last.is_some() && right == self.last {
            '('
        } else if self.last.is_some() && left == self.last {
            ')'
        } else {
            ' '
        }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.stones.size().get();
        write!(f, "  ")?;
        for column in 0..side {
            let label = Point::new(column, 0).map(|p| p.label(self.stones.size()));
            write!(f, " {}", &label.as_deref().unwrap_or("?")[..1])?;
        }
        writeln!(f)?;
        for row in 0..side {
            write!(f, "{:2}", side - row)?;
            let mut left = None;
            for column in 0..side {
                let Some(point) = Point::new(column, row) else {
                    continue;
                };
                write!(f, "{}{}", self.gap(left, Some(point)), self.symbol(point))?;
                left = Some(point);
            }
            let end = self.gap(left, None);
            writeln!(f, "{}", if end == ' ' { "" } else { ")" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "   A B C D E\n \
                         5 . . . . .\n \
                         4 . X O . .\n \
                         3 . .(X). .\n \
                         2 . . . . .\n \
                         1 . . . . O\n";

    #[test]
    fn a_drawing_is_read_and_drawn_again() {
        let stones = Diagram::parse(SMALL).unwrap().stones;
        let last = Point::parse("C3", stones.size());
        assert_eq!(Drawing::new(&stones).last(last).to_string(), SMALL);
        let nine = Stones::new(Size::NINE);
        let drawn = Drawing::new(&nine)
            .last(Point::parse("J9", Size::NINE))
            .to_string();
        assert!(drawn.contains(" 9 . . . . . . . .(.)\n"), "{drawn}");
        assert!(drawn.contains(" 5 . . + . + . + . .\n"), "{drawn}");
    }

    #[test]
    fn every_size_survives_a_round_trip() {
        for side in 2..=25 {
            let size = Size::new(side).unwrap();
            let mut stones = Stones::new(size);
            for (i, point) in Point::all(size).enumerate() {
                if i % 3 == 1 {
                    stones.place(Color::BOTH[i % 2], point);
                }
            }
            let drawn = Drawing::new(&stones).to_string();
            let read = Diagram::parse(&drawn).unwrap().stones;
            assert_eq!(Drawing::new(&read).to_string(), drawn);
            assert_eq!(read.hash(), stones.hash());
        }
    }

    #[test]
    fn marks_are_found() {
        let diagram = Diagram::parse("a X\nO b").unwrap();
        assert_eq!(diagram.mark('a'), Point::new(0, 0));
        assert_eq!(diagram.mark('b'), Point::new(1, 1));
        assert_eq!(diagram.mark('c'), None);
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let error = |text: &str| Diagram::parse(text).err().map(|e| e.to_string()).unwrap();
        assert!(error("..\n.?").starts_with("line 2, column 2: '?'"));
        assert!(error("..\n...").starts_with("line 2 has 3 points"));
        assert!(error("").contains("from 2 to 25, not 0"));
        assert!(error(&". .\n".repeat(100_000)).contains("not 26"));
        assert!(error("X O\n O .").contains("without a liberty"));
    }
}
