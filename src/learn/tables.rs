//! The figures of models as tables and figures, for a terminal, a page and a spreadsheet.

use tengen_document::cell::Cell;
use tengen_document::figure::{Curve, Figure, Line, Node, Places, Plot, Unit};
use tengen_document::model::{Section, Table};
use tengen_pattern::evaluate::{Estimate, Evaluation, Figures, Resampling, Sums, TOP};

use super::evaluate::Judged;

/// Digits after the point of each of the four figures.
const DIGITS: [usize; 4] = [4, 3, 4, 4];

/// The k that the short table shows.
const SOME: [usize; 8] = [1, 2, 3, 5, 10, 20, 30, 50];

/// The number of move numbers that the short table puts together.
const GROUP: usize = 10;

/// The four figures of models, with the differences to the first one.
pub(crate) fn figures(models: &[(String, &Judged)]) -> Table {
    let mut table = Table::new(
        "figures",
        "How well the moves of the games are predicted, with 95 % intervals by the bootstrap over \
         games; tied moves have their mean rank.",
    )
    .words("Model")
    .words("Figure")
    .numbers("Value")
    .numbers("95 % interval")
    .numbers("Difference")
    .numbers("95 % interval of the difference");
    let base = models.first().map(|(_, judged)| *judged);
    for (n, (name, judged)) in models.iter().enumerate() {
        let difference = base.filter(|_| n > 0).and_then(|base| {
            Resampling::default().difference(&judged.evaluation, &base.evaluation)
        });
        for (at, estimate) in judged.figures.list().into_iter().enumerate() {
            let digits = DIGITS[at];
            let mut row = vec![Cell::text(name), Cell::text(Figures::NAMES[at])];
            row.extend(cells(Some(estimate), digits));
            row.extend(cells(difference.map(|figures| figures.list()[at]), digits));
            table.row(row);
        }
    }
    table.without_empty_columns()
}

fn cells(estimate: Option<Estimate>, digits: usize) -> [Cell; 2] {
    match estimate {
        None => [Cell::Empty, Cell::Empty],
        Some(Estimate { value, low, high }) => {
            [Cell::Number(value, digits), Cell::Range(low, high, digits)]
        }
    }
}

/// All tables and figures of models on the same games.
pub(crate) fn sections(models: &[(String, &Judged)]) -> Vec<Section> {
    let mut all = Section::new("Figures");
    all.table(figures(models));
    let mut top = Section::new("The played move among the first k");
    top.table(top_table("top-some", models, &SOME, false));
    top.table(top_table("top", models, &Vec::from_iter(1..=TOP), true));
    top.figure(curve(
        "top",
        "How often the played move is among the first k.",
        ("k", "share", Unit::Share),
        models,
        |judged| {
            let rates = judged.evaluation.top_rates();
            rates
                .into_iter()
                .zip(1..)
                .map(|(rate, k)| (f64::from(k), rate))
                .collect()
        },
    ));
    let mut moves = Section::new("By move number");
    moves.table(grouped_moves(models));
    moves.table(every_move(models));
    for (at, name, words, unit) in [
        (0, "match-by-move", "match rate", Unit::Share),
        (3, "likelihood-by-move", "mean log-likelihood", Unit::Number),
    ] {
        let caption = format!("The {words} by move number.");
        moves.figure(curve(
            name,
            &caption,
            ("move", words, unit),
            models,
            |judged| {
                by_move(&judged.evaluation)
                    .map(|(number, sums)| (number as f64, sums.means()[at]))
                    .collect()
            },
        ));
    }
    vec![all, top, moves]
}

fn top_table(name: &str, models: &[(String, &Judged)], ks: &[usize], long: bool) -> Table {
    let caption = "How often the played move is among the first k; of a tie, the share within.";
    let mut table = Table::new(name, caption).numbers("k");
    for (name, _) in models {
        table = table.numbers(name);
    }
    for &k in ks {
        let rate = |judged: &Judged| judged.evaluation.top_rates().get(k - 1).copied();
        let mut row = vec![Cell::Count(k as u64)];
        row.extend(
            models
                .iter()
                .map(|(_, judged)| Cell::maybe(rate(judged), |rate| Cell::Number(rate, 4))),
        );
        table.row(row);
    }
    table.long = long;
    table
}

/// The move numbers that have positions, from 1, with their sums.
fn by_move(evaluation: &Evaluation) -> impl Iterator<Item = (usize, &Sums)> {
    let numbered = (1..).zip(&evaluation.by_move);
    numbered.filter(|(_, sums)| sums.positions > 0)
}

fn grouped_moves(models: &[(String, &Judged)]) -> Table {
    let caption = "Match rate and mean log-likelihood by move number.";
    let mut table = Table::new("moves-some", caption)
        .words("Moves")
        .numbers("Positions");
    for (name, _) in models {
        table = table
            .numbers(&format!("{name}: match rate"))
            .numbers(&format!("{name}: log-likelihood"));
    }
    let longest = models
        .iter()
        .map(|(_, judged)| judged.evaluation.by_move.len());
    for start in (0..longest.max().unwrap_or(0)).step_by(GROUP) {
        let sums: Vec<Sums> = models
            .iter()
            .map(|(_, judged)| {
                let mut sums = Sums::default();
                let moves = judged.evaluation.by_move.iter().skip(start).take(GROUP);
                moves.for_each(|other| sums.add(other));
                sums
            })
            .collect();
        let positions = sums.first().map_or(0, |sums| sums.positions);
        if positions == 0 {
            continue;
        }
        let mut row = vec![
            Cell::text(format!("{}–{}", start + 1, start + GROUP)),
            Cell::Count(positions),
        ];
        for sums in sums {
            let means = sums.means();
            row.extend([Cell::Number(means[0], 4), Cell::Number(means[3], 3)]);
        }
        table.row(row);
    }
    table
}

fn every_move(models: &[(String, &Judged)]) -> Table {
    let mut table = Table::new("moves", "The four figures of every move number.")
        .words("Model")
        .numbers("Move")
        .numbers("Positions");
    for name in Figures::NAMES {
        table = table.numbers(name);
    }
    for (name, judged) in models {
        for (number, sums) in by_move(&judged.evaluation) {
            let mut row = vec![
                Cell::text(name),
                Cell::Count(number as u64),
                Cell::Count(sums.positions),
            ];
            let means = sums.means().into_iter().zip(DIGITS);
            row.extend(means.map(|(mean, digits)| Cell::Number(mean, digits)));
            table.row(row);
        }
    }
    table.long = true;
    table
}

fn curve(
    name: &str,
    caption: &str,
    (across, up, unit): (&str, &str, Unit),
    models: &[(String, &Judged)],
    points: impl Fn(&Judged) -> Vec<(f64, f64)>,
) -> Figure {
    let line = |(label, judged): &(String, &Judged)| {
        let node = |(at, value)| Node {
            at,
            value,
            low: value,
            high: value,
        };
        Line {
            label: label.clone(),
            nodes: points(judged).into_iter().map(node).collect(),
        }
    };
    Figure {
        name: name.to_owned(),
        caption: caption.to_owned(),
        plot: Plot::Curve(Curve {
            lines: models.iter().map(line).collect(),
            places: Places::Round,
            unit,
            across: across.to_owned(),
            up: up.to_owned(),
            even: None,
        }),
    }
}
