//! What is wrong with a record, and where.

use std::fmt;

/// The severity of a fault.
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
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The number of the move that it is about, from 1; 0 if it is about none.
    pub number: usize,
    /// The severity.
    pub severity: Severity,
    /// The fault, as a sentence without a full stop.
    pub message: String,
}

/// `12: error: move 5: what is wrong`, ready to follow a file name and a colon.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: ", self.line, self.severity)?;
        if self.number > 0 {
            write!(f, "move {}: ", self.number)?;
        }
        f.write_str(&self.message)
    }
}

/// A list of faults that stops growing: the first hundred are kept, and the first error after them.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    kept: Vec<Fault>,
    errors: bool,
}

impl Faults {
    const KEPT: usize = 100;

    pub(super) fn add(&mut self, fault: Fault) {
        let first = fault.severity == Severity::Error && !self.errors;
        if self.kept.len() < Self::KEPT || first {
            self.errors |= fault.severity == Severity::Error;
            self.kept.push(fault);
        }
    }

    /// Makes a warning of what was said last about a move: what follows explains it.
    pub(super) fn forgive(&mut self) {
        if let Some(fault) = self.kept.iter_mut().rfind(|fault| fault.number > 0) {
            fault.severity = Severity::Warning;
        }
        let is_error = |fault: &Fault| fault.severity == Severity::Error;
        self.errors = self.kept.iter().any(is_error);
    }

    pub(super) fn finish(mut self) -> Vec<Fault> {
        self.kept.sort_by_key(|fault| fault.line);
        self.kept
    }
}

/// A text in quotes, at most its first 40 characters, none of which steers a terminal.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let short: String = text.chars().take(40).map(plain).collect();
    format!("\"{short}\"")
}
