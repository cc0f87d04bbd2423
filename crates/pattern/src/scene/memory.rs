//! What stood on a board when it was last looked at.
//!
//! Nodes of a tree have most of their stones in common, and so have a node and the one that is looked
//! at next; only what differs has to be put and lifted. Boards that have little in common are taken
//! from scratch.

use tengen_go::Color;

/// Something that has to be done to catch up with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Lift all stones.
    Clear,
    /// Lift a stone from the point of this index.
    Lift(usize, Color),
    /// Put a stone on the point of this index.
    Put(usize, Color),
}

/// The stones by the indices of their points.
#[derive(Clone, Debug)]
pub(super) struct Memory(Vec<Option<Color>>);

impl Memory {
    /// No stones on so many points.
    pub(super) fn new(area: usize) -> Self {
        Self(vec![None; area])
    }

    /// Tells all changes since the last time.
    #[inline]
    pub(super) fn catch_up(&mut self, now: &[Option<Color>], mut change: impl FnMut(Change)) {
        let (mut stones, mut changes) = (0, 0);
        for (old, new) in self.0.iter().zip(now) {
            stones += usize::from(new.is_some());
            let both = usize::from(old.is_some()) + usize::from(new.is_some());
            changes += if old == new { 0 } else { both };
        }
        if changes > stones {
            change(Change::Clear);
            self.0.fill(None);
        }
        for (index, (old, &new)) in self.0.iter_mut().zip(now).enumerate() {
            if *old == new {
                continue;
            }
            if let Some(color) = *old {
                change(Change::Lift(index, color));
            }
            if let Some(color) = new {
                change(Change::Put(index, color));
            }
            *old = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(memory: &mut Memory, now: &[Option<Color>]) -> Vec<Change> {
        let mut changes = Vec::new();
        memory.catch_up(now, |change| changes.push(change));
        changes
    }

    #[test]
    fn differences_are_told_once() {
        let (b, w) = (Some(Color::Black), Some(Color::White));
        let mut memory = Memory::new(4);
        let first = changes(&mut memory, &[b, None, w, None]);
        assert_eq!(
            first,
            [Change::Put(0, Color::Black), Change::Put(2, Color::White)]
        );
        assert_eq!(changes(&mut memory, &[b, None, w, None]), []);
        let second = changes(&mut memory, &[w, b, w, None]);
        assert_eq!(
            second,
            [
                Change::Lift(0, Color::Black),
                Change::Put(0, Color::White),
                Change::Put(1, Color::Black),
            ]
        );
    }

    #[test]
    fn another_board_is_taken_from_scratch() {
        let (b, w) = (Some(Color::Black), Some(Color::White));
        let mut memory = Memory::new(3);
        changes(&mut memory, &[b, b, None]);
        let other = changes(&mut memory, &[None, w, None]);
        assert_eq!(other, [Change::Clear, Change::Put(1, Color::White)]);
    }
}
