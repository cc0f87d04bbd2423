//! A trial of whether a program can play at all, before a long run depends on it.

use tengen_process::{CommandLineError, Engine, Fault};
use tengen_progress::StopFlag;

use super::identity::trial_filling;
use super::{Action, Budget, Failing, OutsideSpec};
use crate::game::{Board, Protocol};

/// Starts a program, speaks to it, lets it make a move at the start of a game by the terms of this board,
/// with the time of its budget, and returns what is wrong, a sentence each; nothing if all is well. `halt` ends every wait.
#[must_use]
pub fn check(
    spec: &OutsideSpec,
    protocol: &mut dyn Protocol,
    board: &dyn Board,
    budget: Budget,
    halt: &StopFlag,
) -> Vec<String> {
    let mut problems = Vec::new();
    if let Err(fault) = examine(spec, protocol, board.empty(), budget, halt, &mut problems) {
        problems.push(format!("It {fault}."));
    }
    problems
}

fn examine(
    spec: &OutsideSpec,
    protocol: &mut dyn Protocol,
    mut board: Box<dyn Board>,
    budget: Budget,
    halt: &StopFlag,
    problems: &mut Vec<String>,
) -> Result<(), Fault> {
    let understood = |error: CommandLineError| Fault::Start(error.to_string());
    let line = spec.line().map_err(understood)?;
    let filling = trial_filling(&*board);
    let mut engine = Engine::start(&line, filling.clone(), spec.timeout)?;
    engine.halted_by(halt);
    problems.extend(protocol.lacks(&mut engine)?);
    protocol.set_board(&mut engine, &*board)?;
    for command in &spec.start {
        protocol.tell(&mut engine, &filling.fill(command).map_err(understood)?)?;
    }
    protocol.set_clock(&mut engine, budget)?;
    let color = board.turn();
    let said = protocol.choose(&mut engine, color, spec.timeout)?;
    match protocol.action(&said) {
        Ok(Action::Resign) => problems.push("It resigns at the start of a game.".to_owned()),
        Ok(Action::Play(mv)) => {
            if let Err(illegal) = board.play(color, &mv) {
                problems.push(format!("Its first move is illegal: {illegal}."));
            }
        }
        Err(Failing::Illegal(reason)) => {
            problems.push(format!("Its first move is illegal: {reason}."));
        }
        Err(failing) => problems.push(format!("It {failing}.")),
    }
    problems.extend(protocol.oddities());
    if !engine.quit() {
        problems.push("It does not end within 2 s of `quit`, and has to be killed.".to_owned());
    }
    Ok(())
}
