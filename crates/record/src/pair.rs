//! Points as two letters: `dp` is the fourth column and the sixteenth row from the upper left.

use tengen_go::{Move, Point, Size};

/// The point that two lower-case letters name; `None` if they name none on this board.
#[must_use]
pub fn point_from_pair(pair: &[u8], size: Size) -> Option<Point> {
    let &[column, row] = pair else { return None };
    let column = usize::from(column.checked_sub(b'a')?);
    let row = usize::from(row.checked_sub(b'a')?);
    Point::new(column, row).filter(|point| point.is_on(size))
}

/// The move that two letters, or none, name: nothing is a pass, and so is `tt` up to 19×19.
#[must_use]
pub fn move_from_pair(pair: &[u8], size: Size) -> Option<Move> {
    if pair.is_empty() || (pair == b"tt" && size <= Size::NINETEEN) {
        Some(Move::Pass)
    } else {
        point_from_pair(pair, size).map(Move::Play)
    }
}

/// The two letters of a point.
#[must_use]
pub fn pair(point: Point) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    [letter(point.column()), letter(point.row())]
        .iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_survives_its_pair() {
        for point in Point::all(Size::MAX) {
            assert_eq!(
                point_from_pair(pair(point).as_bytes(), Size::MAX),
                Some(point)
            );
        }
    }

    #[test]
    fn tt_is_a_pass_only_where_it_is_no_point() {
        let tt = |side| move_from_pair(b"tt", Size::new(side).unwrap());
        assert_eq!(tt(9), Some(Move::Pass));
        assert_eq!(tt(19), Some(Move::Pass));
        assert_eq!(tt(20), Point::new(19, 19).map(Move::Play));
        assert_eq!(move_from_pair(b"", Size::MAX), Some(Move::Pass));
    }

    #[test]
    fn what_is_no_pair_is_refused() {
        for text in ["a", "aaa", "AA", "a1", "é", "ja", "aj", "  "] {
            assert_eq!(point_from_pair(text.as_bytes(), Size::NINE), None, "{text}");
        }
    }
}
