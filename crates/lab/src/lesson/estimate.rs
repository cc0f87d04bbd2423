//! An estimate of the time that learning takes here, by learning from a few games.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tengen_pattern::corpus::Game;
use tengen_pattern::learn::{Ascent, collect};
use tengen_pattern::scene::{PatternParams, SceneExtract};
use tengen_progress::StopFlag;

use super::LessonError;
use crate::experiment::Learn;

/// So many games are tried.
const GAMES: u64 = 24;

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
    let first = learn.train.start;
    let last = learn.train.end.min(first.saturating_add(GAMES));
    let few = supplies.corpus.within(first..last);
    let few = few.map_err(|error| error.to_string())?;
    let games: Vec<Game> = few.games(learn.moves.end).collect();
    if games.is_empty() {
        let last = last - 1;
        return Err(LessonError::NoGames { first, last }.to_string());
    }
    let mut known: Vec<(&PatternParams, Cost)> = Vec::new();
    let mut seconds = 0.0;
    for lesson in &learn.models {
        if halt.is_now() {
            break;
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
