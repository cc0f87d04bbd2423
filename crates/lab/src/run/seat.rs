//! From a player of an experiment to one at the board.

use std::path::PathBuf;
use std::time::Duration;

use tengen_progress::StopFlag;

use super::manifest::Make;
use crate::experiment::{Contender, Experiment, Maker, Program, Work};
use crate::game::Problem;
use crate::player::{Outside, OutsideSpec, Own, Player, check as check_outside, identify};
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
        Maker::Own(player) => {
            Box::new(Own::new(player.clone(), contender.budget, seed).halted_by(halt))
        }
        Maker::Outside(program) => Box::new(outside(experiment, contender, program, seed, halt)),
    }
}

/// Sits a program down.
fn outside(
    experiment: &Experiment,
    contender: &Contender,
    program: &Program,
    seed: u64,
    halt: &StopFlag,
) -> Outside {
    let (spec, protocol) = (spec(experiment, program), experiment.game.protocol());
    Outside::new(spec, protocol, contender.budget, seed).halted_by(halt)
}

/// The way in which a program is started.
fn spec(experiment: &Experiment, program: &Program) -> OutsideSpec {
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
    let mut program = outside(experiment, contender, program, seed, halt);
    let (process, ending) = (std::process::id(), experiment.game.ending());
    let file = std::env::temp_dir().join(format!("tengen-{process}-{seed:x}.{ending}"));
    ask(&contender.name, &mut program, problem, &file).map_err(|failing| VoidRecord {
        cause: failing.cause(),
        player: Some(contender.name.clone()),
        reason: failing.to_string(),
        last_words: program.last_words(),
        moves: Vec::new(),
    })
}

/// The identity that a program gives itself.
pub(super) fn identity(
    experiment: &Experiment,
    program: &Program,
    budget: &str,
    halt: &StopFlag,
) -> Make {
    let mut protocol = experiment.game.protocol();
    let board = experiment.game.usual_board();
    match identify(&spec(experiment, program), &mut *protocol, &*board, halt) {
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
/// which has been checked when the file was read, the models are tried. `halt` ends every wait.
#[must_use]
pub fn check(experiment: &Experiment, contender: &Contender, halt: &StopFlag) -> Vec<String> {
    let program = match &contender.maker {
        Maker::Own(player) => {
            let fault = player.models().err();
            return fault.map(|fault| format!("{fault}.")).into_iter().collect();
        }
        Maker::Outside(program) => program,
    };
    let spec = spec(experiment, program);
    let board = match &experiment.work {
        Work::Match(task) => &task.board,
        Work::Problems(task) => match task.suite.problems.first() {
            Some(problem) => &problem.board,
            None => return Vec::new(),
        },
        Work::Measure(_) | Work::Learn(_) => return Vec::new(),
    };
    let protocol = &mut *experiment.game.protocol();
    check_outside(&spec, protocol, &**board, contender.budget, halt)
}
