//! The stop flag: work is asked to end after what is under way, or at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A flag that all threads of some work look at; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicU8>);

impl StopFlag {
    /// A run that goes on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks to end: the first time after the units in flight, the second time at once. Returns
    /// whether it is at once.
    pub fn ask(&self) -> bool {
        self.0.fetch_max(1, Relaxed) >= 1 && self.0.fetch_max(2, Relaxed) >= 1
    }

    /// Asks to end at once.
    pub fn now(&self) {
        self.0.store(2, Relaxed);
    }

    /// Forgets what was asked: other work begins.
    pub fn reset(&self) {
        self.0.store(0, Relaxed);
    }

    /// True if no further unit is to be begun.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Relaxed) >= 1
    }

    /// True if units in flight are to be dropped.
    #[must_use]
    pub fn is_now(&self) -> bool {
        self.0.load(Relaxed) >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_word_is_at_once() {
        let halt = StopFlag::new();
        let heard = halt.clone();
        assert!(!heard.is_asked());
        assert!(!halt.ask());
        assert!(heard.is_asked() && !heard.is_now());
        assert!(halt.ask());
        assert!(heard.is_now());
        halt.reset();
        assert!(!heard.is_asked() && !heard.is_now());
    }
}
