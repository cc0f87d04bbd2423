//! A table as comma-separated values (RFC 4180), with all digits.
//!
//! An interval becomes two columns, `low` and `high`; an estimate becomes its value and its error.

use super::cell::{Cell, plain};
use super::model::Table;

/// The table, with a line of headings.
#[must_use]
pub fn csv(table: &Table) -> String {
    let shapes: Vec<Shape> = (0..table.columns.len())
        .map(|at| Shape::of(table, at))
        .collect();
    let mut text = String::new();
    let mut fields = Vec::new();
    for (column, shape) in table.columns.iter().zip(&shapes) {
        let title = plain(&column.title);
        match shape {
            Shape::One => fields.push(title),
            Shape::Interval => {
                fields.push(format!("{title} low"));
                fields.push(format!("{title} high"));
            }
            Shape::Estimate => {
                fields.push(title.clone());
                fields.push(format!("{title} error"));
            }
        }
    }
    line(&mut text, &fields);
    for row in &table.rows {
        fields.clear();
        for (cell, shape) in row.iter().zip(&shapes) {
            let [one, two] = cell.raw();
            fields.push(one.unwrap_or_default());
            if *shape != Shape::One {
                fields.push(two.unwrap_or_default());
            }
        }
        line(&mut text, &fields);
    }
    text
}

/// The kind of a column's cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    One,
    Interval,
    Estimate,
}

impl Shape {
    fn of(table: &Table, at: usize) -> Self {
        let cells = table.rows.iter().filter_map(|row| row.get(at));
        let mut shape = Self::One;
        for cell in cells {
            match cell {
                Cell::Shares(..) | Cell::Range(..) => return Self::Interval,
                Cell::Estimate(..) => shape = Self::Estimate,
                _ => {}
            }
        }
        shape
    }
}

fn line(text: &mut String, fields: &[String]) {
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) || field.starts_with(' ') {
            text.push('"');
            text.push_str(&field.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(field);
        }
    }
    text.push_str("\r\n");
}
