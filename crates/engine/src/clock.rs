//! Clocks: what the rules of time leave a side, and how much of it a move gets.

use std::time::Duration;

use tengen_game::PerColor;
use tengen_go::Color;

use crate::parameters::TimeParams;

/// How a game is timed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeSystem {
    /// No clock runs.
    #[default]
    None,
    /// So much time for all moves.
    Absolute {
        /// The time.
        main: Duration,
    },
    /// Then so many stones in every period.
    Canadian {
        /// The time before.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The stones to be played in it.
        stones: u32,
    },
    /// Then so many periods, each lost when a move takes longer.
    Japanese {
        /// The time before.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
    /// Every move adds to the time.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// What a move adds.
        increment: Duration,
    },
}

/// Where in the game a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Moves so far.
    pub moves: usize,
    /// Points of the board.
    pub area: usize,
}

/// The clocks of both sides.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    system: TimeSystem,
    left: PerColor<Option<Duration>>,
}

impl Clock {
    /// Starts both clocks anew by this system.
    pub fn set(&mut self, system: TimeSystem) {
        self.system = system;
        self.restart();
    }

    /// Starts both clocks anew.
    pub fn restart(&mut self) {
        self.left = PerColor::default();
    }

    /// Takes time off a clock after a move.
    pub fn spend(&mut self, _color: Color, _time: Duration) {}

    /// The time that a move may take; `None` where no clock runs.
    #[must_use]
    pub fn allot(&self, _color: Color, _moment: Moment, _params: &TimeParams) -> Option<Duration> {
        None
    }
}
