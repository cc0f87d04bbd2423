//! Late endgames of Go, exactly.
//!
//! # What is asked
//!
//! Everything here is proved about the following game, which [`crate::brute`] plays by plain minimax,
//! as the tests do, too.
//!
//! * The players move in turn and may pass; two passes in a row end the game. Suicide and repetition
//!   are as the rules of the game say, but the suicide of a single stone is no move.
//! * Some points are *settled* ([`Settled`]): the stones of chains that live unconditionally, and the
//!   territory around them in which the opponent can never make two eyes.
//! * Moves are played in the *areas* only ([`areas`]): the connected parts of what is not settled.
//! * At the end, by *territory*, a side has its settled territory, one more for each dead stone there,
//!   and its prisoners; what is not settled counts for nobody, as in a seki. By *area* the points are
//!   those of Tromp and Taylor after the dead stones of settled territory are taken off.
//!
//! So a player must play until what he owns is settled. In late endgames that costs nothing: walls
//! with eyes stand, and the open points are corridors, captures and neutral points between them. But a
//! territory of some size is an area too, and its owner would not divide it, since that costs him points. So what
//! both sides may claim is looked at (`claim.rs`), and where it makes a difference there is no answer.
//!
//! **Moves into settled territory gain nothing** where no ko matters. Such a move changes no area: a
//! region of settled territory borders living stones of its owner alone. By territory it costs its
//! player a point (he fills his own, or gives a prisoner), by area nothing; and what it does to the
//! life of the own stones, if it does anything, is to end it. So it leaves a position no better for
//! its player than before, with the other side to move, and by the theorem in `form.rs` such an option
//! can be dropped from any sum: it is no better than a pass. With ko it can be a threat like a stone
//! thrown anywhere, so there the rule that moves are played in areas is part of the definition.
//!
//! # How it is answered
//!
//! Areas are independent ([`areas`] says why), so each becomes a small game of its own, on bits
//! (`patch.rs`, `life.rs`), with all its positions listed (`graph.rs`). If no order of moves repeats a
//! position, the area is free of ko; otherwise it is bounded by two games that are (`bracket.rs`). These
//! games are simplified (`form.rs`, `simplify.rs`) and solved as a sum (`sum.rs`). If ko makes the bounds differ,
//! or an area has too many positions, all are searched together by alpha-beta, with the past taken
//! into account where it matters (`whole.rs`, `spot.rs`, `trace.rs`). Either way [`solve`] has the exact score of every move, or
//! says why not: there are no guesses.
//!
//! [`Valuation`] looks at the areas as combinatorial games: value, mean, temperature, and which of
//! two moves is better whatever else is on the board.
//!
//! ```
//! use tengen_go::{Color, Diagram, Game, Komi, Rules};
//! use tengen_solver::endgame::{Limits, solve};
//!
//! // Black closes the corridor for a point, or White enters it.
//! let text = ". X X X O O .
//!             X X X X O O O
//!             X X . . O O O
//!             X X X X O O O
//!             X X X X O O O
//!             X . X X O . O
//!             X X X X O O O";
//! let stones = Diagram::parse(text)?.stones;
//! let game = Game::from_position(stones, Color::Black, Rules::JAPANESE, Komi::ZERO);
//! let solution = solve(&game, Color::Black, &Limits::default())?;
//! assert_eq!(solution.score.to_string(), "B+1");
//! assert_eq!(solution.line[0].label(game.size()), "D5");
//! let area = solution.areas[0].value.clone()?;
//! assert_eq!((area.name.as_str(), area.temperature.to_string()), ("{1|*}", "1/2".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod area;
mod bracket;
mod claim;
mod form;
mod graph;
mod life;
mod limits;
mod parts;
mod patch;
mod position;
mod settled;
mod simplify;
mod solution;
mod spot;
mod sum;
mod trace;
mod valuation;
mod value;
mod whole;

use tengen_go::{Color, Game, Move};

pub use answer::{Answer, Area, Choice, Outcome, Unvalued};
pub use area::{areas, open_points};
pub use limits::{Fault, Limits};
pub use parts::{Parts, area_letter, area_name};
pub use settled::Settled;
pub use solution::{AreaReport, Proof, ScoredMove, Solution};
pub use valuation::Valuation;
pub use value::{AreaFault, AreaValue, Reading};

use graph::Graph;
use limits::Budget;
use position::Position;
use sum::{Bound, Whole};

/// The longest line of a sum, which bounds recursion.
const LONGEST: usize = 600;

/// The exact score of every move of a side, with the proof's kind.
///
/// # Errors
/// If the position is no late endgame, or too large, or a limit is reached first.
pub fn solve(game: &Game, turn: Color, limits: &Limits) -> Result<Solution, Fault> {
    let position = Position::new(game, turn, limits)?;
    let mut budget = Budget::new(*limits);
    let mut areas = Vec::new();
    let mut graphs = Vec::new();
    for area in &position.areas {
        let graph = position.graph(area, limits, &mut budget)?;
        areas.push(AreaReport {
            points: *area,
            open: open_points(area, game.stones()),
            positions: graph.as_ref().map(|graph| graph.positions.len()),
            ko: graph.as_ref().map(|graph| graph.order.is_none()),
            value: Err(AreaFault::NotAsked),
        });
        graphs.extend(graph);
    }
    let settled = position.points();
    let listed = graphs.len() == areas.len() && !position.may_repeat(&graphs);
    let solved = if listed {
        by_sum(&position, &graphs, limits, &mut budget)?
    } else {
        None
    };
    let (moves, line, proof) = match solved {
        Some((moves, line)) => (moves, line, Proof::Sum),
        None => {
            let answer = position.whole(&mut budget)?;
            let scores = answer.scores.iter();
            let moves = scores.map(|&(mv, points)| (mv, points + settled)).collect();
            let proof = if answer.free {
                Proof::Whole
            } else {
                Proof::WholeWithKo
            };
            (moves, answer.line, proof)
        }
    };
    if limits.values {
        let mut valuation = Valuation::new(game, limits);
        for (area, report) in areas.iter_mut().enumerate() {
            report.value = match &mut valuation {
                Ok(valuation) => valuation.report(area),
                Err(Fault::Time) => Err(AreaFault::Time),
                Err(_) => Err(AreaFault::TooLarge),
            };
        }
    }
    let points = best_points(&moves, turn).unwrap_or(settled);
    Ok(Solution {
        turn,
        settled,
        points,
        score: game.agreed().settle(points),
        moves: moves
            .into_iter()
            .map(|(mv, points)| ScoredMove { mv, points })
            .collect(),
        line,
        areas,
        nodes: budget.nodes,
        proof,
        granted: listed && proof == Proof::Sum && graphs.iter().any(Graph::has_grants),
    })
}

