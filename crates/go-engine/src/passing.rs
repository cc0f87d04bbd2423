//! The end of a game as people would see it, and the removal of dead stones.
//!
//! In the tree two passes end the game and count every stone as alive. That is too hard on a side
//! whose opponent has dead stones on the board, which people would take off, and too kind to a side
//! that has dead stones itself. So a pass is judged again here, by the ownership of games played out
//! from the position.

use tengen_engine::Kit;
use tengen_go::score::area;
use tengen_go::{Color, Game, Move, Point, PointSet, Scoring};

use crate::counting::{judging, ownership};
use crate::level::Rank;
use crate::{Analysis, Ban, Decision, Go, Limits, Restriction, Session, Verdict, dead, instinct};

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
    /// Who passes now wins the count, but there is something to gain on some points, for either side.
    Gainful {
        /// The points.
        points: PointSet,
        /// True if every point has its owner, who is to come by some of them.
        settled: bool,
    },
    /// So much is open that nobody would stop here, whatever the count says.
    Unfinished,
}

/// A point belongs to somebody if so much of its ownership does.
const SETTLED: f32 = 0.9;
/// With fewer visits a network knows better than playouts whose points are.
const FEW: u64 = 64;
/// A loser with a smaller chance leaves it at that.
const GIVEN_UP: f64 = 0.1;
/// So few open points call for a closer look.
const NEARLY: usize = 8;
/// Stones are clearly dead or alive if so much of their ownership says so.
const CLEAR: f32 = 0.6;
/// A game is not over where more than one point in so many is not clearly somebody's.
const OPEN: usize = 10;
/// A point so many steps from every stone is room for stones of either side.
const FAR: usize = 3;
/// With more than one point in so many as room somebody can still live there,
const ROOM: usize = 8;
/// and with more points than this on any board.
const MOST_ROOM: usize = 24;
/// A game that is won is not put at risk for a point: after such a move it has to be won as surely.
const SAFE: f64 = 0.9;

/// The verdict of a session in place of its search's own, with the reason.
pub(crate) fn overrule(
    session: &mut Session,
    decision: &Decision,
    restriction: &Restriction,
    resigns: bool,
) -> Option<(Verdict, &'static str)> {
    let pass = Verdict::Play(Move::Pass);
    let passes = decision.verdict == pass;
    let agreed = Some((pass, "the opponent has passed and the count is won"));
    match session_ending(session, decision, restriction) {
        Ending::Agreed => agreed,
        Ending::Gainful { points, settled } => {
            let passed = has_passed(session.game(), !decision.color);
            match gain(&decision.analysis, &points).filter(|_| passes || passed || settled) {
                Some(mv) => Some((Verdict::Play(mv), "there is something left to gain")),
                None if passed => agreed,
                None => settled.then_some((pass, "nothing is left to play for")),
            }
        }
        _ if resigns => Some((Verdict::Resign, "the game is lost")),
        Ending::Settled => Some((pass, "nothing is left to play for")),
        Ending::Losing if passes && gives_in(session, decision) => None,
        Ending::Losing if passes => {
            let other = another(session, decision, restriction)?;
            Some((Verdict::Play(other), "a pass would lose the count"))
        }
        Ending::Unfinished if passes => {
            let free = restriction.is_empty();
            let searches = free && session.seated().level.rank == Rank::Full;
            let other = searches.then(|| without_pass(session, decision)).flatten();
            let other = other.or_else(|| another(session, decision, restriction));
            // A few playouts may have gone to the pass alone.
            let other =
                other.or_else(|| free.then(|| without_pass(session, decision)).flatten())?;
            Some((Verdict::Play(other), "there is much left to play for"))
        }
        Ending::Losing | Ending::Unfinished | Ending::Open => None,
    }
}

/// Tests if a player leaves it at a count that it loses: those below full strength do, as people do, who see that the
/// game is over.
fn gives_in(session: &Session, decision: &Decision) -> bool {
    session.seated().level.rank != Rank::Full && decision.analysis.winrate < GIVEN_UP
}

/// A move that is no pass, of a player that would have passed; below full strength one that people play.
fn another(session: &Session, decision: &Decision, restriction: &Restriction) -> Option<Move> {
    let seated = session.seated();
    if seated.instinct.on {
        return instinct::stone(session, &decision.analysis, restriction);
    }
    let full = seated.level.rank == Rank::Full;
    let sane = |mv| full || Go::is_sane(session.game(), decision.color, mv);
    let mut moves = decision.analysis.candidates.iter().map(|c| c.mv);
    moves.find(|&mv| mv != Move::Pass && sane(mv))
}

