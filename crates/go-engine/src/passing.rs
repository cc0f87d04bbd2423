//! The end of a game as people would see it, and the removal of dead stones.
//!
//! In the tree two passes end the game and count every stone as alive. That is too hard on a side
//! whose opponent has dead stones on the board, which people would take off, and too kind to a side
//! that has dead stones itself. So a pass is judged again here, by the ownership of games played out
//! from the position.

use tengen_go::{Color, Game, Move, Point, PointSet};

use crate::counting::{judging, ownership};
use crate::{Ban, Decision, Restriction, Session, Verdict, dead};

/// The answer to the question if the game may end now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is something to play for.
    Open,
    /// The opponent has passed, and who passes now has won the count.
    Agreed,
    /// Every point has its owner.
    Settled,
    /// Whoever passes now loses the count, whatever the search makes of it.
    Losing,
    /// So much is open that nobody would stop here, whatever the count says.
    Unfinished,
}

/// A point belongs to somebody if so much of its ownership does.
const SETTLED: f32 = 0.9;
/// So few open points call for a closer look.
const NEARLY: usize = 8;
/// Stones are clearly dead or alive if so much of their ownership says so.
const CLEAR: f32 = 0.6;
/// A game is not over where more than one point in so many is not clearly somebody's.
const OPEN: usize = 10;

/// The verdict of a session in place of its search's own, with the reason.
pub(crate) fn overrule(
    session: &mut Session,
    decision: &Decision,
    restriction: &Restriction,
    resigns: bool,
) -> Option<(Verdict, &'static str)> {
    let pass = Verdict::Play(Move::Pass);
    let ending = session_ending(session, decision, restriction);
    if ending == Ending::Agreed {
        return Some((pass, "the opponent has passed and the count is won"));
    }
    if resigns {
        return Some((Verdict::Resign, "the game is lost"));
    }
    match ending {
        Ending::Settled => Some((pass, "nothing is left to play for")),
        Ending::Losing if decision.verdict == pass => {
            let other = best_stone(decision)?;
            Some((Verdict::Play(other), "a pass would lose the count"))
        }
        Ending::Unfinished if decision.verdict == pass => {
            let other = best_stone(decision)?;
            Some((Verdict::Play(other), "there is much left to play for"))
        }
        Ending::Losing | Ending::Unfinished | Ending::Open | Ending::Agreed => None,
    }
}

/// The best move of a decision's search that is no pass.
fn best_stone(decision: &Decision) -> Option<Move> {
    let mut moves = decision.analysis.candidates.iter().map(|c| c.mv);
    moves.find(|&mv| mv != Move::Pass)
}

/// The ending of a session's game, as far as it has to be known.
fn session_ending(session: &mut Session, decision: &Decision, restriction: &Restriction) -> Ending {
    let color = decision.color;
    // A pass that gives points away is none to end the game with, won or not.
    let exact = decision.analysis.findings.exact.as_ref();
    let loses = exact.is_some_and(|exact| exact.pass.is_some_and(|pass| pass < exact.score));
    if loses
        || !session.parameters().passing.sane
        || !restriction.allows(color, Move::Pass, 0)
        || !may_end(session.game(), decision)
    {
        return Ending::Open;
    }
    let playouts = judging(session, decision);
    let ownership = ownership(session, playouts);
    // A difference game is even whoever is ahead: it gives no hope.
    let hopes = decision.analysis.winrate >= 0.5 && !session.parameters().difference.on;
    ending(session.game(), color, &ownership, hopes)
}

/// Tests if it is worth asking for the ownership of a game that is played out: after a pass of the
/// opponent's, when the search wants to pass, or when its own playouts leave little open.
#[must_use]
pub fn may_end(game: &Game, decision: &Decision) -> bool {
    let color = decision.color;
    let passed = matches!(game.last_move(), Some((by, Move::Pass)) if by != color);
    let ownership = &decision.analysis.findings.ownership;
    let open = ownership.iter().filter(|o| o.abs() < SETTLED).count();
    passed || decision.verdict == Verdict::Play(Move::Pass) || open <= NEARLY
}

/// The ending that a pass of `color` would be, by the ownership of games played out from here.
/// `hopes` says whether its search expects to win: then a game that the count would lose goes on.
#[must_use]
pub fn ending(game: &Game, color: Color, ownership: &[f32], hopes: bool) -> Ending {
    if ownership.is_empty() {
        return Ending::Open;
    }
    let owner = |point: Point| ownership[point.index(game.size())];
    let clear = Point::all(game.size())
        .filter(|&point| game.at(point).is_some())
        .all(|point| owner(point).abs() >= CLEAR);
    let open = ownership.iter().filter(|o| o.abs() < CLEAR).count();
    if open * OPEN > game.size().area() {
        return Ending::Unfinished;
    }
    let passed = matches!(game.last_move(), Some((by, Move::Pass)) if by != color);
    let settled = Point::all(game.size()).all(|point| owner(point).abs() >= SETTLED);
    let agreed = !game.rules().counts_what_stands();
    match wins(game, color, ownership) {
        true if clear && passed => Ending::Agreed,
        true if settled => Ending::Settled,
        true => Ending::Open,
        false if settled && agreed && !hopes => Ending::Settled,
        false if agreed => Ending::Losing,
        false => Ending::Open,
    }
}

/// Tests if `color` wins the count as it would be made now.
fn wins(game: &Game, color: Color, ownership: &[f32]) -> bool {
    let dead = if game.rules().counts_what_stands() {
        PointSet::EMPTY
    } else {
        dead::by_ownership(game, ownership)
    };
    game.score(&dead).winner() == Some(color)
}

/// Keeps a side to the liberties of the opponent's dead stones; without any, to the pass.
#[must_use]
pub fn clean_up(game: &Game, color: Color, dead: &PointSet) -> Restriction {
    let theirs = |&point: &Point| game.at(point) == Some(!color);
    let mut moves: Vec<Move> = dead
        .iter()
        .filter(theirs)
        .flat_map(|point| game.stones().liberty_points(point))
        .map(Move::Play)
        .filter(|&mv| game.check(color, mv).is_ok())
        .collect();
    moves.sort_unstable();
    moves.dedup();
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    Restriction {
        bans: vec![Ban {
            color,
            moves,
            only: true,
            plies: 1,
        }],
    }
}
