//! What is settled without a search.
//!
//! *Alive*: a chain of the defender lives unconditionally by Benson's theorem (D. Benson, *Life in the
//! Game of Go*, 1976), in its form for rules without suicide.
//!
//! *Dead*: call *held* the attacker's stones that are connected to the wall. The attacker can fill any
//! empty point next to one: such a stone is held itself, so it is never captured, never suicide, and
//! never a ko that may not be taken. Suppose that he does so while there is such a point. When there is
//! none, every point next to a held stone is the defender's, and liberties of the defender are only
//! among the points that touch no held stone, the *heart*. If the heart has no point, no chain of the
//! defender is left. If it is one point, or two next to each other, it is a single eye of at most two
//! points, in which the attacker takes everything. What the defender plays where he was taken out is
//! met in the same way; held stones become more each time, so that this ends.

use super::field::{Bits, Field};
use super::state::{Side, State};

/// Whether a chain of the defender lives unconditionally.
#[must_use]
pub fn lives(field: &Field, state: &State) -> bool {
    let defender = state.defender;
    let empty = state.empty(field);
    let others = field.mask & !defender;
    // Regions that the attacker enters from his wall are nobody's eyes.
    let closed = others & !field.flood(field.walled, others);
    if closed == 0 {
        return false;
    }
    let mut regions: [(Bits, Bits); 32] = [(0, 0); 32];
    let mut count = 0;
    let mut rest = closed;
    while rest != 0 && count < regions.len() {
        let region = field.flood(rest & rest.wrapping_neg(), closed);
        rest &= !region;
        regions[count] = (region, region & empty);
        count += 1;
    }
    if count < 2 {
        return false;
    }
    let mut alive = defender;
    loop {
        let mut kept = 0;
        let mut rest = alive;
        while rest != 0 {
            let chain = field.flood(rest & rest.wrapping_neg(), defender);
            rest &= !chain;
            let touched = field.beside(chain);
            let vital = regions[..count]
                .iter()
                .filter(|&&(region, empty)| {
                    region & touched != 0
                        && empty & !touched == 0
                        && field.beside(region) & defender & !alive == 0
                })
                .count();
            if vital >= 2 {
                kept |= chain;
            }
        }
        if kept == alive {
            return alive != 0;
        }
        alive = kept;
        if alive == 0 {
            return false;
        }
    }
}

/// Whether the defender cannot live, whoever moves and whatever threats there are.
#[must_use]
pub fn dies(field: &Field, state: &State) -> bool {
    let held = field.flood(field.walled & state.attacker, state.attacker);
    let free = field.mask & !held;
    let heart = free & !field.walled & !field.beside(held);
    match heart.count_ones() {
        0 | 1 => true,
        2 => field.beside(heart & heart.wrapping_neg()) & heart != 0,
        _ => false,
    }
}

/// Who has won already, as far as can be seen.
#[must_use]
pub fn winner(field: &Field, state: &State) -> Option<Side> {
    // A move of one side decides nothing in favour of the other.
    match state.turn {
        Side::Defender if field.is_lost(state.defender) => Some(Side::Attacker),
        Side::Attacker if lives(field, state) => Some(Side::Defender),
        Side::Defender if dies(field, state) => Some(Side::Attacker),
        _ => None,
    }
}
