//! Analysis commands that GoGui draws on its board.
//!
//! They show the search of this position or of the move that led to it; if that was not the last one, another is
//! made for the side to move. Those of a model are in `pattern`.

use tengen_go::{Color, Move, Point, Size};
use tengen_params::list;

use super::arguments::Arguments;
use super::engine::{Engine, Outcome};
use super::reader::Stop;
use crate::{Analysis, Restriction};

/// The kind of picture, its title, and the command that yields it.
const PICTURES: [(&str, &str, &str); 10] = [
    ("gfx", "Visits", "tengen-gfx-visits"),
    ("gfx", "Principal Variation", "tengen-gfx-variation"),
    ("pspairs", "Win Rates", "tengen-winrates"),
    ("dboard", "Ownership", "tengen-ownership"),
    ("dboard", "Criticality", "tengen-criticality"),
    ("dboard", "Pattern Gammas", "tengen-pattern-gammas"),
    ("gfx", "Broad Board", "tengen-broad-board"),
    ("dboard", "Broad Influence", "tengen-broad-influence"),
    ("hstring", "Last Move Explained", "gomill-explain_last_move"),
    ("hstring", "Counters", "tengen-counters"),
];

/// Parameters have a dialog a group: one of all of them is wider than any screen.
pub(super) fn analyze_commands(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let pictures = PICTURES.iter();
    let mut lines: Vec<String> = pictures
        .map(|(kind, title, command)| format!("{kind}/{title}/{command}"))
        .collect();
    let entries = list(engine.session.parameters());
    let groups = entries.chunk_by(|a, b| a.spec.group() == b.spec.group());
    lines.extend(groups.map(|entries| {
        let group = entries[0].spec.group();
        format!("param/Parameters {group}/gogui-param {group}")
    }));
    Ok(lines.join("\n"))
}

/// The search to be shown, and the size of its board.
fn seen<'e>(engine: &'e mut Engine<'_>) -> (&'e Analysis, Size) {
    let size = engine.session.game().size();
    let here = engine.session.game().hash() == engine.seen_at;
    if let Some(seen) = engine.seen.take_if(|_| here) {
        return (engine.seen.insert(seen), size);
    }
    let turn = engine.session.game().turn();
    let limits = engine.session.limits(turn);
    let mut watch = engine.watch(Stop::Interrupt);
    let none = Restriction::default();
    let analysis = engine.session.analyze(turn, limits, &none, &mut watch);
    (engine.remember(analysis), size)
}

pub(super) fn visits(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let (analysis, size) = seen(engine);
    let most = analysis.candidates.iter().map(|c| c.visits).max();
    let mut lines = Vec::new();
    for candidate in &analysis.candidates {
        if let Move::Play(point) = candidate.mv {
            let share = candidate.visits as f64 / most.unwrap_or(1).max(1) as f64;
            let label = point.label(size);
            lines.push(format!("COLOR {} {label}", heat(share)));
            lines.push(format!("LABEL {label} {}", candidate.visits));
        }
    }
    lines.push(format!(
        "TEXT {} playouts, {} wins {:.1} %, score {:+.1}",
        analysis.playouts,
        analysis.turn,
        100.0 * analysis.winrate,
        analysis.score
    ));
    Ok(lines.join("\n"))
}

/// From blue (nothing) to red (most).
fn heat(share: f64) -> String {
    let red = (255.0 * share.clamp(0.0, 1.0)).round() as u8;
    format!("#{red:02x}40{:02x}", 255 - red)
}

pub(super) fn variation(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let (analysis, size) = seen(engine);
    let Some(best) = analysis.best() else {
        return Ok(String::new());
    };
    let mut color: Color = analysis.turn;
    let mut text = "VAR".to_owned();
    for mv in &best.pv {
        text.push_str(&format!(" {} {}", color.letter(), mv.label(size)));
        color = !color;
    }
    Ok(text)
}

pub(super) fn winrates(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let (analysis, size) = seen(engine);
    let pairs: Vec<String> = analysis
        .candidates
        .iter()
        .filter_map(|c| Some((c.mv.point()?, c.winrate)))
        .map(|(point, rate)| format!("{} {:.0}", point.label(size), 100.0 * rate))
        .collect();
    Ok(pairs.join(" "))
}

pub(super) fn ownership(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let (analysis, size) = seen(engine);
    Ok(board(&analysis.findings.ownership, size))
}

pub(super) fn criticality(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let (analysis, size) = seen(engine);
    Ok(board(&analysis.findings.criticality, size))
}

/// A number for each point, a row a line.
pub(super) fn board(values: &[f32], size: Size) -> String {
    let value = |point: Point| values.get(point.index(size)).copied().unwrap_or(0.0);
    let numbers: Vec<String> = Point::all(size)
        .map(|point| format!("{:.3}", value(point)))
        .collect();
    let rows: Vec<String> = numbers
        .chunks(size.get())
        .map(|row| row.join(" "))
        .collect();
    format!("\n{}", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::super::table::find;
    use super::*;

    #[test]
    fn every_picture_has_its_command() {
        for (_, _, command) in PICTURES {
            assert!(find(command).is_some(), "{command}");
        }
    }

    #[test]
    fn boards_are_drawn_row_by_row() {
        assert_eq!(
            board(&[1.0, -0.5, 0.25], Size::MIN),
            "\n1.000 -0.500\n0.250 0.000"
        );
        assert_eq!((heat(0.0), heat(2.0)), ("#0040ff".into(), "#ff4000".into()));
    }
}
