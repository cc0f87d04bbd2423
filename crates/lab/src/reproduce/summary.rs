//! What came of an experiment as its last run left it: `summary.json`, or at least `report.md`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::findings::Findings;

/// What a run has left of its findings.
#[derive(Clone, Debug)]
pub enum Summary {
    /// The findings, and the file they are in.
    Findings(PathBuf, Box<Findings>),
    /// A report alone, in Markdown, and its file: where the findings would fill megabytes.
    Report(PathBuf, String),
}

/// The reason why a summary that is there cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum SummaryError {
    /// It cannot be read.
    #[error("{0} cannot be read: {1}")]
    Read(PathBuf, #[source] std::io::Error),
    /// It is no summary.
    #[error("{0} is no summary of an experiment: {1}")]
    Parse(PathBuf, #[source] serde_json::Error),
}

impl Summary {
    /// What is in a directory; `None` if nothing is.
    ///
    /// # Errors
    /// If what is there cannot be read.
    pub fn read(directory: &Path) -> Result<Option<Self>, SummaryError> {
        let summary = directory.join("summary.json");
        if let Some(text) = text(&summary)? {
            return match serde_json::from_str(&text) {
                Ok(findings) => Ok(Some(Self::Findings(summary, Box::new(findings)))),
                Err(error) => Err(SummaryError::Parse(summary, error)),
            };
        }
        let report = directory.join("report.md");
        Ok(text(&report)?.map(|text| Self::Report(report, text)))
    }

    /// The file it is from.
    #[must_use]
    pub fn file(&self) -> &Path {
        match self {
            Self::Findings(file, _) | Self::Report(file, _) => file,
        }
    }
}

/// The text of a file; `None` if there is none.
fn text(path: &Path) -> Result<Option<String>, SummaryError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SummaryError::Read(path.to_owned(), error)),
    }
}
