//! Claims, a paper's or the experiment's own, beside our figures, each with a verdict.

use tengen_document::cell::Cell;
use tengen_document::model::{Section, Table};

use crate::experiment::{Figure as PaperFigure, Quantity};
use crate::findings::Findings;
use crate::reproduce::Judgement;

/// The section of an experiment with claims: those of a paper, or its own.
pub(super) fn section(findings: &Findings) -> Section {
    let mut section = Section::new("Claims");
    if let Some(paper) = &findings.paper {
        section.text(match (paper.cite.as_str(), paper.what.as_str()) {
            ("", _) => String::new(),
            (cite, "") => format!("{cite}."),
            (cite, what) => format!("{cite}; {what}."),
        });
    }
    let mut table = Table::new("claims", "What is claimed, and what our results say of it.")
        .words("Claim")
        .words("Series")
        .numbers("Paper")
        .numbers("n")
        .numbers("Ours")
        .numbers("n")
        .numbers("Interval")
        .numbers("p")
        .words("Test")
        .numbers("p, ours = paper's")
        .words("Verdict")
        .words("Remark");
    for judged in &findings.claims {
        table.row(row(judged));
    }
    section.table(table.without_empty_columns());
    section
}

fn row(judged: &Judgement) -> Vec<Cell> {
    let claim = &judged.claim;
    let is_share = !matches!(claim.quantity, Quantity::Count(_) | Quantity::Figure(_));
    let value = |value: f64| match claim.quantity {
        Quantity::Share | Quantity::Black | Quantity::Group { .. } => Cell::Share(value),
        Quantity::Count(_) => Cell::Measure(value),
        Quantity::Figure(_) => Cell::Number(value, 4),
    };
    let (paper, of) = match claim.paper {
        Some(PaperFigure::Share { wins, of }) => (value(wins / of as f64), Cell::Count(of)),
        Some(PaperFigure::Number(number)) => (value(number), Cell::Empty),
        None => (Cell::Empty, Cell::Empty),
    };
    let is_count = matches!(claim.quantity, Quantity::Count(_));
    let interval = judged.low.zip(judged.high);
    vec![
        Cell::text(&claim.says),
        Cell::text(match &claim.quantity {
            Quantity::Figure(name) => format!("{}: {}", claim.series, name.words()),
            Quantity::Group { by, group } => format!("{}: {by} {group}", claim.series),
            _ => claim.series.clone(),
        }),
        paper,
        of,
        Cell::maybe(judged.ours, value),
        Cell::Count(judged.n),
        Cell::maybe(interval, |(low, high)| match is_share {
            true => Cell::Shares(low, high),
            false => Cell::Range(low, high, if is_count { 3 } else { 4 }),
        }),
        Cell::maybe(judged.p, Cell::Chance),
        Cell::text(&judged.test),
        Cell::maybe(judged.against_paper, Cell::Chance),
        Cell::text(judged.words()),
        Cell::maybe(judged.remark.as_ref(), Cell::text),
    ]
}
