//! Queries about the board.

use tengen_go::{Color, Drawing, Move, Point};

use super::arguments::{Arguments, color_name, labels};
use super::engine::{Engine, Outcome};

pub(super) fn showboard(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let last = game.last_move().and_then(|(_, mv)| mv.point());
    let drawing = Drawing::new(game.stones()).last(last);
    let [black, white] = Color::BOTH.map(|color| game.captures(color));
    let (turn, komi, rules) = (game.turn(), game.komi(), game.rules());
    let moves = game.moves().len();
    Ok(format!(
        "\n{drawing}{turn} to move after {moves} moves; Black has captured {black}, White {white}; \
         komi {komi}, {rules} rules"
    ))
}

pub(super) fn is_legal(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let color = arguments.color()?;
    let mv = arguments.mv(game.size())?;
    Ok(u8::from(game.check(color, mv).is_ok()).to_string())
}

pub(super) fn all_legal(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let moves = game.legal_moves(arguments.color()?);
    let points = moves.into_iter().filter_map(Move::point);
    Ok(labels(points, game.size()))
}

pub(super) fn color(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let point = arguments.point(game.size())?;
    Ok(game.at(point).map_or("empty", color_name).to_owned())
}

pub(super) fn list_stones(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let color = arguments.color()?;
    let stones = Point::all(game.size()).filter(|&point| game.at(point) == Some(color));
    Ok(labels(stones, game.size()))
}

pub(super) fn captures(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    Ok(engine.session.game().captures(color).to_string())
}

pub(super) fn move_history(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let lines: Vec<String> = game
        .moves()
        .rev()
        .map(|(color, mv)| format!("{} {}", color_name(color), mv.label(game.size())))
        .collect();
    Ok(lines.join("\n"))
}

pub(super) fn last_move(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let (color, mv) = game.last_move().ok_or("no previous move known")?;
    Ok(format!("{} {}", color_name(color), mv.label(game.size())))
}
