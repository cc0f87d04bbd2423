//! An estimate of the time that learning and judging take here, by trying them on a few games.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tengen_net::data::prediction::{Blend, Predictor};
use tengen_pattern::corpus::Game;
use tengen_pattern::learn::{Ascent, collect};
use tengen_pattern::scene::{PatternParams, SceneExtract};
use tengen_progress::StopFlag;

use super::exam::Exam;
use super::given::Ready;
use super::{LessonError, Supplies};
use crate::experiment::{Given, Learn, Lesson};

/// So many games are learned from.
const GAMES: u64 = 24;
/// So many games are shown to a model that is there.
const SHOWN: u64 = 4;

/// The cost of a game.
#[derive(Clone, Copy)]
struct Cost {
    /// While features are collected.
    collecting: f64,
    /// In a pass of learning, and about as much where it is judged by.
    passing: f64,
}

/// The time of all models together, one after the other on all cores; `None` without games. What
/// is there already is counted too, and what `halt` ends is no estimate.
///
/// # Errors
/// With a sentence, if there is nothing to learn from.
pub(crate) fn estimate(learn: &Learn, halt: &StopFlag) -> Result<Option<Duration>, String> {
    let Some(supplies) = &learn.supplies else {
        return Ok(None);
    };
    let games = training(learn, supplies).map_err(|error| error.to_string())?;
    let mut known: Vec<(&PatternParams, Cost)> = Vec::new();
    let mut seconds = 0.0;
    for lesson in &learn.models {
        if halt.is_now() {
            break;
        }
        if let Some(given) = &lesson.given {
            let time = judging(learn, lesson, given, supplies, halt);
            seconds += time.map_err(|error| error.to_string())?;
            continue;
        }
        // Points of a learning curve differ in nothing but their games.
        let seen = known.iter().find(|(params, _)| **params == lesson.params);
        let cost = match seen {
            Some((_, cost)) => *cost,
            None => {
                let cost = tried(&lesson.params, &games, learn, halt);
                known.push((&lesson.params, cost));
                cost
            }
        };
        let judging = learn.records(lesson.on).map_or(0, |on| on.end - on.start);
        let passes = lesson
            .games
            .saturating_mul(u64::from(lesson.params.learn.passes));
        seconds += cost.collecting * lesson.games as f64;
        seconds += cost.passing * passes.saturating_add(judging) as f64;
    }
    Ok(Some(
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
    ))
}

/// A few games to learn from; none where nothing is learned.
fn training(learn: &Learn, supplies: &Supplies) -> Result<Vec<Game>, LessonError> {
    let Some(train) = learn.train.as_ref().filter(|_| learn.learns()) else {
        return Ok(Vec::new());
    };
    let first = train.start;
    let last = train.end.min(first.saturating_add(GAMES));
    let few = supplies.corpus.within(first..last)?;
    let games: Vec<Game> = few.games(learn.moves.end).collect();
    if games.is_empty() {
        let last = last - 1;
        return Err(LessonError::NoGames { first, last });
    }
    Ok(games)
}

/// The seconds that a model which is there takes to be judged, and to be weighed before.
fn judging(
    learn: &Learn,
    lesson: &Lesson,
    given: &Given,
    supplies: &Supplies,
    halt: &StopFlag,
) -> Result<f64, LessonError> {
    let mut exam = Exam::new(learn, lesson, supplies, halt)?;
    let all = exam.corpus.range();
    let few = all.start..all.end.min(all.start + SHOWN);
    let share = (all.end - all.start) as f64 / (few.end - few.start) as f64;
    exam.corpus = supplies.corpus.within(few.clone())?;
    let ready = Ready::new(given)?;
    // The records before them are passed over, once however many are judged.
    let start = Instant::now();
    let _ = exam.corpus.games(0).count();
    let reading = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let _ = match &ready {
        Ready::Patterns(patterns) => exam.patterns(patterns)?,
        Ready::Network(network) => {
            exam.network(|| Predictor::new(Arc::clone(network), None, Blend::POLICY))?
        }
        Ready::Blend(network, patterns, _) => exam.network(|| {
            let patterns = Some(Arc::clone(patterns));
            Predictor::new(Arc::clone(network), patterns, Blend::POLICY)
        })?,
    };
    // So few games keep one thread busy.
    let seconds = (start.elapsed().as_secs_f64() - reading).max(0.0);
    supplies.news.say("");
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let weighing = match &ready {
        Ready::Blend(_, _, plan) => {
            let records = plan.records.end - plan.records.start;
            reading + seconds * records as f64 / (few.end - few.start) as f64
        }
        _ => 0.0,
    };
    Ok(reading + seconds * share / threads as f64 + weighing)
}

/// The cost of a game by these parameters.
fn tried(params: &PatternParams, games: &[Game], learn: &Learn, halt: &StopFlag) -> Cost {
    let flow = || match halt.is_now() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let each = |start: Instant| start.elapsed().as_secs_f64() / games.len() as f64;
    let mut params = params.clone();
    // Few games have few patterns that come up often.
    params.shape.minimum = params.shape.minimum.min(2);
    params.broad.minimum = params.broad.minimum.min(2);
    params.learn.passes = 1;
    params.learn.batch = games.len() as u32;
    let start = Instant::now();
    let found = collect(&params, games, &learn.moves, &mut |_, _| flow());
    let collecting = each(start);
    let Some(found) = found else {
        return Cost {
            collecting,
            passing: 0.0,
        };
    };
    let start = Instant::now();
    let mut ascent = Ascent::new(found.vocabulary.len());
    // Whether it was broken off is looked at by whoever asked.
    let _ = ascent.climb(
        &params.learn,
        games,
        games.len() as u64,
        &learn.moves,
        || SceneExtract::new(found.vocabulary.clone()),
        &mut |_, _| flow(),
    );
    Cost {
        collecting,
        passing: each(start),
    }
}
