//! `tengen sgf show`: who played, and the board.

use std::io::Write;

use tengen_go::{Color, Move};
use tengen_record::sgf::{Player, Replay, replay, replay_to};

use super::{Files, Gaps, Record, success_if};
use crate::board::draw;
use crate::failure::{Failure, say};
use crate::screen::{Screen, count, tame};

/// What to show.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,
    /// Show the board after this many moves of the main line [default: all].
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
}

/// Shows every game of every file.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut all_well = true;
    let mut gaps = Gaps::default();
    let unread = args.files.each(|record| {
        for index in 0..record.games.games.len() {
            all_well &= show(&record, index, args.number, &mut gaps, screen)?;
        }
        Ok(())
    })?;
    success_if(unread == 0 && all_well)
}

/// Shows a game; true if that could be done.
fn show(
    record: &Record,
    index: usize,
    number: Option<usize>,
    gaps: &mut Gaps,
    screen: &mut Screen,
) -> Result<bool, Failure> {
    let tree = &record.games.games[index];
    let title = record.title(index);
    let whole = match replay(tree) {
        Ok(whole) => whole,
        Err(fatal) => {
            say(format!(
                "error: {}:{}",
                record.source,
                tame(&fatal.to_string())
            ));
            return Ok(false);
        }
    };
    if let Some(number) = number.filter(|&number| number > whole.moves) {
        let moves = count(whole.moves as u64, "move");
        say(format!(
            "error: {title} has {moves}, so there is no board after move {number}"
        ));
        return Ok(false);
    }
    gaps.next(screen)?;
    header(&title, &whole, screen)?;
    let shown = match number {
        None => whole,
        // The whole game could be replayed, so its beginning can.
        Some(number) => replay_to(tree, number).unwrap_or(whole),
    };
    position(&shown, screen)?;
    Ok(true)
}

/// A table of what the root says.
fn header(title: &str, replay: &Replay, screen: &mut Screen) -> Result<(), Failure> {
    let info = &replay.info;
    let unsaid = || "not said".to_owned();
    let handicap = match info.handicap {
        0 => "none".to_owned(),
        stones => stones.to_string(),
    };
    let rows = [
        ("Event", info.event.clone()),
        ("Date", info.date.clone()),
        ("Black", player(info.player(Color::Black))),
        ("White", player(info.player(Color::White))),
        (
            "Rules",
            info.rules.map_or_else(unsaid, |rules| rules.to_string()),
        ),
        (
            "Komi",
            info.komi.map_or_else(unsaid, |komi| komi.to_string()),
        ),
        ("Handicap", handicap),
        (
            "Result",
            info.result.map_or_else(unsaid, |result| result.to_string()),
        ),
        ("Size", info.size.to_string()),
        ("Moves", moves(replay)),
    ];
    writeln!(screen, "{title}")?;
    for (name, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        writeln!(screen, "{name:<8}  {}", tame(text))?;
    }
    writeln!(screen)?;
    Ok(())
}

fn player(player: &Player) -> String {
    let name = match player.name.as_str() {
        "" => "not named",
        name => name,
    };
    format!("{name} {}", player.rank).trim_end().to_owned()
}

fn moves(replay: &Replay) -> String {
    match replay.illegal {
        0 => replay.moves.to_string(),
        n => format!("{} ({n} illegal; see `tengen sgf check`)", replay.moves),
    }
}

/// The board, and what led to it.
fn position(replay: &Replay, screen: &mut Screen) -> Result<(), Failure> {
    let game = &replay.game;
    let last = game.last_move().filter(|_| replay.moves > 0);
    let point = last.and_then(|(_, mv)| mv.point());
    draw(screen, game.stones(), point)?;
    let place = match last {
        Some((color, Move::Pass)) => format!("Move {}: {color} passes.", replay.moves),
        Some((color, mv)) => {
            format!("Move {}: {color} {}.", replay.moves, mv.label(game.size()))
        }
        None => format!("After {}.", count(replay.moves as u64, "move")),
    };
    writeln!(
        screen,
        "{place} Captured by Black {}, by White {}.",
        game.captures(Color::Black),
        game.captures(Color::White)
    )?;
    Ok(())
}
