//! Values over a swept parameter.

use tengen_document::cell::Cell;
use tengen_document::figure::palette::COLOURS;
use tengen_document::figure::{self, Figure, Line, Node, Places, Plot, Unit};
use tengen_document::model::{Section, Table, slug};

use crate::findings::Findings;
use crate::findings::curve::{Curve, CurvePoint};

pub(super) fn section(findings: &Findings) -> Section {
    let title = findings.outline.sweep.as_ref().map_or_else(
        || "Learning curve".to_owned(),
        |sweep| format!("Over {}", sweep.parameter),
    );
    let mut section = Section::new(&title);
    for curve in &findings.curves {
        let places = places(curve);
        // More lines than colours are drawn in figures of their own.
        for (nth, lines) in curve.lines.chunks(COLOURS).enumerate() {
            let suffix = if nth == 0 {
                String::new()
            } else {
                format!(" {}", nth + 1)
            };
            let line = |line: &crate::findings::curve::CurveLine| Line {
                label: line.label.clone(),
                nodes: line
                    .points
                    .iter()
                    .filter_map(|p| node(p, &places))
                    .collect(),
            };
            section.figure(Figure {
                name: slug(&format!("curve {}{suffix}", curve.what)),
                caption: format!(
                    "{} over {}, with 95 % intervals as bands.",
                    curve.what, curve.parameter
                ),
                plot: Plot::Curve(figure::Curve {
                    lines: lines.iter().map(line).collect(),
                    places: Places::Values(places.clone()),
                    unit: if curve.share {
                        Unit::Share
                    } else {
                        Unit::Number
                    },
                    across: curve.parameter.clone(),
                    up: curve.what.clone(),
                    even: (curve.share && curve.what == "Share of points").then_some(0.5),
                }),
            });
        }
        let mut table = table(curve);
        // The main table has the shares already.
        table.long = curve.share || table.rows.len() > 40;
        section.table(table);
    }
    section
}

fn table(curve: &Curve) -> Table {
    let mut table = Table::new(
        &format!("curve {}", curve.what),
        format!("{} over {}.", curve.what, curve.parameter),
    )
    .words("Line")
    .numbers("Value")
    .numbers(&curve.what)
    .numbers("95 %")
    .numbers("Units");
    for line in &curve.lines {
        for point in &line.points {
            let (value, interval) = if curve.share {
                (
                    Cell::Share(point.value),
                    Cell::Shares(point.low, point.high),
                )
            } else {
                (
                    Cell::Measure(point.value),
                    Cell::Range(point.low, point.high, digits(point)),
                )
            };
            table.row(vec![
                Cell::text(&line.label),
                Cell::text(&point.at.text),
                value,
                interval,
                Cell::Count(point.n),
            ]);
        }
    }
    table
}

/// Two digits behind the point, or as many as tell the ends of the interval apart.
fn digits(point: &CurvePoint) -> usize {
    let width = point.high - point.low;
    match width > 0.0 && width < 0.1 {
        true => (1.0 - width.log10().floor()).clamp(2.0, 8.0) as usize,
        false => 2,
    }
}

/// The coordinates of the values of the parameter: themselves if all are numbers, else one after
/// the other.
fn places(curve: &Curve) -> Vec<(f64, String)> {
    let points = || curve.lines.iter().flat_map(|line| &line.points);
    let numbers = points().all(|point| point.at.number.is_some_and(f64::is_finite));
    let mut places: Vec<(f64, String)> = Vec::new();
    for point in points() {
        if places.iter().all(|(_, text)| *text != point.at.text) {
            let place = match point.at.number {
                Some(number) if numbers => number,
                _ => places.len() as f64,
            };
            places.push((place, point.at.text.clone()));
        }
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places
}

fn node(point: &CurvePoint, places: &[(f64, String)]) -> Option<Node> {
    let (at, _) = places.iter().find(|(_, text)| *text == point.at.text)?;
    Some(Node {
        at: *at,
        value: point.value,
        low: point.low,
        high: point.high,
    })
}
