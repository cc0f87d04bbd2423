//! The linear evaluation: the sum of a learned weight for each term of `terms`, computed anew for every position.

use std::sync::{Arc, OnceLock};

use tengen_shogi::{Board, Change};

use super::Evaluate;
use super::seal::{NetworkError, Seal, take};
use super::terms::{self, COUNT};

/// Parts of a hundredth of a pawn that weights are counted in.
pub(crate) const PARTS: i32 = 16;

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
    /// The weights, in sixteenths of a hundredth of a pawn.
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
