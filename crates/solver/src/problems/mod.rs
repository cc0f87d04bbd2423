//! Endgame problems whose answers are proved.
//!
//! A [`Pair`] is one position with one right move in two versions that differ in komi. In version A the right
//! move wins and every other loses: a player that counts wins finds it if it reads well. In version B
//! the winner is settled, and the right move is only the largest: it keeps a point or more that all
//! others lose. Both versions, and what every move is worth, are proved by [`crate::endgame`].
//!
//! Positions are drawn by chance (`frontier`) and kept if they make a good pair ([`Pair::judge`]); and
//! some were made by hand or picked out, each for what it teaches ([`NAMED`]).

mod frontier;
mod named;
mod pair;

pub use named::{NAMED, Named};
pub use pair::{Area, Pair, Refusal, Rival, Stand};

use std::collections::BTreeSet;

use tengen_game::Rng;
use tengen_go::{Color, Size};

use crate::endgame::Limits;

/// Counts of the positions that the generator has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawCounts {
    /// Positions that were drawn.
    pub drawn: u64,
    /// Those that made a pair.
    pub kept: u64,
}

/// The number of pairs of which one at least has moves that are incomparable.
const INCOMPARABLE: u64 = 5;

/// Draws positions until one makes a pair; one generator never gives the same areas twice. The right
/// move of every fifth pair is incomparable with some other.
#[derive(Clone, Debug)]
pub struct Generator {
    rng: Rng,
    limits: Limits,
    seen: BTreeSet<Vec<String>>,
    /// The positions that it has looked at.
    pub tally: DrawCounts,
}

impl Generator {
    /// A generator whose chance comes from this seed.
    #[must_use]
    pub fn new(seed: u64, limits: Limits) -> Self {
        Self {
            rng: Rng::new(seed),
            limits,
            seen: BTreeSet::new(),
            tally: DrawCounts::default(),
        }
    }
}

/// Never ends, and never finds a pair within limits that solve none.
impl Iterator for Generator {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        loop {
            self.tally.drawn += 1;
            let sites = 2 + self.rng.below(5) as usize;
            let side = (3 * sites).max(9);
            let limits = self.limits;
            let Some(stones) = Size::new(side).ok().and_then(|size| {
                frontier::draw(size, sites, &mut self.rng, |alone| {
                    pair::is_worth_a_move(alone, &limits)
                })
            }) else {
                continue;
            };
            let turn = [Color::Black, Color::White][self.rng.below(2) as usize];
            let stand = [Stand::Ahead, Stand::Behind][self.rng.below(2) as usize];
            let Ok(pair) = Pair::judge(&stones, turn, stand, &self.limits) else {
                continue;
            };
            let last_of_five = self.tally.kept % INCOMPARABLE == INCOMPARABLE - 1;
            if last_of_five && !pair.is_incomparable() {
                continue;
            }
            if self.seen.insert(pair.signature()) {
                self.tally.kept += 1;
                return Some(pair);
            }
        }
    }
}
