//! What came of a problem.

use std::time::{Duration, Instant};

use tengen_go::{Move, Point};
use tengen_problems::Posed;
use tengen_solver::tsumego::solve::Why;
use tengen_solver::tsumego::{
    Enclosure, Fate, Goal, Limits, NoProblem, Question, Solver, Status, Threats,
};

/// What came of a problem.
pub(super) enum Case {
    /// It is none.
    Refused(String),
    /// The solver's answer.
    Solved(Box<Solved>),
    /// A recipe's answer.
    Played(Played),
}

/// An answer of the solver.
pub(super) struct Solved {
    pub(super) problem: Enclosure,
    pub(super) margin: usize,
    /// Whether the attacker, who wins, might not win in a wider region that was not decided.
    pub(super) narrow: bool,
    pub(super) verdict: Status,
    /// Whether nothing better was left open for want of time.
    pub(super) exact: bool,
    pub(super) first: Option<Move>,
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// What comes of every first move, if that was asked.
    pub(super) fates: Vec<(Move, Fate)>,
}

/// An answer of a recipe.
pub(super) struct Played {
    pub(super) mv: Move,
    pub(super) goal: Goal,
    pub(super) winrate: Option<f64>,
    pub(super) playouts: u64,
    pub(super) time: Duration,
}

/// How the first move of an answer stands to those of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agreement {
    /// It is one of them.
    Agrees,
    /// The file says that it is refuted.
    Contradicts,
    /// The file has answers and does not know the move.
    Elsewhere,
    /// The file has no answers, or there is no move.
    Silent,
}

impl Agreement {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Contradicts => "contradicts",
            Self::Elsewhere => "elsewhere",
            Self::Silent => "silent",
        }
    }
}

impl Case {
    /// The solver's answer to a problem.
    pub(super) fn solve(
        solver: &mut Solver,
        posed: &Posed,
        question: &Question,
        limits: &Limits,
        all: bool,
    ) -> Self {
        let start = Instant::now();
        let attempt = match solver.answer(&posed.figure, question, limits) {
            Ok(attempt) => attempt,
            Err(error) => return Self::Refused(sentence(&error)),
        };
        let fates = match all {
            true => solver.first_moves(&attempt.problem, question.threats, limits),
            false => Vec::new(),
        };
        let answer = attempt.answer;
        Self::Solved(Box::new(Solved {
            problem: attempt.problem,
            margin: attempt.margin,
            narrow: attempt.narrow,
            verdict: answer.status,
            exact: answer.exact,
            first: answer.first,
            line: answer.line,
            nodes: answer.nodes,
            time: start.elapsed(),
            fates,
        }))
    }

    /// The move that was found.
    pub(super) fn first(&self) -> Option<Move> {
        match self {
            Self::Refused(_) => None,
            Self::Solved(solved) => solved.first,
            Self::Played(played) => Some(played.mv),
        }
    }

    /// Whether there is a proof that the side to move wins, by ko if need be; of a recipe, whether it
    /// has an answer.
    pub(super) const fn is_solved(&self) -> bool {
        match self {
            Self::Refused(_) => false,
            Self::Solved(solved) => matches!(
                solved.verdict,
                Status::Won | Status::Ko(_) | Status::WonWith(_)
            ),
            Self::Played(_) => true,
        }
    }

    /// Whether it is a proof that a wider region might undo.
    pub(super) const fn is_narrow(&self) -> bool {
        matches!(self, Self::Solved(solved) if solved.narrow)
    }

    /// Whether a suite shows it with its board.
    pub(super) const fn is_shown(&self) -> bool {
        !matches!(self, Self::Played(_))
    }

    /// How its first move stands to those of the file.
    pub(super) fn agreement(&self, posed: &Posed) -> Agreement {
        let Some(point) = self.first().and_then(Move::point) else {
            return Agreement::Silent;
        };
        let has = |points: &[Point]| points.contains(&point);
        if has(&posed.answers) {
            Agreement::Agrees
        } else if has(&posed.wrong) {
            Agreement::Contradicts
        } else if posed.answers.is_empty() {
            Agreement::Silent
        } else {
            Agreement::Elsewhere
        }
    }
}

/// What is said of stones that are no problem.
fn sentence(error: &NoProblem) -> String {
    let text = error.to_string();
    match error {
        NoProblem::Open => format!("{text} (--goal)"),
        _ => text,
    }
}

/// A verdict in words.
pub(super) fn words(solved: &Solved) -> String {
    let mut text = sentence_of(solved.verdict, solved.problem.goal());
    if matches!(solved.verdict, Status::Ko(_)) && !solved.exact {
        text.push_str("; whether it can be done without was not found out in time");
    }
    if solved.narrow {
        text.push_str("; with more free points around it was not found out");
    }
    text
}

fn sentence_of(verdict: Status, goal: Goal) -> String {
    let (does, fails) = match goal {
        Goal::Kill => ("kills", "the defender lives"),
        Goal::Live => ("lives", "the defender dies"),
    };
    let given = |threats: Threats| {
        format!(
            "with {} for the attacker and {} for the defender",
            threats.attacker, threats.defender
        )
    };
    match verdict {
        Status::Won => format!("{does}, even if the other side has two ko threats"),
        Status::Ko(0) => format!("{does} by ko, if the other side has no ko threats"),
        Status::Ko(1) => format!("{does} by ko, with 1 ko threat if the other side has none"),
        Status::Ko(n) => format!("{does} by ko, with {n} ko threats if the other side has none"),
        Status::WonWith(threats) => format!("{does} {}", given(threats)),
        Status::Lost => format!("{fails}, even if the side to move has two ko threats"),
        Status::LostWith(threats) => format!("{fails} {}", given(threats)),
        Status::Unknown(Why::Limit) => "unknown: time or nodes ran out".to_owned(),
        Status::Unknown(Why::Repetition) => {
            "unknown: neither side has a proof without repeating a position".to_owned()
        }
    }
}

/// A verdict in one word.
pub(super) const fn word(verdict: Status) -> &'static str {
    match verdict {
        Status::Won | Status::WonWith(_) => "won",
        Status::Ko(_) => "ko",
        Status::Lost | Status::LostWith(_) => "lost",
        Status::Unknown(_) => "unknown",
    }
}

/// A fate in one word.
pub(super) const fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Wins => "wins",
        Fate::Ko => "ko",
        Fate::Fails => "fails",
        Fate::Unknown => "unknown",
    }
}
