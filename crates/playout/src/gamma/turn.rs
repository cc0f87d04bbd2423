//! Weights that a turn adds to those of a position: the points at the last move.
//!
//! Most turns have no tactics, and then only the eight points around the last move are added.

use tengen_go::board::{Side, Vertex};
use tengen_pattern::local::{Proximity, Tactics};

use super::field::Field;
use super::rates::{FINE, Rates, Share, half};

/// The moves that a turn's tactics raise, and by how much.
#[derive(Debug)]
pub(super) struct Raised<'a, const W: usize> {
    tactics: &'a Tactics<W>,
    extras: [u64; Tactics::<10>::ROOM],
}

impl<'a, const W: usize> Raised<'a, W> {
    #[inline(always)]
    pub(super) fn new(rates: &Rates, last: Vertex<W>, tactics: &'a Tactics<W>) -> Self {
        let mut extras = [0; Tactics::<10>::ROOM];
        for ((v, kind), extra) in tactics.iter().zip(&mut extras) {
            *extra = rates.share(Proximity::of(v, Some(last)), Some(kind)).extra;
        }
        Self { tactics, extras }
    }

    /// The moves with the masses that they add.
    #[inline(always)]
    fn masses<S: Side>(&self, field: &Field<W>) -> impl Iterator<Item = (Vertex<W>, u64)> {
        let moves = self.tactics.iter().zip(&self.extras);
        moves.map(|((v, _), extra)| (v, u64::from(field.weight::<S>(v.cell())) * extra))
    }

    /// The move at this place of the masses.
    #[inline(always)]
    fn find<S: Side>(&self, field: &Field<W>, mut at: u64) -> Found<W> {
        for (v, mass) in self.masses::<S>(field) {
            if at < mass {
                return Found::At(v);
            }
            at -= mass;
        }
        Found::Nothing
    }
}

/// The tactics that capture or rescue, with the weights of their points.
#[inline(always)]
pub(super) fn urgent<S: Side, const W: usize>(
    field: &Field<W>,
    tactics: &Tactics<W>,
) -> impl Iterator<Item = (Vertex<W>, u64)> {
    tactics.iter().map(|(v, kind)| {
        let urgent = u64::from(kind.is_urgent());
        (v, u64::from(field.weight::<S>(v.cell())) * urgent)
    })
}

/// A turn: which points are at the last move, and what that adds.
#[derive(Debug)]
pub(super) struct Moment<'a, const W: usize> {
    pub(super) last: Option<Vertex<W>>,
    /// `None` where it is known beforehand that there are none: then nothing is compiled for them.
    pub(super) raised: Option<&'a Raised<'a, W>>,
}

/// The weights that a turn adds to the total, by their causes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masses {
    tactics: u64,
    near: u64,
    pub(super) all: u64,
}

impl<const W: usize> Moment<'_, W> {
    /// The effect of the turn on the weight of a point.
    #[inline(always)]
    pub(super) fn share(&self, rates: &Rates, v: Vertex<W>) -> Share {
        let tactic = self.raised.and_then(|raised| raised.tactics.at(v));
        rates.share(Proximity::of(v, self.last), tactic)
    }

    /// True if the turn can lower a weight.
    #[inline(always)]
    pub(super) const fn lowers(&self, rates: &Rates) -> bool {
        rates.lowers(self.raised.is_some())
    }

    /// The weights to be drawn from.
    #[inline(always)]
    pub(super) fn masses<S: Side>(&self, field: &Field<W>, rates: &Rates) -> Masses {
        let mut near = 0;
        if let Some(last) = self.last {
            // Both halves are summed; neither overflows.
            let [w, e, n, s, nw, ne, sw, se] = field.around(last);
            near = u64::from(half::<S>(w + e + n + s)) * rates.at(Proximity::BesideLast)
                + u64::from(half::<S>(nw + ne + sw + se)) * rates.at(Proximity::DiagonalToLast);
        }
        let mut tactics = 0;
        if let Some(raised) = self.raised {
            let masses = raised.masses::<S>(field);
            tactics = masses.fold(0, |sum, (_, mass)| sum + mass);
        }
        Masses {
            tactics,
            near,
            all: (u64::from(field.total::<S>()) << FINE) + tactics + near,
        }
    }

    /// The point at this place of all masses, below their sum.
    #[inline(always)]
    pub(super) fn find<S: Side>(
        &self,
        field: &Field<W>,
        rates: &Rates,
        masses: &Masses,
        mut at: u64,
    ) -> Found<W> {
        if let Some(raised) = self.raised {
            if at < masses.tactics {
                return raised.find::<S>(field, at);
            }
            at -= masses.tactics;
        }
        if at < masses.near
            && let Some(last) = self.last
        {
            return Found::From(last, direction::<S, W>(field, rates, last, at));
        }
        at -= masses.near;
        field
            .find::<S>((at >> FINE) as u32)
            .map_or(Found::Nothing, Found::At)
    }
}

/// The direction from the last move to the point at this place of what is added around it; without a
/// branch, as nobody could predict it.
#[inline(always)]
fn direction<S: Side, const W: usize>(
    field: &Field<W>,
    rates: &Rates,
    last: Vertex<W>,
    at: u64,
) -> u32 {
    let (mut found, mut end) = (0, 0);
    for (d, pair) in field.around(last).into_iter().enumerate() {
        let place = if d < 4 {
            Proximity::BesideLast
        } else {
            Proximity::DiagonalToLast
        };
        end += u64::from(half::<S>(pair)) * rates.at(place);
        found += u32::from(end <= at);
    }
    found
}

/// The end of a draw.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<const W: usize> {
    /// At this point.
    At(Vertex<W>),
    /// In this direction from a point.
    From(Vertex<W>, u32),
    /// Nowhere, which does not happen.
    Nothing,
}
