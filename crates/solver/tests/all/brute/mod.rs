//! Endgames by plain minimax with ko: slow and obviously right.
//!
//! Every line is played on a [`Game`], whose history decides what may be repeated; nothing is
//! remembered and nothing is cut. What is settled is found anew in every position, with the code of
//! [`tengen_solver::brute`], which shares nothing with the solver but Benson's theorem.

use tengen_game::Color;
use tengen_go::{Game, Move, PointSet, Scoring, State};
use tengen_solver::brute::{count, settled};

/// A tree that is too large, or a line without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GivenUp {
    TooLarge,
    NoResult,
}

pub(crate) struct Brute {
    /// The number of positions that may be looked at.
    pub(crate) left: u64,
    /// The number of moves that a game may have, which bounds recursion.
    pub(crate) longest: usize,
    /// The number of moves into settled territory that a line may have.
    pub(crate) wasted: usize,
}

/// The settled territory of Black and of White.
fn territories(game: &Game) -> [PointSet; 2] {
    Color::BOTH.map(|color| settled(game.stones(), game.rules().suicide, color))
}

/// The count of a position as it stands.
fn counted(game: &Game) -> i32 {
    let [black, white] = territories(game);
    let scoring = game.rules().scoring;
    let taken = |color| match scoring {
        Scoring::Area => 0,
        Scoring::Territory => game.captures(color) as i32,
    };
    count(game.stones(), scoring, [&black, &white]) + taken(Color::Black) - taken(Color::White)
}

impl Brute {
    /// The score of every move that the solver should know.
    pub(crate) fn scores(&mut self, game: &Game, turn: Color) -> Result<Vec<(Move, i32)>, GivenUp> {
        let mut scores = Vec::new();
        for (mv, wasted) in self.moves(game, turn) {
            if !wasted {
                let mut after = game.clone();
                after.play(turn, mv).unwrap();
                scores.push((mv, self.value(&after, !turn)?));
            }
        }
        Ok(scores)
    }

    /// The legal moves, and whether they are in settled territory.
    fn moves(&self, game: &Game, turn: Color) -> Vec<(Move, bool)> {
        let [black, white] = territories(game);
        let territory = black.union(&white);
        let single = |mv: Move| match mv {
            // A suicide of one stone is no move: it changes nothing.
            Move::Play(point) => {
                let mut after = game.stones().clone();
                after.forget_ko();
                after.suicide(turn, point) == 1
            }
            Move::Pass => false,
        };
        game.legal_moves(turn)
            .into_iter()
            .map(|mv| (mv, mv.point().is_some_and(|p| territory.contains(p))))
            .filter(|&(mv, wasted)| (self.wasted > 0 || !wasted) && !single(mv))
            .collect()
    }

    fn value(&mut self, game: &Game, turn: Color) -> Result<i32, GivenUp> {
        self.left = self.left.checked_sub(1).ok_or(GivenUp::TooLarge)?;
        if game.moves().len() > self.longest {
            return Err(GivenUp::TooLarge);
        }
        match game.state() {
            State::Over => return Ok(counted(game)),
            State::NoResult { .. } => return Err(GivenUp::NoResult),
            State::Running => {}
        }
        let mut best: Option<i32> = None;
        for (mv, wasted) in self.moves(game, turn) {
            let mut after = game.clone();
            after.play(turn, mv).unwrap();
            self.wasted -= usize::from(wasted);
            let value = self.value(&after, !turn);
            self.wasted += usize::from(wasted);
            let value = value?;
            best = Some(match (best, turn) {
                (None, _) => value,
                (Some(best), Color::Black) => best.max(value),
                (Some(best), Color::White) => best.min(value),
            });
        }
        Ok(best.unwrap_or_else(|| counted(game)))
    }
}
