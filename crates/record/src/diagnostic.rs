//! Findings of a lenient reader: faults and their places.

use std::fmt;

/// A place in a text: line and column, both from 1, the column counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl TextPosition {
    /// The first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// The start of the text: the place of whatever was not read from one.
impl Default for TextPosition {
    fn default() -> Self {
        Self::START
    }
}

/// `3:14`.
impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not as the format wants it, but nothing was lost.
    Warning,
    /// Something could not be understood and was left out.
    Error,
}

/// `warning` or `error`.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One finding of a reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The position in the text.
    pub place: TextPosition,
    /// The severity.
    pub severity: Severity,
    /// The fault, as a sentence without a full stop.
    pub message: String,
}

/// `3:14: error: what is wrong`, ready to follow a file name and a colon.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.severity, self.message)
    }
}

/// A finding that leaves nothing to read is an error.
impl std::error::Error for Diagnostic {}

/// A list of findings that stops growing: the first hundred are kept, the rest counted.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    more: usize,
    more_errors: usize,
    last: TextPosition,
}

impl Diagnostics {
    /// The number of findings that are kept word for word.
    pub const KEPT: usize = 100;

    /// Adds an error. The message is only made if it will be kept.
    pub fn error(&mut self, place: TextPosition, message: impl FnOnce() -> String) {
        self.add(place, Severity::Error, message);
    }

    /// Adds a warning. The message is only made if it will be kept.
    pub fn warning(&mut self, place: TextPosition, message: impl FnOnce() -> String) {
        self.add(place, Severity::Warning, message);
    }

    fn add(&mut self, place: TextPosition, severity: Severity, message: impl FnOnce() -> String) {
        self.last = place;
        if self.kept.len() < Self::KEPT {
            self.kept.push(Diagnostic {
                place,
                severity,
                message: message(),
            });
        } else {
            self.more += 1;
            self.more_errors += usize::from(severity == Severity::Error);
        }
    }

    /// The findings in the order of their places; `and N more` ends a list that was cut.
    #[must_use]
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.kept.sort_by_key(|finding| finding.place);
        if self.more > 0 {
            self.kept.push(Diagnostic {
                place: self.last,
                severity: if self.more_errors > 0 {
                    Severity::Error
                } else {
                    Severity::Warning
                },
                message: format!("and {} more up to here", self.more),
            });
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_cut_and_says_so() {
        let mut found = Diagnostics::default();
        for line in 1..=250 {
            found.warning(TextPosition { line, column: 7 }, || {
                format!("finding {line}")
            });
        }
        let list = found.finish();
        assert_eq!(list.len(), Diagnostics::KEPT + 1);
        assert_eq!(list[2].to_string(), "3:7: warning: finding 3");
        assert_eq!(
            list[100].to_string(),
            "250:7: warning: and 150 more up to here"
        );
    }
}
