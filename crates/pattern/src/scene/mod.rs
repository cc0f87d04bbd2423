//! A position seen through all features.
//!
//! A [`Vocabulary`] is what a model knows by name: which patterns, which broad patterns, which values of
//! the other features, each with its number. A [`Scene`] follows a game and gives the teams of all
//! candidates ([`SceneExtract`] does so for learning); a [`Rater`] rates the candidates of a single
//! position, for the tree. The columns of a team are the stone pattern, the broad pattern, and one for
//! each of the other features, as far as they are on.

mod extract;
mod memory;
mod position;
mod rater;
mod vocabulary;

pub use extract::SceneExtract;
pub use position::Scene;
pub use rater::Rater;
pub use vocabulary::{PatternParams, Vocabulary};

use tengen_go::board::{Board, Features, Moments, Side, Vertex};

/// Tests if `S` may play at `v`: as [`Board::allows`], quicker where nothing is at stake.
///
/// A point with an empty one beside it is legal but for a ko. Elsewhere a chain in atari has its only
/// liberty here: one of the opponent's is captured, and an own one that is not in atari gives the move
/// a liberty.
#[inline(always)]
fn is_candidate<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> bool {
    let lives = || {
        let mut own = board.neighbours_of::<S>(v);
        own.any(|stone| !board.is_in_atari(stone)) || board.captures::<S>(v)
    };
    board.is_empty(v) && board.ko_vertex() != Some(v) && (board.room(v) > 0 || lives())
}
