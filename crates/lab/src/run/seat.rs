//! From a player of an experiment to one at the board.

use std::path::PathBuf;
use std::time::Duration;

use tengen_go_engine::Models;
use tengen_problems::Problem;
use tengen_progress::StopFlag;

use super::manifest::Make;
use crate::experiment::{Contender, Experiment, Maker, Program, Task};
use crate::player::{Budget, Outside, OutsideSpec, Own, Player, check as check_outside, identify};
use crate::record::{AnswerRecord, VoidRecord};
use crate::suite::ask;

/// Sits a player down, with random numbers of its own.
pub(super) fn player(
    experiment: &Experiment,
    contender: &Contender,
    seed: u64,
    halt: &StopFlag,
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
    halt: &StopFlag,
) -> Result<AnswerRecord, VoidRecord> {
    let spec = spec(experiment, program);
    let mut program = Outside::new(spec, contender.budget, seed).halted_by(halt);
    let file = std::env::temp_dir().join(format!("tengen-{}-{seed:x}.sgf", std::process::id()));
    ask(&contender.name, &mut program, problem, &file).map_err(|failing| VoidRecord {
        cause: failing.cause(),
        player: Some(contender.name.clone()),
        reason: failing.to_string(),
        last_words: program.last_words(),
        moves: Vec::new(),
    })
}

/// What a program says it is.
pub(super) fn identity(
    experiment: &Experiment,
    program: &Program,
    budget: &str,
    halt: &StopFlag,
) -> Make {
    match identify(&spec(experiment, program), halt) {
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

/// Starts a player's program, speaks to it, and says in sentences what is wrong; of a player of ours,
/// which has been checked when the file was read, the models are tried. The word `halt` ends every wait.
#[must_use]
pub fn check(experiment: &Experiment, contender: &Contender, halt: &StopFlag) -> Vec<String> {
    let program = match &contender.maker {
        Maker::Own(parameters) => {
            let fault = Models::load(parameters).err();
            return fault.map(|fault| format!("{fault}.")).into_iter().collect();
        }
        Maker::Outside(program) => program,
    };
    let spec = spec(experiment, program);
    let game = match &experiment.task {
        Task::Match(task) => &task.game,
        Task::Problems(task) => match task.problems.first() {
            Some(problem) => &problem.game,
            None => return Vec::new(),
        },
        Task::Measure(_) | Task::Learn(_) => return Vec::new(),
    };
    check_outside(&spec, game, halt)
}
