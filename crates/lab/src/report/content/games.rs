//! Games: how they ended, how long they were, and whether they are all different.

use tengen_document::cell::Cell;
use tengen_document::figure::{Figure, Histogram, Panel, Plot};
use tengen_document::model::{Section, Table};

use super::{at, label};
use crate::findings::pairing::Pairing;
use crate::record::{End, Side};

/// More histograms than this are not drawn.
const MOST_PANELS: usize = 8;

pub(super) fn section(pairings: &[Pairing]) -> Section {
    let mut section = Section::new("Games");
    section.table(ends(pairings));
    section.table(lengths(pairings));
    if pairings.len() <= MOST_PANELS {
        let panel = |pairing: &Pairing| {
            let bins = pairing.lengths.as_ref()?;
            Some(Panel {
                label: match pairings.len() {
                    1 => String::new(),
                    _ => label(pairing.at.as_ref(), &pairing.first, Some(&pairing.second)),
                },
                start: bins.start,
                width: bins.width,
                counts: bins.counts.clone(),
            })
        };
        section.figure(Figure {
            name: "lengths".to_owned(),
            caption: "How many games had which length in moves, the opening included.".to_owned(),
            plot: Plot::Histogram(Histogram {
                panels: pairings.iter().filter_map(panel).collect(),
                axis: "Moves".to_owned(),
            }),
        });
    }
    section
}

fn ends(pairings: &[Pairing]) -> Table {
    let mut table = Table::new("ends", "How the games ended that each player lost.")
        .words("Loser")
        .words("Winner")
        .words("Value")
        .numbers("By the rules")
        .numbers("Resigned")
        .numbers("Length limit")
        .numbers("On time")
        .numbers("Forfeit");
    for pairing in pairings.iter().filter(|pairing| pairing.games > 0) {
        for (side, loser, winner) in [
            (Side::First, &pairing.first, &pairing.second),
            (Side::Second, &pairing.second, &pairing.first),
        ] {
            if pairing.lost_by.of(side).is_empty() {
                continue;
            }
            let lost = |end| Cell::Count(pairing.lost(side, end));
            table.row(vec![
                Cell::text(loser),
                Cell::text(winner),
                at(pairing.at.as_ref()),
                lost(End::Score),
                lost(End::Resignation),
                lost(End::Length),
                lost(End::Time),
                lost(End::Forfeit),
            ]);
        }
    }
    // What never happened needs no column; by score, nearly all do.
    let happened = |column: &usize| {
        let never = |row: &Vec<Cell>| matches!(row[*column], Cell::Count(0) | Cell::Empty);
        *column == 3 || !table.rows.iter().all(never)
    };
    let keep: Vec<usize> = (0..table.columns.len()).filter(happened).collect();
    table.select(&keep)
}

fn lengths(pairings: &[Pairing]) -> Table {
    let mut table = Table::new(
        "games",
        "The length of games in moves, how many games are distinct, and in how many the players \
         did not agree on the count.",
    )
    .words("Match")
    .numbers("Games")
    .numbers("Distinct")
    .numbers("Disputed")
    .numbers("Mean length")
    .numbers("Shortest")
    .numbers("Longest");
    for pairing in pairings.iter().filter(|pairing| pairing.games > 0) {
        let length = pairing.length;
        let whole = |of: fn(crate::findings::figure::Mean) -> f64| {
            Cell::maybe(length, |length| Cell::Number(of(length), 0))
        };
        table.row(vec![
            Cell::text(label(
                pairing.at.as_ref(),
                &pairing.first,
                Some(&pairing.second),
            )),
            Cell::Count(pairing.games),
            Cell::Count(pairing.repeats.distinct),
            Cell::Count(pairing.disputes),
            Cell::maybe(length, |length| match length.error {
                Some(error) => Cell::Estimate(length.mean, error, 1),
                None => Cell::Number(length.mean, 1),
            }),
            whole(|length| length.min),
            whole(|length| length.max),
        ]);
    }
    table
}
