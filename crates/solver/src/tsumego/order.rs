//! First guesses of how hard a position is to prove and to disprove.
//!
//! Nothing here decides anything: the guesses only say what is looked at first (the idea of A. Kishimoto
//! and M. Müller, *Search versus knowledge for solving life and death problems in Go*, 2005, who begin
//! leaves with such numbers).
//!
//! A move and the position after it are described by a few counts ([`features`]). How likely the attacker is to
//! win is a logistic function of their sum with weights. These were learnt from 29,000 positions that
//! searches had decided in 200 problems: it guesses 97 of 100 right after a move of the defender, 85
//! after one of the attacker. The numbers of proof and disproof are powers of the odds.

use super::field::{Bits, Field};
use super::state::{Act, Side, State};

/// The number of features.
const FEATURES: usize = 34;

/// The weights after a move of the defender; positive is good for the attacker.
const AFTER_DEFENDER: [f32; FEATURES] = [
    7.170, -0.415, 0.074, 0.323, -1.636, -1.323, -0.657, 0.010, -0.359, 0.323, 1.843, -0.055,
    -0.067, 1.958, -0.737, -0.267, 2.536, 0.477, 0.000, 0.633, 0.129, 0.163, -0.105, 0.604, -0.077,
    0.423, 0.3181, -0.334, 0.697, -0.770, -1.862, 0.139, -0.152, -0.881,
];

/// The weights after a move of the attacker.
const AFTER_ATTACKER: [f32; FEATURES] = [
    6.480, -0.328, -0.156, 0.181, -1.192, -0.949, -0.985, -0.275, -0.108, 0.181, 4.435, -0.198,
    -0.457, 1.844, 2.345, -0.996, -3.555, -1.420, -1.014, -1.094, 0.292, 0.472, 0.304, 0.487,
    0.367, 0.226, 0.289, 0.231, 3.015, -1.093, 0.474, 0.189, 1.073, -0.138,
];

/// The numbers are this power of the odds,
const POWER: f32 = 0.7;
/// times this if both sides are as likely to win,
const EVEN: f32 = 4.0;
/// and not more than this.
const MOST: f32 = 400.0;

/// Proof and disproof number of a position that a move has led to.
pub(super) fn guess(
    field: &Field,
    before: &State,
    act: Act,
    after: &State,
    prover: Side,
) -> (u32, u32) {
    let weights = match before.turn {
        Side::Attacker => &AFTER_ATTACKER,
        Side::Defender => &AFTER_DEFENDER,
    };
    let features = features(field, before, act, after);
    let sum: f32 = features.iter().zip(weights).map(|(f, w)| f * w).sum();
    let odds = match prover {
        Side::Attacker => libm::expf(POWER * sum),
        Side::Defender => libm::expf(-POWER * sum),
    };
    // To refute a pass is to know the threat, and often the reply to everything else.
    if act == Act::Pass && before.turn != prover {
        return (1, 1);
    }
    let number = |odds: f32| (EVEN * odds).clamp(1.0, MOST) as u32;
    (number(1.0 / odds), number(odds))
}

/// The features of a move and the position after it.
fn features(field: &Field, before: &State, act: Act, after: &State) -> [f32; FEATURES] {
    let n = |set: Bits| set.count_ones() as f32;
    let flag = |is: bool| f32::from(u8::from(is));
    let empty = after.empty(field);
    let held = field.flood(field.walled & after.attacker, after.attacker);
    let heart = field.mask & !held & !field.walled & !field.beside(held);
    let foreign = field.mask & !after.defender;
    let [one, two] = field.at_least(foreign);
    let eyes = foreign & heart & !one;
    let liberties = field.beside(after.defender) & empty;
    let mut f = [0.0; FEATURES];
    f[0] = 1.0;
    f[1] = n(heart);
    f[2] = n(heart & empty);
    f[3] = n(heart & after.attacker);
    f[4] = flag(eyes != 0);
    f[5] = flag(eyes.count_ones() >= 2);
    f[6] = n(foreign & heart & one & !two);
    f[7] = n(liberties);
    f[8] = n(liberties & heart);
    f[9] = n(after.attacker & !held);
    f[10] = n(field.target & !after.defender) / n(field.target);
    f[11] = n(empty);
    f[12] = n(after.defender & !field.target);
    let Act::Play(bit) = act else {
        f[13] = 1.0;
        return f;
    };
    let stone: Bits = 1 << bit;
    let mover = before.turn;
    let (own, others) = (before.stones(mover), after.stones(mover.other()));
    let taken = before.stones(mover.other()) & !others;
    f[14] = flag(taken != 0);
    f[15] = n(taken).min(5.0);
    let chain = field.flood(stone, after.stones(mover));
    let free = mover == Side::Attacker && chain & held != 0;
    let left = (field.beside(chain) & empty).count_ones();
    f[16] = flag(left == 1 && !free);
    f[17] = flag(left == 2 && !free);
    f[18] = flag(free);
    f[19] = flag(left == 1 && !free && chain.count_ones() >= 3);
    f[33] = flag(left >= 4);
    let around = field.beside(stone) & field.mask;
    let walled = stone & field.walled != 0;
    f[20] = n(around & before.empty(field));
    f[21] = n(around & own);
    f[22] = n(around & before.stones(mover.other()));
    f[23] = flag(walled);
    let edge = field.edge & stone != 0;
    f[24] = flag(edge);
    f[25] = flag(edge && around.count_ones() + u32::from(walled) == 2);
    f[26] = n(around & heart);
    f[27] = flag(around & !own == 0 && !walled);
    f[28] = flag(around & !before.stones(mover.other()) == 0 && !walled);
    f[29] = flag(after.ko.is_some());
    let safe = match mover {
        Side::Attacker => 0,
        Side::Defender => held,
    };
    let attacked = in_atari(field, around & others & !safe, others, empty);
    f[30] = flag(attacked != 0);
    f[31] = n(attacked).min(6.0);
    f[32] = flag(in_atari(field, around & own & !held, own, before.empty(field)) != 0);
    f
}

/// The chains of these stones that have a single liberty.
fn in_atari(field: &Field, mut rest: Bits, stones: Bits, empty: Bits) -> Bits {
    let mut found = 0;
    while rest != 0 {
        let seed = rest & rest.wrapping_neg();
        rest &= !seed;
        if (field.beside(seed) & empty).count_ones() < 2 {
            let chain = field.flood(seed, stones);
            rest &= !chain;
            if (field.beside(chain) & empty).count_ones() == 1 {
                found |= chain;
            }
        }
    }
    found
}
