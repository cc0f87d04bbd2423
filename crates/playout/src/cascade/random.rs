//! The end of the cascade: a random move that is not silly.

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Moments, Side};
use tengen_pattern::local::is_give_away;

use crate::policy::{Attempt, Turn};
use crate::uniform::draw;

/// A random move; if `sane`, none that gives stones away.
#[inline(always)]
pub(super) fn turn<S: Side, A, const W: usize, const V: usize, F>(
    board: &mut Board<W, V, F>,
    rng: &mut Rng,
    attempt: &mut A,
    sane: bool,
) -> Turn<W>
where
    A: Attempt<W, V, F>,
    F: Features<Liberties = Moments>,
{
    draw::<S, A, W, V, F>(board, rng, attempt, |board, v| {
        board.is_hopeless::<S>(v) || (sane && is_give_away::<S, W, V, F>(board, v))
    })
}
