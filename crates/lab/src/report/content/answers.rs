//! Solved problems.

use std::collections::{BTreeMap, BTreeSet};

use tengen_document::cell::{Cell, number};
use tengen_document::figure::{Dot, Dots, Figure, Plot, Unit};
use tengen_document::model::{Section, Table, slug};

use super::{MOST_DOTS, at, label};
use crate::findings::Findings;
use crate::findings::answers::{Answers, Comparison, Test};
use crate::findings::figure::Proportion;

pub(super) fn results(findings: &Findings, all: &[Answers], comparisons: &[Comparison]) -> Section {
    let mut section = Section::new("Results");
    findings
        .power
        .iter()
        .for_each(|sentence| section.text(sentence));
    let mut table = Table::new(
        "results",
        "Right answers of all that were given, with Wilson's interval and the exact one of Clopper \
         and Pearson.",
    )
    .words("Player")
    .words("Value")
    .numbers("Answers")
    .numbers("Right")
    .numbers("Share")
    .numbers("95 %")
    .minor("Exact 95 %");
    let kinds = kinds(all);
    for kind in &kinds {
        table = table.numbers(&wrong(kind));
    }
    for answers in all {
        let mut row = vec![Cell::text(&answers.player), at(answers.at.as_ref())];
        row.extend(share(&answers.right));
        let exact = answers.right.clopper_pearson;
        row.push(Cell::maybe(exact, |i| Cell::Shares(i.low, i.high)));
        row.extend(faults(&answers.right, &answers.wrong, &kinds));
        table.row(row);
    }
    section.table(table.without_empty_columns());
    let mut tests = Table::new("tests", "Whether the players differ.")
        .words("Test")
        .numbers("p")
        .words("What it says");
    for comparison in comparisons {
        let test = match comparison.test {
            Test::Fisher => "Fisher's exact test".to_owned(),
            Test::Mcnemar { .. } => "McNemar's exact test".to_owned(),
            Test::ChiSquare {
                statistic, freedom, ..
            } => format!(
                "χ² = {} with {freedom} degrees of freedom",
                number(statistic, 2)
            ),
        };
        tests.row(vec![
            Cell::text(test),
            Cell::Chance(comparison.p),
            Cell::text(&comparison.says),
        ]);
    }
    let swept = all.iter().any(|answers| answers.at.is_some());
    if all.len() <= MOST_DOTS && !swept {
        let dot = |a: &Answers| dot(label(a.at.as_ref(), &a.player, None), &a.right, 0);
        section.figure(Figure {
            name: "right".to_owned(),
            caption: "The share of right answers, with Wilson's 95 % interval.".to_owned(),
            plot: dots(all.iter().filter_map(dot).collect()),
        });
    }
    section.table(tests);
    section
}

/// The kinds of wrong answers there are.
fn kinds(all: &[Answers]) -> BTreeSet<&str> {
    let kinds = all.iter().flat_map(|answers| answers.wrong.keys());
    let mut kinds: BTreeSet<&str> = kinds.map(String::as_str).collect();
    let named = |answers: &Answers| answers.wrong.values().sum::<u64>();
    let all_named =
        |answers: &Answers| answers.right.of == answers.right.wins as u64 + named(answers);
    if !kinds.is_empty() && !all.iter().all(all_named) {
        kinds.insert(OTHER);
    }
    kinds
}

/// The title of a column.
fn wrong(kind: &str) -> String {
    format!("Wrong: {kind}")
}

/// The name of wrong answers of no kind.
const OTHER: &str = "other";

/// The number of wrong answers of each kind.
fn faults<'a>(
    right: &Proportion,
    counts: &'a BTreeMap<String, u64>,
    kinds: &'a BTreeSet<&str>,
) -> impl Iterator<Item = Cell> + 'a {
    let rest = right.of - right.wins as u64 - counts.values().sum::<u64>();
    kinds.iter().map(move |&kind| {
        let none = if kind == OTHER { rest } else { 0 };
        Cell::Count(counts.get(kind).copied().unwrap_or(none))
    })
}

