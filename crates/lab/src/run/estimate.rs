//! How long an experiment will take here, by trying a little of it.

use std::time::{Duration, Instant};

use tengen_go::Game;
use tengen_go_engine::{Parameters, Restriction, Session, Verdict};
use tengen_progress::StopFlag;

use super::seat;
use super::work::perform;
use crate::experiment::{Contender, Experiment, Match, Task};
use crate::lesson;
use crate::player::Failing;

/// A game has about so many moves for each point of the board.
const LENGTH: f64 = 0.75;
/// A move is tried after so many for each point, in the middle of a game.
const MIDDLE: f64 = 0.25;
/// With so many playouts the moves before it are made.
const HASTY: u64 = 100;

/// The work of all units together, for one worker; every player is tried once. The word `halt` ends
/// every search and every wait, and what comes then is no estimate. `None` of models
/// whose games are not known: they are learned from a few of them.
///
/// # Errors
/// With a sentence, if a player fails.
pub fn estimate(experiment: &Experiment, halt: &StopFlag) -> Result<Option<Duration>, String> {
    match &experiment.task {
        Task::Match(task) => games(experiment, task, halt).map(Some),
        // The first model alone may take an hour.
        Task::Learn(task) => lesson::estimate(task, halt),
        Task::Problems(_) | Task::Measure(_) => {
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
    let each = task.game.size().area() as f64 * LENGTH / 2.0;
    let work = |&(a, b): &(usize, usize)| (moves[a] + moves[b]).mul_f64(each * task.games as f64);
    Ok(task.pairings.iter().map(work).sum())
}

/// How long a player takes for a move in the middle of a game.
fn one_move(
    experiment: &Experiment,
    task: &Match,
    player: &Contender,
    halt: &StopFlag,
) -> Result<Duration, String> {
    let failed = |error: Failing| format!("player {}: {error}", player.name);
    let mut seated = seat::player(experiment, player, 1, halt);
    seated.begin(&task.game).map_err(failed)?;
    let game = middle_game(&task.game, halt);
    for (color, mv) in game.moves() {
        seated.hear(color, mv).map_err(failed)?;
    }
    let start = Instant::now();
    seated.choose(game.turn()).map_err(failed)?;
    Ok(start.elapsed())
}

/// A quick search against itself. Random stones would not do: a program that reads the groups of a
/// board finds far too many to read.
fn middle_game(start: &Game, halt: &StopFlag) -> Game {
    let mut parameters = Parameters::default();
    parameters.budget.playouts = HASTY;
    let mut session = Session::new(parameters, start.clone());
    let moves = (start.size().area() as f64 * MIDDLE) as usize;
    for _ in 0..moves {
        if halt.is_now() {
            break;
        }
        let before = session.game().clone();
        let decision = session.genmove(before.turn(), &Restriction::default(), &mut ());
        if decision.verdict == Verdict::Resign || session.game().is_over() {
            return before;
        }
    }
    session.game().clone()
}
