//! `tengen sgf score`: the count at the end of the main line, beside what the record says.

use std::io::Write;

use tengen_go::score::whole_chains;
use tengen_go::{Color, Game, Point, PointSet, Rules, Scoring};
use tengen_record::sgf::{GameTree, Ident, Replay, Value, replay};

use super::{Files, Gaps, Record, success_if};
use crate::count::{counted, labels};
use crate::failure::{Failure, say};
use crate::screen::{Screen, tame};
use crate::wording::komi;
use tengen_go_engine::dead::{LEAST, PLAYOUTS, estimate};

/// What to count, and how.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,
    /// Count by these rules [default: those of the record, or chinese].
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    /// One stone of every dead chain, such as D4,E5, or none [default: estimated by playouts].
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
}

/// Scores every game of every file.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let several = || {
        let sentence = "--dead names the stones of one game, but there are several; \
                        score them apart";
        Failure::Usage(sentence.to_owned())
    };
    if args.dead.is_some() && args.files.count() > 1 {
        return Err(several());
    }
    let mut all_well = true;
    let mut gaps = Gaps::default();
    let unread = args.files.each(|record| {
        if args.dead.is_some() && record.games.games.len() > 1 {
            return Err(several());
        }
        for index in 0..record.games.games.len() {
            all_well &= score(args, &record, index, &mut gaps, screen)?;
        }
        Ok(())
    })?;
    success_if(unread == 0 && all_well)
}

/// Scores a game; true if that could be done.
fn score(
    args: &Args,
    record: &Record,
    index: usize,
    gaps: &mut Gaps,
    screen: &mut Screen,
) -> Result<bool, Failure> {
    let replay = match replay_by(&record.games.games[index], args.rules) {
        Ok(replay) => replay,
        Err(fatal) => {
            say(format!("error: {}:{fatal}", record.source));
            return Ok(false);
        }
    };
    let game = &replay.game;
    let (dead, how) = dead_stones(game, args.dead.as_deref())?;
    let komi = komi(game.komi(), replay.info.komi.is_some());
    gaps.next(screen)?;
    writeln!(screen, "{}", record.title(index))?;
    writeln!(screen, "{:<8}  {}", "Score", game.score(&dead))?;
    writeln!(screen, "{:<8}  {}", "Recorded", recorded(&replay))?;
    writeln!(screen, "{:<8}  {}", "Rules", rules(&replay, args.rules))?;
    writeln!(screen, "{:<8}  {}", "Komi", komi)?;
    for color in Color::BOTH {
        writeln!(
            screen,
            "{:<8}  {}",
            color.to_string(),
            counted(game, &dead, color)
        )?;
    }
    writeln!(screen, "{:<8}  {} ({how})", "Dead", labels(&dead, game))?;
    if replay.illegal > 0 {
        let n = replay.illegal;
        writeln!(
            screen,
            "{:<8}  {n} illegal; see `tengen sgf check`",
            "Moves"
        )?;
    }
    Ok(true)
}

/// Replays the main line by the rules given, or by the record's own.
fn replay_by(tree: &GameTree, rules: Option<Rules>) -> Result<Replay, String> {
    let replayed = match rules {
        None => replay(tree),
        Some(rules) => {
            let mut tree = tree.clone();
            tree.root_mut().set(Ident::RU, Value::from_text(rules.name));
            replay(&tree)
        }
    };
    replayed.map_err(|fatal| tame(&fatal.to_string()))
}

/// The dead stones, and where they are known from.
fn dead_stones(game: &Game, named: Option<&str>) -> Result<(PointSet, String), Failure> {
    let Some(named) = named else {
        let how = format!(
            "estimated: fewer than {LEAST} % of {PLAYOUTS} random games keep their colour there"
        );
        return Ok((estimate(game), how));
    };
    let mut dead = PointSet::EMPTY;
    let words = named.split([',', ' ']).filter(|word| !word.is_empty());
    for word in words.filter(|word| !word.eq_ignore_ascii_case("none")) {
        let size = game.size();
        let Some(point) = Point::parse(word, size) else {
            return Err(Failure::Usage(format!(
                "--dead takes points of a {size} board such as D4,E5, or none, not {word:?}"
            )));
        };
        if game.at(point).is_none() {
            let point = point.label(size);
            let sentence = format!("--dead names {point}, but no stone stands there at the end");
            return Err(Failure::Usage(sentence));
        }
        dead.insert(point);
    }
    Ok((whole_chains(game.stones(), &dead), "as given".to_owned()))
}

fn recorded(replay: &Replay) -> String {
    replay
        .info
        .result
        .map_or_else(|| "no result".to_owned(), |result| result.to_string())
}

fn rules(replay: &Replay, asked: Option<Rules>) -> String {
    let rules = replay.game.rules();
    let counting = match rules.scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory and prisoners",
    };
    let source = match (asked, replay.info.rules) {
        (Some(_), _) => "as asked for",
        (None, Some(_)) => "as recorded",
        (None, None) => "the record names none that are known",
    };
    format!("{rules}: {counting} ({source})")
}
