//! The limits of a search, the moves it may look at, and the line to its caller.

use std::time::Duration;

use tengen_game::Color;

use crate::{Analysis, Kit};

/// The limits of a search; `None` sets no limit. Whichever comes first counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most playouts.
    pub playouts: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// True if the search may end as soon as its most visited move cannot be caught any more.
    pub early_stop: bool,
}

/// Moves that a search must leave out, or keep to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction<M> {
    /// The single bans.
    pub bans: Vec<Ban<M>>,
}

impl<M> Default for Restriction<M> {
    fn default() -> Self {
        Self { bans: Vec::new() }
    }
}

/// Moves that one side must not play in the first plies of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban<M> {
    /// The side.
    pub color: Color,
    /// The moves.
    pub moves: Vec<M>,
    /// True if `moves` are the only ones allowed, instead of the forbidden ones.
    pub only: bool,
    /// The number of plies from the root on; 1 is the root alone.
    pub plies: usize,
}

impl<M: PartialEq> Restriction<M> {
    /// Tests if everything is allowed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bans.is_empty()
    }

    /// Tests if a side may try a move, so many plies below the root.
    #[must_use]
    pub fn allows(&self, color: Color, mv: M, ply: usize) -> bool {
        self.bans
            .iter()
            .filter(|ban| ban.color == color && ply < ban.plies)
            .all(|ban| ban.moves.contains(&mv) == ban.only)
    }
}

/// The caller of a search, as the search sees it. `()` lets it run to its limits.
pub trait Control<K: Kit> {
    /// True ends the search; asked every few milliseconds.
    fn interrupted(&mut self) -> bool {
        false
    }

    /// The time between two reports; `None` wants none.
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// Takes a report on the search.
    fn report(&mut self, _: &Analysis<K>) {}
}

impl<K: Kit> Control<K> for () {}
