//! How long an experiment will take here, by trying a little of it.

use std::time::{Duration, Instant};

use super::seat;
use super::work::perform;
use crate::experiment::{Contender, Experiment, Match, Openings, Task};
use crate::halt::Halt;

/// A game has about so many moves for each point of the board.
const LENGTH: f64 = 0.75;
/// A move is tried after so many random ones for each point, in the middle of a game.
const MIDDLE: f64 = 0.25;

/// The work of all units together, for one worker; every player is tried once.
///
/// # Errors
/// With a sentence, if a player fails.
pub fn estimate(experiment: &Experiment) -> Result<Duration, String> {
    match &experiment.task {
        Task::Match(task) => games(experiment, task),
        Task::Problems(_) | Task::Measure(_) => {
            // The first unit of each series stands for all of its units.
            let mut work = Duration::ZERO;
            let units = experiment.units();
            for (place, series) in experiment.series().iter().enumerate() {
                let Some(unit) = units.iter().find(|unit| unit.series == place) else {
                    continue;
                };
                let start = Instant::now();
                let _ = perform(experiment, unit, &Halt::new(), &[]);
                work += start.elapsed().mul_f64(series.planned as f64);
            }
            Ok(work)
        }
    }
}

fn games(experiment: &Experiment, task: &Match) -> Result<Duration, String> {
    let mut moves = Vec::new();
    for player in &experiment.players {
        moves.push(one_move(experiment, task, player)?);
    }
    let each = task.game.size().area() as f64 * LENGTH / 2.0;
    let work = |&(a, b): &(usize, usize)| (moves[a] + moves[b]).mul_f64(each * task.games as f64);
    Ok(task.pairings.iter().map(work).sum())
}

/// How long a player takes for a move in the middle of a game.
fn one_move(experiment: &Experiment, task: &Match, player: &Contender) -> Result<Duration, String> {
    let failed = |error: crate::player::Failing| format!("player {}: {error}", player.name);
    let mut game = task.game.clone();
    let mut seated = seat::player(experiment, player, 1, &Halt::new());
    seated.begin(&game).map_err(failed)?;
    let moves = (game.size().area() as f64 * MIDDLE) as usize;
    for mv in Openings::Random(moves).of_pair(0, &game, 1) {
        let color = game.turn();
        if game.play(color, mv).is_ok() {
            seated.hear(color, mv).map_err(failed)?;
        }
    }
    let start = Instant::now();
    seated.choose(game.turn()).map_err(failed)?;
    Ok(start.elapsed())
}
