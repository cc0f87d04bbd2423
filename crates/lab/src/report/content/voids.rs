//! Attempts that came to nothing.

use tengen_document::cell::Cell;
use tengen_document::model::{Section, Table};

use crate::findings::Body;
use crate::findings::units::Voids;
use crate::record::Cause;

/// So many letters of a program's last words are shown.
const LAST_WORDS: usize = 160;

pub(super) fn section(body: &Body) -> Section {
    let mut section = Section::new("Void attempts");
    let all: Vec<(&str, &Voids)> = match body {
        Body::Match { pairings, .. } => pairings
            .iter()
            .map(|p| (p.series.as_str(), &p.voids))
            .collect(),
        Body::Problems { answers, .. } => answers
            .iter()
            .map(|a| (a.series.as_str(), &a.voids))
            .collect(),
        Body::Measure { measures } => measures
            .iter()
            .map(|m| (m.series.as_str(), &m.voids))
            .collect(),
        Body::Learn { models, .. } => models
            .iter()
            .map(|m| (m.series.as_str(), &m.voids))
            .collect(),
    };
    let mut table = Table::new(
        "voids",
        "Attempts that count for nobody: a program failed, and the unit was tried again.",
    )
    .words("Series")
    .words("Player")
    .words("Cause")
    .numbers("Attempts")
    .words("For instance")
    .words("Last words");
    for (series, voids) in &all {
        for count in &voids.attempts {
            table.row(vec![
                Cell::text(*series),
                Cell::maybe(count.player.as_ref(), Cell::text),
                Cell::text(cause(count.cause)),
                Cell::Count(count.attempts),
                Cell::text(&count.example),
                Cell::maybe(count.last_words.as_deref(), |words| Cell::text(end(words))),
            ]);
        }
    }
    section.table(table.without_empty_columns());
    let mut table = Table::new(
        "given-up",
        "Units that were given up after their last attempt.",
    )
    .words("Unit");
    for unit in all.iter().flat_map(|(_, voids)| &voids.given_up) {
        table.row(vec![Cell::text(unit)]);
    }
    table.long = table.rows.len() > 20;
    section.table(table);
    section
}

/// The end of what a program said, which is where the cause stands.
fn end(words: &str) -> String {
    let words = words.trim();
    match words.chars().count().checked_sub(LAST_WORDS) {
        Some(more) if more > 0 => format!("… {}", words.chars().skip(more).collect::<String>()),
        _ => words.to_owned(),
    }
}

const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Start => "did not start",
        Cause::Crash => "crash",
        Cause::Hang => "no answer",
        Cause::Protocol => "protocol",
        Cause::Fault => "own fault",
        Cause::Data => "games or files",
    }
}
