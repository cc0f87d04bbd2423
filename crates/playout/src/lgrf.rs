//! Last good reply with forgetting: a playout repeats the replies that won.
//!
//! H. Baier and P. Drake, "The power of forgetting: improving the last-good-reply policy in Monte
//! Carlo Go", IEEE Transactions on Computational Intelligence and AI in Games 2(4), 2010. For each
//! colour, the reply to the last two moves (LGRF-2) and to the last one (LGRF-1) is remembered if
//! its player won the playout, and forgotten as soon as its player loses with it. A remembered
//! reply is played if it can be; otherwise the wrapped policy moves.
//!
//! We deviate in one point: replies that fill an own one-point eye are not played, as in all our
//! playouts.

use tengen_game::{Color, Rng};
use tengen_go::board::{Board, Side, Vertex};

use crate::policy::{Attempt, Policy, Recent, Trial, Turn};

tengen_params::params! {
    /// Last good reply with forgetting.
    pub struct LgrfParams as lgrf {
        /// How many moves a reply answers: 1 (LGRF-1), or 2 with 1 to fall back on (LGRF-2).
        depth: u32 = 2, 1..=2;
    }
}

/// A move that was a good reply, or nothing.
type Reply<const W: usize> = Option<Vertex<W>>;

/// A policy that tries the last good reply before it asks `P`.
#[derive(Clone, Debug)]
pub struct Lgrf<P, const W: usize> {
    inner: P,
    /// By colour and the last move.
    to_one: Box<[Reply<W>]>,
    /// By colour, the move before and the last move; nothing at depth 1.
    to_two: Box<[Reply<W>]>,
}

impl<P, const W: usize> Lgrf<P, W> {
    const CELLS: usize = Vertex::<W>::CELLS;

    /// Knows no replies yet. The tables are allocated here, once.
    #[must_use]
    pub fn new(inner: P, params: &LgrfParams) -> Self {
        let pairs = if params.depth >= 2 {
            2 * Self::CELLS * Self::CELLS
        } else {
            0
        };
        Self {
            inner,
            to_one: vec![None; 2 * Self::CELLS].into(),
            to_two: vec![None; pairs].into(),
        }
    }

    /// Forgets all replies.
    pub fn clear(&mut self) {
        self.to_one.fill(None);
        self.to_two.fill(None);
    }

    /// The wrapped policy.
    pub const fn inner(&self) -> &P {
        &self.inner
    }

    /// The reply of `color` to the last move alone.
    #[must_use]
    pub fn reply_to_one(&self, color: Color, last: Vertex<W>) -> Option<Vertex<W>> {
        self.to_one[Self::one(color, last)]
    }

    /// The reply of `color` to the last two moves; `None` at depth 1.
    #[must_use]
    pub fn reply_to_two(
        &self,
        color: Color,
        before: Vertex<W>,
        last: Vertex<W>,
    ) -> Option<Vertex<W>> {
        self.to_two
            .get(Self::two(color, before, last))
            .copied()
            .flatten()
    }

    #[inline(always)]
    const fn one(color: Color, last: Vertex<W>) -> usize {
        color as usize * Self::CELLS + last.cell()
    }

    #[inline(always)]
    const fn two(color: Color, before: Vertex<W>, last: Vertex<W>) -> usize {
        Self::one(color, before) * Self::CELLS + last.cell()
    }

    /// Remembers a reply that won, or forgets it if it lost.
    fn learn(&mut self, color: Color, after: Recent<W>, reply: Vertex<W>, won: bool) {
        let Some(last) = after.last else { return };
        update(&mut self.to_one[Self::one(color, last)], reply, won);
        if let Some(before) = after.before
            && let Some(place) = self.to_two.get_mut(Self::two(color, before, last))
        {
            update(place, reply, won);
        }
    }
}

fn update<const W: usize>(place: &mut Reply<W>, reply: Vertex<W>, won: bool) {
    if won {
        *place = Some(reply);
    } else if *place == Some(reply) {
        *place = None;
    }
}

impl<P, const W: usize, const V: usize> Policy<W, V> for Lgrf<P, W>
where
    P: Policy<W, V>,
{
    type Features = P::Features;

    #[inline(always)]
    fn begin(&mut self, board: &Board<W, V, P::Features>) {
        self.inner.begin(board);
    }

    #[inline(always)]
    fn turned(&mut self, board: &Board<W, V, P::Features>, mv: Option<Vertex<W>>) {
        self.inner.turned(board, mv);
    }

    #[inline(always)]
    fn turn<S: Side, A: Attempt<W, V, P::Features>>(
        &mut self,
        board: &mut Board<W, V, P::Features>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W> {
        if let Some(last) = recent.last {
            let two = recent
                .before
                .and_then(|before| self.reply_to_two(S::COLOR, before, last));
            let one = self.reply_to_one(S::COLOR, last);
            for reply in [two, one.filter(|_| one != two)].into_iter().flatten() {
                if board.is_empty(reply) && !board.around(reply).is_eye::<S>() {
                    match attempt.attempt::<S>(board, reply) {
                        Trial::Played => return Turn::Played(reply),
                        Trial::Again => return Turn::Refused,
                        Trial::Not => {}
                    }
                }
            }
        }
        self.inner.turn::<S, A>(board, recent, rng, attempt)
    }

    fn finished(
        &mut self,
        before: Recent<W>,
        first: Color,
        moves: &[Option<Vertex<W>>],
        winner: Option<Color>,
    ) {
        if let Some(winner) = winner {
            let (mut color, mut recent) = (first, before);
            for &mv in moves {
                if let Some(reply) = mv {
                    self.learn(color, recent, reply, color == winner);
                }
                recent = recent.then(mv);
                color = !color;
            }
        }
        self.inner.finished(before, first, moves, winner);
    }
}
