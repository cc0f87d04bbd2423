//! The areas of a board searched together, ko included.
//!
//! Alpha-beta with a table over what is unsettled. A ban on repetition makes the value of a position
//! depend on how it was reached, which a table must not forget (the graph-history interaction). So
//! there are two passes over the question:
//!
//! 1. *Free*: repetition is ignored, and every step taken, those into known positions included, is
//!    written down. If in the end no position leads back to itself by these steps, nor to one that has
//!    stood in the game, then no line of the proof repeats anything: the ban never mattered, and the
//!    values hold.
//! 2. *Bound by history*, if that fails and the rules know superko: a position is then known by the
//!    stones *and* by the earlier positions that can come back at all, namely those that agree with
//!    it wherever the board is settled by now. That is exact, but it shares little, so it is slow.
//!
//! Under simple ko the ban on retaking is part of the position. Play that cycles has no result
//! then; so the second pass counts it once as won by Black, however much, and once as won by White,
//! and if any score differs, the answer is [`Fault::Ko`].

use std::collections::HashMap;

use tengen_go::{Color, Ko, Move, Scoring};

use super::best_points;
use super::claim::{Ending, is_divided};
use super::limits::{Budget, Fault};
use super::patch::{Bits, Local, each, side};
use super::spot::{Question, Raw, Spot};
use super::trace::Trace;

/// The longest line of moves that is looked at, which bounds recursion.
const LONGEST: usize = 250;

/// The number of earlier positions that are remembered in all sets together.
const REMEMBERED: usize = 8_000_000;

/// More than any score.
const FAR: i32 = 1 << 20;

/// The answer that is found.
pub(super) struct Answer {
    /// Each move's score in Black's view, what was settled before left out; the pass last.
    pub(super) scores: Vec<(Move, i32)>,
    pub(super) line: Vec<Move>,
    /// True if repetition was shown not to matter.
    pub(super) free: bool,
    /// True if no position was met whose count depends on who gets what he claims.
    divided: bool,
}

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    at: Local,
    turn: Color,
    passed: bool,
    banned: Bits,
    past: u32,
}

/// The bounds of its score, and its best move.
#[derive(Clone, Copy, Debug)]
struct Entry {
    lower: i32,
    upper: i32,
    best: Option<Bits>,
}

/// A reason that a search was left.
enum Left {
    Fault(Fault),
    /// The first pass met a repetition.
    Round,
}

impl From<Fault> for Left {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Left> for Fault {
    fn from(left: Left) -> Self {
        match left {
            Left::Fault(fault) => fault,
            Left::Round => Self::Ko,
        }
    }
}

/// The treatment of a repetition by the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repetition {
    /// It is not looked for, but must not be met.
    Free,
    /// A stone that repeats is illegal.
    Illegal,
    /// It ends the game with this result.
    Worth(i32),
}

/// Solves the question; `None` if the answer depends on who gets what he claims in the end.
pub(super) fn solve(question: &Question<'_>, budget: &mut Budget) -> Result<Option<Answer>, Fault> {
    let answer = by_ending(question, budget, Ending::AsIs)?;
    if answer.divided || !budget.limits.claims {
        return Ok(Some(answer));
    }
    for color in Color::BOTH {
        let claimed = by_ending(question, budget, Ending::Claimed(color))?;
        if claimed.scores != answer.scores {
            return Ok(None);
        }
    }
    Ok(Some(answer))
}

/// Solves the question for one kind of ending, in one pass or two.
fn by_ending(
    question: &Question<'_>,
    budget: &mut Budget,
    ending: Ending,
) -> Result<Answer, Fault> {
    let mut pass = |repetition| Search::new(question, budget, repetition, ending).answer();
    let answer = match pass(Repetition::Free) {
        Err(Left::Round) if question.ko == Ko::Simple => {
            let best = pass(Repetition::Worth(FAR))?;
            let worst = pass(Repetition::Worth(-FAR))?;
            if best.scores != worst.scores {
                return Err(Fault::Ko);
            }
            worst
        }
        Err(Left::Round) => pass(Repetition::Illegal)?,
        done => done?,
    };
    Ok(answer)
}

