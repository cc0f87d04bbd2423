//! A leaf is judged by a playout, behind the gate of its tabu lists if it has some.

use std::sync::Arc;

use tengen_game::{Outcome, Rng};
use tengen_go::board::{Board, Vertex};
use tengen_go::{Color, Move, Situation};
use tengen_playout::playout::play_out_behind;
use tengen_playout::tabu::LeafPlace;
use tengen_playout::{Gate, Policy, Recent, Start, Tabu, play_out};
use tengen_search::parts::NO_CODE;
use tengen_search::{Counter, Judgement, Leaf, NodeId, Trace, Visit};

use crate::ownership::vertices;

/// Plays the game out by a policy.
pub(crate) struct Playout<const W: usize, const V: usize, P> {
    policy: P,
    tabu: Option<Tabu>,
    /// The moves of the playout, those in the tree first.
    moves: Vec<Option<Vertex<W>>>,
    /// The code of the move on each cell of the grid.
    codes: Vec<u16>,
    played: Arc<Counter>,
    capped: Arc<Counter>,
    refused: Arc<Counter>,
    without: Arc<Counter>,
}

impl<const W: usize, const V: usize, P: Policy<W, V>> Playout<W, V, P> {
    /// Judges positions on boards like this one.
    pub(crate) fn new(policy: P, tabu: Option<Tabu>, board: &Board<W, V, P::Features>) -> Self {
        let vertices = vertices(board);
        let mut codes = vec![NO_CODE; V];
        for (v, code) in vertices.iter().zip(0..) {
            codes[v.cell()] = code;
        }
        Self {
            policy,
            tabu,
            moves: Vec::with_capacity(4 * vertices.len()),
            codes,
            played: Counter::new("playout moves"),
            capped: Counter::new("playouts cut off"),
            refused: Counter::new("refused moves"),
            without: Counter::new("playouts without lists"),
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
    ) -> Judgement {
        let (before, in_tree) = visit.line.split_at(visit.line.len() - visit.depth);
        let (komi, taxed) = (position.komi, position.is_taxed());
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
        let gate = visit.node.and_then(|node| {
            let place = LeafPlace {
                node: node.index(),
                parent: visit.parent.map(NodeId::index),
                played: visit.played,
                depth: visit.depth,
                turn,
            };
            self.tabu.as_mut()?.at(place)
        });
        let (policy, moves) = (&mut self.policy, &mut self.moves);
        let count = |score: i32, moves: &[Option<Vertex<W>>]| {
            let stones = if taxed {
                lead(turn, &moves[visit.depth..])
            } else {
                0
            };
            komi.raised(stones).settle(score)
        };
        let (ending, score) = match gate {
            Some(mut gate) => {
                let ending = play_out_behind(board, start, policy, &mut gate, moves, rng);
                let score = count(ending.score, moves);
                Gate::<W>::finished(&mut gate, score.winner());
                self.refused.add(u64::from(gate.refused()));
                (ending, score)
            }
            None => {
                self.without.add(1);
                let ending = play_out(board, start, policy, moves, rng);
                (ending, count(ending.score, moves))
            }
        };
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
        let outcome = Outcome {
            winner,
            score: score.black() as f32,
        };
        outcome.into()
    }

    /// Under territory rules dead stones are taken off for nothing. Which they are is found out by
    /// playing on, with stones that cost nothing: not even an odd one, which takes a dead stone more often than
    /// a neutral point.
    fn settle(
        &mut self,
        position: &mut Situation<W, V, P::Features>,
        outcome: Outcome,
        rng: &mut Rng,
    ) -> Outcome {
        if !position.is_taxed() {
            return outcome;
        }
        let start = Start {
            turn: position.turn,
            recent: Recent::default(),
            passed: false,
        };
        self.moves.clear();
        let (policy, moves) = (&mut self.policy, &mut self.moves);
        let ending = play_out(&mut position.board, start, policy, moves, rng);
        let score = position.komi.settle(ending.score);
        Outcome {
            winner: score.winner(),
            score: score.black() as f32,
        }
    }

    fn rooted(&mut self) {
        if let Some(tabu) = &self.tabu {
            tabu.clear();
        }
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        let mut counters = vec![self.played.clone(), self.capped.clone()];
        if self.tabu.is_some() {
            counters.extend([self.refused.clone(), self.without.clone()]);
        }
        counters
    }
}

/// Black's stones minus White's in a playout up to its first pass. From then on a side mostly fills its
/// own territory, which players who count it would not do.
fn lead<const W: usize>(turn: Color, moves: &[Option<Vertex<W>>]) -> i32 {
    let until_pass = moves.iter().take_while(|mv| mv.is_some()).count();
    turn.sign() * (until_pass % 2) as i32
}

/// Tests if the move before was a pass, so that one more ends the game.
fn position_passed(visit: &Visit<'_, Move>) -> bool {
    visit.line.last() == Some(&Move::Pass)
}
