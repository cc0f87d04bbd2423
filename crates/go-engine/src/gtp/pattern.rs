//! The features and strengths of a model in the position, as GoGui draws them. No search is needed,
//! and it does not matter whether the player's search uses the model.

use std::sync::Arc;

use tengen_go::{Color, Point};
use tengen_pattern::broad::{Broad, BroadBoard, BroadParams};

use super::arguments::Arguments;
use super::engine::{Engine, Outcome};
use super::gogui::board;
use crate::forecast;

/// The areas of the shrunken board, by their values, and how they are painted; what is open is not.
const AREAS: [(&str, Option<&str>); 4] = [
    ("White's", Some("#f0f0f0")),
    ("open", None),
    ("contested", Some("#d06040")),
    ("Black's", Some("#404040")),
];

pub(super) fn gammas(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let session = &engine.session;
    let turn = match arguments.is_empty() {
        true => session.game().turn(),
        false => arguments.color()?,
    };
    let model = session.models().moves(session.parameters());
    let model = model.map_err(|fault| fault.to_string())?;
    let chances = forecast::chances(&model, session.game(), turn);
    Ok(board(&chances, session.game().size()))
}

/// The shrunken board of the position: by the parameters of the player's model, whether its priors
/// are used or not, if that has broad patterns, else by the usual ones.
fn shrunken(engine: &Engine<'_>) -> Result<BroadBoard, String> {
    let session = &engine.session;
    let game = session.game();
    let model = session.models().moves(session.parameters());
    let model = model.map_err(|fault| fault.to_string())?;
    let vocabulary = model.vocabulary();
    let params = match vocabulary.has_broad() {
        true => vocabulary.params().broad.clone(),
        false => BroadParams::default(),
    };
    let mut shrunken = BroadBoard::new(Arc::new(Broad::new(&params, game.size())));
    for point in Point::all(game.size()) {
        if let Some(color) = game.at(point) {
            shrunken.put(point.index(game.size()), color);
        }
    }
    // Brings the cells up to date.
    shrunken.codes(Color::Black);
    Ok(shrunken)
}

pub(super) fn broad_board(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let shrunken = shrunken(engine)?;
    let size = engine.session.game().size();
    let broad = shrunken.broad();
    let value = |cell| usize::from(shrunken.value(cell));
    let mut lines = Vec::new();
    let mut counts = Vec::new();
    for (number, (name, paint)) in AREAS.iter().enumerate() {
        let cells = (0..broad.cells()).filter(|&cell| value(cell) == number);
        counts.push(format!("{} {name}", cells.count()));
        let Some(paint) = paint else { continue };
        let labels: Vec<String> = Point::all(size)
            .filter(|point| value(broad.cell_of(point.index(size))) == number)
            .map(|point| point.label(size))
            .collect();
        if !labels.is_empty() {
            lines.push(format!("COLOR {paint} {}", labels.join(" ")));
        }
    }
    lines.push(format!("TEXT cells: {}", counts.join(", ")));
    Ok(lines.join("\n"))
}

pub(super) fn broad_influence(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let shrunken = shrunken(engine)?;
    let size = engine.session.game().size();
    let influence: Vec<f32> = (0..size.area())
        .map(|index| shrunken.influence(index).clamp(-1.0, 1.0) as f32)
        .collect();
    Ok(board(&influence, size))
}
