//! All that is found out about a position: scores, values, and how moves compare.

use std::time::{Duration, Instant};

use tengen_go::{Color, Game, Komi, Move, PointSet, Score};
use tengen_solver::cgt::Relation;
use tengen_solver::endgame::{
    AreaReport, AreaValue, Fault, Limits, Settled, Solution, Valuation, areas, open_points, solve,
};

use crate::board::Mark;

/// What a position is cut into.
pub(super) struct Parts {
    settled: Settled,
    areas: Vec<PointSet>,
    /// The points of each area that are empty.
    open: Vec<usize>,
}

impl Parts {
    /// The parts of a position.
    pub(super) fn of(game: &Game) -> Self {
        let stones = game.stones();
        let settled = Settled::of(stones, game.rules().suicide);
        let areas = areas(stones, &settled);
        let open = areas.iter().map(|area| open_points(area, stones)).collect();
        Self {
            settled,
            areas,
            open,
        }
    }

    /// What an empty point is marked with. Where nothing is settled, there is nothing to be told.
    pub(super) fn mark(&self, point: tengen_go::Point) -> Option<Mark> {
        let own = |&color: &Color| self.settled.territory[color].contains(point);
        if let Some(color) = Color::BOTH.into_iter().find(own) {
            return Some(Mark::Territory(color));
        }
        let area = self.areas.iter().position(|area| area.contains(point))?;
        let settled = !self.settled.all().is_empty();
        settled.then(|| Mark::Letter(letter(area).unwrap_or('*')))
    }

    /// How many points are open in all areas together.
    pub(super) fn open(&self) -> usize {
        self.open.iter().sum()
    }

    /// How many areas there are.
    pub(super) const fn number(&self) -> usize {
        self.areas.len()
    }
}

/// The letter of an area, as long as there are some: not `x` and `o`, which stand for stones and
/// territory.
fn letter(area: usize) -> Option<char> {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.filter(|c| !"xoXO".contains(*c)).nth(area)
}

/// What an area is called.
pub(super) fn name(area: usize) -> String {
    letter(area).map_or_else(|| (area + 1).to_string(), String::from)
}

/// A move and what is known of it.
pub(super) struct Choice {
    /// The move.
    pub(super) mv: Move,
    /// The points that Black is ahead at the end, komi apart.
    pub(super) points: i32,
    /// The result with komi.
    pub(super) score: Score,
    /// The points that it loses against the best.
    pub(super) loss: i32,
    /// How it stands to the first move of the best line whatever else is on the board, for the side to
    /// move; or why that is unknown.
    pub(super) relation: Result<Relation, String>,
}

impl Choice {
    /// The result without komi.
    pub(super) const fn on_the_board(&self) -> Score {
        Komi::ZERO.settle(self.points)
    }
}

/// An area and its value, or why it has none.
pub(super) struct Area {
    /// What is known of it.
    pub(super) report: AreaReport,
    /// The value.
    pub(super) value: Result<AreaValue, String>,
}

/// An answer.
pub(super) struct Answer {
    /// The scores and their proof.
    pub(super) solution: Solution,
    /// The areas with their values.
    pub(super) areas: Vec<Area>,
    /// The moves, best first.
    pub(super) choices: Vec<Choice>,
    /// How long it took.
    pub(super) elapsed: Duration,
}

impl Answer {
    /// Solves a position for the side whose turn it is.
    ///
    /// # Errors
    /// If the scores are not found; values that are not found are no error.
    pub(super) fn find(game: &Game, limits: &Limits) -> Result<Self, Fault> {
        let start = Instant::now();
        let solution = solve(game, game.turn(), limits)?;
        let mut values = Valuation::new(game, limits).map_err(|fault| fault.to_string());
        let mut areas = Vec::new();
        for (number, report) in solution.areas.iter().enumerate() {
            let value = match &mut values {
                Ok(values) => values.report(number).map_err(|fault| fault.to_string()),
                Err(fault) => Err(fault.clone()),
            };
            areas.push(Area {
                report: report.clone(),
                value,
            });
        }
        let choices = choices(game, &solution, &mut values);
        Ok(Self {
            solution,
            areas,
            choices,
            elapsed: start.elapsed(),
        })
    }

    /// The move with which the others are compared.
    pub(super) fn best(&self) -> Option<Move> {
        self.choices.first().map(|choice| choice.mv)
    }
}

/// The moves, best first; of those that are equally good, the first of the best line.
fn choices(
    game: &Game,
    solution: &Solution,
    values: &mut Result<Valuation, String>,
) -> Vec<Choice> {
    let turn = solution.turn;
    let first = solution.line.first().copied();
    let mut moves = solution.moves.clone();
    moves.sort_by_key(|scored| (-scored.points * turn.sign(), Some(scored.mv) != first));
    let best = moves.first().map_or(Move::Pass, |scored| scored.mv);
    let choice = |scored: &tengen_solver::endgame::ScoredMove| Choice {
        mv: scored.mv,
        points: scored.points,
        score: game.agreed().settle(scored.points),
        loss: (solution.points - scored.points) * turn.sign(),
        relation: match values {
            Ok(values) => relation(values, turn, scored.mv, best),
            Err(fault) => Err(fault.clone()),
        },
    };
    moves.iter().map(choice).collect()
}

/// How a move stands to another whatever else is on the board, for its side.
fn relation(
    values: &mut Valuation,
    turn: Color,
    mv: Move,
    other: Move,
) -> Result<Relation, String> {
    if mv == other {
        return Ok(Relation::Equal);
    }
    let relation = values.compare(turn, mv, other);
    let relation = relation.map_err(|fault| fault.to_string())?;
    Ok(match turn {
        Color::Black => relation,
        Color::White => relation.reversed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_have_letters_that_are_no_stones() {
        let names: String = (0..48).map(name).collect();
        assert_eq!(names.len(), 48);
        assert!(
            names.starts_with("abc") && names.ends_with("WYZ"),
            "{names}"
        );
        assert!(!names.contains(['x', 'o', 'X', 'O']));
        assert_eq!(name(48), "49");
    }
}
