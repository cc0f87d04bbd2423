//! Models: their figures beside the paper's, what they gain, their figures by move number.

use tengen_document::cell::Cell;
use tengen_document::figure::palette::COLOURS;
use tengen_document::figure::{Curve, Figure, Line, Node, Places, Plot, Unit};
use tengen_document::model::{Section, Table};

use crate::findings::Findings;
use crate::findings::models::{Gain, Judged, Learned, capital};
use crate::record::{Estimate, FigureName};

/// Digits of rates and likelihoods, and of their differences.
pub(super) const DIGITS: usize = 4;
/// So many stretches of moves have a column; the last one has no end.
const STRETCHES: u32 = 8;

/// The table of models, and the paper's figures beside ours.
pub(super) fn results(findings: &Findings, models: &[Learned]) -> Section {
    let mut section = Section::new("Results");
    let mut table = Table::new(
        "figures",
        "How well models predict the moves that were played: how often the played move is ranked \
         first, its mean rank, how often it is among the first twenty, and the mean logarithm of its \
         chance, with 95 % intervals by the bootstrap over games. A tied move has the mean rank of its tie.",
    )
    .words("Model")
    .numbers("Games")
    .words("Judged on");
    for name in FigureName::ALL {
        table = table.numbers(&capital(name.words())).minor("95 %");
    }
    for (model, result) in judged(models) {
        let mut row = vec![
            Cell::text(&model.series),
            Cell::maybe((!model.given).then_some(model.games), Cell::Count),
            Cell::text(model.on.words()),
        ];
        for name in FigureName::ALL {
            row.extend(cells(result.figures.of(name)));
        }
        table.row(row);
    }
    section.table(table.without_empty_columns());
    section.table(beside(findings, models));
    section
}

/// The paper's figures beside ours.
fn beside(findings: &Findings, models: &[Learned]) -> Table {
    let mut table = Table::new("paper", "The paper's figures beside ours.")
        .words("Model")
        .words("Figure")
        .numbers("Paper")
        .numbers("Ours")
        .numbers("95 %")
        .numbers("Difference")
        .words("Ours is");
    let Some(paper) = &findings.paper else {
        return table;
    };
    for (model, result) in judged(models) {
        let Some(theirs) = paper.figures.get(&model.series) else {
            continue;
        };
        for (name, &theirs) in FigureName::ALL.into_iter().zip(theirs) {
            let ours = result.figures.of(name);
            let [value, interval] = cells(ours);
            let gain = ours.value - theirs;
            table.row(vec![
                Cell::text(&model.series),
                Cell::text(name.words()),
                Cell::Number(theirs, 3),
                value,
                interval,
                Cell::Number(gain, DIGITS),
                Cell::text(match (gain > 0.0) == name.is_better_greater() {
                    _ if ours.low <= theirs && theirs <= ours.high => "the same",
                    true => "better",
                    false => "worse",
                }),
            ]);
        }
    }
    table
}

/// The gains of models over those that they are compared with.
pub(super) fn gains(gains: &[Gain]) -> Section {
    let mut section = Section::new("Differences");
    let mut table = Table::new(
        "gains",
        "By how much the figures of a model are above those of another on the same games, with 95 % \
         intervals of the differences game by game. A mean rank is better if it is less.",
    )
    .words("Model")
    .words("Against");
    for name in FigureName::ALL {
        table = table.numbers(&capital(name.words())).minor("95 %");
    }
    table = table.words("Without 0");
    for gain in gains {
        let mut row = vec![Cell::text(&gain.model), Cell::text(&gain.base)];
        match &gain.figures {
            Some(figures) => {
                for name in FigureName::ALL {
                    row.extend(cells(figures.of(name)));
                }
                let sure = FigureName::ALL
                    .into_iter()
                    .filter(|&name| figures.of(name).excludes_zero());
                let sure: Vec<String> = sure
                    .map(|name| {
                        let up = figures.of(name).value > 0.0;
                        let better = up == name.is_better_greater();
                        let word = if better { "better" } else { "worse" };
                        format!("{} {word}", name.words())
                    })
                    .collect();
                row.push(Cell::text(match sure.len() {
                    0 => "none".to_owned(),
                    4 if sure.iter().all(|said| said.ends_with("better")) => {
                        "all better".to_owned()
                    }
                    4 if sure.iter().all(|said| said.ends_with("worse")) => "all worse".to_owned(),
                    _ => sure.join(", "),
                }));
            }
            None => {
                row.resize(10, Cell::Empty);
                row.push(Cell::text("not judged by the same positions"));
            }
        }
        table.row(row);
    }
    section.table(table);
    section
}

