//! Reports: findings as tables and figures, for a terminal, a page, a paper and a spreadsheet.
//!
//! [`document`] turns findings into a [`model::Document`], which knows no form; [`terminal`],
//! [`markdown`], [`csv`], [`latex`] and [`html`] each give it one; [`write()`] puts all of them into
//! a directory.
//!
//! In which order to read: [`model`] and [`cell`], `content` (what is said), one renderer,
//! [`figure`].

pub mod cell;
mod content;
pub mod csv;
pub mod figure;
mod files;
pub mod html;
pub mod latex;
pub mod markdown;
pub mod model;
pub mod terminal;

pub use content::document;
pub use files::{Format, WriteError, write, write_document};

use crate::findings::Findings;

/// What `show` prints: the report as text for a terminal of this many columns.
#[must_use]
pub fn show(findings: &Findings, width: usize) -> String {
    terminal::terminal(&document(findings), width)
}
