//! Reports as files.

use std::path::{Path, PathBuf};

use tengen_document::{Format, write_document, write_document_with};

use super::content;
use crate::findings::Findings;

/// The reason why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file or directory cannot be written.
    #[error(transparent)]
    Document(#[from] tengen_document::WriteError),
    /// The findings cannot be put into JSON.
    #[error("the summary cannot be written as JSON: {0}.")]
    Json(#[from] serde_json::Error),
}

/// Writes a report into a directory in some forms, and returns the files in the order in which they
/// were written. Files that are there are replaced one by one.
///
/// # Errors
/// If a file or directory cannot be written; those before are complete.
pub fn write(
    directory: &Path,
    findings: &Findings,
    formats: &[Format],
) -> Result<Vec<PathBuf>, WriteError> {
    let document = content::document(findings);
    Ok(match formats.contains(&Format::Json) {
        true => {
            let json = serde_json::to_string_pretty(findings)? + "\n";
            write_document_with(directory, json, &document, formats)?
        }
        false => write_document(directory, &document, formats)?,
    })
}
