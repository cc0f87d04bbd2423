//! The settled points: those that no play can change any more.
//!
//! *Living* stones are those of Benson's theorem ([`tengen_go::benson`]): their side may pass forever
//! and never lose them.
//!
//! *Settled territory* of a side is a region (a largest connected set of points without its stones)
//! that borders living chains of that side only, and in which the opponent cannot make two eyes,
//! even if he is never answered. Whether he can is told by a simple count. A chain of his that lives
//! has two eyes: different regions of points without his stones, not neighbours of each other. No
//! point of an eye is next to a living stone of the owner, since then that stone, which he cannot
//! capture, would stand in the eye. And a point with his own stone on it becomes no eye either
//! unless the stone goes: the owner need not capture it, and suicide, where it is legal, is allowed
//! for by counting these points too. So let the *inner* points be those that are empty (or, where
//! suicide is legal, any) and next to no living stone of the owner. If no two of them are different
//! and not neighbours, there is no room for two eyes, and the opponent's stones in the region are
//! dead. Filling can only make the inner points fewer, so what is settled stays so, as long as the
//! owner does not fill his own eyes.
//!
//! Regions that Benson calls vital have no inner points, so they are settled territory. The test does
//! not ask which of the living chains is next to a point: so what is settled in one corner never
//! depends on which chains are connected in another.

use tengen_game::{Color, PerColor};
use tengen_go::benson::unconditional_life;
use tengen_go::{Point, PointSet, Scoring, Size, Stones, Suicide};

/// The settled points of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Each side's living stones.
    pub living: PerColor<PointSet>,
    /// Each side's settled territory: empty points, and points with dead stones of the opponent.
    pub territory: PerColor<PointSet>,
}

impl Settled {
    /// The settled points of a position.
    #[must_use]
    pub fn of(stones: &Stones, suicide: Suicide) -> Self {
        let mut settled = Self::default();
        for color in Color::BOTH {
            settled.living[color] = unconditional_life(stones, color, suicide).stones;
            settled.territory[color] = territory(stones, color, suicide, &settled.living[color]);
        }
        settled
    }

    /// All settled points.
    #[must_use]
    pub fn all(&self) -> PointSet {
        let living = self.living.black.union(&self.living.white);
        let territory = self.territory.black.union(&self.territory.white);
        living.union(&territory)
    }

    /// The score of the settled points, in Black's view, prisoners apart. Under territory counting a dead
    /// stone counts once more for the point that it leaves.
    #[must_use]
    pub fn score(&self, stones: &Stones, scoring: Scoring) -> i32 {
        let mut score = 0;
        for color in Color::BOTH {
            let territory = &self.territory[color];
            let more = match scoring {
                Scoring::Area => self.living[color].len(),
                Scoring::Territory => territory
                    .iter()
                    .filter(|&point| stones.at(point).is_some())
                    .count(),
            };
            score += color.sign() * i32::try_from(territory.len() + more).unwrap_or(i32::MAX / 2);
        }
        score
    }
}

/// The settled territory around a side's living stones.
fn territory(stones: &Stones, color: Color, suicide: Suicide, living: &PointSet) -> PointSet {
    let size = stones.size();
    let mut settled = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for start in Point::all(size) {
        if stones.at(start) == Some(color) || seen.contains(start) {
            continue;
        }
        let (region, border) = spread(size, start, |p| stones.at(p) != Some(color));
        seen = seen.union(&region);
        if border.is_empty() || !border.is_subset(living) {
            continue;
        }
        let inner: Vec<Point> = region
            .iter()
            .filter(|&p| suicide == Suicide::Allowed || stones.at(p).is_none())
            .filter(|p| !p.neighbours(size).any(|near| living.contains(near)))
            .collect();
        let room = match inner[..] {
            [] | [_] => false,
            [one, other] => !one.neighbours(size).any(|near| near == other),
            _ => true,
        };
        if !room {
            settled = settled.union(&region);
        }
    }
    settled
}

