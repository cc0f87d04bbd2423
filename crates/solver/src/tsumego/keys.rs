//! Keys of positions: random numbers of 128 bits, joined by exclusive or.
//!
//! A part of a key finds the place in the table, half of it says whether the entry is meant: some 80 bits in
//! all. That two positions share them is not to be expected, and a proof would be wrong by them.

use super::field::{Bits, Field, each};
use super::state::{Side, State};

const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn number(n: u64) -> u128 {
    let high = mix(n.wrapping_mul(2).wrapping_add(0x7465_6e67_656e)) as u128;
    let low = mix(n.wrapping_mul(2).wrapping_add(0x7465_6e67_656f)) as u128;
    high << 64 | low
}

const fn numbers<const N: usize>(from: u64) -> [u128; N] {
    let mut all = [0; N];
    let mut i = 0;
    while i < N {
        all[i] = number(from + i as u64);
        i += 1;
    }
    all
}

static DEFENDER: [u128; 128] = numbers(0);
static ATTACKER: [u128; 128] = numbers(128);
static KO: [u128; 128] = numbers(256);
static THREATS: [u128; 512] = numbers(1024);
const TURN: u128 = number(5000);

/// The key of a set of stones.
fn stones(keys: &[u128; 128], set: Bits) -> u128 {
    each(set).fold(0, |key, bit| key ^ keys[usize::from(bit)])
}

/// The key of a position in a search for a prover, from nothing.
///
/// Searches in different fields and for different sides share a table, and must not share their entries.
pub(super) fn key(field: &Field, prover: Side, state: &State) -> u128 {
    let side = match prover {
        Side::Attacker => 0,
        Side::Defender => 1,
    };
    let parts = [field.mask, field.walled, field.refuge, field.target, side];
    let place = parts.iter().fold(0, |sum, &part| {
        let half = |n: u64, part: u64| mix(n ^ mix(part ^ 0x0074_7375_6d65_676f));
        let [high, low] = [(part >> 64) as u64, part as u64];
        let [a, b] = [(sum >> 64) as u64, sum as u64];
        let a = half(half(a, high), low);
        let b = half(half(b ^ 1, low), high);
        u128::from(a) << 64 | u128::from(b)
    });
    place ^ stones(&DEFENDER, state.defender) ^ stones(&ATTACKER, state.attacker) ^ rest(state)
}

/// The part of a key that is not stones.
fn rest(state: &State) -> u128 {
    let ko = state.ko.map_or(0, |bit| KO[usize::from(bit)]);
    let turn = match state.turn {
        Side::Attacker => TURN,
        Side::Defender => 0,
    };
    let attacker = THREATS[usize::from(state.threats.attacker)];
    let defender = THREATS[256 + usize::from(state.threats.defender)];
    ko ^ turn ^ attacker ^ defender
}

/// The key of a position that follows another.
pub(super) fn next(before: &State, key: u128, after: &State) -> u128 {
    key ^ stones(&DEFENDER, before.defender ^ after.defender)
        ^ stones(&ATTACKER, before.attacker ^ after.attacker)
        ^ rest(before)
        ^ rest(after)
}
