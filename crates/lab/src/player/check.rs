//! Whether a program can play at all, tried before a long run depends on it.

use tengen_go::{Color, Game};
use tengen_process::{CommandLineError, Engine, Fault, Filling};
use tengen_progress::StopFlag;

use super::identity::trial_filling;
use super::speech::{action, set_board};
use super::{Action, Failing, OutsideSpec};

/// What a player cannot do without.
const NEEDED: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// Starts a program, speaks to it, lets it make a move on an empty board of this game's size, komi
/// and rules, and returns what is wrong, a sentence each; nothing if all is well. The word `halt`
/// ends every wait.
#[must_use]
pub fn check(spec: &OutsideSpec, game: &Game, halt: &StopFlag) -> Vec<String> {
    let mut problems = Vec::new();
    let empty = Game::new(game.size(), game.rules(), game.komi());
    if let Err(fault) = examine(spec, empty, halt, &mut problems) {
        problems.push(format!("It {fault}."));
    }
    problems
}

fn examine(
    spec: &OutsideSpec,
    mut game: Game,
    halt: &StopFlag,
    problems: &mut Vec<String>,
) -> Result<(), Fault> {
    let understood = |error: CommandLineError| Fault::Start(error.to_string());
    let line = spec.line().map_err(understood)?;
    let filling = Filling {
        size: Some(game.size().get()),
        komi: Some(game.komi().to_string()),
        ..trial_filling()
    };
    let mut engine = Engine::start(&line, filling.clone(), spec.timeout)?;
    engine.halted_by(halt);
    let version = engine.ask("protocol_version")?;
    if version.success && version.text != "2" {
        problems.push(format!(
            "It speaks version {} of GTP; version 2 is spoken here.",
            version.text
        ));
    }
    let listed = engine.ask("list_commands")?;
    for command in NEEDED {
        let known = match listed.success {
            true => listed.text.split_whitespace().any(|word| word == command),
            false => engine.knows(command)?,
        };
        if !known {
            problems.push(format!(
                "It says that it does not know `{command}`, which a player needs."
            ));
        }
    }
    set_board(&mut engine, &game)?;
    for command in &spec.start {
        engine.tell(&filling.fill(command).map_err(understood)?)?;
    }
    let said = engine.tell(&format!("genmove {}", Color::Black.letter()))?;
    match action(&said, game.size()) {
        Ok(Action::Resign) => problems.push("It resigns on an empty board.".to_owned()),
        Ok(Action::Play(mv)) => {
            if let Err(illegal) = game.play(Color::Black, mv) {
                problems.push(format!("Its first move is illegal: {illegal}."));
            }
        }
        Err(Failing::Illegal(reason)) => {
            problems.push(format!("Its first move is illegal: {reason}."));
        }
        Err(failing) => problems.push(format!("It {failing}.")),
    }
    if !engine.quit() {
        problems.push("It does not end within 2 s of `quit`, and has to be killed.".to_owned());
    }
    Ok(())
}
