//! Leaves of any game judged by random play.

use tengen_game::{Outcome, Position, Rng};

use crate::evaluation::Judgement;
use crate::parts::{Leaf, Trace, Visit};

/// A leaf judged by a game of random moves, each legal one as likely as the others. A game that is too
/// long is a draw.
#[derive(Clone, Debug)]
pub struct RandomPlayout<M> {
    longest: usize,
    /// The moves of the position at hand, kept for its memory.
    moves: Vec<M>,
}

impl<M> RandomPlayout<M> {
    /// Playouts of at most so many moves.
    #[must_use]
    pub const fn new(longest: usize) -> Self {
        Self {
            longest,
            moves: Vec::new(),
        }
    }
}

impl<P: Position> Leaf<P> for RandomPlayout<P::Move>
where
    P::Move: Send,
{
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no game has 65,536 codes of moves"
    )]
    fn judge(
        &mut self,
        position: &mut P,
        _: Visit<'_, P::Move>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        for _ in 0..self.longest {
            if let Some(outcome) = position.outcome() {
                return outcome.into();
            }
            self.moves.clear();
            position.moves(|mv| self.moves.push(mv));
            let mv = self.moves[rng.below(self.moves.len() as u32) as usize];
            if trace.is_wanted() {
                trace.extend([position.code(mv) as u16]);
            }
            position.play(mv);
        }
        let draw = Outcome {
            winner: None,
            score: 0.0,
        };
        position.outcome().unwrap_or(draw).into()
    }
}
