//! The answer to a figure, when it is not said where it ends or who attacks.
//!
//! A region without a margin closes every gap in the wall: that is what most problems mean, but it helps
//! the attacker. A margin of one point lets the defender push through gaps and reach the liberties of
//! stones outside. So who is to live is asked about the narrow region first, and who is to kill about
//! the wide one: a proof there holds in the other as a rule. Only if there is none, the other region
//! decides. The answer says which region it is about. To live is tried in a region still smaller before:
//! where that succeeds, it is found soonest.
//!
//! Who attacks is guessed from the outline (see `place`). A problem is *critical* if who moves first
//! wins. If the guess makes one in which the side to move is lost, or wins even if the other side moves
//! first, and the other roles make a critical one, those were meant.

use std::time::{Duration, Instant};

use super::figure::Figure;
use super::problem::{Enclosure, Goal, NoProblem};
use super::solve::{Answer, Limits, Solver, Verdict, Why};
use super::state::Threats;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// What the side to move is to do; else it is guessed.
    pub goal: Option<Goal>,
    /// How many free points there are around the stones; else both 0 and 1 are tried.
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
    /// The answer; nodes and time are those of all attempts.
    pub answer: Answer,
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
        let narrow = question.margin.unwrap_or(0);
        let guess = Enclosure::new(figure, narrow, question.goal);
        let (goals, sure) = match (question.goal, &guess) {
            (Some(goal), _) => (vec![goal], true),
            (None, Ok(guess)) => (vec![guess.goal(), guess.goal().other()], true),
            (None, Err(NoProblem::NoGoal(_) | NoProblem::Open)) => {
                (vec![Goal::Kill, Goal::Live], false)
            }
            (None, Err(_)) => (Vec::new(), false),
        };
        let mut refusal = guess.err();
        let mut nodes = 0;
        let mut best: Option<Attempt> = None;
        let count = goals.len();
        for (number, goal) in goals.into_iter().enumerate() {
            // The guess gets most of the time, a change of roles the rest.
            let part = if number + 1 < count { 0.96 } else { 1.0 };
            let mut ask = Ask {
                solver: self,
                figure,
                question: *question,
                until: start + limits.time.mul_f64(part),
                limits: *limits,
                nodes: &mut nodes,
            };
            let attempt = match ask.regions(goal) {
                Ok(attempt) => attempt,
                Err(error) => {
                    refusal = refusal.or(Some(error));
                    continue;
                }
            };
            let rank = rank(&attempt.answer);
            // What is not known is no reason to change the roles.
            let open = rank == 1 && sure;
            let critical = count == 1 || rank >= 2 && ask.is_critical(&attempt);
            if critical || open && number == 0 {
                best = Some(attempt);
                break;
            }
            if sure && best.is_none() {
                best = Some(attempt);
            }
        }
        let mut best = best.ok_or(refusal.unwrap_or(NoProblem::Empty))?;
        best.answer.nodes = nodes;
        best.answer.time = start.elapsed();
        Ok(best)
    }
}

/// How much an answer says for the side to move.
const fn rank(answer: &Answer) -> u8 {
    match answer.verdict {
        Verdict::Won | Verdict::WonWith(_) => 3,
        Verdict::Ko(_) => 2,
        Verdict::Unknown(_) => 1,
        Verdict::Lost | Verdict::LostWith(_) => 0,
    }
}

struct Ask<'a> {
    solver: &'a mut Solver,
    figure: &'a Figure,
    question: Question,
    until: Instant,
    limits: Limits,
    nodes: &'a mut u64,
}

impl Ask<'_> {
    /// The best answer for a goal in one region or another.
    fn regions(&mut self, goal: Goal) -> Result<Attempt, NoProblem> {
        // A short look at every region first: what is easy in one may be hopeless in another.
        let looks = match (self.question.margin, goal) {
            (Some(margin), _) => vec![(Some(margin), 0.95)],
            (None, Goal::Live) => vec![
                (None, 0.15),
                (Some(0), 0.2),
                (Some(1), 0.2),
                (Some(0), 0.6),
                (Some(1), 0.95),
            ],
            (None, Goal::Kill) => vec![
                (Some(1), 0.2),
                (Some(0), 0.2),
                (Some(1), 0.6),
                (Some(0), 0.95),
            ],
        };
        let mut best: Option<Attempt> = None;
        let mut refusal = None;
        let mut decided = Vec::new();
        for (margin, part) in looks {
            if decided.contains(&margin) {
                continue;
            }
            let problem = match margin {
                Some(margin) => Enclosure::new(self.figure, margin, Some(goal)),
                None => Enclosure::tight(self.figure, Some(goal)),
            };
            let problem = match problem {
                Ok(problem) => problem,
                Err(error) => {
                    refusal = Some(error);
                    decided.push(margin);
                    continue;
                }
            };
            let answer = self.solve(&problem, part);
            if answer.exact {
                decided.push(margin);
            }
            // In the tight region only life counts.
            if margin.is_none() && rank(&answer) != 3 {
                continue;
            }
            let attempt = Attempt {
                problem,
                margin: margin.unwrap_or(0),
                answer,
            };
            let better = |best: &Attempt| rank(&attempt.answer) > rank(&best.answer);
            if best.as_ref().is_none_or(better) {
                best = Some(attempt);
            }
            if best.as_ref().is_some_and(|best| rank(&best.answer) == 3) {
                break;
            }
        }
        best.ok_or(refusal.unwrap_or(NoProblem::Empty))
    }

    fn solve(&mut self, problem: &Enclosure, part: f64) -> Answer {
        let left = self.until.saturating_duration_since(Instant::now());
        let limits = Limits {
            time: left.mul_f64(part),
            nodes: self.limits.nodes.saturating_sub(*self.nodes),
        };
        let answer = self.solver.solve(problem, self.question.threats, &limits);
        *self.nodes += answer.nodes;
        answer
    }

    /// Whether the other side wins if it is to move.
    fn is_critical(&mut self, attempt: &Attempt) -> bool {
        let mut problem = attempt.problem.clone();
        problem.turn = !problem.turn;
        let left = self.until.saturating_duration_since(Instant::now());
        let limits = Limits {
            time: left.min(Duration::from_secs(2)).mul_f64(0.5),
            nodes: 300_000,
        };
        let answer = self.solver.solve(&problem, self.question.threats, &limits);
        *self.nodes += answer.nodes;
        rank(&answer) >= 2
    }
}

impl Answer {
    /// Whether time or nodes ran out before anything was known.
    #[must_use]
    pub const fn ran_out(&self) -> bool {
        matches!(self.verdict, Verdict::Unknown(Why::Limit))
    }
}
