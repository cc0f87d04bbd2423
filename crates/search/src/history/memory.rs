//! The history itself: a ring of packed playouts.
//!
//! A playout is its moves in order, by their codes, who made the first of them, and who won; sides take turns, so
//! that the colours follow. Codes take just as many bits as the game's codes need (7 on 9×9), slots have all
//! the same size, and nothing is allocated after the ring is made: the newest playout takes the place of the oldest.
//!
//! The game goes on, and older playouts may still say something. Those that began with the very moves that
//! were played since are part of the history of the current position, without these moves; all others match no
//! more. The report does not say how playouts of earlier decisions enter the tree of a later one: this is our
//! reading. Playouts that match no more keep their place until it is their turn to be overwritten, so that the
//! history is "the last 40,000 playouts" whatever became of them.

use tengen_game::Color;

/// The facts of a playout beside its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    /// The number of moves that are kept.
    length: u16,
    /// The number of them that the game has made since.
    made: u16,
    /// The side that made the first of all.
    first: Color,
    /// The winner; nobody in a draw.
    winner: Option<Color>,
    /// True if the game has gone the playout's way up to now.
    matches: bool,
}

/// The last playouts. See the module's head.
#[derive(Clone, Debug)]
pub struct Memory {
    heads: Vec<Head>,
    /// The moves of each slot, `stride` words of them.
    words: Vec<u64>,
    stride: usize,
    bits: u32,
    longest: usize,
    capacity: usize,
    /// The slot of the next playout.
    next: usize,
}

/// The number of bits that a code takes.
const fn bits(codes: usize) -> u32 {
    let largest = codes.saturating_sub(1);
    let bits = usize::BITS - largest.leading_zeros();
    if bits == 0 { 1 } else { bits }
}

/// The number of words that so many moves take.
const fn words(moves: usize, bits: u32) -> usize {
    (moves * bits as usize).div_ceil(u64::BITS as usize)
}

impl Memory {
    /// Room for `capacity` playouts, at least one, of a game with so many codes. Of a playout of more than
    /// `longest` moves the beginning is kept.
    #[must_use]
    pub fn new(capacity: usize, codes: usize, longest: usize) -> Self {
        let capacity = capacity.max(1);
        let longest = longest.min(usize::from(u16::MAX));
        let bits = bits(codes);
        let stride = words(longest, bits);
        Self {
            heads: Vec::with_capacity(capacity),
            words: vec![0; capacity * stride],
            stride,
            bits,
            longest,
            capacity,
            next: 0,
        }
    }

    /// The number of bytes that a playout takes, whatever its length.
    #[must_use]
    pub const fn bytes_each(&self) -> usize {
        size_of::<Head>() + self.stride * size_of::<u64>()
    }

    /// The number of playouts that there is room for.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of playouts that are kept, those that match no more included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// True if no playouts are kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Keeps a playout from the current position on, in the place of the oldest if there is no room.
    pub fn push(
        &mut self,
        first: Color,
        codes: impl IntoIterator<Item = u16>,
        winner: Option<Color>,
    ) {
        let slot = self.next;
        self.next = (slot + 1) % self.capacity;
        let room = &mut self.words[slot * self.stride..][..self.stride];
        room.fill(0);
        let mut length = 0;
        for code in codes.into_iter().take(self.longest) {
            debug_assert!(u32::from(code) >> self.bits == 0, "no such code: {code}");
            let (word, shift) = place(usize::from(length), self.bits);
            room[word] |= u64::from(code) << shift;
            if shift + self.bits > u64::BITS {
                room[word + 1] |= u64::from(code) >> (u64::BITS - shift);
            }
            length += 1;
        }
        let head = Head {
            length,
            made: 0,
            first,
            winner,
            matches: true,
        };
        match self.heads.get_mut(slot) {
            Some(old) => *old = head,
            None => self.heads.push(head),
        }
    }

    /// The game went on by this move.
    pub fn follow(&mut self, code: u16) {
        for slot in 0..self.heads.len() {
            if self.heads[slot].matches {
                let goes_on = self.code(slot, 0) == Some(code);
                let head = &mut self.heads[slot];
                head.matches = goes_on;
                head.made += u16::from(goes_on);
            }
        }
    }

    /// Another game begins: nothing is kept.
    pub fn reset(&mut self) {
        self.heads.clear();
        self.next = 0;
    }

    /// The playouts of the current position, by their slots.
    pub fn matching(&self) -> impl Iterator<Item = usize> {
        let heads = self.heads.iter().enumerate();
        heads.filter_map(|(slot, head)| head.matches.then_some(slot))
    }

    /// True if a playout was begun at an earlier position of the game.
    #[must_use]
    pub fn is_older(&self, slot: usize) -> bool {
        self.heads[slot].made > 0
    }

    /// The number of moves of a playout from the current position on.
    #[must_use]
    pub fn rest(&self, slot: usize) -> usize {
        let head = &self.heads[slot];
        usize::from(head.length - head.made)
    }

