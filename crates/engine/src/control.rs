//! How long a search may take, what it may look at, and how its caller stays in touch with it.

use std::time::Duration;

use tengen_go::{Color, Move};

use crate::Analysis;

/// When a search ends by itself; what is `None` sets no limit. Whichever comes first counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So many playouts.
    pub playouts: Option<u64>,
    /// So much time.
    pub time: Option<Duration>,
    /// Whether the search may end as soon as its most visited move cannot be caught any more.
    pub early_stop: bool,
}

/// Moves that a search must leave out, or keep to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    /// The single bans.
    pub bans: Vec<Ban>,
}

/// What one side must not play in the first plies of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Whose moves.
    pub color: Color,
    /// Which moves.
    pub moves: Vec<Move>,
    /// Whether `moves` are the only ones allowed, instead of the forbidden ones.
    pub only: bool,
    /// For so many plies from the root on; 1 is the root alone.
    pub plies: usize,
}

impl Restriction {
    /// Whether everything is allowed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bans.is_empty()
    }

    /// Whether a side may try a move, so many plies below the root.
    #[must_use]
    pub fn allows(&self, color: Color, mv: Move, ply: usize) -> bool {
        self.bans
            .iter()
            .filter(|ban| ban.color == color && ply < ban.plies)
            .all(|ban| ban.moves.contains(&mv) == ban.only)
    }
}

/// The caller of a search, as the search sees it. `()` lets it run to its limits.
pub trait Control {
    /// Asked every few milliseconds; true ends the search.
    fn interrupted(&mut self) -> bool {
        false
    }

    /// How long to wait between two reports; `None` wants none.
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// Hears how the search stands.
    fn report(&mut self, _: &Analysis) {}
}

impl Control for () {}
