//! A player of ours, in this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tengen_game::Color;
use tengen_process::shorten;
use tengen_progress::StopFlag;

use super::timer::Timer;
use super::{Budget, Failing, Player, Turn};
use crate::game::{Board, OwnPlayer, Sitting};
use crate::record::Cause;

/// A recipe at the board.
///
/// The same recipe, seed and budget in playouts play the same game with one thread. A panic inside
/// the engine makes the game void and harms nobody else.
pub struct Own {
    player: Box<dyn OwnPlayer>,
    budget: Budget,
    sitting: Option<Box<dyn Sitting>>,
    timer: Option<Timer>,
    thought: Duration,
    cpu: f64,
    halt: StopFlag,
}

impl Own {
    /// A player of this recipe, whose seed is replaced. Playouts and seconds are among its parameters
    /// already, where a sweep may have changed them.
    ///
    /// A budget in seconds is what its search may take; judging at the end of a game whether to pass
    /// comes on top, and is not held against it. The same goes for processor seconds.
    #[must_use]
    pub fn new(mut player: Box<dyn OwnPlayer>, budget: Budget, seed: u64) -> Self {
        let costs = player.budget_mut();
        costs.seed = seed;
        costs.ponder = false;
        if !budget.is_parameter() {
            budget.limit(costs);
        }
        Self {
            player,
            budget,
            sitting: None,
            timer: None,
            thought: Duration::ZERO,
            cpu: 0.0,
            halt: StopFlag::new(),
        }
    }

    /// Sets the stop flag that ends every search.
    #[must_use]
    pub fn halted_by(mut self, halt: &StopFlag) -> Self {
        self.halt = halt.clone();
        self
    }

    /// Does something with the search, on its processor time, whatever happens in it.
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn Sitting) -> T) -> Result<T, Failing> {
        let Some(sitting) = &mut self.sitting else {
            return Err(fault("has not begun a game, or has failed in it"));
        };
        let start = thread_seconds();
        let outcome = catch_unwind(AssertUnwindSafe(|| act(&mut **sitting)));
        self.cpu += thread_seconds() - start;
        outcome.map_err(|panic| {
            self.sitting = None;
            fault(&format!("failed, which is a bug: {}", said(&*panic)))
        })
    }

    /// The end of a search apart from its limits: the processor time of this thread is spent, or the
    /// run ends.
    fn stop(&self) -> impl FnMut() -> bool + use<> {
        let halt = self.halt.clone();
        let end = match self.budget {
            Budget::Cpu(seconds) => Some(thread_seconds() + seconds),
            _ => None,
        };
        move || halt.is_now() || end.is_some_and(|end| thread_seconds() >= end)
    }
}

impl Player for Own {
    fn begin(&mut self, board: &dyn Board) -> Result<(), Failing> {
        let one_thread = self.player.thinks_here();
        if matches!(self.budget, Budget::Cpu(_)) && !(one_thread && cfg!(unix)) {
            return Err(fault(
                "has a budget in processor seconds, which needs a search with one thread, \
                 the one that asks, and a system that tells the processor time of a thread",
            ));
        }
        self.timer = Timer::new(self.budget);
        let mut sitting = self.player.sit(board).map_err(|reason| fault(&reason))?;
        if let Some(timer) = &self.timer {
            sitting.set_clock(timer.system());
        }
        self.sitting = Some(sitting);
        Ok(())
    }

    fn hear(&mut self, color: Color, mv: &str) -> Result<(), Failing> {
        match self.with(|sitting| sitting.play(color, mv))? {
            Ok(()) => Ok(()),
            Err(illegal) => Err(fault(&format!("does not accept a move: {illegal}"))),
        }
    }

    fn choose(&mut self, color: Color) -> Result<Turn, Failing> {
        let mut stop = self.stop();
        let left = self.timer.as_ref().map(|timer| timer.left(color));
        let start = Instant::now();
        let turn = self.with(|sitting| {
            if let Some((left, moves)) = left {
                sitting.time_left(color, left, moves);
            }
            sitting.choose(color, &mut stop)
        });
        let took = start.elapsed();
        self.thought += took;
        let turn = turn?;
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
        Ok(turn)
    }

    fn claim(&mut self) -> Result<Option<String>, Failing> {
        self.with(|sitting| sitting.claim())
    }

    fn thought(&self) -> Duration {
        self.thought
    }

    fn cpu_seconds(&self) -> Option<f64> {
        (cfg!(unix) && self.player.thinks_here()).then_some(self.cpu)
    }
}

/// The processor seconds of this thread.
#[cfg(unix)]
fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
fn thread_seconds() -> f64 {
    0.0
}

fn fault(reason: &str) -> Failing {
    Failing::Void {
        cause: Cause::Fault,
        reason: reason.to_owned(),
    }
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    shorten(text.unwrap_or("a panic without words"))
}
