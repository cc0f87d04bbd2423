//! `tengen learn playout`: the strengths of local features, for playouts.

use tengen_params::toml;
use tengen_pattern::catalogue::Group;
use tengen_pattern::corpus::Tally;
use tengen_pattern::learn::{Ascent, CheckpointError, LearnParams, Method, Pass, Source};
use tengen_pattern::local::{FEATURES, LocalExtract, LocalModel};

use super::assignment::{Args, Ground};
use super::course::{self, Course};
use super::data::{Span, tell_bad};
use super::learned::Learned;
use super::meter::Meter;
use super::patterns;
use crate::failure::Failure;
use crate::screen::Screen;

/// After how many games it is told how far the counting is.
const PACE: u64 = 100;

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let params = args.learn_params()?;
    let ground = args.begin()?;
    let (tally, weights, passes) = learn(args, &ground, &params)?;
    let positions = passes.first().map_or(0, |pass| pass.positions);
    if positions == 0 {
        course::forget(&ground.part)?;
        return Err(nothing(&tally, &ground, args.moves));
    }
    let model =
        LocalModel::from_weights(&weights).map_err(|error| Failure::Failed(error.to_string()))?;
    let names = LocalModel::names();
    let name = |id: u32| names.get(id as usize).cloned().unwrap_or_default();
    let group = |id: u32| {
        let name = name(id);
        match name.split_once(' ') {
            Some((group, _)) => group.to_owned(),
            None => "atari".to_owned(),
        }
    };
    let learned = Learned {
        bytes: model.to_bytes(),
        weights: model.weights(),
        tally,
        positions,
        passes: &passes,
        params: &params,
        groups: groups(&group),
        name: &name,
        group: &group,
    };
    learned.keep(args, &ground, LocalExtract::new, screen)
}

/// The games that were read, the weights, and how each pass went.
fn learn(
    args: &Args,
    ground: &Ground,
    params: &LearnParams,
) -> Result<(Tally, Vec<f32>, Vec<Pass>), Failure> {
    let Ground {
        data,
        games,
        halt,
        part,
        ..
    } = ground;
    let method = args.method();
    let task = format!("playout\n{}\n{}", data.task(), toml::write(params));
    let begun = course::resume(part, args.fresh, |bytes| match method {
        Method::Gradient => Ascent::load(bytes, &task, FEATURES),
        Method::Minorisation => Err(CheckpointError::Other),
    })?;
    // The rate falls with the part that is done, so the number of games has to be known.
    let tally = counted(ground, args.moves)?;
    if tally.games == 0 {
        return Err(nothing(&tally, ground, args.moves));
    }
    let (weights, passes) = match method {
        Method::Gradient => {
            let mut ascent = begun.unwrap_or_else(|| Ascent::new(FEATURES));
            let course = Course {
                params,
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
            let work = args.minorise(ground, params);
            work.run(FEATURES, tally.games, LocalExtract::new)?
        }
    };
    Ok((tally, weights, passes))
}

/// What is said where there is nothing to learn from, after the bad records.
fn nothing(tally: &Tally, ground: &Ground, moves: Span) -> Failure {
    tell_bad(tally);
    Failure::Failed(patterns::nothing(tally, ground.games.corpus(), moves))
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
