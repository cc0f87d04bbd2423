//! Stone patterns of nested sizes around a point.
//!
//! The pattern Rn of a point is what stands on all points at a [`distance`](crate::distance) of up to
//! n: own stones, opposing stones, nothing, or the edge. All sizes from R2 (the four neighbours) up are
//! collected from records; at use the largest that is known counts (D. Stern, R. Herbrich and
//! T. Graepel, "Bayesian pattern ranking for move prediction in the game of Go", 2006). Turned and
//! mirrored patterns are one, and colours are those of the side to move.
//!
//! The points of one distance are a *ring*. A [`ShapeBoard`] keeps a hash for every point and ring, so
//! that a stone changes one word for each point around it, and the pattern of any size is the
//! exclusive or of rings. A [`Dictionary`] holds all eight images of its patterns, so that nothing
//! has to be turned when a pattern is looked up. A pattern is never seen more often than the smaller
//! ones inside it, so known sizes have no gaps, and the largest is the last before one that a filter
//! rules out.
//!
//! Our readings where the paper is silent: a pattern counts as seen when its point was played, in the
//! view of the player; R1 is the empty point alone and so says nothing.

mod board;
mod dictionary;
mod harvest;
mod ring;

pub use board::ShapeBoard;
pub use dictionary::Dictionary;
pub use harvest::Harvest;
pub use ring::{MAX_SIZE, Rings, Shape};

tengen_params::params! {
    /// Stone patterns of nested sizes.
    pub struct ShapeParams as shape {
        /// The largest size n of the patterns Rn, whose points are at |x| + |y| + max(|x|, |y|) ≤ n; 0
        /// for none at all.
        size: u32 = 7, 0..=12;
        /// Patterns that were played less often in the records are not known.
        minimum: u32 = 30, 1..=1_000_000_000, Log;
    }
}
