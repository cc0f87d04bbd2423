//! Unconditional life, after David Benson, *Life in the Game of Go*, Information Sciences 10 (1976).
//!
//! A chain is unconditionally alive if its side may pass forever and never lose it. Benson's
//! theorem finds these chains without search. Let the *regions* of a colour be the connected sets
//! of points without its stones. A region is *vital* to a chain if all its empty points are
//! liberties of the chain, so that the opponent cannot fill it without taking the chain's last
//! liberty there. Starting from all chains and regions, strike out chains with fewer than two vital
//! regions and regions that border a chain struck out, until nothing changes. What is left lives.
//!
//! The theorem assumes that suicide is illegal. Where it is legal, the opponent may vacate points
//! by it, so there a region is vital only if *all* its points are next to the chain: a stronger
//! demand, under which the region stays vital whatever the opponent plays or gives up inside.

use tengen_game::Color;

use crate::region::{Region, regions};
use crate::{PointSet, Stones, Suicide};

/// Stones and regions that live unconditionally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Safety {
    /// The stones of chains that live.
    pub stones: PointSet,
    /// The points, empty or with the opponent's stones on them, of regions vital to a living chain
    /// and enclosed by living chains only: the opponent cannot live there either.
    pub territory: PointSet,
}

/// The unconditionally living chains of a colour and the territory they hold.
#[must_use]
pub fn unconditional_life(stones: &Stones, color: Color, suicide: Suicide) -> Safety {
    let size = stones.size();
    let mut chains = regions(size, |point| stones.at(point) == Some(color));
    let mut enclosed = regions(size, |point| stones.at(point) != Some(color));
    let vital = |region: &Region, chain: &Region| {
        must_touch(region, stones, suicide).is_subset(&chain.border)
    };
    loop {
        let before = chains.len();
        chains.retain(|chain| enclosed.iter().filter(|r| vital(r, chain)).count() >= 2);
        let living = union(chains.iter().map(|chain| chain.points));
        enclosed.retain(|region| region.border.is_subset(&living));
        if chains.len() == before {
            break;
        }
    }
    enclosed.retain(|region| chains.iter().any(|chain| vital(region, chain)));
    Safety {
        stones: union(chains.iter().map(|chain| chain.points)),
        territory: union(enclosed.iter().map(|region| region.points)),
    }
}

/// The points of a region that must all be next to a chain for the region to be vital to it.
fn must_touch(region: &Region, stones: &Stones, suicide: Suicide) -> PointSet {
    match suicide {
        Suicide::Allowed => region.points,
        Suicide::Forbidden => region
            .points
            .iter()
            .filter(|&point| stones.at(point).is_none())
            .collect(),
    }
}

fn union(sets: impl Iterator<Item = PointSet>) -> PointSet {
    sets.fold(PointSet::EMPTY, |all, set| all.union(&set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagram, Point};

    /// The board with living stones as `X` and `O`, territory as `x` and `o`, all else as `.`.
    fn life(text: &str, suicide: Suicide) -> String {
        let stones = Diagram::parse(text).unwrap().stones;
        let [black, white] = Color::BOTH.map(|c| unconditional_life(&stones, c, suicide));
        let side = stones.size().get();
        let mut drawn = String::new();
        for point in Point::all(stones.size()) {
            drawn.push(match point {
                p if black.stones.contains(p) => 'X',
                p if white.stones.contains(p) => 'O',
                p if black.territory.contains(p) => 'x',
                p if white.territory.contains(p) => 'o',
                _ => '.',
            });
            if point.column() + 1 == side {
                drawn.push('\n');
            }
        }
        drawn
    }

    fn assert_life(text: &str, expected: &str) {
        let expected: String = expected
            .lines()
            .map(|l| format!("{}\n", l.trim()))
            .collect();
        assert_eq!(life(text, Suicide::Forbidden), expected, "{text}");
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_life(
            ". X . X .
             X X X X X
             . . . . .
             O O O O O
             . . . . .",
            "xXxXx
             XXXXX
             .....
             .....
             .....",
        );
    }

    #[test]
    fn both_colours_live_side_by_side() {
        assert_life(
            ". X . X O .
             X X X X O O
             . . X O O .
             X X X O O O
             . X . X O .
             X X X X O O",
            "xXxXOo
             XXXXOO
             xxXOOo
             XXXOOO
             xXxXOo
             XXXXOO",
        );
    }

    #[test]
    fn a_false_eye_is_no_eye() {
        // The three stones in the middle have no other eye, and the corner no other either.
        assert_life(
            ". X O . .
             X X O . .
             X . X O .
             O X X O .
             O O O O .",
            ".....
             .....
             .....
             .....
             .....",
        );
    }

    #[test]
    fn chains_live_together_through_shared_eyes() {
        // The two stones by the corner look cut off, but each has both eyes there.
        assert_life(
            ". X O . .
             X . X X X
             O X X . X
             . X . X X
             . X X . .",
            "xXxxx
             XxXXX
             xXXxX
             xXxXX
             xXXxx",
        );
    }

    #[test]
    fn a_large_region_is_no_eye_until_it_is_divided() {
        // The bulky five in the corner has a point that no outer stone touches.
        let undivided = ". . X O . .
                         . . X O O O
                         . X X . . .
                         X X . . . .
                         . . . . . .
                         . . . . . .";
        assert_life(undivided, &"......\n".repeat(6));
        assert_life(
            ". X . X O .
             X X X X O O
             . . . . . .
             . . . . . .
             . . . . . .
             . . . . . .",
            "xXxX..
             XXXX..
             ......
             ......
             ......
             ......",
        );
    }

    #[test]
    fn stones_that_may_be_taken_back_inside_do_not_spoil_an_eye() {
        // White's stone on the left leaves one empty point, a liberty of Black; taking it allows
        // no retaking that harms.
        assert_life(
            "O . X . X
             X X X X X
             . . . . .
             . . . . .
             . . . . .",
            "xxXxX
             XXXXX
             .....
             .....
             .....",
        );
    }

    #[test]
    fn where_suicide_is_legal_it_can_vacate_an_eye() {
        let text = ". X . O
                    X . X O
                    X X X O
                    O O O O";
        let forbidden = life(text, Suicide::Forbidden);
        assert_eq!(forbidden, "xXxx\nXxXx\nXXXx\nxxxx\n");
        let allowed = life(text, Suicide::Allowed);
        assert_eq!(
            allowed, "xX..\nXxX.\nXXX.\n....\n",
            "White may start afresh"
        );
        let one_eye_and_white = ". X .\nX X O\n. O O";
        let forbidden = life(one_eye_and_white, Suicide::Forbidden);
        assert_eq!(forbidden, "xXx\nXXx\nxxx\n");
        let allowed = life(one_eye_and_white, Suicide::Allowed);
        assert_eq!(allowed, "...\n...\n...\n");
        let solid = ". X . X\nX X X X\n. . . .\n. . . .";
        assert_eq!(
            life(solid, Suicide::Allowed),
            life(solid, Suicide::Forbidden)
        );
    }
}
