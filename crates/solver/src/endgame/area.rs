//! The areas: what is not settled, in connected parts.
//!
//! An area borders living stones and the edge only. Settled territory borders nothing but its
//! owner's living stones, so it is never next to an area. Play in one area therefore changes neither
//! liberties nor life nor territory in another: areas are independent, prisoners add up, and only
//! the turn, the passes and a ban on repeating the whole board connect them.

use tengen_game::Color;
use tengen_go::{Point, PointSet, Stones, Suicide};

use super::patch::{Local, Patch, side};
use super::settled::{Settled, spread};

/// The areas of a board, in reading order of their first points.
#[must_use]
pub fn areas(stones: &Stones, settled: &Settled) -> Vec<PointSet> {
    let size = stones.size();
    let done = settled.all();
    let mut found = Vec::new();
    let mut seen = done;
    for start in Point::all(size) {
        if !seen.contains(start) {
            let (area, _) = spread(size, start, |p| !done.contains(p));
            seen = seen.union(&area);
            found.push(area);
        }
    }
    found
}

/// The points of an area without a stone.
#[must_use]
pub fn open_points(area: &PointSet, stones: &Stones) -> usize {
    area.iter().filter(|&p| stones.at(p).is_none()).count()
}

/// Unsettled points as a patch and the position there; `None` if they are too many for one.
pub(super) fn patch(
    points: &PointSet,
    stones: &Stones,
    settled: &Settled,
    suicide: Suicide,
) -> Option<(Patch, Local)> {
    let size = stones.size();
    let patch = Patch::new(points, size, suicide)?;
    let mut at = Local {
        mask: patch.all(),
        stones: [0, 0],
        anchors: [0, 0],
    };
    for point in points.iter() {
        let bit = patch.bit(point);
        if let Some(color) = stones.at(point) {
            at.stones[side(color)] |= bit;
        }
        for color in Color::BOTH {
            let living = &settled.living[color];
            if point.neighbours(size).any(|near| living.contains(near)) {
                at.anchors[side(color)] |= bit;
            }
        }
    }
    Some((patch, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::life::{Life, left_as_is};
    use tengen_go::{Diagram, Scoring, score};

    const BOARD: &str = ". X . . . O .
                         X X X . O O O
                         . X O . O . O
                         X X O O O O O
                         . X X . X O .
                         X . X X X O O
                         . X X . O O .";

    fn board() -> (Stones, Settled) {
        let stones = Diagram::parse(BOARD).unwrap().stones;
        let settled = Settled::of(&stones, Suicide::Forbidden);
        (stones, settled)
    }

    #[test]
    fn areas_lie_between_living_stones() {
        let (stones, settled) = board();
        let areas = areas(&stones, &settled);
        let sizes: Vec<(usize, usize)> = areas
            .iter()
            .map(|area| (area.len(), open_points(area, &stones)))
            .collect();
        assert_eq!(sizes, [(5, 5), (1, 1), (1, 1)]);
    }

    /// Every sequence of a few moves, played on the board and in the patch: the same stones, the
    /// same settled points, the same count.
    #[test]
    fn a_patch_plays_and_settles_as_the_board_does() {
        let text = ". X . . . X .
                    X X . . O X X
                    . X O O . O X
                    X X . X X . .
                    . X O . O O O
                    X X . O O . O
                    . X . . O O .";
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            let stones = Diagram::parse(text).unwrap().stones;
            let settled = Settled::of(&stones, suicide);
            let open = areas(&stones, &settled)
                .iter()
                .fold(PointSet::EMPTY, |all, area| all.union(area));
            let (patch, at) = patch(&open, &stones, &settled, suicide).unwrap();
            let checked = compare(&patch, at, &stones, suicide, 3);
            assert!(checked > 1000, "{checked} positions");
        }
    }

    fn compare(patch: &Patch, at: Local, stones: &Stones, suicide: Suicide, depth: usize) -> usize {
        let settled = Settled::of(stones, suicide);
        let life = Life::of(patch, &at);
        for color in Color::BOTH {
            let own = side(color);
            assert_eq!(patch.bits(&settled.living[color]), life.living[own]);
            assert_eq!(patch.bits(&settled.territory[color]), life.territory[own]);
        }
        let area = score::area(stones, &PointSet::EMPTY);
        let [black, white] = [area.black, area.white].map(|set| patch.bits(&set).count_ones());
        let counted = left_as_is(patch, &at, Scoring::Area);
        assert_eq!(counted, black.cast_signed() - white.cast_signed());
        let mut checked = 1;
        if depth == 0 {
            return checked;
        }
        for bit in super::super::patch::each(at.empty()) {
            for color in Color::BOTH {
                let mut after = stones.clone();
                after.forget_ko();
                let point = patch.point(bit).unwrap();
                let mut legal = after.play(color, point);
                if !legal && suicide == Suicide::Allowed {
                    legal = after.suicide(color, point) > 1;
                }
                let played = patch.play(&at, color, bit);
                assert_eq!(played.is_some(), legal);
                if let Some(played) = played {
                    let mut next = at;
                    next.stones = played.stones;
                    checked += compare(patch, next, &after, suicide, depth - 1);
                }
            }
        }
        checked
    }
}
