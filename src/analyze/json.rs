//! A position for programs: one object on one line.

use std::io::Write;

use serde_json::{Value, json};
use tengen_engine::Candidate;
use tengen_go::{Color, Move, Size};

use super::position::Searched;
use crate::failure::Failure;
use crate::screen::Screen;

/// Writes a line at once, so that it is not lost with those that are still to come.
pub(super) fn write(searched: &Searched, screen: &mut Screen) -> Result<(), Failure> {
    writeln!(screen, "{}", object(searched))?;
    screen.flush()?;
    Ok(())
}

fn object(searched: &Searched) -> Value {
    let Searched { position, analysis } = searched;
    let size = position.game.size();
    let candidates = analysis.candidates.iter();
    let candidates: Vec<Value> = candidates.map(|c| candidate(c, size)).collect();
    let ownership = analysis.ownership.iter();
    let ownership: Vec<f64> = ownership.map(|&owner| rounded(f64::from(owner))).collect();
    json!({
        "move": position.number,
        "turn": letter(analysis.turn),
        "played": position.played.map(|(_, mv)| mv.label(size)),
        "playouts": analysis.playouts,
        "full": analysis.full,
        "winrate": rounded(analysis.winrate),
        "score": rounded(analysis.score),
        "candidates": candidates,
        "ownership": ownership,
    })
}

fn candidate(candidate: &Candidate, size: Size) -> Value {
    let label = |mv: &Move| mv.label(size);
    json!({
        "move": candidate.mv.label(size),
        "visits": candidate.visits,
        "winrate": rounded(candidate.winrate),
        "score": rounded(candidate.score),
        "lcb": rounded(candidate.lcb),
        "prior": rounded(candidate.prior),
        "pv": candidate.pv.iter().map(label).collect::<Vec<_>>(),
    })
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// To four decimals: more would only show that playouts are random.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
