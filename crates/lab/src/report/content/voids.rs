//! Attempts that came to nothing.

use crate::findings::Body;
use crate::findings::units::Voids;
use crate::record::Cause;
use crate::report::cell::Cell;
use crate::report::model::{Section, Table};

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
    };
    let mut table = Table::new(
        "voids",
        "Attempts that count for nobody: a program failed, and the unit was tried again.",
    )
    .words("Series")
    .words("Player")
    .words("Cause")
    .numbers("Attempts")
    .words("For instance");
    for (series, voids) in &all {
        for count in &voids.attempts {
            table.row(vec![
                Cell::text(*series),
                Cell::maybe(count.player.as_ref(), Cell::text),
                Cell::text(cause(count.cause)),
                Cell::Count(count.attempts),
                Cell::text(&count.example),
            ]);
        }
    }
    section.table(table);
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

const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Start => "did not start",
        Cause::Crash => "crash",
        Cause::Hang => "no answer",
        Cause::Protocol => "protocol",
        Cause::Fault => "own fault",
    }
}
