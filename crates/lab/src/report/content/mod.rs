//! The contents of a report: findings as sections, tables and figures.

mod answers;
mod claims;
mod curves;
mod games;
mod measures;
mod models;
mod origins;
mod pairings;
mod players;
mod voids;

use tengen_document::cell::{Cell, grouped};
use tengen_document::model::{Document, Section, Table};

use crate::findings::figure::{Beyond, Elo};
use crate::findings::{Body, Findings};
use crate::outline::Point;

/// From so many rows on, dots are no longer a figure that anybody reads.
const MOST_DOTS: usize = 40;

/// A report of findings.
#[must_use]
pub fn document(findings: &Findings) -> Document {
    let outline = &findings.outline;
    let mut sections = match &findings.body {
        Body::Match { pairings, ratings } => {
            let mut sections = vec![pairings::results(findings, pairings)];
            sections.push(curves::section(findings));
            sections.push(pairings::ratings(ratings.as_ref(), pairings));
            sections.push(pairings::colours(pairings));
            sections.push(pairings::sequential(pairings));
            sections.push(games::section(pairings));
            sections
        }
        Body::Problems {
            answers,
            comparisons,
        } => vec![
            answers::results(findings, answers, comparisons),
            curves::section(findings),
            answers::groups(answers),
            answers::problems(answers),
        ],
        Body::Measure { measures } => vec![
            measures::counts(measures),
            curves::section(findings),
            measures::rows(measures),
        ],
        Body::Learn { models, gains } => vec![
            models::results(findings, models),
            models::gains(gains),
            curves::section(findings),
            models::ranks(models),
            models::moves(models),
            origins::learning(models),
            origins::given(models),
        ],
    };
    sections.insert(0, claims::section(findings));
    sections.push(voids::section(&findings.body));
    sections.push(players::time(findings));
    sections.push(experiment(findings));
    sections.retain(|section| !section.parts.is_empty());
    let title = match outline.title.as_str() {
        "" => outline.name.clone(),
        title => title.to_owned(),
    };
    let paragraphs = outline.about.split("\n\n").map(str::trim);
    Document {
        title,
        subtitle: subtitle(findings),
        about: paragraphs
            .filter(|p| !p.is_empty())
            .map(str::to_owned)
            .collect(),
        notes: findings.notes.clone(),
        sections,
        origin: findings.origin.clone(),
    }
}

fn subtitle(findings: &Findings) -> String {
    let units = findings.units;
    let (kind, of) = match findings.body {
        Body::Match { .. } => ("A match", "games"),
        Body::Problems { .. } => ("Problems", "answers"),
        Body::Measure { .. } => ("Measurements", "searches"),
        Body::Learn { .. } => ("Models", "models"),
    };
    let series = findings.outline.series.len();
    let series = match series {
        1 => "1 series".to_owned(),
        n => format!("{n} series"),
    };
    let (counted, planned) = (grouped(units.counted), grouped(units.planned));
    format!("{kind} of {series}: {counted} of {planned} {of} count. Intervals are at 95 %.")
}

fn experiment(findings: &Findings) -> Section {
    let mut section = Section::new("The experiment");
    let players = match findings.body {
        Body::Learn { .. } => Table::new("models", "The models.")
            .words("Model")
            .words("What it is")
            .words("Games"),
        _ => Table::new("players", "The players.")
            .words("Player")
            .words("What it is")
            .words("Budget"),
    };
    let mut players = players.words("Version");
    for line in &findings.outline.players {
        let player = findings.players.iter().find(|p| p.name == line.name);
        let versions = player.map_or_else(String::new, |player| player.versions.join("; "));
        let cells = [&line.name, &line.what, &line.budget, &versions];
        players.row(cells.map(|text| filled(text)).into());
    }
    section.table(players.without_empty_columns());
    let mut settings = Table::new("settings", "The settings.")
        .words("Setting")
        .words("Value");
    for (name, value) in &findings.outline.settings {
        settings.row(vec![Cell::text(name), Cell::text(value)]);
    }
    section.table(settings);
    section
}

fn filled(text: &str) -> Cell {
    match text {
        "" => Cell::Empty,
        text => Cell::text(text),
    }
}

/// The value of a swept parameter, where there is one.
fn at(point: Option<&Point>) -> Cell {
    Cell::maybe(point, |point| Cell::text(&point.text))
}

/// The name of a series in figures. The value of a swept parameter goes before, unless a name
/// tells it already.
fn label(point: Option<&Point>, first: &str, second: Option<&str>) -> String {
    let names = second.map_or_else(|| first.to_owned(), |second| format!("{first} – {second}"));
    match point {
        Some(point) if !names.contains(&point.text) => format!("{}: {names}", point.text),
        _ => names,
    }
}

/// A difference in rating; infinite where all games went one way.
fn elo(elo: Option<Elo>) -> [Cell; 2] {
    let Some(elo) = elo else {
        return [Cell::Empty, Cell::Empty];
    };
    let beyond = match elo.infinite {
        Some(Beyond::Above) => f64::INFINITY,
        Some(Beyond::Below) | None => f64::NEG_INFINITY,
    };
    let value = elo.value.unwrap_or(beyond);
    let (low, high) = (
        elo.low.unwrap_or(f64::NEG_INFINITY),
        elo.high.unwrap_or(f64::INFINITY),
    );
    [Cell::Number(value, 0), Cell::Range(low, high, 0)]
}
