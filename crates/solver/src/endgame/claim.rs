//! Claims of a side in an unsettled position that both leave as it is.
//!
//! The definition that everything is proved under ([module](super)) counts what is not settled for
//! nobody, by territory. People do better: a corner of six points that one side has walled in is its
//! territory, without another move, and a stone that somebody has thrown in there is dead.
//!
//! All that a side can call its own at best is the regions without its own stones that touch none of the
//! opponent's living stones, and the opponent's stones in them as prisoners: that is its *claim*. Whether it is
//! *granted* is found out as people do when they disagree: they play it out, and stones cost nothing, as in area counting. The
//! claimant answers; if he has all of it in the end, it is his. If both sides claim something, both have to hold.
//!
//! In all other cases, and where areas are not listed but searched, both claims are looked at by territory: if a
//! score is the same whoever gets all that he claims, the true score lies between and is the same too; if not, the
//! position has to be played on ([`Fault::Undivided`]). By area it counts as it stands then: a player who
//! doubts it can play there for nothing. Under rules that count what stands nothing is granted.

use tengen_go::{Color, Scoring};

use super::graph::{Graph, LocalPosition, Node};
use super::life::{count, left_as_is};
use super::limits::{Budget, Fault, Limits};
use super::patch::{Bits, Local, Patch, side};
use super::sum::{Bound, Part, Whole};

/// The treatment of an unsettled position at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It counts as the definition says.
    AsIs,
    /// This side gets whatever it may claim.
    Claimed(Color),
}

impl Ending {
    /// The count of an unsettled position, in Black's view.
    pub(super) fn count(self, patch: &Patch, at: &Local, scoring: Scoring) -> i32 {
        match self {
            Self::AsIs => left_as_is(patch, at, scoring),
            Self::Claimed(color) => claimed(patch, at, scoring, color),
        }
    }
}

/// True if nobody may claim what the other does not grant.
pub(super) fn is_divided(patch: &Patch, at: &Local, scoring: Scoring) -> bool {
    let [black, white] = Color::BOTH.map(|color| claimed(patch, at, scoring, color));
    black == white
}

/// The points that a side may claim.
fn claim(patch: &Patch, at: &Local, color: Color) -> Bits {
    let (own, other) = (side(color), side(!color));
    patch
        .parts(at.mask & !at.stones[own])
        .filter(|region| region & at.anchors[other] == 0)
        .fold(0, |all, region| all | region)
}

/// The count of a position if a side gets all that it may claim, in Black's view.
fn claimed(patch: &Patch, at: &Local, scoring: Scoring, color: Color) -> i32 {
    let (own, other) = (side(color), side(!color));
    let claim = claim(patch, at, color);
    if scoring == Scoring::Territory {
        return color.sign() * (count(claim) + count(claim & at.stones[other]));
    }
    // The rest as it is, with the claim as an area of the side.
    let mut after = *at;
    after.stones[other] &= !claim;
    after.stones[own] |= claim;
    left_as_is(patch, &after, scoring)
}

/// The count of a position where both sides get what they claim: by area either count has both.
const fn granted_to_both(most: [i32; 2], scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Territory => most[0] + most[1],
        Scoring::Area => most[0],
    }
}

/// Plays out what is claimed in the positions of an area, and grants what holds. `by_area` is the same
/// area as it counts where stones cost nothing.
pub(super) fn grant(
    graph: &mut Graph,
    by_area: &Graph,
    scoring: Scoring,
    limits: &Limits,
    budget: &mut Budget,
) -> Result<(), Fault> {
    if graph.is_divided() {
        return Ok(());
    }
    let plain = Limits {
        claims: false,
        ..*limits
    };
    let bound =
        |color, budget: &Budget| Bound::new(std::slice::from_ref(by_area), color, &plain, budget);
    let Some(mut worst) = bound(Color::White, budget)? else {
        return Ok(());
    };
    let Some(mut best) = bound(Color::Black, budget)? else {
        return Ok(());
    };
    for node in 0..graph.positions.len() {
        let position = &mut graph.positions[node];
        if position.claimed[0] == position.claimed[1] {
            continue;
        }
        let at = Whole {
            parts: vec![Part {
                area: 0,
                node: node as Node,
            }],
            points: 0,
            passed: false,
        };
        // The least that Black has after White began, and the most that he has after he began.
        let by_white = worst.value(&at, Color::White, budget)?;
        let by_black = best.value(&at, Color::Black, budget)?;
        let LocalPosition {
            at, claimed: most, ..
        } = *position;
        let claims = Color::BOTH.map(|color| claim(&by_area.patch, &at, color));
        let all = |color| claimed(&by_area.patch, &at, Scoring::Area, color);
        let holds = [by_white == all(Color::Black), by_black == all(Color::White)];
        let count = match claims.map(|claim| claim != 0) {
            [true, false] if holds[0] => Some(most[0]),
            [false, true] if holds[1] => Some(most[1]),
            [true, true] if holds == [true; 2] && claims[0] & claims[1] == 0 => {
                Some(granted_to_both(most, scoring))
            }
            _ => None,
        };
        if let Some(count) = count {
            position.claimed = [count; 2];
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::area::{areas, patch};
    use crate::endgame::settled::Settled;
    use tengen_go::{Diagram, Suicide};

    /// The claims of Black and of White in the first area, in Black's view.
    fn claims(text: &str, scoring: Scoring) -> [i32; 2] {
        let stones = Diagram::parse(text).unwrap().stones;
        let settled = Settled::of(&stones, Suicide::Forbidden);
        let area = areas(&stones, &settled)[0];
        let (patch, at) = patch(&area, &stones, &settled, Suicide::Forbidden).unwrap();
        let claims = Color::BOTH.map(|color| Ending::Claimed(color).count(&patch, &at, scoring));
        assert_eq!(is_divided(&patch, &at, scoring), claims[0] == claims[1]);
        claims
    }

    /// A black corner of six points that is not divided.
    const CORNER: &str = ". . . X O O .
                          . . X X O O O
                          . X X X O . O
                          X X X X O O O
                          X X X X O O O
                          X X X X O O .
                          . X . X O O O";

    #[test]
    fn an_undivided_corner_is_claimed_by_its_owner() {
        assert_eq!(claims(CORNER, Scoring::Territory), [6, 0]);
        assert_eq!(claims(CORNER, Scoring::Area), [6, 6]);
    }

    #[test]
    fn so_is_a_stone_in_it_as_a_prisoner() {
        // A stone at the edge leaves room for two eyes.
        let text = CORNER.replacen(". . . X", ". . O X", 1);
        assert_eq!(claims(&text, Scoring::Territory), [7, 0]);
        assert_eq!(claims(&text, Scoring::Area), [6, -1]);
    }

    #[test]
    fn nobody_claims_a_corridor() {
        let text = ". X . . O O .
                    X X X X O O O
                    X . X X O . O
                    X X X X O O O
                    X X X X O O O
                    X X X X O O .
                    . X . X O O O";
        assert_eq!(claims(text, Scoring::Territory), [0, 0]);
        assert_eq!(claims(text, Scoring::Area), [0, 0]);
    }
}
