//! The answer to a figure, when it is not said where it ends or who attacks.
//!
//! A narrow region closes every gap in the wall soon: that helps the attacker. A wide one lets the
//! defender push through gaps, and catch stones of the wall that have few liberties; it costs more.
//!
//! - Who *kills* in a region kills in all that are narrower, as a rule. So the narrowest comes first, and after a
//!   proof the next wider one, as long as there is time. The widest region in which all was found out
//!   has the last word, be it against the side to move. A kill in the narrowest region alone is no answer: there
//!   the wall is so near that it holds more often than not for no other reason.
//! - Who *lives* in a region lives in all that are wider, as a rule. All are looked at for a short time, then for a
//!   longer one, from the narrowest on: the first proof is the answer.
//!
//! The answer says which margin it is about.
//!
//! The attacker is guessed from the outline (see `extent`). If that says nothing, both roles are tried. A
//! problem is *critical* if who moves first wins; roles that make one were meant.

use std::time::{Duration, Instant};

use super::figure::Figure;
use super::problem::{Enclosure, Goal, NoProblem};
use super::solve::{Answer, Limits, Solver, Status, Why};
use super::state::Threats;

/// The question that is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The goal of the side to move; else it is guessed.
    pub goal: Option<Goal>,
    /// The number of free points around the stones; else all from 0 to [`WIDEST`] are tried.
    pub margin: Option<usize>,
    /// The ko threats elsewhere; else the answer says which are needed.
    pub threats: Option<Threats>,
}

/// An answer and the problem that it is to.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The problem, with its region and its goal.
    pub problem: Enclosure,
    /// The margin of its region.
    pub margin: usize,
    /// True if the attacker, who wins here, might not win in a wider region that was not decided.
    pub narrow: bool,
    /// The answer; nodes and time are those of all attempts.
    pub answer: Answer,
}

impl Attempt {
    /// Marks an answer that a wider region might undo, and takes it back where it says next to nothing.
    fn doubt(&mut self) {
        let attacker_wins = match self.problem.goal() {
            Goal::Kill => rank(&self.answer) >= 2,
            Goal::Live => rank(&self.answer) == 0,
        };
        self.narrow = attacker_wins && self.margin < WIDEST;
        if self.narrow && self.margin == 0 {
            self.narrow = false;
            self.answer.status = Status::Unknown(Why::Limit);
            self.answer.exact = false;
            self.answer.first = None;
            self.answer.line.clear();
        }
    }
}

impl Solver {
    /// Answers a figure.
    ///
    /// # Errors
    /// If it is no problem of life and death.
    pub fn answer(
        &mut self,
        figure: &Figure,
        question: &Question,
        limits: &Limits,
    ) -> Result<Attempt, NoProblem> {
        let start = Instant::now();
        self.table.forget();
        let guess = Enclosure::new(figure, question.margin.unwrap_or(0), question.goal);
        let goals = match (question.goal, &guess) {
            (Some(goal), _) => vec![goal],
            (None, Ok(guess)) => vec![guess.goal()],
            (None, Err(NoProblem::NoGoal(_) | NoProblem::Open)) => vec![Goal::Kill, Goal::Live],
            (None, Err(_)) => Vec::new(),
        };
        let mut refusal = guess.err();
        let mut nodes = 0;
        let mut best: Option<Attempt> = None;
        let count = goals.len();
        for (number, goal) in goals.into_iter().enumerate() {
            let part = (number + 1) as f64 / count as f64;
            // Where roles are tried, some of it is kept for the check of them.
            let search = if count == 1 { part } else { part - CHECK };
            let mut ask = Ask {
                solver: self,
                figure,
                question: *question,
                until: start + limits.time.mul_f64(search),
                most: share(limits.nodes, search),
                nodes: &mut nodes,
            };
            let attempt = match ask.regions(goal) {
                Ok(attempt) => attempt,
                Err(error) => {
                    refusal = refusal.or(Some(error));
                    continue;
                }
            };
            ask.until = start + limits.time.mul_f64(part);
            ask.most = share(limits.nodes, part);
            if count == 1 || rank(&attempt.answer) >= 2 && ask.is_critical(&attempt) {
                best = Some(attempt);
                break;
            }
        }
        let mut best = best.ok_or(refusal.unwrap_or(NoProblem::Empty))?;
        if question.margin.is_none() {
            best.doubt();
        }
        best.answer.nodes = nodes;
        best.answer.time = start.elapsed();
        Ok(best)
    }
}

/// The rank of an answer by how much it says for the side to move.
const fn rank(answer: &Answer) -> u8 {
    match answer.status {
        Status::Won | Status::WonWith(_) => 3,
        Status::Ko(_) => 2,
        Status::Unknown(_) => 1,
        Status::Lost | Status::LostWith(_) => 0,
    }
}

/// A part of so many nodes.
fn share(nodes: u64, part: f64) -> u64 {
    if part < 1.0 {
        (nodes as f64 * part) as u64
    } else {
        nodes
    }
}

/// A region and what is known about it.
struct Look {
    margin: usize,
    problem: Enclosure,
    answer: Option<Answer>,
}

