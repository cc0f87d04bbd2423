//! A leaf is judged by a playout.

use std::sync::Arc;

use tengen_game::{Outcome, Rng};
use tengen_go::board::{Board, Vertex};
use tengen_go::{Move, Situation};
use tengen_playout::{Policy, Recent, Start, play_out};
use tengen_search::parts::NO_CODE;
use tengen_search::{Counter, Leaf, Trace, Visit};

use super::tally::vertices;

/// Plays the game out by a policy.
pub(super) struct Playout<const W: usize, const V: usize, P> {
    policy: P,
    /// The moves of the playout, those in the tree first.
    moves: Vec<Option<Vertex<W>>>,
    /// The code of the move on each cell of the grid.
    codes: Vec<u16>,
    played: Arc<Counter>,
    capped: Arc<Counter>,
}

impl<const W: usize, const V: usize, P: Policy<W, V>> Playout<W, V, P> {
    /// Judges positions on boards like this one.
    pub(super) fn new(policy: P, board: &Board<W, V, P::Features>) -> Self {
        let vertices = vertices(board);
        let mut codes = vec![NO_CODE; V];
        for (v, code) in vertices.iter().zip(0..) {
            codes[v.cell()] = code;
        }
        Self {
            policy,
            moves: Vec::with_capacity(4 * vertices.len()),
            codes,
            played: Counter::new("playout moves"),
            capped: Counter::new("playouts cut off"),
        }
    }
}

impl<const W: usize, const V: usize, P> Leaf<Situation<W, V, P::Features>> for Playout<W, V, P>
where
    P: Policy<W, V> + Send,
{
    fn judge(
        &mut self,
        position: &mut Situation<W, V, P::Features>,
        visit: Visit<'_, Move>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Outcome {
        let (before, in_tree) = visit.line.split_at(visit.line.len() - visit.depth);
        let board = &mut position.board;
        let place = |mv: &Move| mv.point().and_then(Vertex::new);
        let before = before
            .iter()
            .fold(Recent::default(), |recent, mv| recent.then(place(mv)));
        self.moves.clear();
        self.moves.extend(in_tree.iter().map(place));
        let recent = self
            .moves
            .iter()
            .fold(before, |recent, &mv| recent.then(mv));
        let turn = position.turn;
        let start = Start {
            turn,
            recent,
            passed: position_passed(&visit),
        };
        let ending = play_out(board, start, &mut self.policy, &mut self.moves, rng);
        let score = position.komi.settle(ending.score);
        let winner = score.winner();
        if trace.is_wanted() {
            let played = &self.moves[visit.depth..];
            trace.extend(played.iter().map(|mv| match mv {
                Some(v) => self.codes[v.cell()],
                None => NO_CODE,
            }));
        }
        let first = if visit.depth.is_multiple_of(2) {
            turn
        } else {
            !turn
        };
        self.policy.finished(before, first, &self.moves, winner);
        self.played.add(u64::from(ending.moves));
        self.capped.add(u64::from(ending.capped));
        Outcome {
            winner,
            score: score.black() as f32,
        }
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        vec![self.played.clone(), self.capped.clone()]
    }
}

/// Whether the move before was a pass, so that one more ends the game.
fn position_passed(visit: &Visit<'_, Move>) -> bool {
    visit.line.last() == Some(&Move::Pass)
}
