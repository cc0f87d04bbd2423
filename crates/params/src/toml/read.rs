//! Reading parameters from TOML.

use super::{LONGEST, MOST_BRACES, MOST_DOTS, TomlError, TomlFault};
use crate::error::{ParamError, Quoted, fold};
use crate::nearest::nearest;
use crate::params::{Params, find, list, set_value};
use crate::spec::{Domain, Spec};
use crate::value::Value;
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// The number of faults that are reported at most.
const MOST: usize = 20;

/// Sets the parameters that the text names; either all of them or, if anything is wrong, none.
///
/// A parameter that the text does not name keeps its value. In names `-` stands for `_` too; a real
/// number may be written without a decimal point, and a count as a text, since TOML's integers end
/// at 2⁶³ - 1.
///
/// # Errors
/// With the faults in the order in which they stand, each with its line and column.
pub fn read(params: &mut dyn Params, text: &str, file: &str) -> Result<(), Vec<TomlError>> {
    let settings = settings(params, text, file)?;
    let faults = apply(params, &settings);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(located(faults, text, file))
    }
}

/// What the text would set, in the order in which it says so; nothing is set.
///
/// # Errors
/// As [`read`].
pub fn settings(
    params: &dyn Params,
    text: &str,
    file: &str,
) -> Result<Vec<Setting>, Vec<TomlError>> {
    let mut reader = Reader::new(list(params).iter().map(|entry| entry.spec).collect(), text);
    reader.document();
    if reader.faults.is_empty() {
        Ok(reader.settings)
    } else {
        Err(located(reader.faults, text, file))
    }
}

/// Puts the values into their places. They were checked, so only a place that belies its
/// declaration refuses one; then all places get back what they held.
fn apply(params: &mut dyn Params, settings: &[Setting]) -> Vec<(usize, TomlFault)> {
    let mut held = Vec::new();
    let mut faults = Vec::new();
    params.visit_mut(&mut |spec, mut slot| {
        held.push(slot.value());
        if let Some(setting) = settings
            .iter()
            .find(|setting| setting.spec.name == spec.name)
            && let Err(error) = slot.put(spec, &setting.value)
        {
            faults.push((setting.place, TomlFault::from(error)));
        }
    });
    if !faults.is_empty() {
        let mut held = held.into_iter();
        params.visit_mut(&mut |_, mut slot| {
            if let Some(value) = held.next() {
                slot.assign(&value);
            }
        });
    }
    faults
}

/// Sorts the faults and finds their lines.
fn located(mut faults: Vec<(usize, TomlFault)>, text: &str, file: &str) -> Vec<TomlError> {
    faults.sort_by_key(|(place, _)| *place);
    if faults.len() > MOST {
        faults.truncate(MOST);
        if let Some(place) = faults.last().map(|(place, _)| *place) {
            faults.push((place, TomlFault::More(MOST)));
        }
    }
    let mut errors = Vec::with_capacity(faults.len());
    for (place, fault) in faults {
        let (line, column) = position(text, place);
        errors.push(TomlError {
            file: file.to_owned(),
            line,
            column,
            fault,
        });
    }
    errors
}

/// Parses a text whose memory and stack are bounded, whoever wrote it.
///
/// # Errors
/// With the byte where the fault is.
pub fn document(text: &str) -> Result<Document<&str>, (usize, TomlFault)> {
    if text.len() > LONGEST {
        return Err((0, TomlFault::TooLong(text.len())));
    }
    if could_nest_deeply(text) {
        return Err((0, TomlFault::TooDeep));
    }
    Document::parse(text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        (place, TomlFault::Syntax(error.message().replace('\n', " ")))
    })
}

/// Sets one parameter to an item of a parsed text.
///
/// # Errors
/// If there is no such parameter, or it does not take this; nothing changes then.
pub fn set_item(
    params: &mut dyn Params,
    name: &str,
    item: &Item,
    text: &str,
) -> Result<(), ParamError> {
    let spec = find(params, name)?;
    set_value(params, spec.name, &value(spec, item, text)?)
}

/// The line and the character in it, both from 1, of a byte of the text.
#[must_use]
pub fn position(text: &str, place: usize) -> (usize, usize) {
    let place = text.floor_char_boundary(place.min(text.len()));
    let before = &text[..place];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

/// A value that a text gives to a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The parameter.
    pub spec: &'static Spec,
    /// The value, which the parameter takes.
    pub value: Value,
    /// The byte of the text where the value is.
    place: usize,
}

struct Reader<'a> {
    specs: Vec<&'static Spec>,
    text: &'a str,
    settings: Vec<Setting>,
    faults: Vec<(usize, TomlFault)>,
}

impl<'a> Reader<'a> {
    fn new(specs: Vec<&'static Spec>, text: &'a str) -> Self {
        Self {
            specs,
            text,
            settings: Vec::new(),
            faults: Vec::new(),
        }
    }

    fn fault(&mut self, place: usize, fault: impl Into<TomlFault>) {
        self.faults.push((place, fault.into()));
    }

    /// Names have two parts, so the document is searched two levels deep and no deeper.
    fn document(&mut self) {
        let document = match document(self.text) {
            Ok(document) => document,
            Err((place, fault)) => return self.fault(place, fault),
        };
        let root = document.as_table();
        for (key, item) in root.iter() {
            // One more than is reported shows that there are more.
            if self.faults.len() > MOST {
                return;
            }
            let place = place(root, key, item);
            let folded = fold(key);
            let group = self
                .specs
                .iter()
                .map(|spec| spec.group())
                .find(|group| *group == folded);
            match (group, item.as_table_like()) {
                (Some(group), Some(table)) => self.group(group, table),
                (Some(group), None) => {
                    self.fault(
                        place,
                        TomlFault::NotATable {
                            group,
                            given: sort(item),
                        },
                    );
                }
                (None, Some(table)) => self.unknown_group(key, place, table),
                (None, None) => self.unknown(key, place),
            }
        }
    }

