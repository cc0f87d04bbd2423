//! A digest of fixed work: the same on every machine and in every build, another as soon as any
//! playout goes another way.

use std::fmt;

use tengen_go::board::{Board, Features, Vertex, key};
use tengen_go::{Color, Point, Size};
use tengen_playout::Ending;

use super::work::{Kind, Makings, Work};

/// The number of playouts that are played of every kind on every size.
const WORK: [(Size, u64); 3] = [
    (Size::NINE, 200),
    (Size::THIRTEEN, 100),
    (Size::NINETEEN, 50),
];

/// The signature, printed as 16 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature(u64);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Plays the fixed work.
pub(super) fn signature(makings: &Makings) -> Signature {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    for (size, playouts) in WORK {
        for kind in Kind::PLAYOUTS {
            let tally = Work::new(kind, size, playouts, makings).digested(&mut digest);
            digest.add(tally.moves);
        }
    }
    Signature(digest.0)
}

/// FNV-1a, a word at a time.
pub(super) struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds what a policy has learned from: the moves of a playout and its winner.
    pub(super) fn see_lesson<const W: usize>(
        &mut self,
        moves: &[Option<Vertex<W>>],
        winner: Option<Color>,
    ) {
        for mv in moves {
            self.add(mv.map_or(0, |v| key(Color::Black, v.point())));
        }
        self.add(winner.map_or(0, |color| 1 + color as u64));
    }

    /// Adds the end of a playout.
    pub(super) fn see<const W: usize, const V: usize, F: Features>(
        &mut self,
        board: &Board<W, V, F>,
        ending: Ending,
    ) {
        self.add(ending.score as i64 as u64);
        self.add(u64::from(ending.moves));
        // Not every board keeps a hash, so it is made of the stones.
        let stones = Point::all(board.size()).filter_map(|p| board.at(p).map(|c| key(c, p)));
        self.add(stones.fold(0, |hash, stone| hash ^ stone));
    }
}
