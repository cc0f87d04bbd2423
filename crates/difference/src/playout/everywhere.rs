//! Random moves on both boards: uniform over the legal moves of either that do not fill an own eye, or
//! over those of a board that is drawn first.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Side, Vertex};
use tengen_playout::{Attempt, Open, Trial};

use super::{Local, SumBoard, SumPolicy};
use crate::Half;

/// The light policy of two boards: what [`Uniform`](tengen_playout::Uniform) is to one.
///
/// The empty points of both boards are drawn like one list: a point that is no move is set aside, and
/// the draw goes on among the rest of both.
#[derive(Clone, Copy, Debug)]
pub struct Everywhere<F> {
    even: bool,
    board: PhantomData<F>,
}

impl<F: Features> Everywhere<F> {
    /// The policy, with boards drawn so.
    #[must_use]
    pub fn new(board: SumBoard) -> Self {
        Self {
            even: board == SumBoard::Even,
            board: PhantomData,
        }
    }
}

impl<const W: usize, const V: usize, F: Features> SumPolicy<W, V> for Everywhere<F> {
    type Features = F;

    #[inline(always)]
    fn turn<S: Side, A: Attempt<W, V, F>>(
        &mut self,
        boards: &mut [Board<W, V, F>; 2],
        _: &mut [Local<W>; 2],
        _: Option<Half>,
        rng: &mut Rng,
        twin: &mut A,
    ) -> Option<(Half, Vertex<W>)> {
        let [original, reversed] = boards;
        let mut left = [original.empty_count(), reversed.empty_count()];
        let coin = self.even.then(|| rng.below(2) == 0);
        while left != [0, 0] {
            let on_original = match coin {
                Some(heads) => left[1] == 0 || (heads && left[0] != 0),
                None => rng.below(left[0] + left[1]) < left[0],
            };
            if on_original {
                match offer::<S, Open, W, V, F>(original, left[0], rng, &mut Open) {
                    ControlFlow::Break(v) => {
                        reversed.pass();
                        return Some((Half::Original, v));
                    }
                    ControlFlow::Continue(rest) => left[0] = rest,
                }
            } else {
                match offer::<S, A, W, V, F>(reversed, left[1], rng, twin) {
                    ControlFlow::Break(v) => {
                        original.pass();
                        return Some((Half::Twin, v));
                    }
                    ControlFlow::Continue(rest) => left[1] = rest,
                }
            }
        }
        original.pass();
        reversed.pass();
        None
    }
}

/// Draws one of the points that are left on a board and plays it, or says how many are left then.
#[inline(always)]
fn offer<S: Side, A, const W: usize, const V: usize, F: Features>(
    board: &mut Board<W, V, F>,
    left: u32,
    rng: &mut Rng,
    attempt: &mut A,
) -> ControlFlow<Vertex<W>, u32>
where
    A: Attempt<W, V, F>,
{
    board.draw_among(left, rng, |board, v| {
        if !board.is_hopeless::<S>(v) && attempt.attempt::<S>(board, v) == Trial::Played {
            ControlFlow::Break(v)
        } else {
            ControlFlow::Continue(())
        }
    })
}
