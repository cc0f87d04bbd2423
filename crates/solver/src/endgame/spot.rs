//! Positions of a search of the whole board, and the moves between them.

use tengen_go::{Color, Ko, Move, Scoring};

use super::life::{Life, count};
use super::patch::{Bits, Local, Patch, side};

/// The stones on all points of the patch, settled ones included.
pub(super) type Raw = [Bits; 2];

/// The question that is asked.
pub(super) struct Question<'a> {
    pub(super) patch: &'a Patch,
    pub(super) scoring: Scoring,
    pub(super) ko: Ko,
    pub(super) at: Local,
    pub(super) turn: Color,
    /// True if the last move was a pass.
    pub(super) passed: bool,
    /// The point that may not be retaken now, or none.
    pub(super) banned: Bits,
    /// The earlier positions of the game that agree with this one outside of the patch, and who was
    /// to move.
    pub(super) past: &'a [(Raw, Color)],
}

/// A position in the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: Local,
    pub(super) raw: Raw,
    pub(super) turn: Color,
    pub(super) passed: bool,
    pub(super) banned: Bits,
}

impl Question<'_> {
    /// The position after a move and what it gains Black; `None` if it may not be played whatever
    /// the past.
    pub(super) fn follow(&self, from: Spot, mv: Move) -> Option<(Spot, i32)> {
        let Move::Play(point) = mv else {
            let after = Spot {
                turn: !from.turn,
                passed: true,
                banned: 0,
                ..from
            };
            return Some((after, 0));
        };
        self.stone(from, self.patch.bit(point))
    }

    pub(super) fn stone(&self, from: Spot, bit: Bits) -> Option<(Spot, i32)> {
        let (patch, own) = (self.patch, side(from.turn));
        if bit & from.at.empty() & !from.banned == 0 {
            return None;
        }
        let played = patch.play(&from.at, from.turn, bit)?;
        let whole = Local {
            stones: played.stones,
            ..from.at
        };
        let life = Life::of(patch, &whole);
        let mask = from.at.mask & !life.all();
        let at = Local {
            mask,
            stones: whole.stones.map(|stones| stones & mask),
            anchors: [0, 1].map(|c| (from.at.anchors[c] | patch.around(life.living[c])) & mask),
        };
        let prisoners = match self.scoring {
            Scoring::Territory => count(played.taken[1]) - count(played.taken[0]),
            Scoring::Area => 0,
        };
        let raw = [0, 1].map(|c| from.raw[c] & !from.at.mask | whole.stones[c]);
        let after = Spot {
            at,
            raw,
            turn: !from.turn,
            passed: false,
            banned: match self.ko {
                Ko::Simple => ko_after(patch, &whole, bit, played.taken[1 - own], own),
                Ko::Positional | Ko::Situational => 0,
            },
        };
        Some((after, prisoners + life.score(whole.stones, self.scoring)))
    }
}

/// The point that may not be retaken after a stone: where it took a single stone while it is single
/// itself and has no other liberty.
fn ko_after(patch: &Patch, after: &Local, bit: Bits, taken: Bits, own: usize) -> Bits {
    let alone = patch.around(bit) & after.stones[own] == 0 && bit & after.anchors[own] == 0;
    let liberties = patch.around(bit) & after.empty();
    if taken.is_power_of_two() && alone && liberties == taken {
        taken
    } else {
        0
    }
}
