//! Writing parameters as TOML.

use crate::params::{Entry, Params, list};
use crate::spec::{Scale, Spec};
use crate::value::Value;
use std::fmt::Write as _;

/// The width of comments.
const WIDTH: usize = 90;

/// All parameters as TOML, a table for each group; above each stand its documentation, what it
/// takes and its default, so that the text is a form to fill in.
#[must_use]
pub fn write(params: &dyn Params) -> String {
    let entries = list(params);
    let mut groups: Vec<&'static str> = Vec::new();
    for entry in &entries {
        if !groups.contains(&entry.spec.group()) {
            groups.push(entry.spec.group());
        }
    }
    let mut text = String::new();
    for group in groups {
        if !text.is_empty() {
            text.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{group}]");
        for entry in entries.iter().filter(|entry| entry.spec.group() == group) {
            write_entry(&mut text, entry);
        }
    }
    text
}

fn write_entry(text: &mut String, entry: &Entry) {
    comment(text, entry.spec.doc);
    comment(text, &summary(entry.spec));
    for variant in entry.spec.choices() {
        comment(text, &format!("- {}: {}", variant.name, variant.doc));
    }
    let _ = writeln!(text, "{} = {}", entry.spec.field(), literal(&entry.value));
}

/// `Takes a number from 1.0 to 10.0 (log scale); default 5.0.`
fn summary(spec: &Spec) -> String {
    let scale = if spec.scale() == Some(Scale::Log) {
        " (log scale)"
    } else {
        ""
    };
    let default = literal(&spec.default_value());
    format!("Takes {}{scale}; default {default}.", spec.expects())
}

/// Comment lines, broken between words.
fn comment(text: &mut String, words: &str) {
    let mut width = usize::MAX;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if width.saturating_add(1 + length) > WIDTH {
            if width != usize::MAX {
                text.push('\n');
            }
            text.push('#');
            width = 1;
        }
        text.push(' ');
        text.push_str(word);
        width += 1 + length;
    }
    text.push('\n');
}

/// The value in TOML's own spelling.
fn literal(value: &Value) -> String {
    match value {
        Value::Single(_) | Value::Double(_) => value.to_string().to_ascii_lowercase(),
        // TOML's integers end at 2⁶³ - 1: larger counts are written, and read, as texts.
        Value::Count(n) if i64::try_from(*n).is_err() => format!("\"{n}\""),
        Value::Count(_) | Value::Switch(_) => value.to_string(),
        Value::Choice(name) => quoted(name),
        Value::Text(text) => quoted(text),
    }
}

/// A basic string on one line, whatever the text holds.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
