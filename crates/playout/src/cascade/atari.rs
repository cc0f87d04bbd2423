//! Atari next to the last move: capture what can be captured, save what is about to be.

use tengen_go::board::{Board, Features, Moments, Side, Vertex};

use super::candidates::Candidates;

/// Captures that answer the last move: its own chain, and chains whose capture saves an own chain
/// in atari beside it.
#[inline(always)]
pub(super) fn captures<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    last: Vertex<W>,
    found: &mut Candidates<W>,
) where
    F: Features<Liberties = Moments>,
{
    if let Some(liberty) = board.atari(last) {
        found.push(liberty);
    }
    for (stone, _) in board.ataris_beside::<S>(last) {
        for own in board.stones_of(stone) {
            for (_, liberty) in board.ataris_beside::<S::Opponent>(own) {
                found.push(liberty);
            }
        }
    }
}

/// Captures of chains beside the mover's own move before, whose atari was not answered.
#[inline(always)]
pub(super) fn ignored<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    before: Vertex<W>,
    found: &mut Candidates<W>,
) where
    F: Features<Liberties = Moments>,
{
    for (_, liberty) in board.ataris_beside::<S::Opponent>(before) {
        found.push(liberty);
    }
}

/// Extensions of own chains in atari beside the last move that reach two liberties or more.
#[inline(always)]
pub(super) fn extensions<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    last: Vertex<W>,
    found: &mut Candidates<W>,
) where
    F: Features<Liberties = Moments>,
{
    for (_, liberty) in board.ataris_beside::<S>(last) {
        if !board.is_self_atari::<S>(liberty) {
            found.push(liberty);
        }
    }
}
