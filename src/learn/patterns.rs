//! `tengen learn patterns`: the strengths of patterns and other features, for the tree.

use std::io::Write;
use std::ops::ControlFlow;

use tengen_lab::halt::Halt;
use tengen_pattern::catalogue::Catalogue;
use tengen_pattern::corpus::{Corpus, Tally};
use tengen_pattern::learn::{
    Ascent, CheckpointError, Collected, Method, Pass, Source, collect, columns, task_by,
};
use tengen_pattern::model::Model;
use tengen_pattern::scene::{PatternParams, SceneExtract};

use super::assignment::{Args, Ground};
use super::card::Card;
use super::course::{self, Course};
use super::data::{Games, Span, tell_bad};
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
    let Ground {
        data, games, part, ..
    } = &ground;
    let method = args.method();
    let moves = args.moves.moves();
    let task = task_by(method, &params, games.corpus(), data.hash(), &moves);
    let Found {
        collected,
        weights,
        passes,
    } = match method {
        Method::Gradient => ascend(args, &ground, &params, &task)?,
        Method::Minorisation => minorise(args, &ground, &params)?,
    };
    let vocabulary = &collected.vocabulary;
    let model = Model::new(vocabulary.clone(), weights).with_origin(&task);
    output::replace(&args.out, &model.write())?;
    let extract = || SceneExtract::new(vocabulary.clone());
    let judged = args.judged(&ground, model.weights(), extract)?;
    let catalogue = Catalogue::new(vocabulary);
    let card = Card {
        path: &args.out,
        data,
        tally: games_read(games, args.moves),
        positions: collected.positions,
        params: &params,
        method,
        passes: &passes,
        judged: judged.as_ref(),
        groups: catalogue.groups(),
        weights: model.weights(),
        name: &|id| catalogue.name(id),
        group: &|id| catalogue.group(id),
    };
    let text = card.write();
    output::replace(&output::with(&args.out, ".md"), text.as_bytes())?;
    course::forget(part)?;
    tell_bad(&games.tally());
    write!(screen, "{}", card.summary())?;
    Ok(())
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
            let collected = collected(params, games, args.moves, halt, &|| Ok(()))?;
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
    let check = || work.check(columns(params));
    let collected = collected(params, games, args.moves, halt, &check)?;
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

/// Collects the features of the games, as long as `check` finds nothing wrong with what was read.
fn collected(
    params: &PatternParams,
    games: &Games,
    moves: Span,
    halt: &Halt,
    check: &dyn Fn() -> Result<(), Failure>,
) -> Result<Collected, Failure> {
    let passes = if params.shape.size > 0 { 2 } else { 1 };
    let meter = Meter::new("collecting features", 0);
    let mut right = Ok(());
    let found = collect(params, games, &moves.moves(), &mut |done, pass| {
        let total = games.expected().max(done);
        let done = (pass as u64 - 1) * total + done;
        meter.done(done, passes * total, &format!("pass {pass} of {passes}"));
        right = check();
        match halt.is_asked() || right.is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    meter.finish();
    right?;
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
