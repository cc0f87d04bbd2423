//! Any policy of one board, on each of two.

use tengen_game::Rng;
use tengen_go::board::{Board, Side, Vertex};
use tengen_playout::{Attempt, Open, Policy, Recent, Turn};

use super::{Local, SumBoard, SumPolicy};
use crate::Half;

/// A board is drawn, in proportion to its empty points or evenly, and its policy moves there; if it has no
/// move, the other one is asked.
///
/// Each board has a policy of its own, which remembers that board's turns alone. Where a side moves on
/// a board twice in a row, its policy sees a pass of the opponent's in between.
#[derive(Clone, Debug)]
pub struct OnEach<P> {
    policies: [P; 2],
    even: bool,
    /// The chance to stay on the board of the opponent's last move, before any draw, in 2³² parts.
    follow: u64,
}

impl<P: Clone> OnEach<P> {
    /// This policy on both boards, which are drawn so. With the chance `follow` a move is on the board
    /// of the opponent's last one instead, without a draw.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the chance is clamped to 0..=1"
    )]
    pub fn new(policy: P, board: SumBoard, follow: f32) -> Self {
        let follow = f64::from(follow.clamp(0.0, 1.0)) * f64::from(u32::MAX);
        Self {
            policies: [policy.clone(), policy],
            even: board == SumBoard::Even,
            follow: follow as u64,
        }
    }

    /// The board to try first.
    #[inline(always)]
    fn drawn(&self, empties: [u32; 2], last: Option<Half>, rng: &mut Rng) -> Half {
        if self.follow > 0
            && let Some(last) = last
            && rng.bits() >> 32 < self.follow
        {
            return last;
        }
        let shares = if self.even { [1, 1] } else { empties };
        if rng.below(shares[0] + shares[1]) < shares[0] {
            Half::Original
        } else {
            Half::Twin
        }
    }
}

impl<const W: usize, const V: usize, P: Policy<W, V>> SumPolicy<W, V> for OnEach<P>
where
    P: Clone,
{
    type Features = P::Features;

    fn begin(&mut self, boards: &[Board<W, V, P::Features>; 2]) {
        for (policy, board) in self.policies.iter_mut().zip(boards) {
            policy.begin(board);
        }
    }

    #[inline(always)]
    fn turn<S: Side, A: Attempt<W, V, P::Features>>(
        &mut self,
        boards: &mut [Board<W, V, P::Features>; 2],
        locals: &mut [Local<W>; 2],
        last: Option<Half>,
        rng: &mut Rng,
        twin: &mut A,
    ) -> Option<(Half, Vertex<W>)> {
        let empties = [boards[0].empty_count(), boards[1].empty_count()];
        let first = self.drawn(empties, last, rng);
        for half in [first, first.other()] {
            let i = half.index();
            let (policy, board, local) = (&mut self.policies[i], &mut boards[i], &mut locals[i]);
            if local.await_move(S::COLOR) {
                policy.turned(board, None);
            }
            let played = match half {
                Half::Original => {
                    moved::<S, P, Open, W, V>(policy, board, local.recent, rng, &mut Open)
                }
                Half::Twin => moved::<S, P, A, W, V>(policy, board, local.recent, rng, twin),
            };
            if let Some(v) = played {
                policy.turned(board, played);
                local.moved(S::COLOR, played);
                boards[half.other().index()].pass();
                return Some((half, v));
            }
        }
        for ((policy, board), local) in self.policies.iter_mut().zip(boards).zip(locals) {
            policy.turned(board, None);
            local.moved(S::COLOR, None);
        }
        None
    }
}

/// The policy's move on its board; without one the board has passed. Not inlined: it is called from
/// four places, and a policy is large.
#[inline(never)]
fn moved<S: Side, P, A, const W: usize, const V: usize>(
    policy: &mut P,
    board: &mut Board<W, V, P::Features>,
    recent: Recent<W>,
    rng: &mut Rng,
    attempt: &mut A,
) -> Option<Vertex<W>>
where
    P: Policy<W, V>,
    A: Attempt<W, V, P::Features>,
{
    loop {
        match policy.turn::<S, A>(board, recent, rng, attempt) {
            Turn::Played(v) => return Some(v),
            Turn::Passed => return None,
            Turn::Refused => {}
        }
    }
}
