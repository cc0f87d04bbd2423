//! Endgames by plain minimax: slow and obviously right.
//!
//! Every line is played on a [`Game`], whose history decides what may be repeated; nothing is
//! remembered and nothing is cut. What is settled is found anew in every position, with code that
//! shares nothing with the solver but Benson's theorem.

use tengen_game::Color;
use tengen_go::benson::unconditional_life;
use tengen_go::{Game, Move, Point, PointSet, Scoring, State, Suicide, score};

/// A tree that is too large, or a line without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GivenUp {
    TooLarge,
    NoResult,
}

pub(crate) struct Brute {
    /// How many positions may be looked at.
    pub(crate) left: u64,
    /// How many moves a game may have, which bounds recursion.
    pub(crate) longest: usize,
    /// How many moves into settled territory a line may have.
    pub(crate) wasted: usize,
}

/// The settled territory of a side, and its living stones.
fn settled(game: &Game, color: Color) -> (PointSet, PointSet) {
    let suicide = game.rules().suicide;
    let size = game.size();
    let living = unconditional_life(game.stones(), color, suicide).stones;
    let mut territory = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for start in Point::all(size).filter(|&p| game.at(p) != Some(color)) {
        if seen.contains(start) {
            continue;
        }
        // The region around the point, grown step by step.
        let mut region: Vec<Point> = vec![start];
        let mut border: Vec<Point> = Vec::new();
        let mut i = 0;
        while i < region.len() {
            for near in region[i].neighbours(size) {
                if game.at(near) == Some(color) {
                    border.push(near);
                } else if !region.contains(&near) {
                    region.push(near);
                    seen.insert(near);
                }
            }
            i += 1;
        }
        let eyes: Vec<Point> = region
            .iter()
            .copied()
            .filter(|&p| game.at(p).is_none() || suicide == Suicide::Allowed)
            .filter(|&p| p.neighbours(size).all(|near| !living.contains(near)))
            .collect();
        let apart = |a: Point, b: Point| a != b && a.neighbours(size).all(|near| near != b);
        let room = eyes.iter().any(|&a| eyes.iter().any(|&b| apart(a, b)));
        if !border.is_empty() && border.iter().all(|&p| living.contains(p)) && !room {
            territory.extend(region);
        }
    }
    (living, territory)
}

/// The count of a position as it stands.
fn counted(game: &Game) -> i32 {
    let [(_, black), (_, white)] = Color::BOTH.map(|color| settled(game, color));
    let dead: PointSet = black
        .union(&white)
        .iter()
        .filter(|&p| game.at(p).is_some())
        .collect();
    let len = |set: &PointSet| set.len() as i32;
    match game.rules().scoring {
        Scoring::Area => {
            let area = score::area(game.stones(), &dead);
            len(&area.black) - len(&area.white)
        }
        Scoring::Territory => {
            let taken = |color| game.captures(color) as i32;
            let dead_in = |set: &PointSet| set.iter().filter(|p| dead.contains(*p)).count() as i32;
            len(&black) + dead_in(&black) + taken(Color::Black)
                - (len(&white) + dead_in(&white) + taken(Color::White))
        }
    }
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
        let [(_, black), (_, white)] = Color::BOTH.map(|color| settled(game, color));
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
