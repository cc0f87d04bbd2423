//! `tengen learn playout`: the strengths of local features, for playouts.

use std::io::Write;

use tengen_params::toml;
use tengen_pattern::catalogue::Group;
use tengen_pattern::corpus::Tally;
use tengen_pattern::learn::{Ascent, CheckpointError, Method, Source};
use tengen_pattern::local::{FEATURES, LocalExtract, LocalModel, WIDTH};

use super::assignment::{Args, Ground};
use super::card::Card;
use super::course::{self, Course};
use super::data::{Span, tell_bad};
use super::meter::Meter;
use super::{output, patterns};
use crate::failure::Failure;
use crate::screen::Screen;

/// After how many games it is told how far the counting is.
const PACE: u64 = 100;

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let params = args.learn_params()?;
    let ground = args.begin()?;
    let Ground {
        data,
        games,
        halt,
        part,
        ..
    } = &ground;
    let method = args.method();
    let task = format!("playout\n{}\n{}", data.task(), toml::write(&params));
    let begun = course::resume(part, args.fresh, |bytes| match method {
        Method::Gradient => Ascent::load(bytes, &task, FEATURES),
        Method::Minorisation => Err(CheckpointError::Other),
    })?;
    // The rate falls with the part that is done, so the number of games has to be known.
    let tally = counted(&ground, args.moves)?;
    if tally.games == 0 {
        tell_bad(&tally);
        let sentence = patterns::nothing(&tally, games.corpus(), args.moves);
        return Err(Failure::Failed(sentence));
    }
    let (weights, passes) = match method {
        Method::Gradient => {
            let mut ascent = begun.unwrap_or_else(|| Ascent::new(FEATURES));
            let course = Course {
                params: &params,
                games,
                total: tally.games,
                moves: args.moves.moves(),
                halt,
                part,
            };
            course.run(&mut ascent, LocalExtract::new, |ascent| ascent.save(&task))?;
            let passes = ascent.passes().to_vec();
            (ascent.weights, passes)
        }
        Method::Minorisation => {
            let work = args.minorise(&ground, &params);
            work.check(WIDTH)?;
            work.run(FEATURES, tally.games, LocalExtract::new)?
        }
    };
    let positions = passes.first().map_or(0, |pass| pass.positions);
    if positions == 0 {
        course::forget(part)?;
        tell_bad(&tally);
        let sentence = patterns::nothing(&tally, games.corpus(), args.moves);
        return Err(Failure::Failed(sentence));
    }
    let model =
        LocalModel::from_weights(&weights).map_err(|error| Failure::Failed(error.to_string()))?;
    output::replace(&args.out, &model.to_bytes())?;
    let judged = args.judged(&ground, model.weights(), LocalExtract::new)?;
    let names = LocalModel::names();
    let name = |id: u32| names.get(id as usize).cloned().unwrap_or_default();
    let group = |id: u32| {
        let name = name(id);
        match name.split_once(' ') {
            Some((group, _)) => group.to_owned(),
            None => "atari".to_owned(),
        }
    };
    let card = Card {
        path: &args.out,
        data,
        tally: tally.clone(),
        positions,
        params: &params,
        method,
        passes: &passes,
        judged: judged.as_ref(),
        groups: groups(&group),
        weights: model.weights(),
        name: &name,
        group: &group,
    };
    output::replace(&output::with(&args.out, ".md"), card.write().as_bytes())?;
    course::forget(part)?;
    tell_bad(&tally);
    write!(screen, "{}", card.summary())?;
    Ok(())
}

/// How many features there are of each kind.
fn groups(group: &dyn Fn(u32) -> String) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for id in (1..).take(FEATURES - 1) {
        let name = group(id);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.count += 1,
            None => groups.push(Group { name, count: 1 }),
        }
    }
    groups
}

/// Reads all games once.
fn counted(ground: &Ground, moves: Span) -> Result<Tally, Failure> {
    let games = &ground.games;
    let meter = Meter::new("counting games", 0);
    for (_, n) in games.games(moves.moves().end).zip(1..) {
        if n % PACE == 1 {
            meter.done(n, games.expected().max(n), "");
            if ground.halt.is_asked() {
                meter.finish();
                let sentence =
                    "stopped while the games were counted; the same command begins there";
                return Err(Failure::Failed(sentence.to_owned()));
            }
        }
    }
    meter.finish();
    Ok(games.tally())
}
