//! Players as the referee sees them: a search in this process or a program in another.
//!
//! Read in this order: this file, [`own`], [`outside`] with `position` (problems), then
//! [`mod@check`] and [`identity`] (what is
//! asked of a program before it plays).

pub mod check;
pub mod identity;
pub mod outside;
pub mod own;
mod position;
mod speech;
mod timer;

pub use check::check;
pub use identity::{Identity, identify};
pub use outside::{Outside, OutsideSpec};
pub use own::Own;

use std::time::Duration;

use tengen_go::{Color, Game, Move, PointSet};

use crate::record::Cause;

/// What a player may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Budget {
    /// What it likes: an outside program has its own settings.
    #[default]
    Free,
    /// So many playouts a move. Players of ours keep to it; an outside program is only told, where
    /// its command has `{playouts}`.
    Playouts(u64),
    /// So many seconds a move.
    Seconds(f64),
    /// So many processor seconds a move.
    Cpu(f64),
    /// A clock for the whole game: so many seconds, then so many for every so many stones (0 for
    /// none).
    Clock {
        /// Seconds at the start.
        main: f64,
        /// Seconds of a period of overtime.
        period: f64,
        /// Stones in it.
        stones: u32,
    },
}

/// What a player does on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move or a pass.
    Play(Move),
    /// It gives up.
    Resign,
}

/// What a player says on its turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// What it does.
    pub action: Action,
    /// The win rate it gives itself, from 0 to 1.
    pub winrate: Option<f64>,
    /// The playouts it made.
    pub playouts: Option<u64>,
}

/// Why a player cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failing {
    /// The attempt is void.
    #[error("{reason}")]
    Void {
        /// What happened.
        cause: Cause,
        /// In a sentence, without the player's name.
        reason: String,
    },
    /// It wants to play what the rules forbid, such as a point outside of the board: it loses.
    #[error("{0}")]
    Illegal(String),
    /// It has run out of time: it loses.
    #[error("{0}")]
    Time(String),
}

impl Failing {
    /// Why an attempt is void where it can be nothing else, because nobody can lose.
    #[must_use]
    pub const fn cause(&self) -> Cause {
        match self {
            Self::Void { cause, .. } => *cause,
            Self::Illegal(_) | Self::Time(_) => Cause::Protocol,
        }
    }
}

/// A player at the board, for one game.
pub trait Player {
    /// Sits down at an empty board of this game's size, komi and rules.
    ///
    /// # Errors
    /// If it cannot play this game.
    fn begin(&mut self, game: &Game) -> Result<(), Failing>;

    /// Hears a move, its own or the opponent's, that it did not choose itself: an opening move or
    /// one of the opponent.
    ///
    /// # Errors
    /// If it does not accept it.
    fn hear(&mut self, color: Color, mv: Move) -> Result<(), Failing>;

    /// Chooses a move of `color` and plays it on its own board.
    ///
    /// # Errors
    /// If it has no answer, or too late.
    fn choose(&mut self, color: Color) -> Result<Turn, Failing>;

    /// The stones it holds to be dead; `None` if it cannot tell.
    ///
    /// # Errors
    /// If it fails.
    fn dead_stones(&mut self) -> Result<Option<PointSet>, Failing>;

    /// How long it has thought so far.
    fn thought(&self) -> Duration;

    /// Processor seconds so far, where they are known.
    fn cpu_seconds(&self) -> Option<f64>;

    /// The end of what it wrote to standard error.
    fn last_words(&self) -> Option<String> {
        None
    }
}
