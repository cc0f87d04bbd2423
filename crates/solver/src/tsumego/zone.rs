//! Zones: the part of a field that a result rests on.
//!
//! After C.-C. Shih, T.-R. Wu, T.-H. Wei and I.-C. Wu, *A novel approach to solving goal-achieving problems for
//! board games* (2022), whose relevance zones these are. When a side has won a position, its zone is a
//! set of points such that it wins every position that is the same there, whatever stands elsewhere: it
//! plays the same moves, and takes moves of the other side outside of the zone for passes. So if a
//! pass is refuted, all moves outside the zone of the refutation are refuted by it.
//!
//! For the moves to have the same effect in both positions a zone has to be *closed* ([`close`]):
//!
//! - with a point of a chain it has the whole chain;
//! - of a chain that can be captured it has two liberties, so that it is not taken by surprise; if the chain has
//!   only one, it has all points beside it, so that it is taken in both positions or in none;
//! - with an empty point without empty neighbours it has all neighbours, so that a move there is suicide in
//!   both or in none.
//!
//! The defender's wins need two things more. He counts as lost with a quarter of his first stones, so
//! the zone has more of them than that ([`guard`]). And the attacker has no pass that could be refuted;
//! a move of his outside the zone is answered by a pass, and he is to move in the same zone again,
//! with fewer moves outside. So all his moves *inside* have to be refuted, with zones inside.

use super::field::{Bits, Field};
use super::state::{Side, State};

/// The smallest closed zone of a position with these points, or one not much larger.
pub(super) fn close(field: &Field, state: &State, seed: Bits) -> Bits {
    let empty = state.empty(field);
    let mut zone = seed & field.mask;
    // Chains that are done with need no second look.
    let mut done: Bits = 0;
    loop {
        let before = zone;
        for side in [Side::Defender, Side::Attacker] {
            let stones = state.stones(side);
            let mut rest = zone & stones & !done;
            while rest != 0 {
                let chain = field.flood(rest & rest.wrapping_neg(), stones);
                rest &= !chain;
                done |= chain;
                zone |= chain;
                if field.is_held(chain, side) {
                    continue;
                }
                let near = field.beside(chain);
                let liberties = near & empty;
                if liberties.count_ones() <= 1 {
                    zone |= near & field.mask;
                    continue;
                }
                let mut missing = 2_u32.saturating_sub((liberties & zone).count_ones());
                let mut others = liberties & !zone;
                while missing > 0 {
                    zone |= others & others.wrapping_neg();
                    others &= others.wrapping_sub(1);
                    missing -= 1;
                }
            }
        }
        let full = zone & empty & !field.beside(empty);
        zone |= field.beside(full) & field.mask;
        if zone == before {
            return zone;
        }
    }
}

/// A zone with enough of the defender's first stones for him not to be lost.
pub(super) fn guard(field: &Field, state: &State, mut zone: Bits) -> Bits {
    let all = field.target.count_ones();
    loop {
        let own = state.defender & field.target;
        if (own & zone).count_ones() * 4 > all {
            return zone;
        }
        let mut best: Bits = 0;
        let mut rest = own & !zone;
        if rest == 0 {
            return zone;
        }
        while rest != 0 {
            let chain = field.flood(rest & rest.wrapping_neg(), state.defender);
            rest &= !chain;
            if (chain & field.target).count_ones() > (best & field.target).count_ones() {
                best = chain;
            }
        }
        zone |= best;
    }
}

#[cfg(test)]
mod tests {
    use tengen_go::{Point, PointSet, Size};

    use super::super::state::Threats;
    use super::*;

    /// A corner of five by three points, walled in, with the stones of a drawing.
    fn corner(drawing: &str) -> (Field, State) {
        let size = Size::new(9).unwrap();
        let inside: PointSet = Point::all(size)
            .filter(|p| p.column() < 5 && p.row() < 3)
            .collect();
        let wall: PointSet = Point::all(size).filter(|&p| !inside.contains(p)).collect();
        let mut field = Field::new(size, &inside, &wall, &PointSet::EMPTY).unwrap();
        let mut sets = [0, 0];
        for (y, row) in drawing.trim().lines().enumerate() {
            for (x, sign) in row.split_whitespace().enumerate() {
                let bit = field.bit(Point::new(x, y).unwrap()).unwrap();
                match sign {
                    "O" => sets[0] |= 1 << bit,
                    "X" => sets[1] |= 1 << bit,
                    _ => {}
                }
            }
        }
        field.target = sets[0];
        let state = State {
            defender: sets[0],
            attacker: sets[1],
            turn: Side::Attacker,
            ko: None,
            threats: Threats::default(),
        };
        (field, state)
    }

    fn bit(field: &Field, x: usize, y: usize) -> Bits {
        1 << field.bit(Point::new(x, y).unwrap()).unwrap()
    }

    #[test]
    fn a_closed_zone_has_whole_chains_and_two_liberties() {
        let (field, state) = corner(
            "O O . . .
             . . . . .
             . . . . .",
        );
        let zone = close(&field, &state, bit(&field, 0, 0));
        assert_eq!(zone & state.defender, state.defender);
        assert_eq!((zone & state.empty(&field)).count_ones(), 2);
    }

    #[test]
    fn a_chain_in_atari_brings_everything_beside_it() {
        let (field, state) = corner(
            "O X . . .
             . . . . .
             . . . . .",
        );
        let zone = close(&field, &state, bit(&field, 0, 0));
        let beside = bit(&field, 1, 0) | bit(&field, 0, 1);
        assert_eq!(zone & beside, beside);
    }

    #[test]
    fn an_eye_brings_what_makes_it_one() {
        let (field, state) = corner(
            ". O . . .
             O . . . .
             . . . . .",
        );
        let zone = close(&field, &state, bit(&field, 0, 0));
        assert_eq!(zone & state.defender, state.defender);
    }

    #[test]
    fn more_than_a_quarter_of_the_first_stones_is_guarded() {
        let (field, state) = corner(
            "O . O O O
             . . . . .
             . . . . .",
        );
        let zone = guard(&field, &state, bit(&field, 0, 0));
        assert_eq!((zone & state.defender).count_ones(), 4);
    }
}
