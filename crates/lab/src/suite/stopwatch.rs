//! The time that this thread takes for something.

use std::time::Instant;

#[cfg(unix)]
use rustix::time::{ClockId, Timespec, clock_gettime};

use crate::record::Spent;

/// Runs from its making on.
pub(crate) struct Stopwatch {
    wall: Instant,
    #[cfg(unix)]
    cpu: Timespec,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            wall: Instant::now(),
            #[cfg(unix)]
            cpu: clock_gettime(ClockId::ThreadCPUTime),
        }
    }

    /// The cost of a choice of one move. If the work was not done by this thread `alone`, its
    /// processor time says nothing.
    pub(crate) fn spent(&self, alone: bool, playouts: Option<u64>) -> Spent {
        Spent {
            wall: self.wall.elapsed().as_secs_f64(),
            cpu: if alone { self.cpu() } else { None },
            playouts,
            moves: 1,
        }
    }

    #[cfg(unix)]
    fn cpu(&self) -> Option<f64> {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        let whole = (now.tv_sec - self.cpu.tv_sec) as f64;
        Some(whole + (now.tv_nsec - self.cpu.tv_nsec) as f64 * 1e-9)
    }

    /// Not every system tells it.
    #[cfg(not(unix))]
    fn cpu(&self) -> Option<f64> {
        None
    }
}
