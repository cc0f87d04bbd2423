//! Stones that Black is given before the game.
//!
//! Fixed handicap stands on the points that GTP 2 (section 4.1.1) prescribes; free handicap
//! anywhere. Either is played on an empty board, and White moves next. What White receives for it
//! is a matter of the rules: [`crate::Compensation`].

use tengen_game::Color;

use crate::{Game, Illegal, Move, Point, PointSet, Size};

/// A handicap that cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// Fixed handicap of a number that the board has no points for.
    #[error("{}", fixed_sentence(*.size, *.stones))]
    Fixed {
        /// The size of the board.
        size: Size,
        /// The number asked for.
        stones: usize,
    },
    /// Free handicap of too few or too many stones.
    #[error(
        "free handicap on a {size} board takes from 2 to {} stones, not {stones}",
        max_free(*.size)
    )]
    Free {
        /// The size of the board.
        size: Size,
        /// The number asked for.
        stones: usize,
    },
    /// A point named twice.
    #[error("the handicap names {} twice", .point.label(*.size))]
    Twice {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// Stones or moves are there already.
    #[error("handicap stones are placed on an empty board before the first move")]
    NotEmpty,
    /// A stone that cannot stand where it should.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// The largest fixed handicap of a board: 9 on odd sizes from 9, 4 on even sizes from 8 and on
/// 7×7, none below.
#[must_use]
pub const fn max_fixed(size: Size) -> usize {
    match size.get() {
        ..7 => 0,
        7 => 4,
        side if side % 2 == 0 => 4,
        _ => 9,
    }
}

/// The largest free handicap of a board: one point must stay empty.
#[must_use]
pub const fn max_free(size: Size) -> usize {
    size.area() - 1
}

fn fixed_sentence(size: Size, stones: usize) -> String {
    match max_fixed(size) {
        0 => format!("a {size} board has no fixed handicap; place the stones freely"),
        max => format!("fixed handicap on a {size} board is from 2 to {max} stones, not {stones}"),
    }
}

/// The star points of a board: those of its largest fixed handicap, in reading order.
#[must_use]
pub fn stars(size: Size) -> PointSet {
    fixed(size, max_fixed(size)).map_or(PointSet::EMPTY, |points| points.into_iter().collect())
}

/// The points of a fixed handicap, in the order of GTP: corners, then sides, the centre last
/// wherever the number is odd.
///
/// # Errors
/// If the board has no such handicap.
pub fn fixed(size: Size, stones: usize) -> Result<Vec<Point>, HandicapError> {
    if !(2..=max_fixed(size)).contains(&stones) {
        return Err(HandicapError::Fixed { size, stones });
    }
    let side = size.get();
    let low = if side < 13 { 2 } else { 3 };
    let (high, middle) = (side - 1 - low, side / 2);
    // Columns and rows, rows from above: lower left, upper right, upper left, lower right, ...
    let corners = [(low, high), (high, low), (low, low), (high, high)];
    let sides = [(low, middle), (high, middle), (middle, high), (middle, low)];
    let centre = (middle, middle);
    let mut places: Vec<(usize, usize)> = corners.into_iter().chain(sides).collect();
    if stones % 2 == 1 && stones > 3 {
        places.truncate(stones - 1);
        places.push(centre);
    } else {
        places.truncate(stones);
    }
    Ok(places
        .into_iter()
        .filter_map(|(column, row)| Point::new(column, row))
        .collect())
}

impl Game {
    /// Gives Black a fixed handicap and White the turn; returns the points.
    ///
    /// # Errors
    /// If the board has no such handicap or is not empty; the game is unchanged then.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = fixed(self.size(), stones)?;
        self.free_handicap(&points)?;
        Ok(points)
    }

    /// Gives Black handicap stones on these points and White the turn.
    ///
    /// # Errors
    /// If there are too few or too many stones, one twice or off the board, or if the board is not
    /// empty; the game is unchanged then.
    pub fn free_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        let size = self.size();
        if self.moves().any(|(_, mv)| mv != Move::Pass) || !is_empty(self) {
            return Err(HandicapError::NotEmpty);
        }
        if !(2..=max_free(size)).contains(&points.len()) {
            let stones = points.len();
            return Err(HandicapError::Free { size, stones });
        }
        let mut seen = PointSet::EMPTY;
        if let Some(&point) = points.iter().find(|&&point| !seen.insert(point)) {
            return Err(HandicapError::Twice { point, size });
        }
        self.setup(points.iter().map(|&point| (point, Some(Color::Black))))?;
        self.set_handicap(points.len());
        self.set_turn(Color::White);
        Ok(())
    }
}

