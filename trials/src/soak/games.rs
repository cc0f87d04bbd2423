//! Many games in one process: does its memory stay bounded?

use std::time::Duration;

use tengen_go::{Game, Komi, Move, Rules, Size};
use tengen_process::usage::resident_megabytes;
use tengen_process::{CommandLine, Engine};
use tengen_progress::Progress;

use super::Options;
use crate::{Failure, Outcome};

/// Plays the games and prints the memory after games 1, 10, 100 and so on, and at the end.
pub(crate) fn run(line: &CommandLine, games: u32, options: &Options) -> Outcome {
    let size = Size::new(options.size).map_err(|error| Failure(error.to_string()))?;
    let failed = |error: &dyn std::fmt::Display| Failure(format!("the engine {error}"));
    let timeout = Duration::from_secs(options.timeout);
    let mut engine = Engine::start(line, options.seed, timeout).map_err(|fault| failed(&fault))?;
    let mut progress = Progress::new(games.into(), 0);
    let mut milestone = 1;
    let mut moves = 0;
    let mut measured = Vec::new();
    for number in 1..=games {
        moves += play(&mut engine, size)
            .map_err(|reason| Failure(format!("game {number}: the engine {reason}")))?;
        let memory = resident_megabytes(engine.pid());
        let said = memory.map_or_else(|| "unknown".to_owned(), |mb| format!("{mb:.1} MB"));
        progress.done(number.into(), &said);
        if number == milestone || number == games {
            milestone = milestone.saturating_mul(10);
            measured.push((number, said));
        }
        if memory.is_some_and(|mb| mb > f64::from(options.memory)) {
            return Err(Failure(format!(
                "after game {number} the engine takes {:.0} MB, more than the {} MB allowed",
                memory.unwrap_or_default(),
                options.memory
            )));
        }
    }
    progress.finish();
    let cpu = engine.cpu_seconds();
    engine.quit();
    println!("{:>8} {:>14}", "game", "resident");
    for (number, said) in measured {
        println!("{number:>8} {said:>14}");
    }
    println!(
        "{games} games, {moves} moves on {size} in one process, {:.1} s CPU",
        cpu.unwrap_or_default()
    );
    Ok(())
}

/// Plays a game to its end and returns the number of moves.
fn play(engine: &mut Engine, size: Size) -> Result<usize, String> {
    let mut tell = |command: &str| engine.tell(command).map_err(|fault| fault.to_string());
    tell(&format!("boardsize {}", size.get()))?;
    tell("clear_board")?;
    tell("komi 7.5")?;
    let mut game = Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    while !game.is_over() && game.moves().len() < 3 * size.area() {
        let color = game.turn();
        let said = tell(&format!("genmove {}", color.letter()))?;
        if said.eq_ignore_ascii_case("resign") {
            break;
        }
        let mv =
            Move::parse(&said, size).ok_or_else(|| format!("answered genmove with {said:?}"))?;
        game.play(color, mv)
            .map_err(|illegal| format!("played an illegal move: {illegal}"))?;
    }
    tell("final_score")?;
    Ok(game.moves().len())
}
