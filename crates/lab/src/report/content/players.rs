//! Costs of players.

use tengen_document::cell::Cell;
use tengen_document::figure::{Bar, Bars, Figure, Histogram, Panel, Plot};
use tengen_document::model::{Section, Table};

use crate::findings::{Body, Findings};

/// More histograms than this are not drawn.
const MOST_PANELS: usize = 8;

/// Processor seconds, which systems count in hundredths.
const fn processor(seconds: f64) -> Cell {
    Cell::Above(seconds, 0.01)
}

pub(super) fn time(findings: &Findings) -> Section {
    let mut section = Section::new("Time");
    let unit = match findings.body {
        Body::Match { .. } => "game",
        Body::Problems { .. } => "answer",
        Body::Measure { .. } => "search",
        Body::Learn { .. } => "model",
    };
    let games = unit == "game";
    let mut table = Table::new(
        "time",
        "Seconds by the clock and of the processor, in units that count.",
    )
    .words("Player")
    .numbers("Units")
    .numbers("Moves")
    .numbers("Seconds a move")
    .numbers("CPU a move")
    .numbers("Playouts a move")
    .minor(&format!("Seconds a {unit}"))
    .minor(&format!("CPU a {unit}"));
    let seen = || findings.players.iter().filter(|player| player.units > 0);
    for player in seen() {
        let of_units = |value: Option<f64>| Cell::maybe(value, Cell::Measure);
        table.row(vec![
            Cell::text(&player.name),
            Cell::Count(player.units),
            if games {
                Cell::Count(player.moves)
            } else {
                Cell::Empty
            },
            Cell::maybe(player.wall_per_move, Cell::Measure),
            Cell::maybe(player.cpu_per_move, processor),
            Cell::maybe(player.playouts_per_move, Cell::Measure),
            if games {
                of_units(player.wall_per_unit)
            } else {
                Cell::Empty
            },
            if games {
                Cell::maybe(player.cpu_per_unit, processor)
            } else {
                Cell::Empty
            },
        ]);
    }
    section.table(table.without_empty_columns());
    let bar = |player: &crate::findings::players::Player| {
        player.wall_per_move.map(|wall| Bar {
            label: player.name.clone(),
            values: vec![Some(wall), player.cpu_per_move],
        })
    };
    section.figure(Figure {
        name: "time".to_owned(),
        caption: "Seconds a move by the clock and of the processor.".to_owned(),
        plot: Plot::Bars(Bars {
            bars: seen().filter_map(bar).collect(),
            legend: vec!["by the clock".to_owned(), "of the processor".to_owned()],
            axis: "Seconds a move".to_owned(),
        }),
    });
    let timed: Vec<_> = seen().filter(|player| player.seconds.is_some()).collect();
    if (1..=MOST_PANELS).contains(&timed.len()) {
        let open = timed
            .iter()
            .any(|p| p.seconds.as_ref().is_some_and(|bins| bins.open));
        let panel = |player: &&crate::findings::players::Player| {
            let bins = player.seconds.as_ref()?;
            Some(Panel {
                label: player.name.clone(),
                start: bins.start,
                width: bins.width,
                counts: bins.counts.clone(),
            })
        };
        let last = if open {
            " Cut at the 99th percentile: the last bar also holds the moves that took longer."
        } else {
            ""
        };
        section.figure(Figure {
            name: "seconds".to_owned(),
            caption: format!("How many moves took how many seconds.{last}"),
            plot: Plot::Histogram(Histogram {
                panels: timed.iter().filter_map(panel).collect(),
                axis: "Seconds a move".to_owned(),
            }),
        });
    }
    section
}
