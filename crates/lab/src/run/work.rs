//! One unit, done: from an id and a seed to a record.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use tengen_progress::StopFlag;

use super::seat;
use crate::experiment::{Experiment, Maker, Match, Measure, Problems, Unit, Work};
use crate::hash;
use crate::lesson;
use crate::record::{Body, Cause, PerSide, Record, VoidRecord};
use crate::referee::{self, Setting};
use crate::suite::{measure, solve};

/// The result of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// The record.
    pub record: Record,
    /// The game for other programs, if it was one.
    pub text: Option<String>,
}

/// Does a unit; `None` if the run was halted in the middle of it. `lines` go into the comment at the
/// start of a game's record.
#[must_use]
pub fn perform(
    experiment: &Experiment,
    unit: &Unit,
    halt: &StopFlag,
    lines: &[(&str, String)],
) -> Option<Performed> {
    let start = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| match &experiment.work {
        Work::Match(task) => game(experiment, task, unit, halt, lines),
        Work::Problems(task) => (answer(experiment, task, unit, halt), None),
        Work::Measure(task) => (measurement(experiment, task, unit, halt), None),
        Work::Learn(task) => match task.models.get(unit.series) {
            Some(model) => (lesson::perform(task, model, halt), None),
            None => (Body::Void(fault("there is no such model")), None),
        },
    }));
    let (body, text) = done.unwrap_or_else(|_| {
        (
            Body::Void(fault("the laboratory itself failed; this is a bug")),
            None,
        )
    });
    if halt.is_now() {
        return None;
    }
    let record = Record {
        seed: unit.seed,
        wall: start.elapsed().as_secs_f64(),
        body,
    };
    Some(Performed { record, text })
}

fn game(
    experiment: &Experiment,
    task: &Match,
    unit: &Unit,
    halt: &StopFlag,
    lines: &[(&str, String)],
) -> (Body, Option<String>) {
    let (a, b) = task.pairings[unit.series];
    let (first, second) = (&experiment.players[a], &experiment.players[b]);
    let opening = task.opening(&experiment.hash, unit.number);
    let board = match task.start(&opening) {
        Ok(board) => board,
        Err(sentence) => return (Body::Void(fault(&sentence)), None),
    };
    let setting = Setting {
        board,
        start: opening.start,
        opening: opening.moves,
        longest: task.longest,
    };
    let names = PerSide {
        first: first.name.clone(),
        second: second.name.clone(),
    };
    let seat = |player, purpose: &str| {
        let seed = hash::seed(&experiment.hash, &format!("{}/{purpose}", unit.id));
        seat::player(experiment, player, seed, halt)
    };
    let (mut first, mut second) = (seat(first, "first"), seat(second, "second"));
    let black = Match::black(unit.number);
    match referee::play(&setting, first.as_mut(), second.as_mut(), &names, black) {
        Ok(record) => {
            let text = setting.board.game_text(&record, lines);
            (Body::Game(record), Some(text))
        }
        Err(void) => {
            let text = setting.board.void_text(&void, &names, black, lines);
            (Body::Void(void), Some(text))
        }
    }
}

fn answer(experiment: &Experiment, task: &Problems, unit: &Unit, halt: &StopFlag) -> Body {
    let player = &experiment.players[unit.series];
    let problem = task.problem(unit.number);
    let answered = match &player.maker {
        Maker::Own(own) => {
            let stop = &mut || halt.is_now();
            solve(&player.name, own.clone(), problem, unit.seed, stop).map_err(|void| *void)
        }
        Maker::Outside(program) => {
            seat::answer(experiment, player, program, problem, unit.seed, halt)
        }
    };
    answered.map_or_else(Body::Void, Body::Answer)
}

fn measurement(experiment: &Experiment, task: &Measure, unit: &Unit, halt: &StopFlag) -> Body {
    let player = &experiment.players[unit.series];
    match &player.maker {
        Maker::Own(own) => {
            let position = task.position(unit.number);
            let stop = &mut || halt.is_now();
            let measured = measure(&player.name, own.clone(), position, unit.seed, stop);
            measured.map_or_else(|void| Body::Void(*void), Body::Measurement)
        }
        Maker::Outside(_) => Body::Void(fault("an outside program cannot be measured")),
    }
}

/// A fault of this program.
fn fault(reason: &str) -> VoidRecord {
    VoidRecord {
        cause: Cause::Fault,
        player: None,
        reason: reason.to_owned(),
        last_words: None,
        moves: Vec::new(),
    }
}
