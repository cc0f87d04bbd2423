//! Learning the evaluation from games with values.
//!
//! Read in this order: `corpus` (games as lines), [`Learner`] (what is learned: `float`, the network, or `linear`), [`Trainer`]
//! (steps, checkpoints), `adam`, `selfplay` (more games).

mod adam;
mod corpus;
mod float;
mod linear;
mod selfplay;
mod trainer;

pub use corpus::read_line;
pub use float::{Float, Sample};
pub use linear::{Sums, TermSample};
pub use selfplay::{SelfPlay, Series};
pub use trainer::{Loss, Settings, Target, Trainer};

use tengen_shogi::Board;

use crate::eval::{Isa, NetworkError};

/// What learns: weights, and what they make of positions.
pub trait Learner: Sized + Sync {
    /// A position as it is kept in memory.
    type Sample: Send + Sync;
    /// What is computed for a position on the way to its value.
    type Scratch: Default + Send;
    /// What is learned, in a word.
    const KIND: &'static str;

    /// First weights.
    fn new(seed: u64) -> Self;

    /// The weights of a file that was learned before.
    ///
    /// # Errors
    /// If it is none.
    fn read(bytes: &[u8]) -> Result<Self, NetworkError>;

    /// The bytes of the file that plays, with a pawn worth 100 on average over these samples where that is not so by itself.
    fn write(&self, samples: &[Self::Sample]) -> Vec<u8>;

    /// A board that is worth so much to the side to move and led to this result for it: 2 for a win, 1 for a draw.
    fn sample(board: &Board, value: i16, result: u8) -> Self::Sample;

    /// All weights.
    fn weights(&self) -> &[f32];

    /// All weights, to be changed.
    fn weights_mut(&mut self) -> &mut [f32];

    /// Keeps weights within the bounds of the file.
    fn bound(&mut self) {}

    /// Adds the gradient of samples, each with whether its left and right are exchanged.
    fn learn(
        &self,
        isa: Isa,
        batch: &[(&Self::Sample, bool)],
        target: Target,
        scratch: &mut Self::Scratch,
        gradient: &mut [f32],
    ) -> Loss;

    /// How far the values of samples are off.
    fn judge(
        &self,
        isa: Isa,
        samples: &[Self::Sample],
        target: Target,
        scratch: &mut Self::Scratch,
    ) -> Loss;
}
