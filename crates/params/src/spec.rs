//! The declaration of a parameter.

use crate::value::Value;
use std::fmt;

/// The steps by which a tuner or a slider should go through a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// By equal differences.
    Linear,
    /// By equal ratios; the range lies above zero.
    Log,
}

/// `linear` or `log`.
impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Linear => "linear",
            Self::Log => "log",
        })
    }
}

/// One of the values of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name that the user types.
    pub name: &'static str,
    /// The meaning.
    pub doc: &'static str,
}

/// The values a parameter may take, and the one it starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// A real number kept as `f32`.
    Single {
        /// The value it starts with.
        default: f32,
        /// The smallest value.
        min: f32,
        /// The largest value.
        max: f32,
        /// The steps through the range.
        scale: Scale,
    },
    /// A real number kept as `f64`.
    Double {
        /// The value it starts with.
        default: f64,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
        /// The steps through the range.
        scale: Scale,
    },
    /// A whole number that is not negative.
    Count {
        /// The value it starts with.
        default: u64,
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
        /// The steps through the range.
        scale: Scale,
    },
    /// True or false.
    Switch {
        /// The value it starts with.
        default: bool,
    },
    /// One of a few names.
    Choice {
        /// The name it starts with.
        default: &'static str,
        /// All names.
        variants: &'static [Variant],
    },
    /// Any text, such as a file's name.
    Text {
        /// The text it starts with.
        default: &'static str,
    },
}

/// The declaration of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// The full name, `group.field`.
    pub name: &'static str,
    /// Its effect, in plain words: users read this.
    pub doc: &'static str,
    /// The values that it may take.
    pub domain: Domain,
}

/// A declaration as plain text, for front ends that draw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecInfo {
    /// The full name, `group.field`.
    pub name: &'static str,
    /// `real`, `count`, `switch`, `choice` or `text`.
    pub kind: &'static str,
    /// The default as it would be typed.
    pub default: String,
    /// The smallest and the largest value, of a real number or a count.
    pub range: Option<(String, String)>,
    /// The steps through the range, where there is one.
    pub scale: Option<Scale>,
    /// The names of a choice; empty for other kinds.
    pub choices: &'static [Variant],
    /// Its effect.
    pub doc: &'static str,
}

impl Spec {
    /// The part of the name before the dot.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(group, _)| group)
    }

    /// The part of the name after the dot.
    #[must_use]
    pub fn field(&self) -> &'static str {
        self.name
            .split_once('.')
            .map_or(self.name, |(_, field)| field)
    }

    /// The value the parameter starts with.
    #[must_use]
    pub fn default_value(&self) -> Value {
        match self.domain {
            Domain::Single { default, .. } => Value::from(&default),
            Domain::Double { default, .. } => Value::from(&default),
            Domain::Count { default, .. } => Value::Count(default),
            Domain::Switch { default } => Value::Switch(default),
            Domain::Choice { default, .. } => Value::Choice(default),
            Domain::Text { default } => Value::Text(default.to_owned()),
        }
    }

    /// `real`, `count`, `switch`, `choice` or `text`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.domain {
            Domain::Single { .. } | Domain::Double { .. } => "real",
            Domain::Count { .. } => "count",
            Domain::Switch { .. } => "switch",
            Domain::Choice { .. } => "choice",
            Domain::Text { .. } => "text",
        }
    }

    /// The smallest and the largest value, of a real number or a count.
    #[must_use]
    pub fn range(&self) -> Option<(Value, Value)> {
        match self.domain {
            Domain::Single { min, max, .. } => Some((Value::from(&min), Value::from(&max))),
            Domain::Double { min, max, .. } => Some((Value::from(&min), Value::from(&max))),
            Domain::Count { min, max, .. } => Some((Value::Count(min), Value::Count(max))),
            Domain::Switch { .. } | Domain::Choice { .. } | Domain::Text { .. } => None,
        }
    }

    /// The steps through the range, where there is one.
    #[must_use]
    pub const fn scale(&self) -> Option<Scale> {
        match self.domain {
            Domain::Single { scale, .. }
            | Domain::Double { scale, .. }
            | Domain::Count { scale, .. } => Some(scale),
            Domain::Switch { .. } | Domain::Choice { .. } | Domain::Text { .. } => None,
        }
    }

    /// The names of a choice; empty for other kinds.
    #[must_use]
    pub const fn choices(&self) -> &'static [Variant] {
        match self.domain {
            Domain::Choice { variants, .. } => variants,
            _ => &[],
        }
    }

    /// A description of a right value: `a whole number from 1 to 64`.
    #[must_use]
    pub fn expects(&self) -> String {
        match self.domain {
            Domain::Single { min, max, .. } => format!("a number from {min:?} to {max:?}"),
            Domain::Double { min, max, .. } => format!("a number from {min:?} to {max:?}"),
            Domain::Count { min, max, .. } => format!("a whole number from {min} to {max}"),
            Domain::Switch { .. } => "true or false".to_owned(),
            Domain::Choice { variants, .. } => {
                let names = variants.iter().map(|variant| variant.name);
                format!("one of {}", crate::error::enumeration(names, "and"))
            }
            Domain::Text { .. } => "a text".to_owned(),
        }
    }

    /// The declaration as plain text, for front ends that draw it.
    #[must_use]
    pub fn info(&self) -> SpecInfo {
        SpecInfo {
            name: self.name,
            kind: self.kind(),
            default: self.default_value().to_string(),
            range: self
                .range()
                .map(|(min, max)| (min.to_string(), max.to_string())),
            scale: self.scale(),
            choices: self.choices(),
            doc: self.doc,
        }
    }
}