struct Search<'a> {
    question: &'a Question<'a>,
    budget: &'a mut Budget,
    table: HashMap<Key, Entry>,
    repetition: Repetition,
    ending: Ending,
    divided: bool,
    /// The positions before the one that is looked at, with who was to move.
    path: Vec<(Raw, Color)>,
    /// The sets of earlier positions met, by number, and how many positions they hold.
    pasts: HashMap<Vec<(Raw, usize)>, u32>,
    remembered: usize,
    trace: Trace<Key>,
}

impl<'a> Search<'a> {
    fn new(
        question: &'a Question<'a>,
        budget: &'a mut Budget,
        repetition: Repetition,
        ending: Ending,
    ) -> Self {
        Self {
            question,
            budget,
            table: HashMap::new(),
            repetition,
            ending,
            divided: true,
            path: question.past.to_vec(),
            pasts: HashMap::new(),
            remembered: 0,
            trace: Trace::default(),
        }
    }

    fn answer(mut self) -> Result<Answer, Left> {
        let mut spot = Spot {
            at: self.question.at,
            raw: self.question.at.stones,
            turn: self.question.turn,
            passed: self.question.passed,
            banned: self.question.banned,
        };
        let scores = self.scores(spot)?;
        let free = self.repetition == Repetition::Free;
        if free && self.trace.has_cycle() {
            return Err(Left::Round);
        }
        let divided = self.divided;
        // The scores are proved; a line that is too costly is cut short.
        let mut line = Vec::new();
        let mut next = best(&scores, spot.turn);
        let mut points = best_points(&scores, spot.turn).unwrap_or(0);
        while let Some(mv) = next.filter(|_| line.len() < LONGEST) {
            line.push(mv);
            let over = mv == Move::Pass && spot.passed;
            let Some((after, gain)) = self.question.follow(spot, mv).filter(|_| !over) else {
                break;
            };
            self.path.push((spot.raw, spot.turn));
            spot = after;
            points -= gain;
            next = self.keeps(spot, points);
        }
        Ok(Answer {
            scores,
            line,
            free,
            divided,
        })
    }

    /// The score of each move, in Black's view.
    fn scores(&mut self, spot: Spot) -> Result<Vec<(Move, i32)>, Left> {
        let mut scores = Vec::new();
        let moves = each(spot.at.empty()).filter_map(|bit| self.question.patch.point(bit));
        let mut guess = 0;
        for mv in moves.map(Move::Play).chain([Move::Pass]) {
            let Some((after, gain)) = self.question.follow(spot, mv) else {
                continue;
            };
            if mv == Move::Pass && spot.passed {
                scores.push((mv, self.as_is(&spot.at)));
                continue;
            }
            let value = match self.repetition {
                Repetition::Illegal if mv != Move::Pass && self.repeats(&after, &spot) => continue,
                Repetition::Worth(value) if self.repeats(&after, &spot) => value,
                _ => gain + self.exact(spot, after, guess - gain)?,
            };
            guess = value;
            scores.push((mv, value));
        }
        Ok(scores)
    }

    /// A move that keeps so many points, if one is found.
    fn keeps(&mut self, spot: Spot, points: i32) -> Option<Move> {
        if spot.passed && self.as_is(&spot.at) == points {
            return Some(Move::Pass);
        }
        let stones = each(spot.at.empty()).filter_map(|bit| self.question.patch.point(bit));
        let pass = (!spot.passed).then_some(Move::Pass);
        stones.map(Move::Play).chain(pass).find(|&mv| {
            let Some((after, gain)) = self.question.follow(spot, mv) else {
                return false;
            };
            if mv != Move::Pass && self.repeats(&after, &spot) {
                return false;
            }
            // Each move is a question of its own, so it has steps of its own.
            self.trace = Trace::default();
            let value = self.exact(spot, after, points - gain);
            value.is_ok_and(|value| gain + value == points) && !self.trace.has_cycle()
        })
    }

