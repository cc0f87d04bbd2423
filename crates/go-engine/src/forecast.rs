//! The chances that a model gives the moves of a position, to be shown.

use std::sync::Arc;

use tengen_engine::tree_search::recent;
use tengen_go::board::{Black, Board, Full, White};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Game, Move, Point};
use tengen_pattern::model::Model;
use tengen_pattern::portable::exp;
use tengen_pattern::scene::Rater;

use crate::root::situation;

/// The chance of each point, by its index, that a strong player plays there as `turn`; 0 where no
/// legal move is. They sum to one, if there is a legal move at all.
#[must_use]
pub fn chances(model: &Arc<Model>, game: &Game, turn: Color) -> Vec<f32> {
    let line = recent(game, turn);
    let mut recent = line.iter().rev().map(|mv: &Move| mv.point());
    let strengths = Strengths {
        model,
        game,
        turn,
        last: recent.next().flatten(),
        before: recent.next().flatten(),
    };
    let mut chances = on_grid(game.size(), strengths);
    let best = chances.iter().copied().fold(f32::MIN, f32::max);
    for (point, chance) in Point::all(game.size()).zip(&mut chances) {
        let legal = chance.is_finite() && game.check(turn, Move::Play(point)).is_ok();
        *chance = if legal { exp(*chance - best) } else { 0.0 };
    }
    let sum: f32 = chances.iter().sum();
    if sum > 0.0 {
        chances.iter_mut().for_each(|chance| *chance /= sum);
    }
    chances
}

struct Strengths<'a> {
    model: &'a Arc<Model>,
    game: &'a Game,
    turn: Color,
    last: Option<Point>,
    before: Option<Point>,
}

impl OnGrid for Strengths<'_> {
    type Output = Vec<f32>;

    fn run<const W: usize, const V: usize>(self) -> Vec<f32> {
        let Self { last, before, .. } = self;
        let mut rater = Rater::<W>::new(self.model.clone(), self.game.size());
        let board: Board<W, V, Full> = situation(self.game, self.turn).board;
        let strengths = match self.turn {
            Color::Black => rater.rate::<Black, V, Full>(&board, last, before),
            Color::White => rater.rate::<White, V, Full>(&board, last, before),
        };
        strengths.to_vec()
    }
}
