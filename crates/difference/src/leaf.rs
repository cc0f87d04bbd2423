//! A leaf of a difference game is judged by a playout of both boards.

use std::sync::Arc;

use tengen_game::{Outcome, Position, Rng};
use tengen_go::Point;
use tengen_go::board::{Board, Features, Vertex};
use tengen_params::choice;
use tengen_playout::Recent;
use tengen_search::parts::NO_CODE;
use tengen_search::{Counter, Judgement, Leaf, Trace, Visit};

use crate::playout::{Local, SumStart, locals, play_out_sum};
use crate::{Half, Opening, Sum, SumMove, SumPolicy};

choice! {
    /// Which stones of a playout cost a point under territory rules.
    pub enum SumStones {
        /// Those before the first pass: from then on a side mostly fills what it owns.
        UntilPass = "until-pass",
        /// All of them.
        All = "all",
    }
}

/// Plays both boards out by a policy.
pub struct SumPlayout<const W: usize, const V: usize, P> {
    policy: P,
    stones: SumStones,
    /// The code of the move on each cell of the original's grid.
    codes: Vec<u16>,
    /// The code of the first move on the twin.
    twin: u16,
    /// The codes of the moves of a playout.
    trace: Vec<u16>,
    played: Arc<Counter>,
    capped: Arc<Counter>,
}

impl<const W: usize, const V: usize, P: SumPolicy<W, V>> SumPlayout<W, V, P> {
    /// Judges positions on boards like this one.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a board has at most 625 points"
    )]
    #[must_use]
    pub fn new(policy: P, stones: SumStones, board: &Board<W, V, P::Features>) -> Self {
        let points = board.size().area();
        let mut codes = vec![NO_CODE; V];
        let vertices = Point::all(board.size()).filter_map(|point| board.vertex(point));
        for (v, code) in vertices.zip(0..) {
            codes[v.cell()] = code;
        }
        Self {
            policy,
            stones,
            codes,
            twin: points as u16,
            trace: Vec::with_capacity(4 * points),
            played: Counter::new("playout moves"),
            capped: Counter::new("playouts cut off"),
        }
    }
}

/// The start of a leaf's playout.
fn start<const W: usize, const V: usize, F: Features>(
    position: &Sum<W, V, F>,
    line: &[SumMove<Point>],
) -> SumStart<W> {
    let banned = |point| Vertex::new(point);
    SumStart {
        turn: position.turn(),
        locals: locals(position, line),
        last: match line.last() {
            Some(&SumMove::Play(half, _)) => Some(half),
            _ => None,
        },
        passed: position.passes() > 0,
        opening: match position.opening() {
            Opening::First => Opening::First,
            Opening::Banned(to, point) => {
                banned(point).map_or(Opening::Free, |v| Opening::Banned(to, v))
            }
            Opening::Free => Opening::Free,
        },
    }
}

impl<const W: usize, const V: usize, P> Leaf<Sum<W, V, P::Features>> for SumPlayout<W, V, P>
where
    P: SumPolicy<W, V> + Send,
{
    fn judge(
        &mut self,
        position: &mut Sum<W, V, P::Features>,
        visit: Visit<'_, SumMove<Point>>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        let start = start(position, visit.line);
        let (codes, twin, wanted) = (&self.codes, self.twin, trace.is_wanted());
        let moves = &mut self.trace;
        moves.clear();
        let mut witness = |turn: Option<(Half, Vertex<W>)>| {
            if wanted {
                moves.push(match turn {
                    Some((Half::Original, v)) => codes[v.cell()],
                    Some((Half::Twin, v)) => twin + codes[v.cell()],
                    None => NO_CODE,
                });
            }
        };
        let boards = &mut position.boards;
        let ending = play_out_sum(boards, start, &mut self.policy, &mut witness, rng);
        if wanted {
            trace.extend(self.trace.iter().copied());
        }
        self.played.add(u64::from(ending.moves));
        self.capped.add(u64::from(ending.capped));
        let lead = match self.stones {
            SumStones::UntilPass => ending.lead_until_pass,
            SumStones::All => ending.lead,
        };
        let outcome = position.settle(ending.score, position.lead() + lead);
        outcome.into()
    }

    /// Under territory rules dead stones are taken off for nothing. Which they are is found out by
    /// playing on, with stones that cost nothing.
    fn settle(
        &mut self,
        position: &mut Sum<W, V, P::Features>,
        outcome: Outcome,
        rng: &mut Rng,
    ) -> Outcome {
        if !position.is_taxed() {
            return outcome;
        }
        let start = SumStart {
            turn: position.turn(),
            locals: Local::pair(position.turn(), Recent::default()),
            last: None,
            passed: false,
            opening: Opening::Free,
        };
        let boards = &mut position.boards;
        let ending = play_out_sum(boards, start, &mut self.policy, &mut |_| (), rng);
        position.settle(ending.score, position.lead())
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        vec![self.played.clone(), self.capped.clone()]
    }
}
