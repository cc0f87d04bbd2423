//! Documents as files. A file is written under another name and then renamed, so that a reader never
//! finds half of one.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::figure::{Setting, WIDE};
use super::model::Document;
use super::{csv, html, latex, markdown};

/// A form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `report.md`, with `figures/*.svg`.
    Markdown,
    /// `report.html`, one page with everything in it.
    Html,
    /// `tables/*.csv`.
    Csv,
    /// `report.tex`.
    Latex,
    /// `figures/*.svg`.
    Svg,
    /// `summary.json`: the figures that the document is made of.
    Json,
}

impl Format {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self::Markdown,
        Self::Html,
        Self::Csv,
        Self::Latex,
        Self::Svg,
        Self::Json,
    ];
}

/// The reason why a document could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A directory cannot be made.
    #[error("cannot make the directory {}: {source}.", path.display())]
    Directory {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}.", path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

/// Writes a document into a directory in some forms, and returns the files in the order in which they
/// were written. Files that are there are replaced one by one. It has no JSON of its own.
///
/// # Errors
/// If a file or directory cannot be written; those before are complete.
pub fn write_document(
    directory: &Path,
    document: &Document,
    formats: &[Format],
) -> Result<Vec<PathBuf>, WriteError> {
    put(directory, forms(document, formats))
}

/// Writes a document as [`write_document`] does, after `summary.json` with this text.
///
/// # Errors
/// As [`write_document`].
pub fn write_document_with(
    directory: &Path,
    summary: String,
    document: &Document,
    formats: &[Format],
) -> Result<Vec<PathBuf>, WriteError> {
    let mut files = vec![("summary.json".to_owned(), summary)];
    files.extend(forms(document, formats));
    put(directory, files)
}

/// The files of a document, by name.
fn forms(document: &Document, formats: &[Format]) -> Vec<(String, String)> {
    let wants = |format| formats.contains(&format);
    let mut files: Vec<(String, String)> = Vec::new();
    let mut names = BTreeSet::new();
    if wants(Format::Svg) || wants(Format::Markdown) {
        for figure in document.figures() {
            let svg = figure.svg(WIDE, Setting::File);
            files.push((format!("figures/{}.svg", figure.name), svg));
        }
    }
    if wants(Format::Csv) || wants(Format::Markdown) {
        for table in document.tables().filter(|t| wants(Format::Csv) || t.long) {
            files.push((format!("tables/{}.csv", table.name), csv::csv(table)));
        }
    }
    if wants(Format::Latex) {
        files.push(("report.tex".to_owned(), latex::latex(document)));
    }
    if wants(Format::Markdown) {
        files.push(("report.md".to_owned(), markdown::markdown(document)));
    }
    if wants(Format::Html) {
        files.push(("report.html".to_owned(), html::html(document)));
    }
    files.retain(|(name, _)| names.insert(name.clone()));
    files
}

fn put(directory: &Path, files: Vec<(String, String)>) -> Result<Vec<PathBuf>, WriteError> {
    let mut written = Vec::with_capacity(files.len());
    for (name, text) in files {
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|source| WriteError::Directory {
                path: parent.to_owned(),
                source,
            })?;
        }
        replace(&path, &text).map_err(|source| WriteError::File {
            path: path.clone(),
            source,
        })?;
        written.push(path);
    }
    Ok(written)
}

/// Writes a file beside its place and moves it there.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let done = (|| {
        let mut file = fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    if done.is_err() {
        // The error that counts is the one above.
        let _ = fs::remove_file(&beside);
    }
    done
}