    /// The exact value after a step, by searches with the narrowest window around a guess.
    fn exact(&mut self, from: Spot, to: Spot, guess: i32) -> Result<i32, Left> {
        let (mut lower, mut upper) = (-FAR, FAR);
        let mut value = guess;
        while lower < upper {
            let beta = if value == lower { value + 1 } else { value };
            value = self.descend(&from, &to, beta - 1, beta)?;
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
        }
        Ok(value)
    }

    fn as_is(&mut self, at: &Local) -> i32 {
        let Question { patch, scoring, .. } = *self.question;
        self.divided &= scoring == Scoring::Area || is_divided(patch, at, scoring);
        self.ending.count(patch, at, scoring)
    }

    /// Tests if a step recreates a position of the past in the sense of the rules, where that is looked
    /// at.
    fn repeats(&self, after: &Spot, before: &Spot) -> bool {
        let same = |&(raw, turn): &(Raw, Color)| {
            raw == after.raw && (self.question.ko == Ko::Positional || turn == after.turn)
        };
        self.repetition != Repetition::Free
            && (self.path.iter().any(same) || same(&(before.raw, before.turn)))
    }

    /// The number of the set of earlier positions that may come back: all earlier ones, or in the
    /// first pass those of the game.
    fn past(&mut self, spot: &Spot) -> Result<u32, Fault> {
        let settled = self.question.patch.all() & !spot.at.mask;
        let positional = self.question.ko == Ko::Positional;
        let looked_at = match self.repetition {
            Repetition::Free => self.question.past,
            Repetition::Illegal | Repetition::Worth(_) => &self.path[..],
        };
        let mut set: Vec<(Raw, usize)> = looked_at
            .iter()
            .filter(|(raw, _)| (0..2).all(|c| (raw[c] ^ spot.raw[c]) & settled == 0))
            .filter(|&&(raw, turn)| raw != spot.raw || (!positional && turn != spot.turn))
            .map(|&(raw, turn)| {
                let kept = raw.map(|stones| stones & spot.at.mask);
                (kept, if positional { 0 } else { side(turn) })
            })
            .collect();
        set.sort_unstable();
        set.dedup();
        if let Some(&number) = self.pasts.get(&set) {
            return Ok(number);
        }
        self.remembered += set.len();
        if self.remembered > REMEMBERED {
            return Err(Fault::Memory);
        }
        let number = self.pasts.len() as u32;
        self.pasts.insert(set, number);
        Ok(number)
    }

    fn key(&mut self, spot: &Spot) -> Result<Key, Fault> {
        Ok(Key {
            at: spot.at,
            turn: spot.turn,
            passed: spot.passed,
            banned: spot.banned,
            past: self.past(spot)?,
        })
    }

    /// Goes from one position to the next and comes back.
    fn descend(&mut self, from: &Spot, to: &Spot, alpha: i32, beta: i32) -> Result<i32, Left> {
        self.path.push((from.raw, from.turn));
        let value = self.traced(from, to, alpha, beta);
        self.path.pop();
        value
    }

    fn traced(&mut self, from: &Spot, to: &Spot, alpha: i32, beta: i32) -> Result<i32, Left> {
        if self.path.len() > LONGEST + self.question.past.len() {
            return Err(Fault::Long { moves: LONGEST }.into());
        }
        // With superko the first pass asks about stones alone, under simple ko about the whole
        // state, of which passes are steps.
        let simple = self.question.ko == Ko::Simple;
        if self.repetition != Repetition::Free || (to.passed && !simple) {
            return self.search(to, alpha, beta);
        }
        let known_by = |spot: &Spot| Key {
            at: spot.at,
            turn: if simple { spot.turn } else { Color::Black },
            passed: simple && spot.passed,
            banned: spot.banned,
            past: 0,
        };
        let stood = |&(raw, turn): &(Raw, Color)| raw == to.raw && (!simple || turn == to.turn);
        let again = !to.passed && self.question.past.iter().any(stood);
        if again || !self.trace.enter(known_by(from), known_by(to)) {
            return Err(Left::Round);
        }
        let value = self.search(to, alpha, beta);
        self.trace.leave();
        value
    }

