//! Counts of searches.

use tengen_document::cell::Cell;
use tengen_document::figure::palette::COLOURS;
use tengen_document::figure::{Curve, Figure, Line, Node, Places, Plot, Unit};
use tengen_document::model::{Section, Table, slug};

use super::{at, label};
use crate::findings::figure::Mean;
use crate::findings::measures::{Measured, Measures};

/// A table for each count.
pub(super) fn counts(all: &[Measures]) -> Section {
    let mut section = Section::new("Results");
    let mut names: Vec<&str> = positions(all)
        .flat_map(|(_, position)| position.counts.keys().map(String::as_str))
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let mut table = table(
            &format!("count {name}"),
            format!("{name}: the mean of all searches and its standard error."),
            name,
        )
        .numbers("Least")
        .numbers("Greatest");
        for (measures, position) in positions(all) {
            if let Some(mean) = position.counts.get(name) {
                let mut row = start(measures, position);
                row.extend([
                    estimate(mean),
                    Cell::Measure(mean.min),
                    Cell::Measure(mean.max),
                ]);
                table.row(row);
            }
        }
        section.table(table.without_empty_columns());
    }
    let mut best = Table::new(
        "best",
        "The moves that were best, and how long a search took.",
    )
    .words("Position")
    .words("Player")
    .words("Value")
    .numbers("Searches")
    .words("Best moves")
    .numbers("Seconds");
    for (measures, position) in positions(all) {
        let moves: Vec<String> = position
            .best
            .iter()
            .take(5)
            .map(|(best, n)| format!("{best} ({n})"))
            .collect();
        let mut row = start(measures, position);
        row.push(Cell::text(moves.join(", ")));
        row.push(Cell::maybe(position.wall, |wall| estimate(&wall)));
        best.row(row);
    }
    section.table(best.without_empty_columns());
    section
}

/// A figure for each row of numbers.
pub(super) fn rows(all: &[Measures]) -> Section {
    let mut section = Section::new("Distributions");
    let mut names: Vec<&str> = positions(all)
        .flat_map(|(_, position)| position.rows.keys().map(String::as_str))
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let mut table = table(
            &format!("row {name}"),
            format!("{name}: the mean at each place."),
            "Place",
        )
        .numbers(name);
        let mut lines = Vec::new();
        for (measures, position) in positions(all) {
            let Some(means) = position.rows.get(name) else {
                continue;
            };
            for (place, mean) in means.iter().enumerate() {
                let mut row = start(measures, position);
                row.extend([Cell::Count(place as u64), estimate(mean)]);
                table.row(row);
            }
            let who = label(measures.at.as_ref(), &measures.player, None);
            lines.push(Line {
                label: format!("{}: {who}", position.position),
                nodes: means
                    .iter()
                    .enumerate()
                    .map(|(at, mean)| node(at, mean))
                    .collect(),
            });
        }
        for (nth, lines) in lines.chunks(COLOURS).enumerate() {
            let suffix = if nth == 0 {
                String::new()
            } else {
                format!(" {}", nth + 1)
            };
            section.figure(Figure {
                name: slug(&format!("row {name}{suffix}")),
                caption: format!("{name} by place, the mean of all searches with 95 % intervals."),
                plot: Plot::Curve(Curve {
                    lines: lines.to_vec(),
                    places: Places::Round,
                    unit: Unit::Number,
                    across: "Place".to_owned(),
                    up: name.to_owned(),
                    even: None,
                }),
            });
        }
        table.long = true;
        section.table(table.without_empty_columns());
    }
    section
}

fn positions(all: &[Measures]) -> impl Iterator<Item = (&Measures, &Measured)> {
    all.iter()
        .flat_map(|of| of.positions.iter().map(move |position| (of, position)))
}

fn table(name: &str, caption: String, value: &str) -> Table {
    Table::new(name, caption)
        .words("Position")
        .words("Player")
        .words("Value")
        .numbers("Searches")
        .numbers(value)
}

fn start(measures: &Measures, position: &Measured) -> Vec<Cell> {
    vec![
        Cell::text(&position.position),
        Cell::text(&measures.player),
        at(measures.at.as_ref()),
        Cell::Count(position.searches),
    ]
}

/// A mean with as many digits as its error bears.
fn estimate(mean: &Mean) -> Cell {
    let Some(error) = mean.error.filter(|&error| error > 0.0) else {
        return Cell::Measure(mean.mean);
    };
    let digits = (1.0 - error.log10().floor()).clamp(0.0, 8.0);
    Cell::Estimate(mean.mean, error, digits as usize)
}

fn node(at: usize, mean: &Mean) -> Node {
    let (low, high) = mean.interval.map_or((mean.mean, mean.mean), |interval| {
        (interval.low, interval.high)
    });
    Node {
        at: at as f64,
        value: mean.mean,
        low,
        high,
    }
}
