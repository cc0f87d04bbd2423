//! The parts of a position, and what areas are called.

use tengen_go::{Color, Game, Point, PointSet};

use super::{Settled, areas, open_points};

/// The parts of a position: what is settled, and the areas that are not.
#[derive(Clone, Debug)]
pub struct Parts {
    settled: Settled,
    areas: Vec<PointSet>,
    open: usize,
}

impl Parts {
    /// The parts of a position.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let stones = game.stones();
        let settled = Settled::of(stones, game.rules().suicide);
        let areas = areas(stones, &settled);
        let open = areas.iter().map(|area| open_points(area, stones)).sum();
        Self {
            settled,
            areas,
            open,
        }
    }

    /// The side whose settled territory a point is.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        let own = |&color: &Color| self.settled.territory[color].contains(point);
        Color::BOTH.into_iter().find(own)
    }

    /// The area of a point. Where nothing is settled, areas tell nothing, and there is none.
    #[must_use]
    pub fn area(&self, point: Point) -> Option<usize> {
        let area = self.areas.iter().position(|area| area.contains(point));
        area.filter(|_| !self.settled.all().is_empty())
    }

    /// The number of open points of all areas together.
    #[must_use]
    pub const fn open(&self) -> usize {
        self.open
    }

    /// The number of areas.
    #[must_use]
    pub const fn areas(&self) -> usize {
        self.areas.len()
    }
}

/// The letter of an area, as long as there are some: not `x` and `o`, which stand for stones and
/// territory.
#[must_use]
pub fn area_letter(area: usize) -> Option<char> {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.filter(|c| !"xoXO".contains(*c)).nth(area)
}

/// The name of an area: its letter, or else its number from 1.
#[must_use]
pub fn area_name(area: usize) -> String {
    area_letter(area).map_or_else(|| (area + 1).to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_have_letters_that_are_no_stones() {
        let names: String = (0..48).map(area_name).collect();
        assert_eq!(names.len(), 48);
        assert!(
            names.starts_with("abc") && names.ends_with("WYZ"),
            "{names}"
        );
        assert!(!names.contains(['x', 'o', 'X', 'O']));
        assert_eq!(area_name(48), "49");
    }
}
