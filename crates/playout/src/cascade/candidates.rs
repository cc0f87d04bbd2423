//! The moves a rule suggests, and the chances that decide whether it is asked.

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Side, Vertex};

use crate::policy::{Attempt, Trial, Turn};

/// Room for the moves of one rule; more are dropped.
const ROOM: usize = 16;

/// The moves a rule suggests, without allocation.
pub(super) struct Candidates<const W: usize> {
    moves: [Option<Vertex<W>>; ROOM],
    len: usize,
}

impl<const W: usize> Candidates<W> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            moves: [None; ROOM],
            len: 0,
        }
    }

    /// Adds a move, which weighs more in the draw each time it is added.
    #[inline(always)]
    pub(super) fn push(&mut self, v: Vertex<W>) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = Some(v);
            self.len += 1;
        }
    }

    /// Offers the moves in random order until one is played; forgets them.
    #[inline(always)]
    pub(super) fn offer<S: Side, A, const V: usize, F: Features>(
        &mut self,
        board: &mut Board<W, V, F>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        while self.len != 0 {
            let i = rng.below(self.len as u32) as usize % ROOM;
            self.len -= 1;
            self.moves.swap(i, self.len % ROOM);
            let turn =
                self.moves[self.len % ROOM].and_then(|v| tried::<S, A, W, V, F>(board, v, attempt));
            if turn.is_some() {
                self.len = 0;
                return turn;
            }
        }
        None
    }
}

/// Tries one move; `None` if it cannot be played now. Not inlined: the code of a move in one place
/// is worth more to the cache than the call costs.
#[inline(never)]
pub(super) fn tried<S: Side, A, const W: usize, const V: usize, F: Features>(
    board: &mut Board<W, V, F>,
    v: Vertex<W>,
    attempt: &mut A,
) -> Option<Turn<W>>
where
    A: Attempt<W, V, F>,
{
    match attempt.attempt::<S>(board, v) {
        Trial::Played => Some(Turn::Played(v)),
        Trial::Again => Some(Turn::Refused),
        Trial::Not => None,
    }
}

/// The number of bits of chance that a rule uses.
const BITS: u32 = 8;

/// The chance that a rule is asked, in steps of 1/256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chance(u64);

impl Chance {
    /// The nearest to a probability; 0 is never, 1 always.
    pub(super) fn new(probability: f32) -> Self {
        let steps = (1u32 << BITS) as f32;
        Self((probability.clamp(0.0, 1.0) * steps + 0.5) as u64)
    }
}

/// One random word a turn serves up to eight rules.
#[derive(Clone, Copy)]
pub(super) struct Dice(u64);

impl Dice {
    #[inline(always)]
    pub(super) const fn new(rng: &mut Rng) -> Self {
        Self(rng.bits())
    }

    /// Throws for the rule number `rule` below eight: the same throw for the same number.
    #[inline(always)]
    pub(super) const fn throw(self, rule: u32, chance: Chance) -> bool {
        (self.0 >> (BITS * rule)) & ((1 << BITS) - 1) < chance.0
    }
}
