//! Reports: findings as documents, which [`tengen_document`] gives all their forms.
//!
//! [`document`] turns findings into a document (`content` is what is said); [`write()`] puts it into a
//! directory.

mod content;
mod files;

pub use content::document;
pub use files::{WriteError, write};

use tengen_document::terminal;

use crate::findings::Findings;

/// The output of `show`: the report as text for a terminal of this many columns.
#[must_use]
pub fn show(findings: &Findings, width: usize) -> String {
    terminal::terminal(&document(findings), width)
}