/// By group: a table and a figure for each way of grouping.
pub(super) fn groups(all: &[Answers]) -> Section {
    let mut section = Section::new("By group");
    let kinds = kinds(all);
    let mut ways: Vec<&str> = all
        .iter()
        .flat_map(|a| &a.groups)
        .map(|g| g.by.as_str())
        .collect();
    ways.sort_unstable();
    ways.dedup();
    for by in ways {
        let mut table = Table::new(&format!("by {by}"), format!("Right answers by {by}."))
            .words(by)
            .words("Player")
            .words("Value")
            .numbers("Answers")
            .numbers("Right")
            .numbers("Share")
            .numbers("95 %");
        for kind in &kinds {
            table = table.numbers(&wrong(kind));
        }
        let mut rows = Vec::new();
        let mut names: Vec<&str> = all
            .iter()
            .flat_map(|answers| &answers.groups)
            .filter(|group| group.by == by)
            .map(|group| group.group.as_str())
            .collect();
        names.sort_by_key(|name| natural(name));
        names.dedup();
        let many = names.len() > MOST_GROUPS;
        for name in names {
            for (colour, answers) in all.iter().enumerate() {
                let of = |group: &&crate::findings::answers::GroupShare| {
                    group.by == by && group.group == name
                };
                let Some(group) = answers.groups.iter().find(of) else {
                    continue;
                };
                let mut row = vec![
                    Cell::text(name),
                    Cell::text(&answers.player),
                    at(answers.at.as_ref()),
                ];
                row.extend(share(&group.right));
                row.extend(faults(&group.right, &group.wrong, &kinds));
                table.row(row);
                let who = label(answers.at.as_ref(), &answers.player, None);
                rows.extend(dot(format!("{name}: {who}"), &group.right, colour));
            }
        }
        let mut table = table.without_empty_columns();
        table.long |= many;
        section.table(table);
        if rows.len() <= MOST_DOTS {
            section.figure(Figure {
                name: slug(&format!("by {by}")),
                caption: format!(
                    "The share of right answers by {by}, with Wilson's 95 % interval."
                ),
                plot: dots(rows),
            });
        }
    }
    section
}

/// More groups than this, or more problems, are for the tables of numbers alone.
const MOST_GROUPS: usize = 40;
/// More players than this do not fit side by side.
const MOST_ABREAST: usize = 12;

/// Problems in rows, players side by side; without rows where that does not fit.
fn crosses(all: &[Answers]) -> Table {
    let mut table = Table::new(
        "problems by player",
        "Right answers to every problem, in per cent.",
    )
    .words("Problem");
    let mut names: Vec<&str> = all
        .iter()
        .flat_map(|answers| &answers.problems)
        .map(|problem| problem.problem.as_str())
        .collect();
    names.sort_by_key(|name| natural(name));
    names.dedup();
    if names.len() > MOST_GROUPS || all.len() > MOST_ABREAST {
        return table;
    }
    for answers in all {
        table = table.numbers(&label(answers.at.as_ref(), &answers.player, None));
    }
    for name in names {
        let mut row = vec![Cell::text(name)];
        row.extend(all.iter().map(|answers| {
            let of = answers.problems.iter().find(|p| p.problem == name);
            let share = of.and_then(|of| of.right.share);
            Cell::maybe(share, |share| Cell::Number(100.0 * share, 0))
        }));
        table.row(row);
    }
    table
}

/// Every problem.
pub(super) fn problems(all: &[Answers]) -> Section {
    let mut section = Section::new("By problem");
    section.table(crosses(all));
    let mut table = Table::new("problems", "Right answers to every problem.")
        .words("Problem")
        .words("Player")
        .words("Value")
        .numbers("Answers")
        .numbers("Right")
        .numbers("Share")
        .numbers("95 %");
    for answers in all {
        for problem in &answers.problems {
            let mut row = vec![
                Cell::text(&problem.problem),
                Cell::text(&answers.player),
                at(answers.at.as_ref()),
            ];
            row.extend(share(&problem.right));
            table.row(row);
        }
    }
    let mut table = table.without_empty_columns();
    table.long = true;
    section.table(table);
    section
}

fn share(right: &Proportion) -> [Cell; 4] {
    [
        Cell::Count(right.of),
        Cell::Count(right.wins as u64),
        Cell::maybe(right.share, Cell::Share),
        Cell::maybe(right.wilson, |i| Cell::Shares(i.low, i.high)),
    ]
}

fn dot(label: String, right: &Proportion, colour: usize) -> Option<Dot> {
    let interval = right.wilson?;
    Some(Dot {
        label,
        value: right.share?,
        low: interval.low,
        high: interval.high,
        colour,
    })
}

fn dots(rows: Vec<Dot>) -> Plot {
    Plot::Dots(Dots {
        rows,
        unit: Unit::Share,
        axis: "Share of right answers".to_owned(),
        even: None,
    })
}

/// Orders names by the number they begin with, then by their letters; those of ranks from the
/// weakest: 10 kyu, 9 kyu, 1 dan.
fn natural(name: &str) -> (i64, String) {
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    let number = digits.parse().unwrap_or(i64::MAX);
    let unit = name[digits.len()..].trim();
    let place = match unit {
        "k" | "kyu" => number.saturating_neg(),
        _ => number,
    };
    (place, name.to_owned())
}