    /// Move number `ply` (from 0) of a playout from the current position on; none behind its end.
    #[inline]
    #[must_use]
    pub fn code(&self, slot: usize, ply: usize) -> Option<u16> {
        let head = &self.heads[slot];
        let number = usize::from(head.made) + ply;
        if number >= usize::from(head.length) {
            return None;
        }
        let (word, shift) = place(number, self.bits);
        let room = &self.words[slot * self.stride..][..self.stride];
        let mut found = room[word] >> shift;
        if shift + self.bits > u64::BITS {
            found |= room[word + 1] << (u64::BITS - shift);
        }
        let mask = (1 << self.bits) - 1;
        u16::try_from(found & mask).ok()
    }

    /// The side that makes the next move of a playout.
    #[must_use]
    pub fn turn(&self, slot: usize) -> Color {
        let head = &self.heads[slot];
        if head.made.is_multiple_of(2) {
            head.first
        } else {
            !head.first
        }
    }

    /// The winner of a playout; nobody in a draw.
    #[inline]
    #[must_use]
    pub fn winner(&self, slot: usize) -> Option<Color> {
        self.heads[slot].winner
    }
}

/// The word and the bit in it at which a move begins.
#[inline]
const fn place(number: usize, bits: u32) -> (usize, u32) {
    let bit = number * bits as usize;
    (bit / 64, (bit % 64) as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_game::Color::{Black, White};

    use super::*;

    /// The rest of each playout that matches, and who moves.
    fn left(memory: &Memory) -> Vec<(Color, Vec<u16>)> {
        let rest = |slot| (0..).map_while(|ply| memory.code(slot, ply)).collect();
        let slots = memory.matching();
        slots.map(|slot| (memory.turn(slot), rest(slot))).collect()
    }

    #[test]
    fn a_playout_of_9x9_takes_at_most_160_bytes() {
        // 81 points and the pass; a playout is cut off at twice the points.
        let memory = Memory::new(10, 82, 162);
        assert_eq!(memory.bytes_each(), 152);
    }

    #[test]
    fn the_oldest_playout_gives_way() {
        let mut memory = Memory::new(3, 82, 162);
        for code in 0..5 {
            memory.push(Black, [code, 81], None);
        }
        assert_eq!(memory.len(), 3);
        let firsts: Vec<_> = memory.matching().map(|slot| memory.code(slot, 0)).collect();
        assert_eq!(firsts, [Some(3), Some(4), Some(2)]);
        memory.reset();
        assert!(memory.is_empty());
        memory.push(White, [7], Some(White));
        assert_eq!(left(&memory), [(White, vec![7])]);
    }

    #[test]
    fn playouts_that_match_the_game_come_again_without_its_moves() {
        let mut memory = Memory::new(10, 82, 162);
        memory.push(Black, [4, 5, 6, 7], Some(Black));
        memory.push(Black, [4, 6, 5, 7], Some(White));
        memory.push(Black, [5, 4, 6, 7], None);
        memory.push(Black, [4], None);
        memory.follow(4);
        assert_eq!(
            left(&memory),
            [
                (White, vec![5, 6, 7]),
                (White, vec![6, 5, 7]),
                (White, vec![])
            ]
        );
        // Playouts of the new position join them.
        memory.push(White, [5, 8], Some(White));
        memory.follow(5);
        assert_eq!(left(&memory), [(Black, vec![6, 7]), (Black, vec![8])]);
        let older: Vec<_> = memory.matching().map(|s| memory.is_older(s)).collect();
        assert_eq!(older, [true, true]);
        assert_eq!(memory.winner(0), Some(Black));
        memory.follow(81);
        assert_eq!(left(&memory), []);
        // They are still there, and give way in their turn.
        assert_eq!(memory.len(), 5);
    }

    #[test]
    fn what_is_too_long_keeps_its_beginning() {
        let mut memory = Memory::new(2, 10, 3);
        memory.push(Black, 0..9, None);
        assert_eq!(left(&memory), [(Black, vec![0, 1, 2])]);
        assert_eq!(memory.rest(0), 3);
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            codes in 1_usize..700,
            playouts in prop::collection::vec(prop::collection::vec(0_u16..700, 0..90), 1..12),
        ) {
            let mut memory = Memory::new(8, codes, 70);
            let fitting: Vec<Vec<u16>> = playouts
                .iter()
                .map(|p| p.iter().map(|&code| code % codes as u16).collect())
                .collect();
            for (playout, winner) in fitting.iter().zip([Some(Black), Some(White), None].iter().cycle()) {
                memory.push(White, playout.iter().copied(), *winner);
            }
            for (number, playout) in fitting.iter().enumerate().rev().take(8) {
                let slot = number % 8;
                let found: Vec<u16> = (0..).map_while(|ply| memory.code(slot, ply)).collect();
                prop_assert_eq!(&found, &playout[..playout.len().min(70)]);
                prop_assert_eq!(memory.winner(slot), [Some(Black), Some(White), None][number % 3]);
            }
        }
    }
}
