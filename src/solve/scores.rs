//! Scores of the moves of a problem, whoever found them.

use tengen_go::{Game, Move};
use tengen_solver::brute;
use tengen_solver::endgame::{Fault, Limits, solve};

/// The exact scores of all moves.
#[derive(Clone)]
pub(super) struct Scores {
    /// The points that Black is ahead at the end if both sides play their best, komi apart.
    pub(super) points: i32,
    /// The moves, each with the points that Black is ahead at the end.
    pub(super) moves: Vec<(Move, i32)>,
    /// The number of areas, if that was asked.
    pub(super) areas: Option<usize>,
}

impl Scores {
    /// By the solver.
    pub(super) fn solved(game: &Game, limits: &Limits) -> Result<Self, Fault> {
        let solution = solve(game, game.turn(), limits)?;
        let moves = solution.moves.iter();
        Ok(Self {
            points: solution.points,
            moves: moves.map(|scored| (scored.mv, scored.points)).collect(),
            areas: Some(solution.areas.len()),
        })
    }

    /// By plain minimax.
    pub(super) fn listed(game: &Game, bounds: &brute::Bounds) -> Result<Self, brute::GivenUp> {
        let turn = game.turn();
        let moves = brute::solve(game, turn, bounds)?.scores;
        let points = moves.iter().map(|&(_, points)| points);
        // The pass is always there.
        let best = points.max_by_key(|points| points * turn.sign());
        Ok(Self {
            points: best.unwrap_or(0),
            moves,
            areas: None,
        })
    }

    /// The moves than which none is better.
    pub(super) fn best(&self) -> impl Iterator<Item = Move> + '_ {
        let best = self
            .moves
            .iter()
            .filter(|&&(_, points)| points == self.points);
        best.map(|&(mv, _)| mv)
    }

    /// True if a move is one of these.
    pub(super) fn has(&self, mv: Move) -> bool {
        self.moves.iter().any(|&(other, _)| other == mv)
    }
}
