//! A report as Markdown with GitHub's tables; figures are links to their files.

use super::cell::plain;
use super::model::{Align, Document, Part, Table};

/// The whole report. Long tables are named with their file; figures are in `figures/`.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n", escaped(&document.title));
    if !document.subtitle.is_empty() {
        text += &format!("\n{}\n", escaped(&document.subtitle));
    }
    for paragraph in &document.about {
        text += &format!("\n{}\n", escaped(paragraph));
    }
    if !document.notes.is_empty() {
        text += "\n## Before you read on\n\n";
        for note in &document.notes {
            text += &format!("- {}\n", escaped(note));
        }
    }
    for section in &document.sections {
        text += &format!("\n## {}\n", escaped(&section.title));
        for part in &section.parts {
            text.push('\n');
            match part {
                Part::Text(paragraph) => text += &format!("{}\n", escaped(paragraph)),
                Part::Table(table) if table.long => {
                    let (name, rows) = (&table.name, table.rows.len());
                    let caption = escaped(&table.caption);
                    text += &format!(
                        "{caption} ([tables/{name}.csv](tables/{name}.csv), {rows} rows)\n"
                    );
                }
                Part::Table(table) => text += &pipes(table),
                Part::Figure(figure) => {
                    let (name, caption) = (&figure.name, escaped(&figure.caption));
                    text += &format!("![{caption}](figures/{name}.svg)\n\n*{caption}*\n");
                }
            }
        }
    }
    if !document.origin.is_empty() {
        text += "\n## Where this comes from\n\n";
        for (name, value) in &document.origin {
            text += &format!("- {}: {}\n", escaped(name), escaped(value));
        }
    }
    text
}

/// A table with its caption above.
#[must_use]
pub fn pipes(table: &Table) -> String {
    let mut text = format!("{}\n\n", escaped(&table.caption));
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text += &row(table.columns.iter().map(|c| escaped(&c.title)).collect());
    let rule = |align| match align {
        Align::Left => ":---".to_owned(),
        Align::Right => "---:".to_owned(),
    };
    text += &row(table.columns.iter().map(|c| rule(c.align)).collect());
    for cells in &table.rows {
        text += &row(cells.iter().map(|cell| escaped(&cell.display())).collect());
    }
    text
}

/// A text in which nothing is a mark of Markdown or of HTML.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '~' | '#' | '$' => {
                escaped.extend(['\\', letter]);
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}
