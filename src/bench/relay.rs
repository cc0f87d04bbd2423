//! Searches that take turns many times a second, so that whatever slows the machine down slows them
//! all alike: their times can be compared to a fraction of a percent where those of whole searches, one
//! after the other, differ by several.
//!
//! Each search has a thread, and only the one that holds the baton runs. What the clock of the process
//! shows while it is held is the time of that search. On Linux all run on one and the same core, since
//! cores differ, too.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use tengen_go_engine::{Control, Go};

use super::clock::{Reading, now, since};

/// The number of questions of the search for which a runner keeps the baton. There are two milliseconds
/// between them, so that a leg is some twenty: each runner finds the caches full of what the others left,
/// so legs must not be much shorter.
const LEG: u32 = 10;

/// Keeps this thread, and those that it starts, on the core it is on; where that cannot be done,
/// nothing changes.
#[cfg(target_os = "linux")]
pub(super) fn stay_on_this_core() {
    use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
    let (mut cores, here) = (CpuSet::new(), sched_getcpu());
    if here < CpuSet::MAX_CPU {
        cores.set(here);
        let _ = sched_setaffinity(None, &cores);
    }
}

/// There is no way known on this system.
#[cfg(not(target_os = "linux"))]
pub(super) const fn stay_on_this_core() {}

/// The baton: only the runner that holds it may run.
pub(super) struct Relay {
    stand: Mutex<Stand>,
    passed: Condvar,
}

struct Stand {
    holder: usize,
    running: Vec<bool>,
}

impl Relay {
    /// A relay of so many runners; that of this number begins.
    pub(super) fn new(runners: usize, first: usize) -> Self {
        Self {
            stand: Mutex::new(Stand {
                holder: first,
                running: vec![true; runners],
            }),
            passed: Condvar::new(),
        }
    }

    /// Waits for the baton.
    pub(super) fn enter(&self, number: usize) -> Runner<'_> {
        self.wait(number);
        Runner {
            relay: self,
            number,
            asked: 0,
            start: now(),
            seconds: 0.0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Stand> {
        self.stand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, number: usize) {
        let mut stand = self.lock();
        while stand.holder != number {
            let woken = self.passed.wait(stand);
            stand = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands the baton to the next that still runs.
    fn pass(&self, from: usize, runs_on: bool) {
        let mut stand = self.lock();
        stand.running[from] = runs_on;
        let runners = stand.running.len();
        let next = (1..=runners).map(|i| (from + i) % runners);
        if let Some(next) = next.into_iter().find(|&next| stand.running[next]) {
            stand.holder = next;
        }
        drop(stand);
        self.passed.notify_all();
    }
}

/// A search in the relay, as its control.
pub(super) struct Runner<'a> {
    relay: &'a Relay,
    number: usize,
    asked: u32,
    start: Reading,
    seconds: f64,
}

impl Runner<'_> {
    /// Ends its part; how many seconds it ran.
    pub(super) fn leave(mut self) -> f64 {
        self.seconds += since(self.start);
        self.seconds
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        self.relay.pass(self.number, false);
    }
}

impl Control<Go> for Runner<'_> {
    fn interrupted(&mut self) -> bool {
        self.asked += 1;
        if self.asked.is_multiple_of(LEG) {
            self.seconds += since(self.start);
            self.relay.pass(self.number, true);
            self.relay.wait(self.number);
            self.start = now();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn runners_take_turns_and_leave() {
        let relay = Relay::new(3, 1);
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (number, legs) in [2, 1, 3].into_iter().enumerate() {
                let (relay, order) = (&relay, &order);
                scope.spawn(move || {
                    let mut runner = relay.enter(number);
                    for _ in 0..legs {
                        order.lock().unwrap().push(number);
                        (0..LEG).for_each(|_| assert!(!runner.interrupted()));
                    }
                    assert!(runner.leave() >= 0.0);
                });
            }
        });
        assert_eq!(order.into_inner().unwrap(), [1, 2, 0, 2, 0, 2]);
    }
}
