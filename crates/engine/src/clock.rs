//! Clocks: what the rules of time leave a side, and how much of it a move gets.
//!
//! A side has a `Hand`: time, and how many stones or periods go with it once the main time is
//! over. That is what GTP's `time_left` tells, so a controller's word simply replaces our own count.
//!
//! A move of the main time gets an even share of what is left, more in the middle game
//! ([`TimeParams::boost`]); where overtime follows, never less than overtime would give it. In
//! overtime a move gets its share of the period. The lag is subtracted from everything.

use std::time::Duration;

use tengen_game::{Color, PerColor, Progress};

use crate::parameters::TimeParams;

/// The time control of a game.
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
        /// The number of periods.
        periods: u32,
    },
    /// Every move adds to the time.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time that a move adds.
        increment: Duration,
    },
    /// Every move adds to the time, which has a ceiling, as a move may have.
    FischerCapped {
        /// The time at the start.
        main: Duration,
        /// The time that a move adds.
        increment: Duration,
        /// The most that can be saved up.
        most: Duration,
        /// The most that a move may take.
        turn: Duration,
    },
}

impl TimeSystem {
    /// The system that GTP's `time_settings` means. Overtime without stones is no limit at all, and
    /// so is no time at all; overtime without time is absolute time.
    #[must_use]
    pub fn gtp(main: Duration, period: Duration, stones: u32) -> Self {
        match (main.is_zero(), period.is_zero(), stones) {
            (true, true, _) | (_, false, 0) => Self::None,
            (false, true, _) => Self::Absolute { main },
            (_, false, _) => Self::Canadian {
                main,
                period,
                stones,
            },
        }
    }

    /// The length of a period of overtime, and the number of stones or periods it starts with.
    fn overtime(self) -> Option<(Duration, u32)> {
        match self {
            Self::Canadian { period, stones, .. } if !period.is_zero() => {
                Some((period, stones.max(1)))
            }
            Self::Japanese {
                period, periods, ..
            } if !period.is_zero() => Some((period, periods.max(1))),
            _ => None,
        }
    }

    fn start(self) -> Hand {
        let main = match self {
            Self::None => Duration::ZERO,
            Self::Absolute { main }
            | Self::Canadian { main, .. }
            | Self::Japanese { main, .. }
            | Self::Fischer { main, .. }
            | Self::FischerCapped { main, .. } => main,
        };
        match self.overtime() {
            Some((left, count)) if main.is_zero() => Hand { left, count },
            _ => Hand {
                left: main,
                count: 0,
            },
        }
    }
}

/// The middle game, as parts of the usual length of a game.
const MIDDLE: std::ops::Range<f64> = 0.1..0.6;

/// The number of own moves that there may still be.
fn own_moves(progress: Progress) -> f64 {
    let rest = (progress.length - progress.moves as f64) / 2.0;
    rest.max(progress.reserve).max(1.0)
}

/// The part of an even share that a move gets.
fn weight(progress: Progress, boost: f64) -> f64 {
    let played = progress.moves as f64 / progress.length.max(1.0);
    if MIDDLE.contains(&played) { boost } else { 1.0 }
}

/// The time of a side: `left` of its main time if `count` is 0, else of a period, with so many stones
/// to play in it or so many periods left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Hand {
    left: Duration,
    count: u32,
}

/// The clocks of both sides.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    system: TimeSystem,
    hands: PerColor<Hand>,
}

impl Clock {
    /// Starts both clocks anew by this system.
    pub fn set(&mut self, system: TimeSystem) {
        self.system = system;
        self.restart();
    }

    /// The time control of the game.
    #[must_use]
    pub const fn system(&self) -> TimeSystem {
        self.system
    }

    /// Starts both clocks anew.
    pub fn restart(&mut self) {
        for color in Color::BOTH {
            self.hands[color] = self.system.start();
        }
    }

    /// Sets the time left, as the keeper of the time tells it: of the main time if there are no
    /// stones, else for so many stones (or of one of so many Japanese periods).
    pub fn time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.hands[color] = Hand {
            left,
            count: stones,
        };
    }

    /// The time a side has left, and the number of stones or periods; 0 is main time. `None` where no
    /// clock runs.
    #[must_use]
    pub fn left(&self, color: Color) -> Option<(Duration, u32)> {
        let hand = self.hands[color];
        (self.system != TimeSystem::None).then_some((hand.left, hand.count))
    }

    /// Takes time off a clock after a move.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let hand = &mut self.hands[color];
        match self.system {
            TimeSystem::None => {}
            TimeSystem::Absolute { .. } => hand.left = hand.left.saturating_sub(time),
            TimeSystem::Fischer { increment, .. } => {
                hand.left = hand.left.saturating_sub(time).saturating_add(increment);
            }
            TimeSystem::FischerCapped {
                increment, most, ..
            } => {
                let saved = hand.left.saturating_sub(time).saturating_add(increment);
                hand.left = saved.min(most);
            }
            TimeSystem::Canadian { .. } | TimeSystem::Japanese { .. } => {
                self.spend_with_overtime(color, time);
            }
        }
    }

    fn spend_with_overtime(&mut self, color: Color, time: Duration) {
        let hand = &mut self.hands[color];
        let Some((period, count)) = self.system.overtime() else {
            hand.left = hand.left.saturating_sub(time);
            return;
        };
        let mut time = time;
        if hand.count == 0 {
            if time < hand.left {
                hand.left -= time;
                return;
            }
            time -= hand.left;
            *hand = Hand {
                left: period,
                count,
            };
        }
        if let TimeSystem::Japanese { .. } = self.system {
            // A period that a move did not use up starts anew.
            let late = time.saturating_sub(hand.left);
            let whole = if late.is_zero() {
                0
            } else {
                1 + late.as_nanos() / period.as_nanos()
            };
            let lost = u32::try_from(whole).unwrap_or(u32::MAX);
            hand.count = hand.count.saturating_sub(lost).max(1);
            hand.left = period;
        } else {
            hand.left = hand.left.saturating_sub(time);
            hand.count -= 1;
            if hand.count == 0 {
                *hand = Hand {
                    left: period,
                    count,
                };
            }
        }
    }

    /// The time that a move may take; `None` where no clock runs.
    #[must_use]
    pub fn allot(&self, color: Color, progress: Progress, params: &TimeParams) -> Option<Duration> {
        let Hand { left, count } = self.hands[color];
        let left = left.as_secs_f64();
        let share = left / own_moves(progress) * weight(progress, params.boost);
        let overtime = self.system.overtime();
        let (wanted, most) = match self.system {
            TimeSystem::None => return None,
            TimeSystem::Absolute { .. } => (share, left),
            TimeSystem::Fischer { increment, .. } => (share + increment.as_secs_f64(), left),
            TimeSystem::FischerCapped {
                increment, turn, ..
            } => (
                share + increment.as_secs_f64(),
                left.min(turn.as_secs_f64()),
            ),
            TimeSystem::Japanese { .. } if count > 0 => (left, left),
            TimeSystem::Canadian { .. } if count > 0 => {
                let each = left / f64::from(count);
                (each, each)
            }
            TimeSystem::Canadian { .. } | TimeSystem::Japanese { .. } => {
                let later = match (self.system, overtime) {
                    (TimeSystem::Canadian { .. }, Some((period, stones))) => {
                        period.as_secs_f64() / f64::from(stones)
                    }
                    (_, Some((period, _))) => period.as_secs_f64(),
                    (_, None) => 0.0,
                };
                (share.max(later), left + later)
            }
        };
        let time = (wanted.min(most) - params.lag).max(0.0);
        Some(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests;
