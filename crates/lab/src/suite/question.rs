//! A problem, put to another program over GTP.

use std::path::Path;

use tengen_go::Move;
use tengen_problems::Problem;

use crate::player::{Failing, Outside, Player};
use crate::record::{AnswerRecord, Spent};

/// How much of an answer that is no move is kept.
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
    let size = problem.game.size();
    let word = program.consider(&problem.game, file)?;
    let mv = Move::parse(&word, size);
    Ok(AnswerRecord {
        player: player.to_owned(),
        problem: problem.name.clone(),
        groups: problem.groups.clone(),
        answer: match mv {
            Some(mv) => mv.label(size),
            None => word.chars().take(KEPT).collect(),
        },
        right: mv.is_some_and(|mv| problem.right.contains(&mv)),
        fault: mv.and_then(|mv| problem.kind_of_fault(mv).map(str::to_owned)),
        winrate: None,
        spent: Spent {
            wall: program.thought().as_secs_f64(),
            cpu: program.cpu_seconds(),
            playouts: None,
            moves: 1,
        },
    })
}
