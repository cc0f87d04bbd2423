//! A problem, solved by a player of ours.

use super::lack::seated;
use super::stopwatch::Stopwatch;
use crate::game::{OwnPlayer, Problem};
use crate::record::{AnswerRecord, VoidRecord};

/// Has a player choose a move in the position of a problem, under the budget of its parameters.
///
/// The player sits down for it, so nothing depends on what it saw before. It neither resigns nor
/// passes while it knows another move; where passing is right, it may. The search itself is the one
/// of a game.
///
/// # Errors
/// If a model that the parameters want is not there: the attempt does not count.
pub fn solve(
    name: &str,
    mut player: Box<dyn OwnPlayer>,
    problem: &Problem,
    seed: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<AnswerRecord, Box<VoidRecord>> {
    player.prepare(problem);
    player.budget_mut().seed = seed;
    let mut sitting = seated(name, &*player, &*problem.board)?;
    let watch = Stopwatch::start();
    let answer = sitting.answer(problem, stop);
    let alone = player.thinks_here();
    let spent = watch.spent(alone, Some(answer.playouts));
    Ok(AnswerRecord {
        winrate: answer.winrate,
        ..problem.judge(name, answer.mv, spent)
    })
}
