//! A board as one part of a sum of boards.
//!
//! Its score is the area. Under territory rules a side's area exceeds its territory and prisoners by
//! the stones it has played, each of which is on the board or a prisoner of the other side; what was
//! played before the beginning of a difference game cancels between the board and its twin. So a sum
//! in which every move costs a point ([`tax`]) counts territory exactly, passes included.

use tengen_go::board::{Board, Features, ko_key};
use tengen_go::{Color, Point, Scoring};

use crate::{Difference, Summand};

/// The two boards of a difference game of Go.
pub type Sum<const W: usize, const V: usize, F> = Difference<Board<W, V, F>>;

/// The cost of a stone to whoever plays it, where areas are to be counted as these rules count.
#[must_use]
pub const fn tax(scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Area => 0,
        Scoring::Territory => 1,
    }
}

impl<const W: usize, const V: usize, F: Features> Summand for Board<W, V, F> {
    type Move = Point;

    /// The points in reading order.
    fn codes(&self) -> usize {
        self.size().area()
    }

    fn code(&self, point: Point) -> usize {
        point.index(self.size())
    }

    fn decode(&self, code: usize) -> Option<Point> {
        Point::from_index(code, self.size())
    }

    fn moves(&self, color: Color, each: impl FnMut(Point)) {
        Point::all(self.size())
            .filter(|&point| self.is_legal(color, point))
            .for_each(each);
    }

    fn play(&mut self, color: Color, point: Point) -> bool {
        Self::play(self, color, point)
    }

    /// A ko may be retaken from now on.
    fn rest(&mut self) {
        self.forget_ko();
    }

    fn reversed(&self) -> Self {
        let mut twin = Self::new(self.size());
        for point in Point::all(self.size()) {
            if let Some(color) = self.at(point) {
                // Every part of a legal position has its liberties, so no stone is refused.
                twin.place(!color, point);
            }
        }
        if let Some(ko) = self.ko() {
            twin.forbid(ko);
        }
        twin
    }

    fn score(&self) -> i32 {
        self.area_score()
    }

    fn hash(&self) -> u64 {
        Self::hash(self) ^ self.ko().map_or(0, ko_key)
    }
}

#[cfg(test)]
mod tests;
