//! Chains of two liberties at the last move: one move before atari decides more than atari does.
//!
//! A liberty is judged by what an extension there gains: its empty neighbours beside the other
//! liberty, and whether it joins another chain. An extension that gains fewer than two points and
//! joins nothing can be answered by atari at once.

use tengen_go::board::{Board, Features, Moments, Side, Vertex};

use super::candidates::Candidates;

/// The gain of the chain `stone` of `S` by extending from its liberty `at`, `other` being taken or
/// counted already. Joining another chain counts as two.
#[inline(always)]
fn gain<S: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    stone: Vertex<W>,
    at: Vertex<W>,
    other: Vertex<W>,
) -> u32 {
    let apart = at.cell().abs_diff(other.cell());
    let fresh = board.room(at) - u32::from((apart == 1) | (apart == W));
    fresh + 2 * u32::from(board.joins_other::<S>(at, stone))
}

/// Extensions of own chains beside the last move that have two liberties, where one of them would
/// be no way out once the other is taken.
#[inline(always)]
pub(super) fn defences<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    last: Vertex<W>,
    found: &mut Candidates<W>,
) where
    F: Features<Liberties = Moments>,
{
    for stone in board.neighbours_of::<S>(last) {
        let Some([a, b]) = board.liberty_pair(stone) else {
            continue;
        };
        let gains = [
            gain::<S, W, V, F>(board, stone, a, b),
            gain::<S, W, V, F>(board, stone, b, a),
        ];
        if gains[0].min(gains[1]) >= 2 {
            continue;
        }
        for (liberty, gained) in [a, b].into_iter().zip(gains) {
            if gained >= 2 && !board.is_self_atari::<S>(liberty) {
                found.push(liberty);
            }
        }
    }
}

/// Ataris on the last move's chain, if it has two liberties, from the side that leaves it a way out
/// which gains too little.
#[inline(always)]
pub(super) fn attacks<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    last: Vertex<W>,
    found: &mut Candidates<W>,
) where
    F: Features<Liberties = Moments>,
{
    let Some([a, b]) = board.liberty_pair(last) else {
        return;
    };
    for (taken, left) in [(a, b), (b, a)] {
        if gain::<S::Opponent, W, V, F>(board, last, left, taken) <= 1
            && !board.is_self_atari::<S>(taken)
        {
            found.push(taken);
        }
    }
}