/// The best move of a search that is no pass.
fn best_stone(analysis: &Analysis) -> Option<Move> {
    let mut moves = analysis.candidates.iter().map(|c| c.mv);
    moves.find(|&mv| mv != Move::Pass)
}

/// The best move of a search on these points after which the game is as good as won.
fn gain(analysis: &Analysis, points: &PointSet) -> Option<Move> {
    let there = |mv: Move| mv.point().is_some_and(|point| points.contains(point));
    let mut safe = analysis.candidates.iter().filter(|c| c.winrate >= SAFE);
    safe.find(|c| there(c.mv)).map(|c| c.mv)
}

/// The best move where passing is forbidden: a search that saw a pass win has looked at hardly anything
/// else. It takes what that one has left of its time, and no more playouts.
fn without_pass(session: &mut Session, decision: &Decision) -> Option<Move> {
    let color = decision.color;
    let Analysis {
        playouts, elapsed, ..
    } = decision.analysis;
    let limits = session.limits(color);
    let limits = Limits {
        playouts: Some(playouts.max(1)),
        time: limits.time.map(|time| time.saturating_sub(elapsed)),
        ..limits
    };
    let no_pass = Restriction {
        bans: vec![Ban {
            color,
            moves: vec![Move::Pass],
            only: false,
            plies: 1,
        }],
    };
    best_stone(&session.analyze(color, limits, &no_pass, &mut ()))
}

/// Tests if the last move was a pass of this side.
fn has_passed(game: &Game, color: Color) -> bool {
    game.last_move() == Some((color, Move::Pass))
}

/// The ending of a session's game, as far as it has to be known.
fn session_ending(session: &mut Session, decision: &Decision, restriction: &Restriction) -> Ending {
    let color = decision.color;
    // A pass that gives points away is none to end the game with, won or not.
    let exact = decision.analysis.findings.exact.as_ref();
    let loses = exact.is_some_and(|exact| exact.pass.is_some_and(|pass| pass < exact.score));
    if loses
        || !session.seated().passing.sane
        || !restriction.allows(color, Move::Pass, 0)
        || !may_end(session.game(), decision)
    {
        return Ending::Open;
    }
    let playouts = judging(session, decision);
    let ownership = ownership(session, playouts);
    // A difference game is even whoever is ahead: it gives no hope.
    let hopes = decision.analysis.winrate >= 0.5 && !session.seated().difference.on;
    ending(session.game(), color, &ownership, hopes)
}

/// Tests if it is worth asking for the ownership of a game that is played out: after a pass of the
/// opponent's, when the search wants to pass, or when its own playouts leave little open.
#[must_use]
pub fn may_end(game: &Game, decision: &Decision) -> bool {
    let passed = has_passed(game, !decision.color);
    let findings = &decision.analysis.findings;
    // A few playouts have an owner for every point.
    let ownership = match &findings.opinion {
        Some(opinion) if decision.analysis.visits < FEW => &opinion.ownership[..],
        _ => &findings.ownership[..],
    };
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
    if open * OPEN > game.size().area() || is_roomy(game) {
        return Ending::Unfinished;
    }
    let passed = has_passed(game, !color);
    let settled = Point::all(game.size()).all(|point| owner(point).abs() >= SETTLED);
    let agreed = !game.rules().counts_what_stands();
    let gains = gains(game, ownership);
    match wins(game, color, ownership) {
        true if clear && !gains.is_empty() => Ending::Gainful {
            points: gains,
            settled,
        },
        true if clear && passed => Ending::Agreed,
        true if settled => Ending::Settled,
        true => Ending::Open,
        false if settled && agreed && !hopes => Ending::Settled,
        false if agreed => Ending::Losing,
        false => Ending::Open,
    }
}

/// Tests if there is room for a side to live where no stones are. Playouts do not tell: to them the whole board belongs
/// to the only stones on it. Every stone takes some of the room, so that a game ends even if one side passes for ever.
fn is_roomy(game: &Game) -> bool {
    let size = game.size();
    let points = || Point::all(size);
    let stones: Vec<Point> = points().filter(|&p| game.at(p).is_some()).collect();
    let steps = |a: Point, b: Point| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column());
    let is_far = |point: &Point| stones.iter().all(|&stone| steps(*point, stone) >= FAR);
    points().filter(is_far).count() > MOST_ROOM.min(size.area() / ROOM)
}

