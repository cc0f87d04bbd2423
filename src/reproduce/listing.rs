//! `tengen reproduce`: the experiments there are, with what came of them.

use std::io::Write;
use std::path::Path;

use serde_json::json;
use tengen_lab::reproduce::{Outcome, Overview, Summary, catalogue, find};

use crate::failure::{Failure, say};
use crate::lab::{told, workers};
use crate::registry::GAMES;
use crate::screen::{Screen, extent, thousands};

/// What the columns mean.
const LEGEND: &str = "
quick, night  how long that takes here, if a unit takes what it took when the results were made; ~ by the word of its file
claims, of    how many hold (+), do not (-), are open (?); and of how many games, answers, searches or models

`tengen reproduce ID --show` shows results, `tengen reproduce ID --scale night` makes them.
";

/// Lists the experiments, with the results in a directory: for people in groups, for programs one a line.
pub(super) fn list(directory: &Path, json: bool, screen: &mut Screen) -> Result<(), Failure> {
    let mut rows: Vec<Overview> = Vec::new();
    for (group, id) in catalogue() {
        let found = find(id, GAMES).ok_or_else(|| Failure::Failed(format!("{id} is missing")))?;
        let experiment = found.map_err(|faults| told(&faults))?;
        // A summary that cannot be read is no reason to list nothing.
        let summary = Summary::read(&directory.join(id)).unwrap_or_else(|error| {
            say(format!("warning: {error}"));
            None
        });
        let workers = workers(&experiment);
        rows.push(Overview::new(group, &experiment, summary.as_ref(), workers));
    }
    if json {
        for row in &rows {
            writeln!(screen, "{}", json!(row))?;
        }
        return Ok(());
    }
    table(&rows, screen)?;
    if rows.iter().all(|row| row.results.is_none()) {
        let nowhere = directory.display();
        writeln!(
            screen,
            "\nNo results in {nowhere}; ours come with the source code: give its directory experiments/results as --dir."
        )?;
    }
    write!(screen, "{LEGEND}")?;
    Ok(())
}

/// One aligned row an experiment; titles come last and are cut where a terminal has no room.
fn table(rows: &[Overview], screen: &mut Screen) -> Result<(), Failure> {
    let heads = ["id", "quick", "night", "needs", "claims", "of", "title"];
    let cells = rows.iter().map(|row| {
        let (claims, of) = row.results.as_ref().map_or(Default::default(), verdict);
        [
            row.id.clone(),
            time(row, row.quick.seconds),
            time(row, row.night.seconds),
            row.needs.join(", "),
            claims,
            of,
            row.title.clone(),
        ]
    });
    let cells: Vec<[String; 7]> = cells.collect();
    let widths: Vec<usize> = (0..6)
        .map(|column| {
            let all = cells.iter().map(|row| row[column].chars().count());
            all.max().unwrap_or(0).max(heads[column].len())
        })
        .collect();
    let most = extent().map_or(usize::MAX, |(_, columns)| columns);
    let line = |row: [&str; 7]| {
        let mut text = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Figures are aligned at their ends.
            match column {
                1 | 2 | 5 => text += &format!("{cell:>width$}  "),
                _ => text += &format!("{cell:<width$}  "),
            }
        }
        text += row[6];
        if text.chars().count() > most {
            text = text.chars().take(most.saturating_sub(1)).collect();
            text.push('…');
        }
        format!("  {}", text.trim_end())
    };
    writeln!(screen, "{}", line(heads))?;
    let mut group = "";
    for (row, cells) in rows.iter().zip(&cells) {
        if row.group != group {
            group = &row.group;
            writeln!(screen, "{group}")?;
        }
        writeln!(screen, "{}", line(cells.each_ref().map(String::as_str)))?;
    }
    Ok(())
}

/// `12+ 1- 1?` and `1,000`.
fn verdict(outcome: &Outcome) -> (String, String) {
    let Some(units) = outcome.units else {
        return ("report".to_owned(), String::new());
    };
    let claims = [
        (outcome.holds, '+'),
        (outcome.does_not_hold, '-'),
        (outcome.open, '?'),
    ];
    let claims = claims.iter().filter(|(n, _)| *n > 0);
    let claims: Vec<String> = claims.map(|(n, sign)| format!("{n}{sign}")).collect();
    (claims.join(" "), thousands(units))
}

/// A time so rough that one number is enough: `45 s`, `12 min`, `3 h`, `4 d`.
fn time(row: &Overview, seconds: Option<f64>) -> String {
    let Some(seconds) = seconds else {
        return String::new();
    };
    let (amount, unit) = match seconds {
        ..1.0 => return "< 1 s".to_owned(),
        ..100.0 => (seconds, "s"),
        ..6_000.0 => (seconds / 60.0, "min"),
        ..172_800.0 => (seconds / 3_600.0, "h"),
        _ => (seconds / 86_400.0, "d"),
    };
    let sign = if row.measured { "" } else { "~" };
    format!("{sign}{amount:.0} {unit}")
}