fn is_empty(game: &Game) -> bool {
    Color::BOTH.iter().all(|&c| game.stones().stones(c) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Komi, Rules};

    fn labels(size: Size, stones: usize) -> String {
        let points = fixed(size, stones).unwrap();
        let labels: Vec<String> = points.iter().map(|p| p.label(size)).collect();
        labels.join(" ")
    }

    #[test]
    fn fixed_handicap_stands_where_gtp_says() {
        let size = Size::NINETEEN;
        assert_eq!(labels(size, 2), "D4 Q16");
        assert_eq!(labels(size, 3), "D4 Q16 D16");
        assert_eq!(labels(size, 4), "D4 Q16 D16 Q4");
        assert_eq!(labels(size, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(labels(size, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(labels(size, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(labels(size, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(labels(size, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(labels(Size::NINE, 5), "C3 G7 C7 G3 E5");
        assert_eq!(labels(Size::new(8).unwrap(), 4), "C3 F6 C6 F3");
        // The third line up to 12×12, the fourth from 13×13.
        assert_eq!(labels(Size::new(12).unwrap(), 2), "C3 K10");
        assert_eq!(labels(Size::THIRTEEN, 2), "D4 K10");
    }

    #[test]
    fn every_size_has_its_limit() {
        for side in 2..=25 {
            let size = Size::new(side).unwrap();
            let max = max_fixed(size);
            assert!(fixed(size, max + 1).is_err(), "{size}");
            assert!(fixed(size, 1).is_err() && fixed(size, 0).is_err());
            assert_eq!(stars(size).len(), max, "{size}: all points differ");
        }
        let error = fixed(Size::new(6).unwrap(), 2).unwrap_err().to_string();
        assert!(error.contains("no fixed handicap"), "{error}");
    }

    #[test]
    fn handicap_gives_white_the_turn() {
        let mut game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
        game.fixed_handicap(4).unwrap();
        assert_eq!((game.turn(), game.handicap()), (Color::White, 4));
        assert_eq!(game.stones().stones(Color::Black), 4);
        assert_eq!(game.moves().count(), 0);
        assert_eq!(game.fixed_handicap(2), Err(HandicapError::NotEmpty));
    }

    #[test]
    fn free_handicap_is_checked() {
        let size = Size::new(3).unwrap();
        let all: Vec<Point> = Point::all(size).collect();
        let game = Game::new(size, Rules::CHINESE, Komi::ZERO);
        let refused = |points: &[Point]| game.clone().free_handicap(points).unwrap_err();
        assert!(matches!(
            refused(&all),
            HandicapError::Free { stones: 9, .. }
        ));
        assert!(matches!(refused(&all[..1]), HandicapError::Free { .. }));
        let twice = [all[0], all[1], all[0]];
        assert!(matches!(refused(&twice), HandicapError::Twice { .. }));
        let far = [all[0], Point::new(3, 0).unwrap()];
        assert!(matches!(refused(&far), HandicapError::Illegal(_)));
        let mut full = game.clone();
        full.free_handicap(&all[1..]).unwrap();
        assert_eq!(full.handicap(), 8);
    }
}
