//! A problem, put to another program.

use std::path::Path;

use crate::game::Problem;
use crate::player::{Failing, Outside, Player};
use crate::record::{AnswerRecord, Spent};

/// The number of characters that are kept of an answer that is no move.
const KEPT: usize = 40;

/// Puts a problem to a program, which is started for it as for a game; `file` is where the position
/// may be written for a moment.
///
/// A pass or a resignation is a wrong answer (unless passing is right), and so is a point outside of
/// the board. The seconds are those of the answer alone.
///
/// # Errors
/// If the attempt is void, for the reasons that make a game so.
pub fn ask(
    player: &str,
    program: &mut Outside,
    problem: &Problem,
    file: &Path,
) -> Result<AnswerRecord, Failing> {
    let word = program.consider(&*problem.board, file)?;
    let said = problem.board.reads(&word);
    let answer = said.unwrap_or_else(|_| word.chars().take(KEPT).collect());
    let spent = Spent {
        wall: program.thought().as_secs_f64(),
        cpu: program.cpu_seconds(),
        playouts: None,
        moves: 1,
    };
    Ok(problem.judge(player, answer, spent))
}
