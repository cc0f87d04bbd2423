//! What a turn adds to the weights of a position: the points at the last moves.

use tengen_go::board::{Side, Vertex};
use tengen_pattern::local::{Place, Tactics};

use super::field::Field;
use super::rates::{FINE, Rates, half};
use crate::policy::Recent;

/// The steps to the eight neighbours, those beside first.
const fn steps(w: usize) -> [isize; 8] {
    let w = w as isize;
    [-1, 1, -w, w, -w - 1, -w + 1, w - 1, w + 1]
}

/// Which of the eight pairs around the move before count, by how far it is from the last move: those
/// next to the last move do not. Both are within two steps of each other, or all count.
const fn masks(w: usize) -> [[u64; 8]; 26] {
    let mut table = [[!0; 8]; 26];
    let mut i = 0;
    while i < 25 {
        let offset = (i as isize / 5 - 2) * w as isize + i as isize % 5 - 2;
        let mut d = 0;
        while d < 8 {
            let mut e = 0;
            while e < 8 {
                if offset + steps(w)[d] == steps(w)[e] {
                    table[i][d] = 0;
                }
                e += 1;
            }
            d += 1;
        }
        i += 1;
    }
    table
}

/// The row of [`masks`] by the distance in cells, 64 standing for none.
const fn apart(w: usize) -> [u8; 128] {
    let mut table = [25; 128];
    let mut i = 0;
    while i < 25 {
        table[(64 + (i as isize / 5 - 2) * w as isize + i as isize % 5 - 2) as usize] = i as u8;
        i += 1;
    }
    table
}

/// Places for what tactics add.
const ROOM: usize = Tactics::<10>::ROOM;

/// A turn: which points are at the last moves, and what that adds.
#[derive(Debug)]
pub(super) struct Moment<'a, const W: usize> {
    recent: Recent<W>,
    pub(super) tactics: &'a Tactics<W>,
    /// What each of the tactics adds.
    extras: [u32; ROOM],
    /// The directions around the move before that count, by row of [`masks`].
    free: u8,
}

/// What a turn adds to the total, by its causes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masses {
    tactics: u64,
    last: u64,
    before: u64,
    pub(super) all: u64,
}

impl<'a, const W: usize> Moment<'a, W> {
    const APART: &'static [u8; 128] = &const { apart(W) };
    const MASKS: &'static [[u64; 8]; 26] = &const { masks(W) };

    #[inline(always)]
    pub(super) fn new(rates: &Rates, recent: Recent<W>, tactics: &'a Tactics<W>) -> Self {
        let free = match (recent.last, recent.before) {
            (Some(last), Some(before)) => {
                let offset = before.cell().wrapping_sub(last.cell()).wrapping_add(64);
                Self::APART.get(offset).copied().unwrap_or(25)
            }
            _ => 25,
        };
        let mut moment = Self {
            recent,
            tactics,
            extras: [0; ROOM],
            free,
        };
        for (i, (v, kind)) in tactics.iter().enumerate() {
            moment.extras[i % ROOM] = rates.share(moment.place(v), Some(kind)).extra as u32;
        }
        moment
    }

    /// The moves of the tactics with the masses that they add.
    #[inline(always)]
    fn added<S: Side>(&self, field: &Field<W>) -> impl Iterator<Item = (Vertex<W>, u64)> {
        self.tactics
            .iter()
            .zip(&self.extras)
            .map(|((v, _), extra)| {
                let weight = field.weight::<S>(v.cell());
                (v, u64::from(weight) * u64::from(*extra))
            })
    }

    /// Where a point lies.
    #[inline(always)]
    pub(super) fn place(&self, v: Vertex<W>) -> Place {
        Place::of(v, self.recent.last, self.recent.before)
    }

    /// The weights of both sides around the move before, where they count.
    #[inline(always)]
    fn around_before(&self, field: &Field<W>, before: Vertex<W>) -> [u64; 8] {
        let masks = &Self::MASKS[usize::from(self.free) % 26];
        let mut pairs = field.around(before);
        for (pair, mask) in pairs.iter_mut().zip(masks) {
            *pair &= mask;
        }
        pairs
    }

    /// What is to be drawn from.
    #[inline(always)]
    pub(super) fn masses<S: Side>(&self, field: &Field<W>, rates: &Rates) -> Masses {
        let sum = |pairs: [u64; 8], beside: Place, diagonal: Place| {
            // Both halves are summed; neither overflows.
            let [w, e, n, s, nw, ne, sw, se] = pairs;
            u64::from(half::<S>(w + e + n + s)) * rates.at(beside)
                + u64::from(half::<S>(nw + ne + sw + se)) * rates.at(diagonal)
        };
        let Recent { last, before } = self.recent;
        let last = last.map_or(0, |last| {
            sum(field.around(last), Place::BesideLast, Place::DiagonalToLast)
        });
        let before = before.map_or(0, |before| {
            let pairs = self.around_before(field, before);
            sum(pairs, Place::BesideBefore, Place::DiagonalToBefore)
        });
        let tactics = self.added::<S>(field).fold(0, |sum, (_, mass)| sum + mass);
        Masses {
            tactics,
            last,
            before,
            all: (u64::from(field.total::<S>()) << FINE) + tactics + last + before,
        }
    }

    /// The point at this place of what is added around the last moves. Which of the two it is next to
    /// is no branch: nobody could predict it.
    #[inline(always)]
    fn find_beside<S: Side>(
        &self,
        field: &Field<W>,
        rates: &Rates,
        masses: &Masses,
        at: u64,
    ) -> Found<W> {
        let next = at >= masses.last;
        let at = at - if next { masses.last } else { 0 };
        let Recent { last, before } = self.recent;
        let Some(from) = (if next { before } else { last }) else {
            return Found::Nothing;
        };
        let shares = |beside, diagonal| [rates.at(beside), rates.at(diagonal)];
        let [beside, diagonal] = if next {
            shares(Place::BesideBefore, Place::DiagonalToBefore)
        } else {
            shares(Place::BesideLast, Place::DiagonalToLast)
        };
        let masks = &Self::MASKS[if next { usize::from(self.free) } else { 25 } % 26];
        let pairs = field.around(from);
        let (mut found, mut end) = (0, 0);
        for (d, (pair, mask)) in pairs.into_iter().zip(masks).enumerate() {
            let share = if d < 4 { beside } else { diagonal };
            end += u64::from(half::<S>(pair & mask)) * share;
            found += u32::from(end <= at);
        }
        Found::From(from, found)
    }

    /// The point at this place of all masses, below their sum; as a cell's vertex, or a direction
    /// from a move.
    #[inline(always)]
    pub(super) fn find<S: Side>(
        &self,
        field: &Field<W>,
        rates: &Rates,
        masses: &Masses,
        mut at: u64,
    ) -> Found<W> {
        if at < masses.tactics {
            for (v, mass) in self.added::<S>(field) {
                if at < mass {
                    return Found::At(v);
                }
                at -= mass;
            }
        }
        at -= masses.tactics;
        let beside = masses.last + masses.before;
        if at < beside {
            return self.find_beside::<S>(field, rates, masses, at);
        }
        at -= beside;
        field
            .find::<S>((at >> FINE) as u32)
            .map_or(Found::Nothing, Found::At)
    }
}

/// Where a draw has ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<const W: usize> {
    /// At this point.
    At(Vertex<W>),
    /// In this direction from a point.
    From(Vertex<W>, u32),
    /// Nowhere, which does not happen.
    Nothing,
}