impl Look {
    fn with(self, answer: Answer) -> Attempt {
        Attempt {
            problem: self.problem,
            margin: self.margin,
            narrow: false,
            answer,
        }
    }
}

/// The widest margin that is looked at.
pub const WIDEST: usize = 3;
/// Regions with more open points than this are looked at only if there is no narrower one.
const LARGEST: usize = 24;
/// The part of time and nodes that is kept for the question whether roles were meant.
const CHECK: f64 = 0.05;
/// The part of the time that a look may take, in one round after another.
const ROUNDS: [f64; 4] = [0.02, 0.06, 0.2, 0.6];

struct Ask<'a> {
    solver: &'a mut Solver,
    figure: &'a Figure,
    question: Question,
    until: Instant,
    /// The number of positions that may have been searched in all.
    most: u64,
    nodes: &'a mut u64,
}

impl Ask<'_> {
    /// The best answer for a goal in one region or another.
    fn regions(&mut self, goal: Goal) -> Result<Attempt, NoProblem> {
        let looks = self.looks(goal)?;
        let best = match goal {
            Goal::Kill => self.kill(looks),
            Goal::Live => self.live(looks),
        };
        best.ok_or(NoProblem::Empty)
    }

    /// Widens the region as long as the attacker wins and there is time.
    fn kill(&mut self, looks: Vec<Look>) -> Option<Attempt> {
        let mut best: Option<Attempt> = None;
        for look in looks {
            let left = self.until.saturating_duration_since(Instant::now());
            let answer = self.solve(&look.problem, left);
            let rank = rank(&answer);
            // A look at a wider region that ran out of time takes nothing back.
            if best.is_none() || rank != 1 && answer.exact {
                best = Some(look.with(answer));
            }
            if rank <= 1 {
                break;
            }
        }
        best
    }

    /// Looks at all regions, again and again for a longer time, until the defender lives in one.
    fn live(&mut self, mut looks: Vec<Look>) -> Option<Attempt> {
        let whole = self.until.saturating_duration_since(Instant::now());
        let known = |look: &Look| look.answer.as_ref().map_or(1, rank);
        'rounds: for part in ROUNDS {
            for look in &mut looks {
                if look.answer.as_ref().is_some_and(|answer| answer.exact) {
                    continue;
                }
                let answer = self.solve(&look.problem, whole.mul_f64(part));
                // A look that ran out of time takes nothing back.
                if answer.exact || rank(&answer) >= known(look) {
                    look.answer = Some(answer);
                }
                if known(look) == 3 {
                    break 'rounds;
                }
            }
        }
        // Who is lost is called so only if no region is undecided.
        let best = (0..looks.len()).max_by_key(|&at| (known(&looks[at]), at))?;
        let look = looks.swap_remove(best);
        let answer = look.answer.clone()?;
        Some(look.with(answer))
    }

    /// The regions to look at, from the narrowest to the widest.
    fn looks(&self, goal: Goal) -> Result<Vec<Look>, NoProblem> {
        let margins = match self.question.margin {
            Some(margin) => margin..=margin,
            None => 0..=WIDEST,
        };
        let mut looks: Vec<Look> = Vec::new();
        let mut refusal = None;
        for margin in margins {
            let problem = match Enclosure::new(self.figure, margin, Some(goal)) {
                Ok(problem) => problem,
                Err(error) => {
                    refusal = Some(error);
                    continue;
                }
            };
            // A margin that changes nothing is the same region, and its wider name is the better one.
            looks.pop_if(|look| look.problem.field.is_like(&problem.field));
            looks.push(Look {
                margin,
                problem,
                answer: None,
            });
        }
        // A region of this size is not decided in time; narrower ones need the time.
        while looks.len() > 1
            && looks
                .last()
                .is_some_and(|look| look.problem.open() > LARGEST)
        {
            looks.pop();
        }
        match looks.is_empty() {
            true => Err(refusal.unwrap_or(NoProblem::Empty)),
            false => Ok(looks),
        }
    }

    fn solve(&mut self, problem: &Enclosure, time: Duration) -> Answer {
        let left = self.until.saturating_duration_since(Instant::now());
        let limits = Limits {
            time: left.min(time),
            nodes: self.most.saturating_sub(*self.nodes),
        };
        let answer = self.solver.solve(problem, self.question.threats, &limits);
        *self.nodes += answer.nodes;
        answer
    }

    /// Tests if the other side wins if it is to move.
    fn is_critical(&mut self, attempt: &Attempt) -> bool {
        let figure = Figure {
            turn: !self.figure.turn,
            ..self.figure.clone()
        };
        let goal = attempt.problem.goal().other();
        let Ok(problem) = Enclosure::new(&figure, attempt.margin, Some(goal)) else {
            return false;
        };
        let answer = self.solve(&problem, Duration::from_secs(1));
        rank(&answer) >= 2
    }
}

impl Answer {
    /// True if time or nodes ran out before anything was known.
    #[must_use]
    pub const fn ran_out(&self) -> bool {
        matches!(self.status, Status::Unknown(Why::Limit))
    }
}
