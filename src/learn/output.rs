//! Files that can be written: it is looked at before an hour is spent on what goes there.

use std::fs;
use std::io;
use std::path::Path;

use tengen_pattern::file::{self, FileError};

use crate::failure::Failure;

/// Sees to it that a file can be written at a path, before an hour is spent on what goes there.
///
/// # Errors
/// If it cannot.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        let sentence = format!("{} is a folder; name a file in it", path.display());
        return Err(Failure::Usage(sentence));
    }
    // A pipe or a device would be replaced by a file.
    if path.exists() && !path.is_file() {
        let sentence = format!("{} is no file that can be replaced", path.display());
        return Err(Failure::Usage(sentence));
    }
    let parent = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = parent {
        make(folder)?;
    }
    Ok(file::attempt(path)?)
}

/// Sees to it that files can be written into a folder, which is made if it is not there.
///
/// # Errors
/// If they cannot.
pub(crate) fn check_folder(folder: &Path) -> Result<(), Failure> {
    make(folder)?;
    Ok(file::attempt(&folder.join("report"))?)
}

fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                "a file is in its place".to_owned()
            }
            _ => error.to_string(),
        };
        Failure::Failed(format!(
            "the folder {} cannot be made: {reason}",
            folder.display()
        ))
    })
}

/// Writes a file, in place of one that may be there.
///
/// # Errors
/// If it cannot be written; one that was there is then still there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(file::replace(path, bytes)?)
}

/// The failure of a file that cannot be read, written or removed.
impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Failed(error.to_string())
    }
}
