//! An estimate of the time an experiment takes here, by trying a little of it.

use std::time::{Duration, Instant};

use tengen_progress::StopFlag;

use super::seat;
use super::work::perform;
use crate::experiment::{Contender, Experiment, Match, Work};
use crate::game::{Board, BoardStatus, Discipline};
use crate::lesson;
use crate::player::{Action, Budget, Failing, Own, Player};

/// A move is tried after an ordinary game's moves divided by this.
const MIDDLE: f64 = 3.0;
/// With so many playouts the moves before it are made.
const HASTY: u64 = 100;

/// The work of all units together, for one worker; every player is tried once. `halt` ends
/// every search and every wait, and what comes then is no estimate. `None` of models
/// whose games are not known: they are learned from a few of them.
///
/// # Errors
/// With a sentence, if a player fails.
pub fn estimate(experiment: &Experiment, halt: &StopFlag) -> Result<Option<Duration>, String> {
    match &experiment.work {
        Work::Match(task) => games(experiment, task, halt).map(Some),
        // The first model alone may take an hour.
        Work::Learn(task) => lesson::estimate(task, halt),
        Work::Problems(_) | Work::Measure(_) => {
            // The first unit of each series stands for all of its units.
            let mut work = Duration::ZERO;
            let units = experiment.units();
            for (place, series) in experiment.series().iter().enumerate() {
                let Some(unit) = units.iter().find(|unit| unit.series == place) else {
                    continue;
                };
                let start = Instant::now();
                let _ = perform(experiment, unit, halt, &[]);
                work += start.elapsed().mul_f64(series.planned as f64);
            }
            Ok(Some(work))
        }
    }
}

fn games(experiment: &Experiment, task: &Match, halt: &StopFlag) -> Result<Duration, String> {
    let mut moves = Vec::new();
    for player in &experiment.players {
        moves.push(one_move(experiment, task, player, halt)?);
    }
    let each = task.board.lengths().ordinary / 2.0;
    let work = |&(a, b): &(usize, usize)| (moves[a] + moves[b]).mul_f64(each * task.games as f64);
    Ok(task.pairings.iter().map(work).sum())
}

/// The time a player takes for a move in the middle of a game.
fn one_move(
    experiment: &Experiment,
    task: &Match,
    player: &Contender,
    halt: &StopFlag,
) -> Result<Duration, String> {
    let failed = |error: Failing| format!("player {}: {error}", player.name);
    let mut seated = seat::player(experiment, player, 1, halt);
    seated.begin(&*task.board).map_err(failed)?;
    let middle = middle_game(experiment.game, &*task.board, halt).map_err(failed)?;
    let mut board = task.board.clone();
    for mv in middle.moves() {
        let color = board.turn();
        seated.hear(color, &mv).map_err(failed)?;
        // It was played before.
        let _legal = board.play(color, &mv);
    }
    let start = Instant::now();
    seated.choose(board.turn()).map_err(failed)?;
    Ok(start.elapsed())
}

/// A quick search against itself. Random moves would not do: a program that reads the groups of a
/// board finds far too many to read.
fn middle_game(
    game: &dyn Discipline,
    start: &dyn Board,
    halt: &StopFlag,
) -> Result<Box<dyn Board>, Failing> {
    let mut quick = game.usual_player();
    let budget = Budget::Playouts(HASTY);
    budget.limit(quick.budget_mut());
    let mut player = Own::new(quick, budget, 1);
    player.begin(start)?;
    let mut board = start.boxed();
    let moves = (start.lengths().ordinary / MIDDLE) as usize;
    for _ in 0..moves {
        if halt.is_now() {
            break;
        }
        let before = board.boxed();
        let turn = board.turn();
        let played = match player.choose(turn)?.action {
            Action::Play(mv) => board.play(turn, &mv).is_ok(),
            Action::Resign => false,
        };
        if !played || board.status() != BoardStatus::Running {
            return Ok(before);
        }
    }
    Ok(board)
}
