//! The clock of a player, kept by us.

use std::time::Duration;

use tengen_engine::{Clock, TimeSystem};
use tengen_game::Color;

use super::Budget;

/// A clock that runs for one player, whatever its colour.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    clock: Clock,
    period: Duration,
}

impl Timer {
    /// The clock of a budget; `None` if the budget is no clock, or one without any time, which by
    /// GTP is no limit.
    pub(super) fn new(budget: Budget) -> Option<Self> {
        let Budget::Clock {
            main,
            period,
            stones,
        } = budget
        else {
            return None;
        };
        let period = match stones {
            0 => Duration::ZERO,
            _ => duration(period),
        };
        let system = TimeSystem::gtp(duration(main), period, stones);
        let mut clock = Clock::default();
        clock.set(system);
        (system != TimeSystem::None).then_some(Self { clock, period })
    }

    /// The rules of this clock.
    pub(super) const fn system(&self) -> TimeSystem {
        self.clock.system()
    }

    /// The time left, and for how many stones; 0 stones is the main time.
    pub(super) fn left(&self, color: Color) -> (Duration, u32) {
        self.clock.left(color).unwrap_or_default()
    }

    /// The most that the next move may take: what is left of the main time and a whole period after
    /// it, or what is left of the period.
    pub(super) fn allowed(&self, color: Color) -> Duration {
        match self.left(color) {
            (left, 0) => left.saturating_add(self.period),
            (left, _) => left,
        }
    }

    /// Takes the time of a move off.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        self.clock.spend(color, time);
    }
}

/// A duration of so many seconds; none for what is no time, and the longest for what is too much.
pub(super) fn duration(seconds: f64) -> Duration {
    if seconds > 0.0 {
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    } else {
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn timer(main: f64, period: f64, stones: u32) -> Option<Timer> {
        Timer::new(Budget::Clock {
            main,
            period,
            stones,
        })
    }

    #[test]
    fn main_time_goes_over_into_overtime() {
        let color = Color::White;
        let mut timer = timer(10.0, 6.0, 2).unwrap();
        assert_eq!(timer.allowed(color), seconds(16));
        timer.spend(color, seconds(8));
        assert_eq!(timer.left(color), (seconds(2), 0));
        assert_eq!(timer.allowed(color), seconds(8));
        timer.spend(color, seconds(4));
        assert_eq!(timer.left(color), (seconds(4), 1));
        assert_eq!(timer.allowed(color), seconds(4));
        timer.spend(color, seconds(1));
        assert_eq!(timer.left(color), (seconds(6), 2));
    }

    #[test]
    fn no_stones_are_no_overtime_and_no_time_is_no_clock() {
        let mut absolute = timer(10.0, 6.0, 0).unwrap();
        absolute.spend(Color::Black, seconds(9));
        assert_eq!(absolute.allowed(Color::Black), seconds(1));
        assert!(timer(0.0, 5.0, 0).is_none());
        assert!(timer(f64::NAN, -1.0, 3).is_none());
        assert!(Timer::new(Budget::Seconds(1.0)).is_none());
        assert_eq!(duration(1e300), Duration::MAX);
    }
}
