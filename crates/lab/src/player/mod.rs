//! Players as the referee sees them: a search in this process or a program in another.
//!
//! Read in this order: this file, [`own`], [`outside`], then [`mod@check`] and [`identity`] (what is
//! asked of a program before it plays). The words in which a program is spoken to are the game's
//! [`Protocol`](crate::game::Protocol).

pub mod check;
pub mod identity;
pub mod outside;
pub mod own;
mod timer;

pub use check::check;
pub use identity::{Identity, identify};
pub use outside::{Outside, OutsideSpec};
pub use own::Own;

use std::time::Duration;

use tengen_engine::parameters::BudgetParams;
use tengen_game::Color;
use tengen_process::Fault;

use crate::game::Board;
use crate::record::Cause;

/// As many playouts as parameters take: where something else is the limit.
const ENDLESS: u64 = 1_000_000_000_000;

/// A budget of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Budget {
    /// No limit: an outside program has its own settings.
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

impl Budget {
    /// True for playouts and seconds, which are parameters of a search and may be swept.
    #[must_use]
    pub const fn is_parameter(self) -> bool {
        matches!(self, Self::Playouts(_) | Self::Seconds(_))
    }

    /// Makes it the limit of a search. Of a clock and of processor seconds only the absence of other
    /// limits is a parameter: whoever plays sees to them.
    pub fn limit(self, costs: &mut BudgetParams) {
        match self {
            Self::Free => {}
            Self::Playouts(playouts) => costs.limit_playouts(playouts.clamp(1, ENDLESS)),
            Self::Seconds(seconds) => {
                // The number as the file has it: it is part of the experiment's hash.
                let some = if seconds > 0.0 { seconds } else { 0.0 };
                costs.limit_seconds(some.clamp(0.001, 1e6));
            }
            Self::Cpu(_) => costs.limit_playouts(ENDLESS),
            Self::Clock { .. } => costs.limit_seconds(0.0),
        }
    }
}

/// An action of a player on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move, as it is said.
    Play(String),
    /// It gives up.
    Resign,
}

/// A reply of a player on its turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The action.
    pub action: Action,
    /// The win rate it gives itself, from 0 to 1.
    pub winrate: Option<f64>,
    /// The playouts it made.
    pub playouts: Option<u64>,
}

/// The reason why a player cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failing {
    /// The attempt is void.
    #[error("{reason}")]
    Void {
        /// The cause.
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
    /// The reason why an attempt is void where it can be nothing else, because nobody can lose.
    #[must_use]
    pub const fn cause(&self) -> Cause {
        match self {
            Self::Void { cause, .. } => *cause,
            Self::Illegal(_) | Self::Time(_) => Cause::Protocol,
        }
    }
}

/// A program that fails makes void what depends on it.
impl From<Fault> for Failing {
    fn from(fault: Fault) -> Self {
        Self::Void {
            cause: Cause::from(&fault),
            reason: fault.without_words(),
        }
    }
}

/// A player at the board, for one game.
pub trait Player {
    /// Sits down at this board, on which no move was made.
    ///
    /// # Errors
    /// If it cannot play this game.
    fn begin(&mut self, board: &dyn Board) -> Result<(), Failing>;

    /// Hears a move, its own or the opponent's, that it did not choose itself: an opening move or
    /// one of the opponent.
    ///
    /// # Errors
    /// If it does not accept it.
    fn hear(&mut self, color: Color, mv: &str) -> Result<(), Failing>;

    /// Chooses a move of `color` and plays it on its own board.
    ///
    /// # Errors
    /// If it has no answer, or too late.
    fn choose(&mut self, color: Color) -> Result<Turn, Failing>;

    /// The claim it makes of a game whose end is for the players to agree on, such as the stones that
    /// are dead; `None` if it cannot tell.
    ///
    /// # Errors
    /// If it fails.
    fn claim(&mut self) -> Result<Option<String>, Failing>;

    /// The time it has thought so far.
    fn thought(&self) -> Duration;

    /// Processor seconds so far, where they are known.
    fn cpu_seconds(&self) -> Option<f64>;

    /// The end of what it wrote to standard error.
    fn last_words(&self) -> Option<String> {
        None
    }
}
