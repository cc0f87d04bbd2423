//! Moves drawn by how likely they look, without a search.
//!
//! A network's policy says how likely each move is that strong players choose it; where no network plays, learned
//! patterns do. People play like that, too: what looks right is played, weaker players look less closely and
//! overlook more. So each move is overlooked by chance, and one is drawn of those that are seen:
//!
//! > P ∝ p^(1/T), where p is not below the likeliest one's times `instinct.floor`
//!
//! A move that is less likely than a pass is none that people play: at the end of a game these are all that fill
//! territory, and then a player passes. Whether the game is over is for `passing` to judge.

use tengen_go::{Color, Game, Move, Point};
use tengen_params::params;
use tengen_search::portable::{exp, ln};

use crate::{Analysis, Restriction, Session, forecast};

params! {
    /// Moves drawn by how likely they look, by the policy of a network or by patterns.
    pub struct InstinctParams as instinct {
        /// Whether they are; the search only tells who wins.
        on: bool = false;
        /// Logarithms of likelihoods are divided by this: near 0 the likeliest move is played, above 1 all are more alike.
        temperature: f32 = 1.0, 0.01..=20.0, Log;
        /// What is less likely than this share of the likeliest move is not played.
        floor: f32 = 0.02, 0.0..=1.0;
        /// The chance that a move is overlooked.
        overlook: f32 = 0.0, 0.0..=1.0;
    }
}

/// A move, maybe a pass.
pub(crate) fn draw(
    session: &Session,
    analysis: &Analysis,
    restriction: &Restriction,
) -> Option<Move> {
    let logarithms = likely(session, analysis)?;
    let passes = restriction.allows(analysis.turn, Move::Pass, 0);
    let pass = logarithms.last().copied().filter(|_| passes);
    let least = pass.unwrap_or(f32::NEG_INFINITY);
    let stone = among(session, analysis, restriction, &logarithms, least);
    stone.or(passes.then_some(Move::Pass))
}

/// A move that is no pass.
pub(crate) fn stone(
    session: &Session,
    analysis: &Analysis,
    restriction: &Restriction,
) -> Option<Move> {
    let logarithms = likely(session, analysis)?;
    among(
        session,
        analysis,
        restriction,
        &logarithms,
        f32::NEG_INFINITY,
    )
}

/// The logarithms of how likely moves are, by code; the pass is the last.
fn likely(session: &Session, analysis: &Analysis) -> Option<Vec<f32>> {
    if let Some(opinion) = &analysis.findings.opinion {
        return Some(opinion.policy.to_vec());
    }
    let model = session.models().moves(session.seated()).ok()?;
    let chances = forecast::chances(&model, session.game(), analysis.turn);
    // Patterns foretell no passes.
    let pass = f32::NEG_INFINITY;
    let logarithms = chances.iter().map(|&chance| match chance > 0.0 {
        true => ln(chance),
        false => f32::NEG_INFINITY,
    });
    Some(logarithms.chain([pass]).collect())
}

/// A stone among the moves that are likelier than this.
fn among(
    session: &Session,
    analysis: &Analysis,
    restriction: &Restriction,
    logarithms: &[f32],
    least: f32,
) -> Option<Move> {
    let (game, turn) = (session.game(), analysis.turn);
    let params = &session.seated().instinct;
    let mut chance = session.chance(turn);
    let mut seen = Vec::new();
    let mut overlooked = Vec::new();
    for (point, &logarithm) in Point::all(game.size()).zip(logarithms) {
        // Every point has its random number, whatever is on it.
        let overlooks = chance.unit() < f64::from(params.overlook);
        let mv = Move::Play(point);
        let likely = logarithm > least && logarithm.is_finite();
        if likely
            && restriction.allows(turn, mv, 0)
            && game.check(turn, mv).is_ok()
            && !fills_own(game, turn, point)
        {
            match overlooks {
                true => overlooked.push((mv, logarithm)),
                false => seen.push((mv, logarithm)),
            }
        }
    }
    let moves = if seen.is_empty() { overlooked } else { seen };
    let best = moves
        .iter()
        .map(|&(_, l)| l)
        .fold(f32::NEG_INFINITY, f32::max);
    let weight = |logarithm: f32| {
        let share = exp(logarithm - best);
        match share >= params.floor {
            true => f64::from(exp((logarithm - best) / params.temperature)),
            false => 0.0,
        }
    };
    let total: f64 = moves.iter().map(|&(_, l)| weight(l)).sum();
    let mut left = total * chance.unit();
    let drawn = moves.iter().find(|&&(_, logarithm)| {
        left -= weight(logarithm);
        left <= 0.0 && weight(logarithm) > 0.0
    });
    // Rounding may leave a crumb.
    let last = || moves.iter().rev().find(|&&(_, l)| weight(l) > 0.0);
    drawn.or_else(last).map(|&(mv, _)| mv)
}

/// Tests if a move fills a point that own stones surround, none of which needs it.
pub(crate) fn fills_own(game: &Game, color: Color, point: Point) -> bool {
    let free = |next: Point| game.stones().liberty_points(next).len() > 1;
    let mut beside = point.neighbours(game.size());
    beside.all(|next| game.at(next) == Some(color) && free(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Diagram, Komi, Rules};

    #[test]
    fn own_eyes_are_filled_only_where_stones_need_it() {
        // Only F1 keeps the stone at E1 on the board, only D7 those below it.
        let diagram = ". X X . X . .
                       X . O X O . .
                       . . O X O . .
                       X . O O O X .
                       . X . . X . X
                       X . . O O X .
                       . . O O X . X";
        let stones = Diagram::parse(diagram).unwrap().stones;
        let size = stones.size();
        let game = Game::from_position(stones, Color::Black, Rules::CHINESE, Komi::ZERO);
        let fills = |label| fills_own(&game, Color::Black, Point::parse(label, size).unwrap());
        for label in ["A7", "A3", "F3"] {
            assert!(fills(label), "{label}");
        }
        for label in ["D7", "F1", "B6", "A5"] {
            assert!(!fills(label), "{label}");
        }
    }
}
