//! Documents: text, tables and figures, for a terminal, a page, a paper and a spreadsheet.
//!
//! A [`model::Document`] knows no form; [`terminal`], [`markdown`], [`csv`], [`latex`] and [`html`]
//! each give it one; [`write_document`] puts all of them into a directory.
//!
//! In which order to read: [`model`] and [`cell`], one renderer, [`figure`].

pub mod cell;
pub mod csv;
pub mod figure;
mod files;
pub mod html;
pub mod latex;
pub mod markdown;
pub mod model;
pub mod terminal;

pub use files::{Format, WriteError, write_document, write_document_with};
