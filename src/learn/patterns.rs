//! `tengen learn patterns`: the strengths of patterns and other features, for the tree.

use std::ops::ControlFlow;
use std::sync::Arc;

use tengen_pattern::catalogue::Catalogue;
use tengen_pattern::corpus::{Corpus, Tally};
use tengen_pattern::learn::{
    Ascent, CheckpointError, Collected, Method, Pass, Source, collect, columns, task_by,
};
use tengen_pattern::model::Model;
use tengen_pattern::scene::{PatternParams, SceneExtract, Vocabulary};
use tengen_pattern::shape::Dictionary;
use tengen_progress::StopFlag;

use super::assignment::{Args, Ground};
use super::course::{self, Course};
use super::data::{Games, Span, tell_bad};
use super::learned::Learned;
use super::meter::Meter;
use super::output;
use crate::failure::{Failure, say};
use crate::screen::{Screen, count};

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let params = args.pattern_params()?;
    if columns(&params) == 0 {
        let sentence = "every feature is off, so there is nothing to learn: turn on stone patterns \
                        (shape.size above 0), the broad pattern (broad.on) or one of features.*";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    let ground = args.begin()?;
    let Ground { data, games, .. } = &ground;
    let method = args.method();
    let moves = args.moves.moves();
    let task = task_by(method, &params, games.corpus(), data.hash(), &moves);
    let found = match method {
        Method::Gradient => ascend(args, &ground, &params, &task)?,
        Method::Minorisation => minorise(args, &ground, &params)?,
    };
    let vocabulary = &found.collected.vocabulary;
    let model = Model::new(vocabulary.clone(), found.weights).with_origin(&task);
    let catalogue = Catalogue::new(vocabulary);
    let learned = Learned {
        bytes: model.write(),
        weights: model.weights(),
        tally: games_read(games, args.moves),
        positions: found.collected.positions,
        passes: &found.passes,
        params: &params,
        groups: catalogue.groups(),
        name: &|id| catalogue.name(id),
        group: &|id| catalogue.group(id),
    };
    let extract = || SceneExtract::new(vocabulary.clone());
    learned.keep(args, &ground, extract, screen)
}

/// What was learned.
struct Found {
    collected: Collected,
    weights: Vec<f32>,
    passes: Vec<Pass>,
}

/// Learns by gradient ascent, from where an earlier command has stopped if there was one.
fn ascend(
    args: &Args,
    ground: &Ground,
    params: &PatternParams,
    task: &str,
) -> Result<Found, Failure> {
    let Ground {
        games, halt, part, ..
    } = ground;
    let resumed = course::resume(part, args.fresh, |bytes| Collected::load(bytes, task))?;
    let (collected, mut ascent) = match resumed {
        Some(found) => found,
        None => {
            let collected = collected(params, games, args.moves, halt)?;
            let ascent = Ascent::new(collected.vocabulary.len());
            output::replace(part, &collected.save(&ascent, task))?;
            (collected, ascent)
        }
    };
    tell(&collected);
    let course = Course {
        params: &params.learn,
        games,
        total: collected.games,
        moves: args.moves.moves(),
        halt,
        part,
    };
    course.run(
        &mut ascent,
        || SceneExtract::new(collected.vocabulary.clone()),
        |ascent| collected.save(ascent, task),
    )?;
    let passes = ascent.passes().to_vec();
    Ok(Found {
        collected,
        weights: ascent.weights,
        passes,
    })
}

/// Learns by minorisation-maximisation, with all positions in memory.
fn minorise(args: &Args, ground: &Ground, params: &PatternParams) -> Result<Found, Failure> {
    let Ground {
        games, halt, part, ..
    } = ground;
    // What gradient ascent has left there is not to be lost without a word.
    let other = |_: &[u8]| Err::<(), _>(CheckpointError::Other);
    course::resume(part, args.fresh, other)?;
    let work = args.minorise(ground, &params.learn);
    let size = params.shape.size as usize;
    let shapes = (size > 0).then(|| Dictionary::new(size, Vec::new()));
    let blank = Arc::new(Vocabulary::new(params.clone(), shapes, Vec::new()));
    work.check(|| SceneExtract::new(blank.clone()))?;
    let collected = collected(params, games, args.moves, halt)?;
    tell(&collected);
    let vocabulary = &collected.vocabulary;
    let extract = || SceneExtract::new(vocabulary.clone());
    let (weights, passes) = work.run(vocabulary.len(), collected.games, extract)?;
    Ok(Found {
        collected,
        weights,
        passes,
    })
}

fn tell(collected: &Collected) {
    say(format!(
        "{} in {}",
        count(collected.vocabulary.len() as u64 - 1, "feature"),
        count(collected.positions, "position")
    ));
}

/// What was read, also if nothing had to be because all was learned before.
fn games_read(games: &Games, moves: Span) -> Tally {
    let tally = games.tally();
    if tally.records() > 0 {
        return tally;
    }
    games.games(moves.moves().end).for_each(drop);
    games.tally()
}

/// Collects the features of the games.
fn collected(
    params: &PatternParams,
    games: &Games,
    moves: Span,
    halt: &StopFlag,
) -> Result<Collected, Failure> {
    let passes = if params.shape.size > 0 { 2 } else { 1 };
    let meter = Meter::new("collecting features", 0);
    let found = collect(params, games, &moves.moves(), &mut |done, pass| {
        let total = games.expected().max(done);
        let done = (pass as u64 - 1) * total + done;
        meter.done(done, passes * total, &format!("pass {pass} of {passes}"));
        match halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    meter.finish();
    let found = found.ok_or_else(|| {
        let sentence = "stopped before there was anything to save; the same command begins anew";
        Failure::Failed(sentence.to_owned())
    })?;
    if found.positions == 0 {
        let tally = games.tally();
        tell_bad(&tally);
        return Err(Failure::Failed(nothing(&tally, games.corpus(), moves)));
    }
    if found.vocabulary.is_empty() {
        let sentence = "no pattern is in these games as often as shape.minimum and broad.minimum ask, \
                        and no other feature is on: lower them, or learn from more games";
        return Err(Failure::Failed(sentence.to_owned()));
    }
    Ok(found)
}

/// What is said where there is nothing to learn from.
pub(super) fn nothing(tally: &Tally, corpus: &Corpus, moves: Span) -> String {
    let range = corpus.range();
    match tally.records() {
        0 => format!(
            "there is no game to learn from: the files hold none in the range {}",
            Span {
                start: range.start,
                end: range.end
            }
        ),
        _ => format!(
            "there is no position to learn from: of {} none has a stone played at moves {moves}",
            count(tally.records(), "record")
        ),
    }
}
