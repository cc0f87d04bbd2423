//! An answer for programs: one object on one line.

use std::io::Write;

use serde_json::{Value, json};
use tengen_go::{Color, Move, Point, Size};
use tengen_solver::endgame::{Fault, Proof, Reading};

use super::answer::{Answer, Area, Choice, name};
use super::position::Position;
use super::sign;
use crate::failure::Failure;
use crate::screen::Screen;

/// Writes the answer, or why there is none.
pub(super) fn write(
    position: &Position,
    answer: &Result<Answer, Fault>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let game = &position.game;
    let mut object = json!({
        "file": position.title,
        "move": position.number,
        "size": game.size().get(),
        "rules": game.rules().name,
        "komi": game.komi().points(),
        "turn": letter(game.turn()),
        "solved": answer.is_ok(),
    });
    let more = match answer {
        Ok(answer) => found(answer, game.size()),
        Err(fault) => json!({ "unknown": fault.to_string() }),
    };
    if let (Some(object), Value::Object(mut more)) = (object.as_object_mut(), more) {
        object.append(&mut more);
    }
    writeln!(screen, "{object}")?;
    screen.flush()?;
    Ok(())
}

fn found(answer: &Answer, size: Size) -> Value {
    let solution = &answer.solution;
    let label = |mv: &Move| mv.label(size);
    let moves = answer.choices.iter().map(|choice| choice_of(choice, size));
    let areas = answer.areas.iter().enumerate();
    let areas = areas.map(|(number, area)| area_of(number, area, size));
    json!({
        "points": solution.points,
        "score": solution.score.to_string(),
        "settled": solution.settled,
        "line": solution.line.iter().map(label).collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "areas": areas.collect::<Vec<_>>(),
        "proof": proof(solution.proof),
        "nodes": solution.nodes,
        "seconds": (answer.elapsed.as_secs_f64() * 1e4).round() / 1e4,
    })
}

fn choice_of(choice: &Choice, size: Size) -> Value {
    let mut object = json!({
        "move": choice.mv.label(size),
        "points": choice.points,
        "score": choice.score.to_string(),
        "loss": choice.loss,
    });
    match &choice.relation {
        Ok(relation) => object["relation"] = sign(*relation).into(),
        Err(why) => object["why_not"] = why.as_str().into(),
    }
    object
}

fn area_of(number: usize, area: &Area, size: Size) -> Value {
    let points = area.report.points.iter().map(|p: Point| p.label(size));
    let mut object = json!({
        "name": name(number),
        "points": points.collect::<Vec<_>>(),
        "open": area.report.open,
        "positions": area.report.positions,
        "ko": area.report.ko,
    });
    match &area.value {
        Ok(value) => {
            object["value"] = value.name.as_str().into();
            object["mean"] = value.mean.to_string().into();
            object["temperature"] = value.temperature.to_string().into();
            object["exact"] = (value.reading == Reading::Exact).into();
        }
        Err(why) => object["why_not"] = why.as_str().into(),
    }
    object
}

/// The kind of a proof in a word.
pub(super) const fn proof(proof: Proof) -> &'static str {
    match proof {
        Proof::Sum => "sum",
        Proof::Whole => "whole",
        Proof::WholeWithKo => "whole-with-ko",
    }
}

/// A side in a letter.
pub(super) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