/// The points where somebody may put a stone for good and that are not clearly somebody's, or nobody's so far: not those
/// that neither side can fill, as in a seki, and where points that are nobody's do not count none that stay so whoever
/// plays there.
fn gains(game: &Game, ownership: &[f32]) -> PointSet {
    let stays = |color: Color, point: Point| {
        let mut then = game.clone();
        then.play(color, Move::Play(point)).is_ok() && then.stones().liberty_points(point).len() > 1
    };
    let area = area(game.stones(), &removed(game, ownership));
    let nobodys = |point| !area.black.contains(point) && !area.white.contains(point);
    let unclear = |point: Point| ownership[point.index(game.size())].abs() < CLEAR;
    let counts = |point: Point| match game.rules().scoring {
        Scoring::Area => nobodys(point) || unclear(point),
        Scoring::Territory => unclear(point) && !is_neutral(game, point),
    };
    Point::all(game.size())
        .filter(|&point| game.at(point).is_none() && counts(point))
        .filter(|&point| Color::BOTH.iter().any(|&color| stays(color, point)))
        .collect()
}

/// Tests if both sides' stones touch a point, and all empty ones beside it.
fn is_neutral(game: &Game, point: Point) -> bool {
    let beside = |point: Point| point.neighbours(game.size());
    let touches = |point, color| beside(point).any(|next| game.at(next) == Some(color));
    let between = |point| Color::BOTH.iter().all(|&color| touches(point, color));
    let mut empty = beside(point).filter(|&next| game.at(next).is_none());
    between(point) && empty.all(between)
}

/// The stones that would be taken off if the game ended now.
fn removed(game: &Game, ownership: &[f32]) -> PointSet {
    if game.rules().counts_what_stands() {
        PointSet::EMPTY
    } else {
        dead::by_ownership(game, ownership)
    }
}

/// Tests if `color` wins the count as it would be made now.
fn wins(game: &Game, color: Color, ownership: &[f32]) -> bool {
    game.score(&removed(game, ownership)).winner() == Some(color)
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

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Diagram, Komi, Rules};

    #[test]
    fn what_neither_side_can_fill_is_no_gain() {
        // C5 and C6 are the only liberties of both inner chains.
        let diagram = "O X . O X .
                       O X . O X X
                       O X X O X .
                       O O O X X X
                       O . O X . X
                       . O . X X .";
        let stones = Diagram::parse(diagram).unwrap().stones;
        let size = stones.size();
        let game = |rules| Game::from_position(stones.clone(), Color::Black, rules, Komi::ZERO);
        let unclear = vec![0.0; size.area()];
        let gains = |rules| gains(&game(rules), &unclear);
        let point = |label| Point::parse(label, size).unwrap();
        let area = gains(Rules::CHINESE);
        assert!(area.contains(point("C1")));
        assert!(!area.contains(point("C5")) && !area.contains(point("C6")));
        // C1 is nobody's whoever plays there.
        let territory = gains(Rules::JAPANESE);
        for label in ["C1", "C5", "C6"] {
            assert!(!territory.contains(point(label)), "{label}");
        }
    }

    #[test]
    fn an_open_border_is_a_gain_however_points_count() {
        // Above Black has won; whoever plays first at the bottom has more there.
        let diagram = ". . . X O . .
                       . . . X O . .
                       . . . X O . .
                       X X X X O O O
                       . . X X O . .
                       . . X . O . .
                       . . . . . . .";
        let stones = Diagram::parse(diagram).unwrap().stones;
        let size = stones.size();
        let labels = ["D2", "C1", "D1", "E1"];
        let open = labels.map(|label| Point::parse(label, size).unwrap());
        let owner = |point: Point| match point.column() {
            _ if open.contains(&point) => 0.0,
            0..=3 => 1.0,
            _ => -1.0,
        };
        let ownership: Vec<f32> = Point::all(size).map(owner).collect();
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            let mut game = Game::from_position(stones.clone(), Color::White, rules, Komi::ZERO);
            game.play(Color::White, Move::Pass).unwrap();
            let ending = ending(&game, Color::Black, &ownership, true);
            let Ending::Gainful { points, .. } = ending else {
                panic!("{rules}: {ending:?}");
            };
            assert!(open.iter().all(|&point| points.contains(point)), "{rules}");
        }
    }
}
