//! The linear evaluation: the sum of a learned weight for each term of `terms`, computed anew for every position.

use std::sync::{Arc, OnceLock};

use tengen_shogi::{Board, Change};

use super::Evaluate;
use super::seal::{NetworkError, Seal, take};
use super::terms::{self, COUNT};

/// Parts of a hundredth of a pawn that weights are counted in.
pub(crate) const PARTS: i32 = 8;

/// A file: the odds, then the weights, 16 bits each, little-endian.
const SEAL: Seal = Seal {
    what: "linear evaluation",
    head: "tengen shogi linear 1\n",
    bytes: 2 + 2 * COUNT,
};

/// What is learned: a weight for each term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Hundredths of a pawn that go with odds of e to 1.
    pub(crate) odds: u16,
    /// The weights, in eighths of a hundredth of a pawn.
    pub(crate) terms: Vec<i16>,
}

impl Weights {
    /// Those that are built in.
    ///
    /// # Panics
    /// If the program was built with a file that is none, which its tests exclude.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: OnceLock<Arc<Weights>> = OnceLock::new();
        let read = || {
            let bytes = include_bytes!("../../../../models/shogi-linear.bin");
            Arc::new(Self::read(bytes).expect("the file that is built in"))
        };
        BUILT_IN.get_or_init(read).clone()
    }

    /// The weights of a file's bytes.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut rest = SEAL.open(bytes)?;
        Ok(Self {
            odds: u16::from_le_bytes(take(&mut rest)),
            terms: (0..COUNT)
                .map(|_| i16::from_le_bytes(take(&mut rest)))
                .collect(),
        })
    }

    /// The bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.odds.to_le_bytes().to_vec();
        bytes.extend(self.terms.iter().flat_map(|weight| weight.to_le_bytes()));
        SEAL.close(&bytes)
    }

    /// Hundredths of a pawn that go with odds of e to 1.
    #[must_use]
    pub fn odds(&self) -> i32 {
        i32::from(self.odds)
    }

    /// The value of a board for the side to move, in hundredths of a pawn.
    #[inline]
    #[must_use]
    pub fn value(&self, board: &Board) -> i32 {
        let weights: &[i16; COUNT] = self.terms.as_slice().try_into().expect("a weight a term");
        let mut ahead = 0;
        terms::of_board(board, |color, term| {
            ahead += color.sign() * i32::from(weights[term]);
        });
        board.turn().sign() * ahead / PARTS
    }
}

/// See the module's head.
#[derive(Clone, Debug)]
pub struct Linear(Arc<Weights>);

impl Linear {
    /// An evaluation by these weights.
    #[must_use]
    pub const fn new(weights: Arc<Weights>) -> Self {
        Self(weights)
    }
}

impl Default for Linear {
    fn default() -> Self {
        Self(Weights::built_in())
    }
}

impl Evaluate for Linear {
    fn start(&mut self, _: &Board) {}

    fn play(&mut self, _: &Change) {}

    fn play_null(&mut self) {}

    fn undo(&mut self) {}

    #[inline]
    fn value(&mut self, board: &Board) -> i32 {
        self.0.value(board)
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;
    use crate::chance::boards;

    fn drawn(seed: u64) -> Weights {
        let mut rng = Rng::new(seed);
        Weights {
            odds: 612,
            terms: (0..COUNT).map(|_| rng.below(4001) as i16 - 2000).collect(),
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_others_are_refused() {
        let weights = drawn(1);
        let bytes = weights.write();
        assert_eq!(Weights::read(&bytes).unwrap(), weights);
        let refused = |bytes: &[u8]| Weights::read(bytes).unwrap_err().to_string();
        assert!(refused(b"tengen").contains("is no linear evaluation for Shogi"));
        assert!(refused(&bytes[..bytes.len() - 1]).contains("bytes instead of"));
        let mut damaged = bytes;
        damaged[30] ^= 1;
        assert!(refused(&damaged).contains("is damaged"));
    }

    /// The board mirrored, or turned with the colours exchanged.
    fn changed(board: &Board, turned: bool) -> Board {
        let sfen = board.sfen();
        let words: Vec<&str> = sfen.split(' ').collect();
        let (places, turn, hands) = (words[0], words[1], words[2]);
        let swapped = |text: &str| -> String {
            let swap = |c: char| match c.is_ascii_uppercase() {
                true => c.to_ascii_lowercase(),
                false => c.to_ascii_uppercase(),
            };
            text.chars().map(swap).collect()
        };
        let rank = |rank: &str| {
            let mut pieces: Vec<String> = Vec::new();
            let mut promoted = false;
            for c in rank.chars() {
                match promoted {
                    true => pieces.last_mut().unwrap().push(c),
                    false => pieces.push(c.to_string()),
                }
                promoted = c == '+';
            }
            pieces.reverse();
            pieces.concat()
        };
        let mut ranks: Vec<String> = places.split('/').map(rank).collect();
        if !turned {
            return Board::from_sfen(&format!("{} {turn} {hands} 1", ranks.join("/"))).unwrap();
        }
        ranks.reverse();
        let other = if turn == "b" { "w" } else { "b" };
        let places = swapped(&ranks.join("/"));
        Board::from_sfen(&format!("{places} {other} {} 1", swapped(hands))).unwrap()
    }

    #[test]
    fn both_sides_are_alike_and_so_are_left_and_right() {
        let weights = drawn(2);
        let all = boards(6, 3);
        for board in &all {
            let value = weights.value(board);
            assert_eq!(weights.value(&changed(board, true)), value, "{board:?}");
            assert_eq!(weights.value(&changed(board, false)), value, "{board:?}");
        }
        assert!(all.len() > 200);
    }

    #[test]
    fn a_board_without_a_king_has_a_value() {
        let board = Board::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
        assert!(Weights::built_in().value(&board) < 0);
    }
}
