//! What a turn adds to the weights of a position: the points at the last moves.

use tengen_go::board::{Side, Vertex};
use tengen_pattern::local::{Place, Tactics};

use super::field::Field;
use super::rates::{FINE, Rates};
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

/// A turn: which points are at the last moves, and what that adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<const W: usize> {
    recent: Recent<W>,
    pub(super) tactics: Tactics<W>,
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
    pub(super) fn new(recent: Recent<W>, tactics: Tactics<W>) -> Self {
        let free = match (recent.last, recent.before) {
            (Some(last), Some(before)) => {
                let offset = before.cell().wrapping_sub(last.cell()).wrapping_add(64);
                Self::APART.get(offset).copied().unwrap_or(0xff)
            }
            _ => 0xff,
        };
        Self {
            recent,
            tactics,
            free,
        }
    }

    /// Where a point lies.
    #[inline(always)]
    pub(super) fn place(&self, v: Vertex<W>) -> Place {
        Place::of(v, self.recent.last, self.recent.before)
    }

    /// The weights of `S` around a move in the directions of `free`.
    #[inline(always)]
    fn around<S: Side>(field: &Field<W>, at: Vertex<W>, free: u8) -> [u64; 8] {
        let mut weights = [0; 8];
        for (d, step) in const { steps(W) }.into_iter().enumerate() {
            let weight = field.weight::<S>(at.cell().wrapping_add_signed(step));
            weights[d] = u64::from(weight) * u64::from(free >> d & 1);
        }
        weights
    }

    /// What is to be drawn from.
    #[inline(always)]
    pub(super) fn masses<S: Side>(&self, field: &Field<W>, rates: &Rates) -> Masses {
        let sum = |at: Option<Vertex<W>>, free: u8, beside: Place, diagonal: Place| {
            at.map_or(0, |at| {
                let [w, e, n, s, nw, ne, sw, se] = Self::around::<S>(field, at, free);
                (w + e + n + s) * rates.at(beside) + (nw + ne + sw + se) * rates.at(diagonal)
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
        let tactics = self.tactics.iter().fold(0, |sum, (v, kind)| {
            let share = rates.share(self.place(v), Some(kind));
            sum + u64::from(field.weight::<S>(v.cell())) * share.extra
        });
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
            for (v, kind) in self.tactics.iter() {
                let share = rates.share(self.place(v), Some(kind));
                let mass = u64::from(field.weight::<S>(v.cell())) * share.extra;
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
                direction(&Self::around::<S>(field, last, 0xff), shares, at),
            );
        }
        at -= masses.last;
        if at < masses.before
            && let Some(before) = before
        {
            let shares = [Place::BesideBefore, Place::DiagonalToBefore].map(|p| rates.at(p));
            let weights = Self::around::<S>(field, before, self.free);
            return Found::From(before, direction(&weights, shares, at));
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
fn direction(weights: &[u64; 8], [beside, diagonal]: [u64; 2], at: u64) -> u32 {
    let (mut found, mut end) = (0, 0);
    for (d, weight) in weights.iter().enumerate() {
        end += weight * if d < 4 { beside } else { diagonal };
        found += u32::from(end <= at);
    }
    found
}
