//! Every first move of a problem, judged by itself: which win, which fail.
//!
//! A problem is good if just one move wins and all others are proved to fail.

use std::time::Instant;

use tengen_go::Move;

use super::dfpn::Finding;
use super::problem::Enclosure;
use super::solve::{Limits, Run, Solver, threats};
use super::state::{State, Threats};

/// The fate of a first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It wins without a ko threat against [`Threats::MANY`].
    Wins,
    /// It wins if the other side has no ko threats.
    Ko,
    /// The other side wins without a ko threat against [`Threats::MANY`].
    Fails,
    /// It was not found out.
    Unknown,
}

impl Fate {
    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Ko => "ko",
            Self::Fails => "fails",
            Self::Unknown => "unknown",
        }
    }
}

impl Solver {
    /// All first moves, passing aside, and the fate of each; the limits are for each of them. With
    /// `given` threats, the winner is that for just these.
    pub fn first_moves(
        &mut self,
        problem: &Enclosure,
        given: Option<Threats>,
        limits: &Limits,
    ) -> Vec<(Move, Fate)> {
        let start = problem.state(Threats::default());
        let acts: Vec<_> = start.moves(&problem.field).map(|(act, _)| act).collect();
        let mut all = Vec::new();
        for act in acts {
            let mv = problem.named(act);
            if mv == Move::Pass {
                continue;
            }
            let side = problem.side();
            let after = |threats: Threats| {
                let state = State { threats, ..start };
                state.after(&problem.field, act)
            };
            let mut run = Run {
                table: &mut self.table,
                problem,
                start: Instant::now(),
                limits: *limits,
                nodes: 0,
                exact: true,
            };
            let mut proves = |prover, threats: Threats, part: f64| {
                after(threats)
                    .is_some_and(|state| run.prove_at(prover, &state, part) == Finding::Proved)
            };
            let (own, other) = match given {
                Some(given) => (given, given),
                None => (
                    threats(side, 0, Threats::MANY),
                    threats(side, Threats::MANY, 0),
                ),
            };
            let fate = if proves(side, own, 0.4) {
                Fate::Wins
            } else if proves(side.other(), other, 0.8) {
                Fate::Fails
            } else if given.is_none() && proves(side, threats(side, 0, 0), 1.0) {
                Fate::Ko
            } else {
                Fate::Unknown
            };
            all.push((mv, fate));
        }
        all
    }
}
