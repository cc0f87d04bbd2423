//! A report as text for a terminal: aligned columns, no figures.

use super::cell::plain;
use super::model::{Align, Document, Part, Table};

/// Between two columns.
const GAP: usize = 2;
/// A column is not cut below this.
const LEAST: usize = 20;
/// A paragraph is not wider than this, however wide the terminal is.
const TEXT: usize = 100;

/// The whole report, for a terminal of this many columns.
#[must_use]
pub fn terminal(document: &Document, width: usize) -> String {
    let mut text = format!("{}\n", plain(&document.title));
    if !document.subtitle.is_empty() {
        text += &wrapped(&document.subtitle, "", width);
    }
    if !document.notes.is_empty() {
        text.push('\n');
        for note in &document.notes {
            text += &wrapped(note, "! ", width);
        }
    }
    for section in &document.sections {
        let shown = |part: &Part| match part {
            Part::Text(paragraph) => Some(wrapped(paragraph, "", width)),
            Part::Table(table) if table.long => None,
            Part::Table(table) => Some(format!("\n{}", aligned(table, width))),
            Part::Figure(_) => None,
        };
        let parts: String = section.parts.iter().filter_map(shown).collect();
        if !parts.is_empty() {
            text += &format!("\n{}\n{parts}", plain(&section.title));
        }
    }
    text
}

/// A table in aligned columns. Where it is wider than `width`, minor columns are left out from the
/// right until it fits, and their names are given below.
#[must_use]
pub fn aligned(table: &Table, width: usize) -> String {
    let mut keep: Vec<usize> = (0..table.columns.len()).collect();
    let mut dropped = Vec::new();
    let mut widths = widths(table);
    while total(&keep, &widths) > width {
        let Some(at) = keep.iter().rposition(|&at| table.columns[at].minor) else {
            break;
        };
        dropped.push(table.columns[keep.remove(at)].title.clone());
    }
    // Words at the right end are cut rather than wrapped by the terminal.
    let over = total(&keep, &widths).saturating_sub(width);
    if let Some(&last) = keep.last()
        && table.columns[last].align == Align::Left
    {
        widths[last] = widths[last]
            .saturating_sub(over)
            .max(LEAST.min(widths[last]));
    }
    let mut text = String::new();
    let headings: Vec<String> = table.columns.iter().map(|c| plain(&c.title)).collect();
    line(&mut text, table, &keep, &widths, &headings);
    let rule: Vec<String> = keep.iter().map(|&at| "─".repeat(widths[at])).collect();
    text += &rule.join(&" ".repeat(GAP));
    text.push('\n');
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.display()).collect();
        line(&mut text, table, &keep, &widths, &cells);
    }
    if !dropped.is_empty() {
        dropped.reverse();
        let names = dropped.join(", ");
        text += &wrapped(&format!("Not shown for want of room: {names}."), "", width);
    }
    text
}

fn line(text: &mut String, table: &Table, keep: &[usize], widths: &[usize], cells: &[String]) {
    let mut line = String::new();
    for (nth, &at) in keep.iter().enumerate() {
        if nth > 0 {
            line.push_str(&" ".repeat(GAP));
        }
        let cell = cut(cells.get(at).map_or("", String::as_str), widths[at]);
        let fill = " ".repeat(widths[at].saturating_sub(columns(&cell)));
        match table.columns[at].align {
            Align::Left => line.extend([cell, fill]),
            Align::Right => line.extend([fill, cell]),
        }
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

fn total(keep: &[usize], widths: &[usize]) -> usize {
    keep.iter().map(|&at| widths[at]).sum::<usize>() + GAP * keep.len().saturating_sub(1)
}

/// A text that is not wider than this, with an ellipsis where something is missing.
fn cut(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if columns(&short) + letter_columns(letter) >= width {
            break;
        }
        short.push(letter);
    }
    short + "…"
}

fn widths(table: &Table) -> Vec<usize> {
    let cell = |row: &Vec<super::cell::Cell>, at: usize| {
        row.get(at).map_or(0, |cell| columns(&cell.display()))
    };
    (0..table.columns.len())
        .map(|at| {
            let heading = columns(&plain(&table.columns[at].title));
            let widest = table.rows.iter().map(|row| cell(row, at)).max();
            heading.max(widest.unwrap_or(0))
        })
        .collect()
}

/// A paragraph broken into lines; the first begins with `mark`, the others are indented by it.
#[must_use]
pub fn wrapped(paragraph: &str, mark: &str, width: usize) -> String {
    let room = width.clamp(20, TEXT);
    let indent = " ".repeat(columns(mark));
    let mut text = String::from(mark);
    let mut used = columns(mark);
    let mut fresh = true;
    let paragraph = plain(paragraph);
    for word in paragraph.split_whitespace() {
        let wide = columns(word);
        if !fresh && used + 1 + wide > room {
            text.push('\n');
            text.push_str(&indent);
            used = indent.len();
            fresh = true;
        }
        if !fresh {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += wide;
        fresh = false;
    }
    text.push('\n');
    text
}

/// The number of columns that a text takes in a terminal: two for a letter of East Asian width,
/// none for one that combines with the letter before.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.chars().map(letter_columns).sum()
}

fn letter_columns(letter: char) -> usize {
    match u32::from(letter) {
        0x300..=0x36f | 0x200b..=0x200d | 0xfe00..=0xfe0f | 0x20d0..=0x20ff => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}
