//! The files that a command is given: paths, folders to be walked, or `-` for standard input.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tengen_record::sgf::MAX_BYTES;

/// Something to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input, written `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// The path as the user gave it.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.pad("-"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// The source that a path on the command line means, if it is not a folder.
    pub(crate) fn new(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    /// Opens it; with its length, where that is known.
    ///
    /// # Errors
    /// With a sentence that names the file.
    pub(crate) fn open(&self) -> Result<(Box<dyn Read + Send>, Option<u64>), String> {
        match self {
            Self::Stdin => Ok((Box::new(io::stdin()), None)),
            Self::File(path) => {
                let file = File::open(path).map_err(|error| unreadable(path, &error))?;
                let about = file.metadata().map_err(|error| unreadable(path, &error))?;
                if about.is_dir() {
                    return Err(format!(
                        "{} is a folder; name the files in it",
                        path.display()
                    ));
                }
                let length = Some(about.len()).filter(|_| about.is_file());
                Ok((Box::new(file), length))
            }
        }
    }

    /// All of an SGF file, or, of one that is too large to be read, a little more than is allowed.
    ///
    /// # Errors
    /// With a sentence that names the file.
    pub(crate) fn sgf_bytes(&self) -> Result<Vec<u8>, String> {
        self.bytes(MAX_BYTES)
    }

    /// All of a file, or, of one with more bytes than these, one byte more.
    ///
    /// # Errors
    /// With a sentence that names the file.
    pub(crate) fn bytes(&self, most: usize) -> Result<Vec<u8>, String> {
        let (stream, _) = self.open()?;
        let mut bytes = Vec::new();
        stream
            .take(most as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("{self} cannot be read: {error}"))?;
        Ok(bytes)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("{path} does not exist"),
        io::ErrorKind::PermissionDenied => format!("{path} may not be read: permission denied"),
        _ => format!("{path} cannot be read: {error}"),
    }
}

/// The SGF files that paths stand for: folders are walked, in the order of names, for `*.sgf`.
///
/// The second list has a sentence for every path that stands for nothing.
pub(crate) fn sgf_sources(paths: &[PathBuf]) -> (Vec<Source>, Vec<String>) {
    let (mut sources, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" || !path.is_dir() {
            sources.push(Source::new(path));
            continue;
        }
        let before = sources.len();
        let unread = faults.len();
        walk(path, &mut sources, &mut faults);
        if sources.len() == before && faults.len() == unread {
            faults.push(format!("{} has no files that end in .sgf", path.display()));
        }
    }
    (sources, faults)
}

/// Links to folders are not followed, so that the walk ends.
fn walk(folder: &Path, sources: &mut Vec<Source>, faults: &mut Vec<String>) {
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                faults.push(unreadable(&folder, &error));
                continue;
            }
        };
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.sort();
        let (folders, files): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|path| path.is_dir() && !path.is_symlink());
        let is_sgf = |path: &PathBuf| {
            let ending = path.extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case("sgf")) && !path.is_dir()
        };
        sources.extend(files.into_iter().filter(is_sgf).map(Source::File));
        pending.extend(folders.into_iter().rev());
    }
}