    /// The value of a position in Black's view, exact within the window, a bound outside of it.
    fn search(&mut self, spot: &Spot, alpha: i32, beta: i32) -> Result<i32, Left> {
        let key = self.key(spot)?;
        let mut first = None;
        if let Some(entry) = self.table.get(&key) {
            if entry.lower >= beta || entry.lower == entry.upper {
                return Ok(entry.lower);
            }
            if entry.upper <= alpha {
                return Ok(entry.upper);
            }
            first = entry.best;
        }
        self.budget.spend()?;
        let (value, best) = self.look(spot, first, alpha, beta)?;
        let entry = self.table.entry(key).or_insert(Entry {
            lower: -FAR,
            upper: FAR,
            best: None,
        });
        if value < beta {
            entry.upper = entry.upper.min(value);
        }
        if value > alpha {
            entry.lower = entry.lower.max(value);
        }
        entry.best = best.or(entry.best);
        Ok(value)
    }

    /// Looks at the moves: the pass first where it ends the game, else last.
    fn look(
        &mut self,
        spot: &Spot,
        first: Option<Bits>,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, Option<Bits>), Left> {
        let sign = spot.turn.sign();
        // From here on in the view of the side to move.
        let (mut alpha, beta) = if sign > 0 {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let mut best = (-FAR, None);
        if spot.passed {
            best.0 = sign * self.as_is(&spot.at);
        }
        if best.0 < beta {
            let mut steps: Vec<(bool, i32, Bits, Spot)> = each(spot.at.empty())
                .filter_map(|bit| {
                    let (after, gain) = self.question.stone(*spot, bit)?;
                    Some((first == Some(bit), sign * gain, bit, after))
                })
                .collect();
            steps.sort_by_key(|&(first, gain, ..)| std::cmp::Reverse((first, gain)));
            for (_, gain, bit, after) in steps {
                alpha = alpha.max(best.0);
                let (low, high) = window(sign, alpha - gain, beta - gain);
                let value = match self.repetition {
                    Repetition::Illegal if self.repeats(&after, spot) => continue,
                    Repetition::Worth(value) if self.repeats(&after, spot) => sign * value,
                    _ => gain + sign * self.descend(spot, &after, low, high)?,
                };
                if value > best.0 {
                    best = (value, Some(bit));
                }
                if best.0 >= beta {
                    break;
                }
            }
        }
        if best.0 < beta
            && !spot.passed
            && let Some((after, _)) = self.question.follow(*spot, Move::Pass)
        {
            let (low, high) = window(sign, alpha.max(best.0), beta);
            let value = match self.repetition {
                Repetition::Worth(value) if self.repeats(&after, spot) => sign * value,
                _ => sign * self.descend(spot, &after, low, high)?,
            };
            best.0 = best.0.max(value);
        }
        Ok((sign * best.0, best.1))
    }
}

/// A window in the view of a side in Black's view.
const fn window(sign: i32, alpha: i32, beta: i32) -> (i32, i32) {
    if sign > 0 {
        (alpha, beta)
    } else {
        (-beta, -alpha)
    }
}

/// The best of the scored moves: a stone rather than a pass, the first among equals.
pub(super) fn best(scores: &[(Move, i32)], turn: Color) -> Option<Move> {
    let mut best: Option<(Move, i32)> = None;
    for &(mv, score) in scores {
        if best.is_none_or(|(_, most)| score * turn.sign() > most * turn.sign()) {
            best = Some((mv, score));
        }
    }
    best.map(|(mv, _)| mv)
}
