//! Time that counts: of this process alone, where the system tells.

#[cfg(not(unix))]
use std::time::Instant;

#[cfg(unix)]
use rustix::time::{ClockId, Timespec, clock_gettime};

/// What the seconds of [`time`] are.
pub(super) const KIND: &str = if cfg!(unix) { "cpu" } else { "wall" };

/// How many seconds something takes, and what comes of it.
pub(super) fn time<T>(task: impl FnOnce() -> T) -> (f64, T) {
    let start = now();
    let outcome = task();
    (since(start).max(1e-9), outcome)
}

/// The CPU time that this process has used.
#[cfg(unix)]
fn now() -> Timespec {
    clock_gettime(ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn since(start: Timespec) -> f64 {
    let now = now();
    (now.tv_sec - start.tv_sec) as f64 + (now.tv_nsec - start.tv_nsec) as f64 * 1e-9
}

/// Not every system tells CPU time.
#[cfg(not(unix))]
fn now() -> Instant {
    Instant::now()
}

#[cfg(not(unix))]
fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}
