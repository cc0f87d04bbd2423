//! Random moves: uniform over the legal moves that do not fill an own eye.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Side, Vertex};

use crate::policy::{Attempt, Policy, Recent, Trial, Turn};

/// The light policy. `F` says which board it plays on: [`tengen_go::board::Light`] is the fastest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform<F>(PhantomData<F>);

impl<F: Features> Uniform<F> {
    /// The policy.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<const W: usize, const V: usize, F: Features> Policy<W, V> for Uniform<F> {
    type Features = F;

    #[inline(always)]
    fn turn<S: Side, A: Attempt<W, V, F>>(
        &mut self,
        board: &mut Board<W, V, F>,
        _: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W> {
        draw::<S, A, W, V, F>(board, rng, attempt, |board, v| board.is_hopeless::<S>(v))
    }
}

/// Draws among the empty points that are not `unfit` until one can be played.
#[inline(always)]
pub(crate) fn draw<S: Side, A, const W: usize, const V: usize, F: Features>(
    board: &mut Board<W, V, F>,
    rng: &mut Rng,
    attempt: &mut A,
    unfit: impl Fn(&Board<W, V, F>, Vertex<W>) -> bool,
) -> Turn<W>
where
    A: Attempt<W, V, F>,
{
    let turn = board.draw(rng, |board, v| {
        if unfit(board, v) {
            return ControlFlow::Continue(());
        }
        match attempt.attempt::<S>(board, v) {
            Trial::Played => ControlFlow::Break(Turn::Played(v)),
            Trial::Again => ControlFlow::Break(Turn::Refused),
            Trial::Not => ControlFlow::Continue(()),
        }
    });
    turn.unwrap_or_else(|| pass(board, attempt))
}

/// There is no move left: a pass, unless that is not allowed yet.
#[inline(always)]
pub(crate) fn pass<A, const W: usize, const V: usize, F: Features>(
    board: &mut Board<W, V, F>,
    attempt: &mut A,
) -> Turn<W>
where
    A: Attempt<W, V, F>,
{
    if attempt.may_pass() {
        board.pass();
        Turn::Passed
    } else {
        Turn::Refused
    }
}
