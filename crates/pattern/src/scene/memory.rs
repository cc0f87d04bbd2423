//! The stones of a board when it was last looked at.
//!
//! Nodes of a tree have most of their stones in common, and so have a node and the one that is looked
//! at next; only what differs has to be put and lifted. Boards that have little in common are taken
//! from scratch.

use tengen_go::Color;

/// A step that brings the memory up to date with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Lift all stones.
    Clear,
    /// Lift a stone from the point of this index.
    Lift(usize, Color),
    /// Put a stone on the point of this index.
    Put(usize, Color),
}

/// The stones by the indices of their points, in words of eight: most words are what they were, and
/// are asked about at once.
#[derive(Clone, Debug)]
pub(super) struct Stones(Vec<[u8; WORD]>);

/// Points in a word.
const WORD: usize = 8;

impl Stones {
    /// No stones on so many points.
    pub(super) fn new(area: usize) -> Self {
        Self(vec![[0; WORD]; area.div_ceil(WORD)])
    }

    /// Writes what stands on all points, in their order.
    #[inline(always)]
    pub(super) fn write(&mut self, stones: impl Iterator<Item = Option<Color>>) {
        for (place, stone) in self.0.as_flattened_mut().iter_mut().zip(stones) {
            *place = match stone {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
        }
    }
}

/// The stone of a byte.
const fn stone(byte: u8) -> Option<Color> {
    match byte {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// The stones of the last time.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    stones: Stones,
    /// The points at which stones differ.
    differing: Vec<u16>,
}

impl Memory {
    /// No stones on so many points.
    pub(super) fn new(area: usize) -> Self {
        Self {
            stones: Stones::new(area),
            differing: Vec::with_capacity(area),
        }
    }

    /// Reports all changes since the last time; `count` is the number of stones now.
    #[inline]
    pub(super) fn catch_up(&mut self, now: &Stones, count: usize, mut change: impl FnMut(Change)) {
        self.differing.clear();
        let mut changes = 0;
        for (word, (old, new)) in self.stones.0.iter().zip(&now.0).enumerate() {
            let mut differing = u64::from_le_bytes(*old) ^ u64::from_le_bytes(*new);
            while differing != 0 {
                let byte = differing.trailing_zeros() as usize / 8;
                differing &= !(0xff << (8 * byte));
                changes += usize::from(old[byte] != 0) + usize::from(new[byte] != 0);
                self.differing.push((word * WORD + byte) as u16);
            }
        }
        if changes > count {
            change(Change::Clear);
            for (index, &new) in now.0.as_flattened().iter().enumerate() {
                if let Some(color) = stone(new) {
                    change(Change::Put(index, color));
                }
            }
        } else {
            let (old, new) = (self.stones.0.as_flattened(), now.0.as_flattened());
            for &index in &self.differing {
                let index = usize::from(index);
                if let Some(color) = stone(old[index]) {
                    change(Change::Lift(index, color));
                }
                if let Some(color) = stone(new[index]) {
                    change(Change::Put(index, color));
                }
            }
        }
        self.stones.0.copy_from_slice(&now.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(memory: &mut Memory, now: &[Option<Color>]) -> Vec<Change> {
        let mut stones = Stones::new(now.len());
        stones.write(now.iter().copied());
        let count = now.iter().flatten().count();
        let mut changes = Vec::new();
        memory.catch_up(&stones, count, |change| changes.push(change));
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

    #[test]
    fn points_of_all_words_are_told() {
        let w = Some(Color::White);
        let mut memory = Memory::new(19);
        let mut now = [None; 19];
        for at in [0, 7, 8, 15, 18] {
            now[at] = w;
            assert_eq!(changes(&mut memory, &now), [Change::Put(at, Color::White)]);
        }
        now[15] = None;
        assert_eq!(changes(&mut memory, &now), [Change::Lift(15, Color::White)]);
    }
}
