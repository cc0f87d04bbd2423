//! A queue of the lines that wait for their turn, bounded by their bytes and not by their number.
//!
//! A channel of the standard library is bounded by its number of messages, and lines here differ a
//! millionfold in length. This one is bounded by bytes, so that thousands of usual lines are read
//! ahead (one of them may interrupt a search), and long ones do not fill the memory.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A queue of this many bytes: its two ends.
pub fn queue<T>(most: usize) -> (Entry<T>, Exit<T>) {
    let shared = Arc::new(Shared {
        state: Mutex::new(State {
            waiting: VecDeque::new(),
            bytes: 0,
            ended: false,
        }),
        changed: Condvar::new(),
        most,
    });
    (Entry(Arc::clone(&shared)), Exit(shared))
}

/// The sending end.
pub struct Entry<T>(Arc<Shared<T>>);

/// The receiving end.
pub struct Exit<T>(Arc<Shared<T>>);

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// The most bytes that may wait.
    most: usize,
}

struct State<T> {
    /// The waiting items, each with its bytes.
    waiting: VecDeque<(T, usize)>,
    /// The bytes of all of them.
    bytes: usize,
    /// True if one of the two ends is gone.
    ended: bool,
}

impl<T> Shared<T> {
    /// The state, which no panic leaves half changed.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state as soon as `wait` is false of it.
    fn once(&self, mut wait: impl FnMut(&State<T>) -> bool) -> MutexGuard<'_, State<T>> {
        let state = self.state();
        let waited = self.changed.wait_while(state, |state| wait(state));
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }
}

impl<T> Entry<T> {
    /// Puts something of so many bytes in, as soon as there is room; what is larger than the queue
    /// waits until it is empty. Returns false if the receiving end is gone.
    pub fn put(&self, thing: T, bytes: usize) -> bool {
        let full = |state: &State<T>| {
            let fits = state.bytes.saturating_add(bytes) <= self.0.most;
            !state.ended && !state.waiting.is_empty() && !fits
        };
        let mut state = self.0.once(full);
        if state.ended {
            return false;
        }
        state.bytes += bytes;
        state.waiting.push_back((thing, bytes));
        drop(state);
        self.0.changed.notify_all();
        true
    }
}

impl<T> Exit<T> {
    /// Waits for something and takes it; `None` when nothing more will come.
    pub fn take(&self) -> Option<T> {
        let empty = |state: &State<T>| !state.ended && state.waiting.is_empty();
        let mut state = self.0.once(empty);
        let (thing, bytes) = state.waiting.pop_front()?;
        state.bytes -= bytes;
        drop(state);
        self.0.changed.notify_all();
        Some(thing)
    }
}

impl<T> Drop for Entry<T> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<T> Drop for Exit<T> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn all_comes_in_order_and_never_more_waits_than_may() {
        let (entry, exit) = queue(10);
        let sizes = [4, 6, 1, 10, 3, 25, 2, 8, 9];
        let putting = thread::spawn(move || {
            for (number, &bytes) in sizes.iter().enumerate() {
                assert!(entry.put(number, bytes));
            }
        });
        for (number, bytes) in sizes.into_iter().enumerate() {
            let waiting = exit.0.once(|state| state.waiting.is_empty()).bytes;
            assert!(waiting <= bytes.max(10), "{waiting} bytes wait");
            assert_eq!(exit.take(), Some(number));
        }
        assert_eq!(exit.take(), None);
        putting.join().unwrap();
    }

    #[test]
    fn who_waits_for_room_learns_that_nobody_takes_any_more() {
        let (entry, exit) = queue(10);
        assert!(entry.put("first", 8));
        let putting = thread::spawn(move || entry.put("second", 8));
        drop(exit);
        assert!(!putting.join().unwrap());
    }
}
