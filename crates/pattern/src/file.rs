//! Files that are whole or not there: written beside their place and then moved.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The largest model or checkpoint that is read.
const LARGEST: u64 = 1 << 31;

/// A file that could not be read, written or removed.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be {verb}: {}", path.display(), words(source))]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The participle of what was to be done with it: `read`, `written`, `removed`.
    pub verb: &'static str,
    /// The system's reason.
    pub source: io::Error,
}

impl FileError {
    fn of(path: &Path, verb: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self {
            path: path.to_owned(),
            verb,
            source,
        }
    }
}

/// The reason without the system's number for it, where it is one of the usual ones.
fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The path with something added to its name.
#[must_use]
pub fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// Writes a file, in place of one that may be there.
///
/// # Errors
/// If it cannot be written; one that was there is then still there.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let beside = with(path, &format!(".{}.new", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|error| {
        // The error that counts is the first.
        let _absent = fs::remove_file(&beside);
        FileError::of(path, "written")(error)
    })
}

/// Makes a file beside a path and takes it away again, so that it is known beforehand if
/// [`replace`] can write there.
///
/// # Errors
/// If it cannot.
pub fn attempt(path: &Path) -> Result<(), FileError> {
    let trial = with(path, &format!(".{}.trial", std::process::id()));
    let made = File::create_new(&trial).map(drop);
    // If it was not made, there is none to be removed.
    let _absent = fs::remove_file(&trial);
    made.map_err(FileError::of(path, "written"))
}

/// Reads a file; `None` if there is none.
///
/// # Errors
/// If it is there and cannot be read.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::of(path, "read")(error)),
    }
}

/// Removes a file, if there is one.
///
/// # Errors
/// If it is there and cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FileError::of(path, "removed")(error))
        }
        _ => Ok(()),
    }
}
