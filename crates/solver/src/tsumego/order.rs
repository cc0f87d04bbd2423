//! First guesses of how hard a position is to prove and to disprove.
//!
//! Nothing here decides anything: the guesses only say what is looked at first (the idea of A. Kishimoto
//! and M. Müller, *Search versus knowledge for solving life and death problems in Go*, 2005, who begin
//! leaves with such numbers).

use super::field::Field;
use super::state::{Act, Side, State};

/// Proof and disproof number of a position that a move has led to.
pub(super) fn guess(
    field: &Field,
    before: &State,
    act: Act,
    after: &State,
    prover: Side,
) -> (u32, u32) {
    let mover = before.turn;
    // To refute a pass is to know the threat, and often the reply to everything else.
    let bad = match (act, mover == prover) {
        (Act::Pass, false) => 0,
        _ => badness(field, before, act, after, mover),
    };
    match mover == prover {
        true => (1 + bad, 1),
        false => (1, 1 + bad),
    }
}

/// How little a move promises to its side.
fn badness(field: &Field, before: &State, act: Act, after: &State, mover: Side) -> u32 {
    let Act::Play(bit) = act else { return 3 };
    let stone = 1 << bit;
    let taken = before.stones(mover.other()) & !after.stones(mover.other());
    if taken != 0 {
        return 0;
    }
    let empty = after.empty(field);
    let chain = field.flood(stone, after.stones(mover));
    let held = mover == Side::Attacker && chain & field.walled != 0;
    let liberties = (field.beside(chain) & empty).count_ones();
    if liberties == 1 && !held {
        return if chain.count_ones() <= 2 { 2 } else { 4 };
    }
    // An eye of one's own is not to be filled.
    let around = field.beside(stone) & field.mask;
    if mover == Side::Defender && around & !before.defender == 0 && stone & field.walled == 0 {
        return 4;
    }
    1
}