    fn group(&mut self, group: &'static str, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            if self.faults.len() > MOST {
                return;
            }
            let key_place = place(table, key, item);
            let folded = fold(key);
            let spec = self
                .specs
                .iter()
                .find(|spec| spec.group() == group && spec.field() == folded);
            match spec {
                Some(&spec) => self.parameter(spec, key_place, item),
                None => self.unknown(&format!("{group}.{key}"), key_place),
            }
        }
    }

    fn parameter(&mut self, spec: &'static Spec, key_place: usize, item: &Item) {
        if let Some(earlier) = self
            .settings
            .iter()
            .find(|setting| setting.spec.name == spec.name)
        {
            let first = position(self.text, earlier.place).0;
            return self.fault(
                key_place,
                TomlFault::Twice {
                    name: spec.name,
                    first,
                },
            );
        }
        let place = item.span().map_or(key_place, |span| span.start);
        match value(spec, item, self.text) {
            Ok(value) => self.settings.push(Setting { spec, value, place }),
            Err(error) => self.fault(place, error),
        }
    }

    fn unknown(&mut self, name: &str, place: usize) {
        let nearest = nearest(name, self.specs.iter().map(|spec| spec.name));
        let given = Quoted(name).to_string();
        self.fault(place, ParamError::UnknownName { given, nearest });
    }

    /// If the group has a namesake, that is the fault; otherwise it may be its parameters that
    /// belong to other groups.
    fn unknown_group(&mut self, name: &str, place_of_group: usize, table: &dyn TableLike) {
        let nearest = nearest(name, self.specs.iter().map(|spec| spec.group()));
        if !nearest.is_empty() || table.is_empty() {
            let given = Quoted(name).to_string();
            return self.fault(place_of_group, TomlFault::UnknownGroup { given, nearest });
        }
        for (key, item) in table.iter() {
            if self.faults.len() > MOST {
                return;
            }
            self.unknown(&format!("{name}.{key}"), place(table, key, item));
        }
    }
}

/// Tests if inline tables with dotted keys, each within the last, could make thousands of levels.
///
/// The parser bounds the braces and the dots of one key, but not their product, and the parsed
/// document is taken down by recursion: the stack must not depend on what a file holds.
fn could_nest_deeply(text: &str) -> bool {
    let count = |sign: u8| text.bytes().filter(|&byte| byte == sign).count();
    count(b'{') > MOST_BRACES && count(b'.') > MOST_DOTS
}

/// The place of a key, as a byte of the text.
#[must_use]
pub fn place(table: &dyn TableLike, key: &str, item: &Item) -> usize {
    let span: Option<Range<usize>> = table
        .key(key)
        .and_then(|key| key.span())
        .or_else(|| item.span());
    span.map_or(0, |span| span.start)
}

/// The value of a parameter; numbers are read from the text itself, so that single precision is
/// rounded once.
fn value(spec: &Spec, item: &Item, text: &str) -> Result<Value, ParamError> {
    let real = matches!(spec.domain, Domain::Single { .. } | Domain::Double { .. });
    let count = matches!(spec.domain, Domain::Count { .. });
    match item.as_value() {
        Some(toml_edit::Value::Integer(n)) if real || count => spec.parse(&n.value().to_string()),
        Some(toml_edit::Value::Integer(n)) => Err(spec.wrong_type(&n.value())),
        Some(toml_edit::Value::Float(x)) => {
            let written = x
                .span()
                .and_then(|span| text.get(span))
                .map(|word| word.replace('_', ""));
            let written = written.unwrap_or_else(|| x.value().to_string());
            if real {
                spec.parse(&written)
            } else {
                Err(spec.wrong_type(&Quoted(&written)))
            }
        }
        Some(toml_edit::Value::Boolean(on)) => match spec.domain {
            Domain::Switch { .. } => Ok(Value::Switch(*on.value())),
            _ => Err(spec.wrong_type(on.value())),
        },
        Some(toml_edit::Value::String(written)) => match spec.domain {
            Domain::Text { .. } | Domain::Choice { .. } | Domain::Count { .. } => {
                spec.parse(written.value())
            }
            _ => Err(spec.wrong_type(&format!("the text {}", Quoted(written.value())))),
        },
        _ => Err(spec.wrong_type(&sort(item))),
    }
}

/// The sort of an item, in words.
#[must_use]
pub fn sort(item: &Item) -> &'static str {
    match item {
        Item::None => "nothing",
        Item::Table(_) | Item::Value(toml_edit::Value::InlineTable(_)) => "a table",
        Item::ArrayOfTables(_) => "an array of tables",
        Item::Value(toml_edit::Value::Array(_)) => "an array",
        Item::Value(toml_edit::Value::Datetime(_)) => "a date",
        Item::Value(toml_edit::Value::String(_)) => "a text",
        Item::Value(toml_edit::Value::Boolean(_)) => "a switch",
        Item::Value(toml_edit::Value::Float(x)) if x.value().is_nan() => "nan",
        Item::Value(toml_edit::Value::Float(x)) if x.value().is_infinite() => "infinity",
        Item::Value(toml_edit::Value::Integer(_) | toml_edit::Value::Float(_)) => "a number",
    }
}
