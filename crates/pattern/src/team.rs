//! Samples for learning: positions, each with its candidates as teams of features.

use std::ops::Range;

use crate::corpus::Game;

/// The feature that is none: its strength is 1 (its weight 0), and it is never learned.
pub const NONE: u32 = 0;

/// A position of a record: every legal move as a team of features, and which of them was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The number of features of a team; absent ones are [`NONE`].
    pub width: usize,
    /// The teams, one after the other.
    pub ids: Vec<u32>,
    /// The number of the team that was played.
    pub played: usize,
}

impl Sample {
    /// The teams in the order of the candidates.
    pub fn teams(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.ids.chunks_exact(self.width.max(1))
    }

    /// The number of candidates.
    #[must_use]
    pub fn candidates(&self) -> usize {
        self.ids.len() / self.width.max(1)
    }
}

/// Turns games into samples.
pub trait Extract: Send {
    /// One more than the largest feature that a sample may hold: how many weights there are.
    fn features(&self) -> usize;

    /// Calls `sink` with every position of these moves of the game (from 0) in which a stone was
    /// played, and its number. A game that cannot be replayed ends at its first wrong move.
    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Sample));
}