/// The connected set of points that belong, from a point on, and what it borders.
pub(super) fn spread(
    size: Size,
    start: Point,
    belongs: impl Fn(Point) -> bool,
) -> (PointSet, PointSet) {
    let (mut found, mut border) = (PointSet::EMPTY, PointSet::EMPTY);
    found.insert(start);
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for near in point.neighbours(size) {
            if !belongs(near) {
                border.insert(near);
            } else if found.insert(near) {
                open.push(near);
            }
        }
    }
    (found, border)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::Diagram;

    /// Living stones as `X` and `O`, territory as `x` and `o`, all else as `.`.
    fn drawn(text: &str, suicide: Suicide) -> String {
        let stones = Diagram::parse(text).unwrap().stones;
        let settled = Settled::of(&stones, suicide);
        let mut drawn = String::new();
        for point in Point::all(stones.size()) {
            let symbol = match point {
                p if settled.living.black.contains(p) => 'X',
                p if settled.living.white.contains(p) => 'O',
                p if settled.territory.black.contains(p) => 'x',
                p if settled.territory.white.contains(p) => 'o',
                _ => '.',
            };
            drawn.push(symbol);
            if point.column() + 1 == stones.size().get() {
                drawn.push(' ');
            }
        }
        drawn.trim().to_owned()
    }

    #[test]
    fn a_region_in_which_nobody_can_make_two_eyes_is_settled() {
        let text = ". X . X . . .
                    X X X X . . .
                    X . . X O O O
                    X . . X O . O
                    X X X X O O O
                    . . . . O . O
                    . . . . O O O";
        let expected = "xXxX... XXXX... XxxXOOO XxxXOoO XXXXOOO ....OoO ....OOO";
        assert_eq!(drawn(text, Suicide::Forbidden), expected);
    }

    #[test]
    fn three_inner_points_in_a_row_are_room_and_two_are_not() {
        let row = |inner: &str| {
            let edge = "X ".repeat(7);
            let empty = format!("X {}X\n", ". ".repeat(5));
            let eyes = "X . X . X X X";
            format!("{edge}\n{empty}X {inner}X\n{empty}{edge}\n{eyes}\n{edge}")
        };
        // The middle row has three points that no black stone touches; a white stone on one of them
        // takes it away, since Black need not capture it.
        let room = drawn(&row(". . . . . "), Suicide::Forbidden);
        assert!(room.starts_with("XXXXXXX X.....X X.....X"), "{room}");
        let taken = drawn(&row(". . . O . "), Suicide::Forbidden);
        assert!(taken.starts_with("XXXXXXX XxxxxxX XxxxxxX"), "{taken}");
        let apart = drawn(&row(". . O . . "), Suicide::Forbidden);
        assert!(apart.starts_with("XXXXXXX X.....X X.....X"), "{apart}");
        let vacated = drawn(&row(". . . O . "), Suicide::Allowed);
        assert!(vacated.starts_with("XXXXXXX X.....X X.....X"), "{vacated}");
    }

    #[test]
    fn a_stone_of_unknown_fate_inside_unsettles_the_region() {
        let text = ". X . X . X
                    X X X X . X
                    X . . . . X
                    X . X . . X
                    X . . . . X
                    X X X X X X";
        let drawn = drawn(text, Suicide::Forbidden);
        assert_eq!(drawn, "xXxX.X XXXX.X X....X X....X X....X XXXXXX");
    }

    #[test]
    fn an_empty_board_settles_nothing() {
        let empty = ". . . .\n".repeat(4);
        assert_eq!(drawn(&empty, Suicide::Forbidden), ".... .... .... ....");
    }

    #[test]
    fn dead_stones_count_twice_as_territory_and_once_as_area() {
        let text = ". X . X . .
                    X X X X X X
                    X . O . . X
                    X X X X X X
                    O O O O O O
                    . O . O . O";
        let stones = Diagram::parse(text).unwrap().stones;
        let settled = Settled::of(&stones, Suicide::Forbidden);
        assert_eq!(settled.territory.black.len(), 1 + 1 + 2 + 4);
        assert_eq!(settled.territory.white.len(), 3);
        assert_eq!(settled.score(&stones, Scoring::Territory), 8 + 1 - 3);
        assert_eq!(settled.score(&stones, Scoring::Area), 24 - 12);
    }
}
