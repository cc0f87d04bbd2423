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

/// The directions from the move before whose points are not next to the last move, by how far the
/// one is from the other; 64 stands for no distance.
const fn apart(w: usize) -> [u8; 128] {
    let mut table = [0xff; 128];
    let mut offset = 0;
    while offset < 128 {
        let mut d = 0;
        while d < 8 {
            let from_last = offset as isize - 64 + steps(w)[d];
            let mut e = 0;
            while e < 8 {
                if from_last == steps(w)[e] {
                    table[offset] &= !(1 << d);
                }
                e += 1;
            }
            d += 1;
        }
        offset += 1;
    }
    table
}

/// Places for what tactics add.
const ROOM: usize = Tactics::<10>::ROOM;

/// A turn: which points are at the last moves, and what that adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<const W: usize> {
    recent: Recent<W>,
    pub(super) tactics: Tactics<W>,
    /// What each of the tactics adds.
    extras: [u32; ROOM],
    /// The directions around the move before that count.
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

impl<const W: usize> Moment<W> {
    const APART: [u8; 128] = apart(W);

    #[inline(always)]
    pub(super) fn new(rates: &Rates, recent: Recent<W>, tactics: Tactics<W>) -> Self {
        let free = match (recent.last, recent.before) {
            (Some(last), Some(before)) => {
                let offset = before.cell().wrapping_sub(last.cell()).wrapping_add(64);
                Self::APART.get(offset).copied().unwrap_or(0xff)
            }
            _ => 0xff,
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
        self.tactics.iter().zip(self.extras).map(|((v, _), extra)| {
            let weight = field.weight::<S>(v.cell());
            (v, u64::from(weight) * u64::from(extra))
        })
    }

    /// Where a point lies.
    #[inline(always)]
    pub(super) fn place(&self, v: Vertex<W>) -> Place {
        Place::of(v, self.recent.last, self.recent.before)
    }

    /// The weights of both sides around a move in the directions of `free`.
    #[inline(always)]
    fn around(field: &Field<W>, at: Vertex<W>, free: u8) -> [u64; 8] {
        let mut pairs = field.around(at);
        if free != 0xff {
            for (d, pair) in pairs.iter_mut().enumerate() {
                *pair &= u64::from(free >> d & 1).wrapping_neg();
            }
        }
        pairs
    }

    /// What is to be drawn from.
    #[inline(always)]
    pub(super) fn masses<S: Side>(&self, field: &Field<W>, rates: &Rates) -> Masses {
        let sum = |at: Option<Vertex<W>>, free: u8, beside: Place, diagonal: Place| {
            at.map_or(0, |at| {
                // Both halves are summed; neither overflows.
                let [w, e, n, s, nw, ne, sw, se] = Self::around(field, at, free);
                u64::from(half::<S>(w + e + n + s)) * rates.at(beside)
                    + u64::from(half::<S>(nw + ne + sw + se)) * rates.at(diagonal)
            })
        };
        let Recent { last, before } = self.recent;
        let last = sum(last, 0xff, Place::BesideLast, Place::DiagonalToLast);
        let before = sum(
            before,
            self.free,
            Place::BesideBefore,
            Place::DiagonalToBefore,
        );
        let tactics = self.added::<S>(field).fold(0, |sum, (_, mass)| sum + mass);
        Masses {
            tactics,
            last,
            before,
            all: (u64::from(field.total::<S>()) << FINE) + tactics + last + before,
        }
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
        let Recent { last, before } = self.recent;
        if at < masses.last
            && let Some(last) = last
        {
            let shares = [Place::BesideLast, Place::DiagonalToLast].map(|place| rates.at(place));
            return Found::From(
                last,
                direction::<S>(&Self::around(field, last, 0xff), shares, at),
            );
        }
        at -= masses.last;
        if at < masses.before
            && let Some(before) = before
        {
            let shares = [Place::BesideBefore, Place::DiagonalToBefore].map(|p| rates.at(p));
            let weights = Self::around(field, before, self.free);
            return Found::From(before, direction::<S>(&weights, shares, at));
        }
        at -= masses.before;
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

/// The direction at this place of the masses around a move.
#[inline(always)]
fn direction<S: Side>(pairs: &[u64; 8], [beside, diagonal]: [u64; 2], at: u64) -> u32 {
    let (mut found, mut end) = (0, 0);
    for (d, &pair) in pairs.iter().enumerate() {
        end += u64::from(half::<S>(pair)) * if d < 4 { beside } else { diagonal };
        found += u32::from(end <= at);
    }
    found
}
