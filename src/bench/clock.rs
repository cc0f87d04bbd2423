//! Time that counts: of this process alone, where the system tells.

#[cfg(not(unix))]
use std::time::Instant;

#[cfg(unix)]
use rustix::time::{ClockId, Timespec, clock_gettime};

/// The kind of the seconds of [`time`].
pub(super) const KIND: &str = if cfg!(unix) { "cpu" } else { "wall" };

/// The seconds that something takes, and what comes of it.
pub(super) fn time<T>(task: impl FnOnce() -> T) -> (f64, T) {
    let start = now();
    let outcome = task();
    (since(start).max(1e-9), outcome)
}

/// A reading of the clock.
#[cfg(unix)]
pub(super) type Reading = Timespec;
#[cfg(not(unix))]
pub(super) type Reading = Instant;

/// The CPU time that this process has used.
#[cfg(unix)]
pub(super) fn now() -> Reading {
    clock_gettime(ClockId::ProcessCPUTime)
}

/// The seconds since a reading.
#[cfg(unix)]
pub(super) fn since(start: Reading) -> f64 {
    let now = now();
    (now.tv_sec - start.tv_sec) as f64 + (now.tv_nsec - start.tv_nsec) as f64 * 1e-9
}

/// Not every system tells CPU time.
#[cfg(not(unix))]
pub(super) fn now() -> Reading {
    Instant::now()
}

/// The seconds since a reading.
#[cfg(not(unix))]
pub(super) fn since(start: Reading) -> f64 {
    start.elapsed().as_secs_f64()
}
