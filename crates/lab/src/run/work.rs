//! One unit, done: from an id and a seed to a record.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::halt::Halt;
use super::seat;
use crate::experiment::{Experiment, Match, Task, Unit};
use crate::hash;
use crate::record::{Body, Cause, GameRecord, PerSide, Record, VoidRecord};
use crate::referee::{self, Setting};

/// What came of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// The record.
    pub record: Record,
    /// The game, if it was one.
    pub sgf: Option<String>,
}

/// Does a unit; `None` if the run was halted in the middle of it. `lines` go into the comment at the
/// start of a game's record.
#[must_use]
pub fn perform(
    experiment: &Experiment,
    unit: &Unit,
    halt: &Halt,
    lines: &[(String, String)],
) -> Option<Performed> {
    let start = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| match &experiment.task {
        Task::Match(task) => game(experiment, task, unit, halt, lines),
    }));
    let (body, sgf) = done.unwrap_or_else(|_| {
        let void = VoidRecord {
            cause: Cause::Fault,
            player: None,
            reason: "the laboratory itself failed; this is a bug".to_owned(),
            last_words: None,
            moves: Vec::new(),
        };
        (Body::Void(void), None)
    });
    if halt.is_now() {
        return None;
    }
    let record = Record {
        seed: unit.seed,
        wall: start.elapsed().as_secs_f64(),
        body,
    };
    Some(Performed { record, sgf })
}

fn game(
    experiment: &Experiment,
    task: &Match,
    unit: &Unit,
    halt: &Halt,
    lines: &[(String, String)],
) -> (Body, Option<String>) {
    let (a, b) = task.pairings[unit.series];
    let players = PerSide {
        first: &experiment.players[a],
        second: &experiment.players[b],
    };
    let setting = Setting {
        game: task.game.clone(),
        opening: task.opening(&experiment.hash, unit.number),
        longest: task.longest,
    };
    let seat = |player, purpose: &str| {
        let seed = hash::seed(&experiment.hash, &format!("{}/{purpose}", unit.id));
        seat::player(experiment, player, seed, &setting.game, halt)
    };
    let played = seat(players.first, "first").and_then(|mut first| {
        let mut second = seat(players.second, "second")?;
        let names = PerSide {
            first: players.first.name.clone(),
            second: players.second.name.clone(),
        };
        let black = Match::black(unit.number);
        referee::play(&setting, first.as_mut(), second.as_mut(), names, black)
    });
    match played {
        Ok(record) => {
            let sgf = sgf(&record, &setting, lines);
            (Body::Game(record), Some(sgf))
        }
        Err(void) => (Body::Void(void), None),
    }
}

fn sgf(record: &GameRecord, setting: &Setting, lines: &[(String, String)]) -> String {
    referee::sgf(record, setting, lines)
}