/// The rate at which the played move is among the first k.
pub(super) fn ranks(models: &[Learned]) -> Section {
    let mut section = Section::new("The first k moves");
    let mut table = Table::new("top", "How often the played move is among the first k.")
        .words("Model")
        .numbers("k")
        .numbers("Rate");
    let mut lines = Vec::new();
    for (model, result) in judged(models) {
        for (rate, k) in result.top.iter().zip(1..) {
            table.row(vec![
                Cell::text(&model.series),
                Cell::Count(k),
                Cell::Number(f64::from(*rate), DIGITS),
            ]);
        }
        if model.main {
            let rates = result.top.iter().zip(1..);
            let nodes = rates.map(|(&rate, k): (_, u32)| plain(f64::from(k), f64::from(rate)));
            lines.push(line(model, nodes.collect()));
        }
    }
    figures(
        &mut section,
        ("top-k", "How often the played move is among the first k."),
        ("k", "Rate"),
        Unit::Share,
        &lines,
    );
    table.long = true;
    section.table(table);
    section
}

/// The figures by move number.
pub(super) fn moves(models: &[Learned]) -> Section {
    let mut section = Section::new("By move number");
    let mut table = Table::new("moves", "The figures by move number, from 0.")
        .words("Model")
        .numbers("Move")
        .numbers("Positions");
    for name in FigureName::ALL {
        table = table.numbers(&capital(name.words()));
    }
    let mut lines = Vec::new();
    for (model, result) in judged(models) {
        for row in &result.by_move {
            table.row(vec![
                Cell::text(&model.series),
                Cell::Count(u64::from(row.number)),
                Cell::Count(row.positions),
                Cell::Number(row.match_rate, DIGITS),
                Cell::Number(row.mean_rank, DIGITS),
                Cell::Number(row.top20, DIGITS),
                Cell::Number(row.log_likelihood, DIGITS),
            ]);
        }
        if model.main {
            let rows = result.by_move.iter();
            let nodes = rows.map(|row| plain(f64::from(row.number), row.match_rate));
            lines.push(line(model, nodes.collect()));
        }
    }
    figures(
        &mut section,
        ("by-move", "The match rate by move number, from 0."),
        ("Move", "Match rate"),
        Unit::Share,
        &lines,
    );
    table.long = true;
    section.table(stretches(models));
    section.table(table);
    section
}

/// The match rate by stretches of moves: what the figures by move number come to, on a page.
fn stretches(models: &[Learned]) -> Table {
    let rows = || judged(models).flat_map(|(_, result)| &result.by_move);
    let last = rows().map(|row| row.number).max().unwrap_or(0);
    let width = if last < 10 * STRETCHES { 10 } else { 50 };
    let stretch = |number: u32| (number / width).min(STRETCHES - 1);
    let mut table = Table::new(
        "stretches",
        "The match rate by stretches of moves, numbered from 0.",
    )
    .words("Model");
    for at in 0..=stretch(last) {
        let (first, end) = (at * width, (at + 1) * width - 1);
        table = table.numbers(&match at {
            at if at + 1 == STRETCHES => format!("{first} on"),
            _ => format!("{first}–{end}"),
        });
    }
    for (model, result) in judged(models) {
        let mut row = vec![Cell::text(&model.series)];
        for at in 0..=stretch(last) {
            let of = || {
                let rows = result.by_move.iter();
                rows.filter(|row| stretch(row.number) == at)
            };
            let positions: u64 = of().map(|row| row.positions).sum();
            let matched: f64 = of().map(|row| row.match_rate * row.positions as f64).sum();
            let rate = (positions > 0).then(|| matched / positions as f64);
            row.push(Cell::maybe(rate, |rate| Cell::Number(rate, DIGITS)));
        }
        table.row(row);
    }
    table.without_empty_columns()
}

/// The models that have results.
pub(super) fn judged(models: &[Learned]) -> impl Iterator<Item = (&Learned, &Judged)> {
    let models = models.iter();
    models.filter_map(|model| Some((model, model.result.as_ref()?)))
}

fn cells(figure: Estimate) -> [Cell; 2] {
    [
        Cell::Number(figure.value, DIGITS),
        Cell::Range(figure.low, figure.high, DIGITS),
    ]
}

/// A value without an interval.
const fn plain(at: f64, value: f64) -> Node {
    Node {
        at,
        value,
        low: value,
        high: value,
    }
}

fn line(model: &Learned, nodes: Vec<Node>) -> (String, Line) {
    let label = model.series.clone();
    let on = model.on.words().to_owned();
    (on, Line { label, nodes })
}

/// A figure for every set of games that models are judged by, with as many lines as there are
/// colours.
fn figures(
    section: &mut Section,
    (name, caption): (&str, &str),
    (across, up): (&str, &str),
    unit: Unit,
    lines: &[(String, Line)],
) {
    for on in ["test", "validation"] {
        let of: Vec<Line> = lines
            .iter()
            .filter(|(of, _)| of == on)
            .map(|(_, line)| line.clone())
            .collect();
        for (nth, lines) in of.chunks(COLOURS).enumerate() {
            let suffix = if nth == 0 {
                String::new()
            } else {
                format!("-{}", nth + 1)
            };
            section.figure(Figure {
                name: format!("{name}-{on}{suffix}"),
                caption: format!("{caption} On the {on} games."),
                plot: Plot::Curve(Curve {
                    lines: lines.to_vec(),
                    places: Places::Round,
                    unit,
                    across: across.to_owned(),
                    up: up.to_owned(),
                    even: None,
                }),
            });
        }
    }
}
