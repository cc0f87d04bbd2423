//! Errors of names and values, as sentences.

use std::fmt;

/// A parameter cannot be read or set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// No parameter has this name.
    #[error("there is no parameter {given}{}", hint(nearest))]
    UnknownName {
        /// The name as given, quoted.
        given: String,
        /// Names like it, the most similar first.
        nearest: Vec<&'static str>,
    },
    /// The value has the right type but lies outside the range, or is not finite.
    #[error("`{name}` takes {expected}, not {given}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The range, in words.
        expected: String,
        /// The value as given, quoted.
        given: String,
    },
    /// The value is of another type.
    #[error("`{name}` takes {expected}, not {given}")]
    WrongType {
        /// The parameter.
        name: &'static str,
        /// A right value, in words.
        expected: String,
        /// The value as given, quoted.
        given: String,
    },
    /// The choice has no such name.
    #[error(
        "`{name}` takes one of {}, not {given}{}",
        enumeration(choices.iter().copied(), "and"),
        if nearest.is_empty() { String::new() } else { hint(nearest) }
    )]
    UnknownChoice {
        /// The parameter.
        name: &'static str,
        /// The value as given, quoted.
        given: String,
        /// Choices like it, the most similar first.
        nearest: Vec<&'static str>,
        /// All choices.
        choices: Vec<&'static str>,
    },
}

/// The end of a sentence about an unknown name.
pub(crate) fn hint(nearest: &[&'static str]) -> String {
    if nearest.is_empty() {
        ", and none with a name like it".to_owned()
    } else {
        format!(
            "; did you mean {}?",
            enumeration(nearest.iter().copied(), "or")
        )
    }
}

/// `` `a`, `b` and `c` ``.
pub(crate) fn enumeration<'a>(names: impl Iterator<Item = &'a str>, link: &str) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} {link} {last}", others.join(", ")),
    }
}

/// A name as it is compared: on input `-` stands for `_` too.
pub(crate) fn fold(name: &str) -> String {
    name.replace('-', "_")
}

/// The user's text in backquotes, on one line and not too long.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl Quoted<'_> {
    /// The most characters shown.
    const LONGEST: usize = 60;
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`")?;
        for c in self.0.chars().take(Self::LONGEST) {
            if c.is_control() {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        f.write_str(if self.0.chars().nth(Self::LONGEST).is_some() {
            "…`"
        } else {
            "`"
        })
    }
}
