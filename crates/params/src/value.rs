//! The values parameters take, and their text.

use crate::error::{ParamError, Quoted, fold};
use crate::nearest::nearest;
use crate::slot::Choice;
use crate::spec::{Domain, Spec, Variant};
use std::fmt;

/// The value of a parameter.
///
/// Its text, read by [`Spec::parse`], gives the same value again.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A real number kept as `f32`.
    Single(f32),
    /// A real number kept as `f64`.
    Double(f64),
    /// A whole number.
    Count(u64),
    /// True or false.
    Switch(bool),
    /// One of the names of a choice.
    Choice(&'static str),
    /// Any text.
    Text(String),
}

/// The shortest text that parses back exactly; a real number always has a decimal point or an
/// exponent.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(x) => f.pad(&format!("{x:?}")),
            Self::Double(x) => f.pad(&format!("{x:?}")),
            Self::Count(n) => f.pad(&n.to_string()),
            Self::Switch(on) => f.pad(if *on { "true" } else { "false" }),
            Self::Choice(name) => f.pad(name),
            Self::Text(text) => f.pad(text),
        }
    }
}

impl Value {
    /// A real number or a count as a number, for tuners and plots.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Single(x) => Some(f64::from(x)),
            Self::Double(x) => Some(x),
            Self::Count(n) => Some(n as f64),
            Self::Switch(_) | Self::Choice(_) | Self::Text(_) => None,
        }
    }
}

// Adding zero turns -0.0 into 0.0: two equal settings have one text and one fingerprint.
impl From<&f32> for Value {
    fn from(x: &f32) -> Self {
        Self::Single(*x + 0.0)
    }
}

impl From<&f64> for Value {
    fn from(x: &f64) -> Self {
        Self::Double(*x + 0.0)
    }
}

impl From<&u32> for Value {
    fn from(n: &u32) -> Self {
        Self::Count(u64::from(*n))
    }
}

impl From<&u64> for Value {
    fn from(n: &u64) -> Self {
        Self::Count(*n)
    }
}

impl From<&bool> for Value {
    fn from(on: &bool) -> Self {
        Self::Switch(*on)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl<C: Choice> From<&C> for Value {
    fn from(choice: &C) -> Self {
        Self::Choice(choice.choice())
    }
}

impl Spec {
    /// Reads a value from its text.
    ///
    /// Space around anything but a text is ignored. A switch is also read from `on` and `off`,
    /// `yes` and `no`, `1` and `0`; in the names of choices `-` and `_` are the same.
    ///
    /// # Errors
    /// If the text is no such value, or the value is out of range.
    pub fn parse(&self, text: &str) -> Result<Value, ParamError> {
        let word = text.trim();
        let value = match self.domain {
            Domain::Single { .. } => word.parse::<f32>().ok().map(|x| Value::from(&x)),
            Domain::Double { .. } => word.parse::<f64>().ok().map(|x| Value::from(&x)),
            Domain::Count { .. } => return self.parse_count(word),
            Domain::Switch { .. } => match word {
                "true" | "on" | "yes" | "1" => Some(Value::Switch(true)),
                "false" | "off" | "no" | "0" => Some(Value::Switch(false)),
                _ => None,
            },
            Domain::Choice { variants, .. } => return self.parse_choice(word, variants),
            Domain::Text { .. } => Some(Value::Text(text.to_owned())),
        };
        let value = value.ok_or_else(|| self.wrong_type(&Quoted(word)))?;
        if self.in_range(&value) {
            Ok(value)
        } else {
            Err(self.out_of_range(&Quoted(word)))
        }
    }

    /// Checks that the value is one that this parameter may take.
    ///
    /// # Errors
    /// If it is of another type or out of range.
    pub fn check(&self, value: &Value) -> Result<(), ParamError> {
        match (self.domain, value) {
            (Domain::Single { .. }, Value::Single(_))
            | (Domain::Double { .. }, Value::Double(_))
            | (Domain::Count { .. }, Value::Count(_)) => {
                if self.in_range(value) {
                    Ok(())
                } else {
                    Err(self.out_of_range(&Quoted(&value.to_string())))
                }
            }
            (Domain::Switch { .. }, Value::Switch(_)) | (Domain::Text { .. }, Value::Text(_)) => {
                Ok(())
            }
            (Domain::Choice { variants, .. }, Value::Choice(name)) => {
                self.parse_choice(name, variants).map(|_| ())
            }
            _ => Err(self.wrong_type(&Quoted(&value.to_string()))),
        }
    }

    /// Negative and very long numbers are whole numbers too, only out of range.
    fn parse_count(&self, word: &str) -> Result<Value, ParamError> {
        if let Ok(n) = word.parse::<u64>() {
            let value = Value::Count(n);
            return if self.in_range(&value) {
                Ok(value)
            } else {
                Err(self.out_of_range(&Quoted(word)))
            };
        }
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            Err(self.out_of_range(&Quoted(word)))
        } else {
            Err(self.wrong_type(&Quoted(word)))
        }
    }

    fn parse_choice(&self, word: &str, variants: &'static [Variant]) -> Result<Value, ParamError> {
        let folded = fold(word);
        match variants.iter().find(|variant| fold(variant.name) == folded) {
            Some(variant) => Ok(Value::Choice(variant.name)),
            None => Err(ParamError::UnknownChoice {
                name: self.name,
                given: Quoted(word).to_string(),
                nearest: nearest(word, variants.iter().map(|variant| variant.name)),
                choices: variants.iter().map(|variant| variant.name).collect(),
            }),
        }
    }

    /// Comparisons with NaN are false, so NaN is in no range, and the bounds are finite.
    fn in_range(&self, value: &Value) -> bool {
        match (self.domain, value) {
            (Domain::Single { min, max, .. }, Value::Single(x)) => min <= *x && *x <= max,
            (Domain::Double { min, max, .. }, Value::Double(x)) => min <= *x && *x <= max,
            (Domain::Count { min, max, .. }, Value::Count(n)) => min <= *n && *n <= max,
            _ => true,
        }
    }

    pub(crate) fn wrong_type(&self, given: &dyn fmt::Display) -> ParamError {
        ParamError::WrongType {
            name: self.name,
            expected: self.expects(),
            given: given.to_string(),
        }
    }

    fn out_of_range(&self, given: &dyn fmt::Display) -> ParamError {
        ParamError::OutOfRange {
            name: self.name,
            expected: self.expects(),
            given: given.to_string(),
        }
    }
}
