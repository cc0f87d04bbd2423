//! Commands that change the board.

use tengen_go::{Color, Game, Point, Size};

use super::arguments::{Arguments, color, quoted};
use super::engine::{Engine, Outcome};

pub(super) fn boardsize(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let refuse = |why: String| format!("unacceptable size: {why}");
    let side = arguments.count("the side of the board").map_err(refuse)?;
    let size = Size::new(side as usize).map_err(|error| refuse(error.to_string()))?;
    start(engine, size);
    Ok(String::new())
}

pub(super) fn query_boardsize(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(engine.session.game().size().get().to_string())
}

pub(super) fn clear_board(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let size = engine.session.game().size();
    start(engine, size);
    Ok(String::new())
}

/// A new game with the rules and the komi of the present one.
fn start(engine: &mut Engine<'_>, size: Size) {
    let game = engine.session.game();
    let new = Game::new(size, game.rules(), game.komi());
    engine.session.new_game(new);
    engine.begin_game();
}

pub(super) fn komi(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let text = arguments.need("komi, a number of points")?;
    let komi = text
        .parse()
        .map_err(|error| format!("syntax error: {error}"))?;
    engine.session.edit(|game| game.set_komi(komi));
    Ok(String::new())
}

pub(super) fn get_komi(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(engine.session.game().komi().to_string())
}

pub(super) fn play(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    put(engine, color, &mut arguments)?;
    Ok(String::new())
}

fn put(engine: &mut Engine<'_>, color: Color, arguments: &mut Arguments<'_>) -> Result<(), String> {
    let refuse = |why: String| format!("illegal move: {why}");
    let mv = arguments.mv(engine.session.game().size()).map_err(refuse)?;
    let played = engine.session.play(color, mv);
    played.map_err(|illegal| refuse(illegal.to_string()))
}

pub(super) fn play_sequence(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let before = engine.session.game().clone();
    let mut played = 0;
    while !arguments.is_empty() {
        let color = arguments.color();
        let outcome = color.and_then(|color| put(engine, color, &mut arguments));
        if let Err(why) = outcome {
            engine.session.edit(|game| *game = before);
            return Err(format!("{why} (move {} of the sequence)", played + 1));
        }
        played += 1;
    }
    Ok(String::new())
}

pub(super) fn undo(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    engine
        .session
        .undo()
        .ok_or("cannot undo: no move was played")?;
    Ok(String::new())
}

pub(super) fn gg_undo(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let moves = if arguments.is_empty() {
        1
    } else {
        arguments.count("the number of moves")?
    };
    let played = engine.session.game().moves().len();
    if moves as usize > played {
        return Err(format!(
            "cannot undo: {moves} moves asked for, {played} played"
        ));
    }
    if let Some(rest) = (moves as usize).checked_sub(1) {
        // At once, whatever their number; the last by the session, which has to know of it.
        engine.session.edit(|game| game.undo_many(rest));
        engine.session.undo();
    }
    Ok(String::new())
}

pub(super) fn setup(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let size = engine.session.game().size();
    let mut edits: Vec<(Point, Option<Color>)> = Vec::new();
    while let Some(word) = arguments.word() {
        let stone = match word.to_ascii_lowercase().as_str() {
            "empty" | "e" => None,
            _ => Some(color(word).ok_or_else(|| {
                format!(
                    "invalid color: {} is not black, white or empty",
                    quoted(word)
                )
            })?),
        };
        edits.push((arguments.point(size)?, stone));
    }
    let done = engine.session.edit(|game| game.setup(edits));
    done.map_err(|illegal| illegal.to_string())?;
    Ok(String::new())
}

pub(super) fn setup_player(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    engine.session.edit(|game| game.set_turn(color));
    Ok(String::new())
}
