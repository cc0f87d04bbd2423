//! The ladders of positions seen lately.

use super::ladders::Ladders;
use super::moment::Snapshot;

/// A table with one place for each position; a later one takes the place of an earlier one. Positions are compared in
/// full, so what is found is never another's.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    entries: Vec<Option<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    side: u8,
    board: Snapshot,
    ladders: Ladders,
}

impl Memory {
    /// Room for so many positions, rounded up to a power of two.
    pub(crate) fn new(positions: usize) -> Self {
        Self {
            entries: vec![None; positions.next_power_of_two()],
        }
    }

    pub(crate) fn get(&self, side: usize, board: &Snapshot) -> Option<Ladders> {
        self.entries[self.index(board)]
            .as_ref()
            .filter(|entry| usize::from(entry.side) == side && entry.board == *board)
            .map(|entry| entry.ladders)
    }

    pub(crate) fn put(&mut self, side: usize, board: &Snapshot, ladders: Ladders) {
        let index = self.index(board);
        self.entries[index] = Some(Entry {
            side: side as u8,
            board: *board,
            ladders,
        });
    }

    fn index(&self, board: &Snapshot) -> usize {
        let mut hash = u64::from(board.ko.unwrap_or(u16::MAX));
        for word in board.black.0.iter().chain(&board.white.0) {
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> 32) as usize & (self.entries.len() - 1)
    }
}