type Scores = Vec<(Move, i32)>;

fn best_points(moves: &[(Move, i32)], turn: Color) -> Option<i32> {
    let points = moves.iter().map(|&(_, points)| points);
    points.max_by_key(|points| points * turn.sign())
}

/// Solves a sum of areas; `None` if ko may matter, or if their forms are too many.
fn by_sum(
    position: &Position<'_>,
    graphs: &[Graph],
    limits: &Limits,
    budget: &mut Budget,
) -> Result<Option<(Scores, Vec<Move>)>, Fault> {
    let free = graphs.iter().all(|graph| graph.order.is_some());
    let mut undivided = graphs.iter().position(|graph| !graph.is_divided());
    undivided = undivided.filter(|_| limits.claims);
    // At worst for Black, which is all there is to know where nothing cycles and everything is
    // divided, and at best.
    let Some(mut worst) = Bound::new(graphs, Color::White, limits, budget)? else {
        return Ok(None);
    };
    let mut best = None;
    if !free || undivided.is_some() {
        best = Bound::new(graphs, Color::Black, limits, budget)?;
        if best.is_none() {
            return Ok(None);
        }
    }
    let mut at = Whole::start(graphs.len(), position.points(), position.passed());
    let mut turn = position.turn;
    let first = worst.scores(&at, turn, budget)?;
    if let Some(best) = &mut best
        && best.scores(&at, turn, budget)? != first
    {
        return match undivided.filter(|_| free) {
            Some(area) => Err(position.undivided(&position.areas[area])),
            None => Ok(None),
        };
    }
    let mut line = Vec::new();
    while line.len() < LONGEST {
        // Each side plays by the bound that is against it, so neither loses what it has.
        let bound = match (&mut best, turn) {
            (Some(best), Color::White) => best,
            _ => &mut worst,
        };
        // The scores are proved; a line that is too costly is cut short.
        let scores = bound.scores(&at, turn, budget).unwrap_or_default();
        let Some(mv) = whole::best(&scores, turn) else {
            break;
        };
        line.push(mv);
        let over = mv == Move::Pass && at.passed;
        let Some(after) = bound.play(&at, turn, mv).filter(|_| !over) else {
            break;
        };
        at = after;
        turn = !turn;
    }
    Ok(Some((first, line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Rng;
    use tengen_go::{Diagram, Komi, Rules};

    /// Three areas between a black and a white wall, filled at random.
    fn random_areas(rng: &mut Rng) -> Option<Game> {
        let mut text = String::new();
        for row in 0..9 {
            let cells: String = (0..5)
                .map(|_| [". ", ". ", "X ", "O "][rng.below(4) as usize])
                .collect();
            text += &match row {
                0 | 8 => ". X X X O O O O .".to_owned(),
                1 | 5 | 7 => format!("X X {cells}O O"),
                _ => "X . X X X O O . O".to_owned(),
            };
            text.push('\n');
        }
        let stones = Diagram::parse(&text).ok()?.stones;
        let rules = [Rules::JAPANESE, Rules::CHINESE][rng.below(2) as usize];
        let turn = Color::BOTH[rng.below(2) as usize];
        Some(Game::from_position(stones, turn, rules, Komi::ZERO))
    }

    #[test]
    fn sums_have_the_scores_of_a_search_of_the_whole() {
        let mut rng = Rng::new(7);
        let limits = Limits {
            claims: false,
            ..Limits::default()
        };
        let mut compared = 0;
        while compared < 30 {
            let Some(game) = random_areas(&mut rng) else {
                continue;
            };
            let position = Position::new(&game, game.turn(), &limits).unwrap();
            let mut budget = Budget::new(limits);
            let graphs: Vec<Graph> = position
                .areas
                .iter()
                .filter_map(|area| position.graph(area, &limits, &mut budget).unwrap())
                .collect();
            let open: usize = position
                .areas
                .iter()
                .map(|a| open_points(a, game.stones()))
                .sum();
            if graphs.len() < 2 || open > 9 {
                continue;
            }
            let Some((by_sum, _)) = by_sum(&position, &graphs, &limits, &mut budget).unwrap()
            else {
                continue;
            };
            let whole = position.whole(&mut budget).unwrap();
            let settled = position.points();
            let by_whole: Scores = whole
                .scores
                .iter()
                .map(|&(mv, p)| (mv, p + settled))
                .collect();
            assert_eq!(
                by_sum,
                by_whole,
                "{}",
                tengen_go::Drawing::new(game.stones())
            );
            compared += 1;
        }
    }
}
