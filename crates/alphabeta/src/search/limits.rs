//! What ends a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. It ends at the first of these; without any it goes on until it is stopped or as deep as it can.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: i32,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Time: no new iteration begins after the first, and the search stops at the second.
    pub time: Option<(Duration, Duration)>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 120,
            nodes: u64::MAX,
            time: None,
        }
    }
}

impl Limits {
    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            ..Self::default()
        }
    }

    /// So deep.
    #[must_use]
    pub fn depth(depth: i32) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    /// So long.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some((time, time)),
            ..Self::default()
        }
    }
}

/// What the threads of a search share: whether it is to stop, and how much it has spent.
#[derive(Debug)]
pub struct Watch {
    stopped: AtomicBool,
    nodes: AtomicU64,
    limits: Limits,
    start: Instant,
}

impl Watch {
    /// A watch that starts now.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limits,
            start: Instant::now(),
        }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Tests if the search is to stop.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Positions visited so far, as threads have told of them.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Time spent so far.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts positions of a thread, and stops the search if a limit is reached.
    pub(crate) fn spend(&self, nodes: u64) {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let late = self
            .limits
            .time
            .is_some_and(|(_, last)| self.elapsed() >= last);
        if late || nodes >= self.limits.nodes {
            self.stop();
        }
    }

    /// The positions that a thread may visit before it tells of them again.
    pub(crate) fn ration(&self) -> u64 {
        let left = self.limits.nodes.saturating_sub(self.nodes());
        left.clamp(1, 1024)
    }

    /// Tests if another iteration may begin.
    pub(crate) fn goes_on(&self) -> bool {
        let soon = self
            .limits
            .time
            .is_some_and(|(first, _)| self.elapsed() >= first);
        !soon && !self.is_stopped()
    }
}
