//! A player of ours, in this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tengen_go::{Color, Game, Move, PointSet};
use tengen_go_engine::{
    Control, Counting, Decision, Go, Parameters, Restriction, Session, Verdict,
};
use tengen_process::shorten;
use tengen_progress::StopFlag;

use super::timer::{Timer, duration};
use super::{Action, Budget, Failing, Player, Turn};
use crate::record::Cause;

/// As many playouts as parameters take: where something else is the limit.
const ENDLESS: u64 = 1_000_000_000_000;

/// A recipe at the board.
///
/// The same recipe, seed and budget in playouts play the same game with one thread. A panic inside
/// the engine makes the game void and harms nobody else.
pub struct Own {
    name: String,
    parameters: Parameters,
    budget: Budget,
    session: Option<Session>,
    timer: Option<Timer>,
    thought: Duration,
    cpu: f64,
    halt: StopFlag,
}

impl Own {
    /// A player with these parameters, of which the budget and the seed are replaced.
    ///
    /// A budget in seconds is what its search may take; judging at the end of a game whether to pass
    /// comes on top, and is not held against it. The same goes for processor seconds.
    #[must_use]
    pub fn new(name: &str, mut parameters: Parameters, budget: Budget, seed: u64) -> Self {
        let costs = &mut parameters.budget;
        costs.seed = seed;
        costs.ponder = false;
        match budget {
            Budget::Free => {}
            Budget::Playouts(playouts) => costs.limit_playouts(playouts.clamp(1, ENDLESS)),
            Budget::Seconds(seconds) => {
                costs.limit_seconds(duration(seconds).as_secs_f64().clamp(0.001, 1e6));
            }
            Budget::Cpu(_) => costs.limit_playouts(ENDLESS),
            Budget::Clock { .. } => costs.limit_seconds(0.0),
        }
        Self {
            name: name.to_owned(),
            parameters,
            budget,
            session: None,
            timer: None,
            thought: Duration::ZERO,
            cpu: 0.0,
            halt: StopFlag::new(),
        }
    }

    /// Lets a word end every search.
    #[must_use]
    pub fn halted_by(mut self, halt: &StopFlag) -> Self {
        self.halt = halt.clone();
        self
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All parameters, with the budget and the seed.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Does something with the session, on its processor time, whatever happens in it.
    fn with<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> Result<T, Failing> {
        let Some(session) = &mut self.session else {
            return Err(fault("has not begun a game, or has failed in it"));
        };
        let start = thread_seconds();
        let outcome = catch_unwind(AssertUnwindSafe(|| act(session)));
        self.cpu += thread_seconds() - start;
        outcome.map_err(|panic| {
            self.session = None;
            fault(&format!("failed, which is a bug: {}", said(&*panic)))
        })
    }

    /// What stops the search apart from its limits.
    fn control(&self) -> Stop {
        Stop {
            at: match self.budget {
                Budget::Cpu(seconds) => thread_seconds() + seconds,
                _ => f64::INFINITY,
            },
            halt: self.halt.clone(),
        }
    }
}

impl Player for Own {
    fn begin(&mut self, game: &Game) -> Result<(), Failing> {
        let one_thread = self.parameters.budget.threads == 1;
        if matches!(self.budget, Budget::Cpu(_)) && !(one_thread && cfg!(unix)) {
            return Err(fault(
                "has a budget in processor seconds, which needs a search with one thread \
                 and a system that tells the processor time of a thread",
            ));
        }
        self.timer = Timer::new(self.budget);
        let mut session = Session::new(self.parameters.clone(), game.clone());
        if let Some(missing) = session.fault() {
            return Err(fault(&format!("lacks a model: {missing}")));
        }
        if let Some(timer) = &self.timer {
            session.clock_mut().set(timer.system());
        }
        self.session = Some(session);
        Ok(())
    }

    fn hear(&mut self, color: Color, mv: Move) -> Result<(), Failing> {
        match self.with(|session| session.play(color, mv))? {
            Ok(()) => Ok(()),
            Err(illegal) => Err(fault(&format!("does not accept a move: {illegal}"))),
        }
    }

    fn choose(&mut self, color: Color) -> Result<Turn, Failing> {
        let mut control = self.control();
        let left = self.timer.as_ref().map(|timer| timer.left(color));
        let start = Instant::now();
        let decision = self.with(|session| {
            if let Some((left, stones)) = left {
                session.clock_mut().time_left(color, left, stones);
            }
            session.genmove(color, &Restriction::default(), &mut control)
        });
        let took = start.elapsed();
        self.thought += took;
        let decision = decision?;
        if let Some(timer) = &mut self.timer {
            let allowed = timer.allowed(color);
            if took > allowed {
                let (took, allowed) = (took.as_secs_f64(), allowed.as_secs_f64());
                return Err(Failing::Time(format!(
                    "took {took:.2} s for a move with {allowed:.2} s on the clock"
                )));
            }
            timer.spend(color, took);
        }
        Ok(turn(&decision))
    }

    fn dead_stones(&mut self) -> Result<Option<PointSet>, Failing> {
        self.with(Session::dead_stones).map(Some)
    }

    fn thought(&self) -> Duration {
        self.thought
    }

    fn cpu_seconds(&self) -> Option<f64> {
        (cfg!(unix) && self.parameters.budget.threads == 1).then_some(self.cpu)
    }
}

/// The decision as the referee hears it: the win rate is that of the move that is played, where the
/// search knows it.
fn turn(decision: &Decision) -> Turn {
    let analysis = &decision.analysis;
    let action = match decision.verdict {
        Verdict::Play(mv) => Action::Play(mv),
        Verdict::Resign => Action::Resign,
    };
    let played = analysis
        .candidates
        .iter()
        .find(|candidate| action == Action::Play(candidate.mv));
    let winrate = played.map_or(analysis.winrate, |candidate| candidate.winrate);
    Turn {
        action,
        winrate: (analysis.visits > 0).then_some(winrate),
        playouts: Some(analysis.playouts),
    }
}

/// Ends a search when the processor time of this thread is spent, or the run ends.
struct Stop {
    at: f64,
    halt: StopFlag,
}

impl Control<Go> for Stop {
    fn interrupted(&mut self) -> bool {
        self.halt.is_now() || (self.at.is_finite() && thread_seconds() >= self.at)
    }
}

/// The processor seconds of this thread.
#[cfg(unix)]
pub(crate) fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
pub(crate) fn thread_seconds() -> f64 {
    0.0
}

fn fault(reason: &str) -> Failing {
    Failing::Void {
        cause: Cause::Fault,
        reason: reason.to_owned(),
    }
}

/// What a panic said.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    shorten(text.unwrap_or("a panic without words"))
}

#[cfg(test)]
mod tests;
