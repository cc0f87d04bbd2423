//! The end of the cascade: a random move that is not silly.

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Moments, Side, Vertex};

use crate::policy::{Attempt, Turn};
use crate::uniform::draw;

/// The largest chain that may be given away to spoil an eye.
const BAIT: usize = 4;

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
        board.is_hopeless::<S>(v) || (sane && is_silly::<S, W, V, F>(board, v))
    })
}

/// Whether a stone of `S` at the empty point `v` puts two or more own stones in atari for nothing.
///
/// A single stone may be thrown in, and a few may fill an eye space, which has to happen before a
/// group with one large eye can be captured: then the only liberty left has no empty neighbour.
#[inline(always)]
pub(super) fn is_silly<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> bool
where
    F: Features<Liberties = Moments>,
{
    board.touches::<S>(v) && board.is_self_atari::<S>(v) && !fills_eye::<S, W, V, F>(board, v)
}

/// Whether the chain that a self-atari at `v` makes is small and fills an eye space but for one
/// point.
#[inline(never)]
fn fills_eye<S: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> bool {
    let mut stones = [v; BAIT];
    let mut len = 1;
    for own in board.neighbours_of::<S>(v) {
        for stone in board.stones_of(own) {
            if stones[..len].contains(&stone) {
                continue;
            }
            if len == BAIT {
                return false;
            }
            stones[len] = stone;
            len += 1;
        }
    }
    let liberty = stones[..len]
        .iter()
        .flat_map(|&stone| board.empties_beside(stone))
        .find(|&empty| empty != v);
    liberty.is_none_or(|liberty| board.empties_beside(liberty).all(|empty| empty == v))
}
