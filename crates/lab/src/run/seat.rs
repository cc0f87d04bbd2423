//! From a player of an experiment to one at the board.

use std::path::PathBuf;
use std::time::Duration;

use super::manifest::Make;
use crate::experiment::{Contender, Experiment, Maker, Program, Task};
use crate::halt::Halt;
use crate::player::{
    Budget, Failing, Outside, OutsideSpec, Own, Player, check as check_outside, identify,
};
use crate::process::{Engine, Fault, Filling};
use crate::record::{AnswerRecord, Cause, VoidRecord};
use crate::suite::{Asks, Problem, ask};

/// Sits a player down, with random numbers of its own.
pub(super) fn player(
    experiment: &Experiment,
    contender: &Contender,
    seed: u64,
    halt: &Halt,
) -> Box<dyn Player> {
    match &contender.maker {
        Maker::Own(parameters) => {
            let player = Own::new(
                &contender.name,
                (**parameters).clone(),
                own(contender),
                seed,
            );
            Box::new(player.halted_by(halt))
        }
        Maker::Outside(program) => {
            let spec = spec(experiment, program);
            Box::new(Outside::new(spec, contender.budget, seed).halted_by(halt))
        }
    }
}

/// Playouts and seconds are in the parameters, where a sweep may have changed them.
const fn own(contender: &Contender) -> Budget {
    match contender.budget {
        Budget::Playouts(_) | Budget::Seconds(_) => Budget::Free,
        budget => budget,
    }
}

/// How a program is started.
pub(super) fn spec(experiment: &Experiment, program: &Program) -> OutsideSpec {
    OutsideSpec {
        command: program.command.clone(),
        directory: program.directory.as_ref().map(PathBuf::from),
        start: program.start.clone(),
        extra: Duration::from_secs_f64(program.extra),
        timeout: experiment.timeout,
    }
}

/// Puts a problem to a program.
pub(super) fn answer(
    experiment: &Experiment,
    contender: &Contender,
    program: &Program,
    problem: &Problem,
    seed: u64,
    halt: &Halt,
) -> Result<AnswerRecord, VoidRecord> {
    let void = |fault: &Fault| VoidRecord {
        cause: fault.cause(),
        player: Some(contender.name.clone()),
        reason: fault.without_words(),
        last_words: None,
        moves: Vec::new(),
    };
    let line = spec(experiment, program)
        .line()
        .map_err(|error| void(&Fault::Start(error.to_string())))?;
    let filling = Filling {
        seed: seed & 0x7fff_ffff,
        size: Some(problem.game.size().get()),
        komi: Some(problem.game.komi().to_string()),
        playouts: match contender.budget {
            Budget::Playouts(playouts) => Some(playouts),
            _ => None,
        },
    };
    let mut engine =
        Engine::start(&line, filling.clone(), experiment.timeout).map_err(|fault| void(&fault))?;
    engine.halted_by(halt);
    for command in &program.start {
        let command = filling
            .fill(command)
            .map_err(|error| void(&Fault::Start(error.to_string())))?;
        engine.tell(&command).map_err(|fault| void(&fault))?;
    }
    if let Budget::Seconds(seconds) = contender.budget {
        let command = format!("time_settings 0 {} 1", seconds.ceil());
        engine.tell(&command).map_err(|fault| void(&fault))?;
    }
    let file = std::env::temp_dir().join(format!("tengen-{}-{seed:x}.sgf", std::process::id()));
    let answered = ask(&contender.name, &mut engine, problem, &file);
    match answered {
        Ok(mut answer) => {
            answer.spent.cpu = engine.cpu_seconds();
            engine.quit();
            Ok(answer)
        }
        Err(failing) => {
            let (cause, reason) = match failing {
                Failing::Void { cause, reason } => (cause, reason),
                Failing::Illegal(reason) | Failing::Time(reason) => (Cause::Protocol, reason),
            };
            Err(VoidRecord {
                cause,
                reason,
                last_words: engine.kill(),
                ..void(&Fault::Halted)
            })
        }
    }
}

impl Asks for Engine {
    fn tell(&mut self, command: &str) -> Result<String, Failing> {
        Self::tell(self, command).map_err(|fault| failing(&fault))
    }

    fn knows(&mut self, command: &str) -> Result<bool, Failing> {
        Self::knows(self, command).map_err(|fault| failing(&fault))
    }
}

fn failing(fault: &Fault) -> Failing {
    Failing::Void {
        cause: fault.cause(),
        reason: fault.without_words(),
    }
}

/// What a program says it is.
pub(super) fn identity(experiment: &Experiment, program: &Program, budget: &str) -> Make {
    match identify(&spec(experiment, program)) {
        Ok(identity) => Make::Outside {
            command: program.command.clone(),
            budget: budget.to_owned(),
            files: identity.files,
            name: identity.name.unwrap_or_else(|| "unknown".to_owned()),
            version: identity.version.unwrap_or_else(|| "unknown".to_owned()),
            binary: identity.sha256,
        },
        Err(failing) => Make::Unknown(failing.to_string()),
    }
}

/// Starts a player's program, speaks to it, and says in sentences what is wrong; a player of ours has
/// been checked when the file was read.
#[must_use]
pub fn check(experiment: &Experiment, contender: &Contender) -> Vec<String> {
    let Maker::Outside(program) = &contender.maker else {
        return Vec::new();
    };
    let spec = spec(experiment, program);
    let game = match &experiment.task {
        Task::Match(task) => &task.game,
        Task::Problems(task) => match task.problems.first() {
            Some(problem) => &problem.game,
            None => return Vec::new(),
        },
        Task::Measure(_) => return Vec::new(),
    };
    check_outside(&spec, game.size(), game.komi())
}
