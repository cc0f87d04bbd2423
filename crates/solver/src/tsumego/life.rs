//! Life and death that is settled without a search.
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
//! met in the same way; held stones become more each time, so that this ends. Held stones can cut the
//! field into parts; each has a heart of its own, and the defender is dead if the parts with larger hearts
//! have too little of what he had at the beginning.

use super::field::{Bits, Field};
use super::state::{Side, State};
use super::zone;

/// Tests if a chain of the defender lives unconditionally.
#[must_use]
pub fn lives(field: &Field, state: &State) -> bool {
    living(field, state).is_some()
}

/// The chains of the defender that live unconditionally with the regions that they live by.
fn living(field: &Field, state: &State) -> Option<Bits> {
    let defender = state.defender;
    if defender & field.refuge != 0 {
        let saved = field.flood(field.refuge, defender);
        if (saved & field.target).count_ones() * 4 > field.target.count_ones() {
            return Some(saved);
        }
    }
    let empty = state.empty(field);
    let others = field.mask & !defender;
    // Regions that the attacker enters from his wall are nobody's eyes.
    let closed = others & !field.flood(field.walled, others);
    if closed == 0 {
        return None;
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
        return None;
    }
    let mut alive = defender;
    loop {
        let (mut kept, mut eyes) = (0, 0);
        let mut rest = alive;
        while rest != 0 {
            let chain = field.flood(rest & rest.wrapping_neg(), defender);
            rest &= !chain;
            let touched = field.beside(chain);
            let vital = regions[..count].iter().filter(|&&(region, empty)| {
                region & touched != 0
                    && empty & !touched == 0
                    && field.beside(region) & defender & !alive == 0
            });
            let (number, all) = vital.fold((0, 0), |(n, all), (region, _)| (n + 1, all | region));
            if number >= 2 {
                kept |= chain;
                eyes |= all;
            }
        }
        if kept == alive {
            return (alive != 0).then_some(alive | eyes);
        }
        alive = kept;
    }
}

/// Tests if the defender cannot live, whoever moves and whatever threats there are.
#[must_use]
pub fn dies(field: &Field, state: &State) -> bool {
    dying(field, state).is_some()
}

/// The parts of the field in which the defender dies, if he has too little without them.
fn dying(field: &Field, state: &State) -> Option<Bits> {
    let held = field.flood(field.walled & state.attacker, state.attacker);
    let free = field.mask & !held;
    let heart = free & !field.walled & !field.beside(held);
    let small = |heart: Bits| match heart.count_ones() {
        0 | 1 => true,
        2 => field.beside(heart & heart.wrapping_neg()) & heart != 0,
        _ => false,
    };
    let all = field.target.count_ones();
    let mut dead = 0;
    let mut rest = free;
    while rest != 0 {
        let part = field.flood(rest & rest.wrapping_neg(), free);
        rest &= !part;
        if part & field.refuge == 0 && small(heart & part) {
            dead |= part;
        } else if (field.target & part).count_ones() * 4 > all {
            return None;
        }
    }
    let left = field.target & free & !dead;
    (left.count_ones() * 4 <= all).then(|| {
        let wall = held & (field.beside(dead) | field.target);
        dead | wall
    })
}

/// The side that has won already, as far as can be seen.
#[must_use]
pub fn winner(field: &Field, state: &State) -> Option<Side> {
    settled(field, state).map(|(side, _)| side)
}

/// The side that has won already, and the zone that it rests on.
pub(super) fn settled(field: &Field, state: &State) -> Option<(Side, Bits)> {
    // A move of one side decides nothing in favour of the other.
    let (side, seed) = match state.turn {
        Side::Defender if field.is_lost(state.defender) => {
            (Side::Attacker, field.target & !state.defender)
        }
        Side::Defender => (Side::Attacker, dying(field, state)?),
        Side::Attacker => (Side::Defender, living(field, state)?),
    };
    Some((side, zone::close(field, state, seed)))
}
