//! Files that are whole or not there: written beside their place and then moved.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The largest model or checkpoint that is read.
const LARGEST: u64 = 1 << 31;

/// The path with something added to its name.
pub(crate) fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

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
    trial(path)
}

/// Sees to it that files can be written into a folder, which is made if it is not there.
///
/// # Errors
/// If they cannot.
pub(crate) fn check_folder(folder: &Path) -> Result<(), Failure> {
    make(folder)?;
    trial(&folder.join("report"))
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

/// Makes a file beside a path, and takes it away again.
fn trial(path: &Path) -> Result<(), Failure> {
    let trial = with(path, &format!(".{}.trial", std::process::id()));
    let made = File::create_new(&trial).map(drop);
    // If it was not made, there is none to be removed.
    let _absent = fs::remove_file(&trial);
    made.map_err(|error| unwritten(path, &error))
}

/// Writes a file, in place of one that may be there.
///
/// # Errors
/// If it cannot be written; one that was there is then still there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = with(path, &format!(".{}.new", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|error| {
        // The error that counts is the first.
        let _absent = fs::remove_file(&beside);
        unwritten(path, &error)
    })
}

/// Reads a file; `None` if there is none.
///
/// # Errors
/// If it is there and cannot be read.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Failed(format!(
            "{} cannot be read: {error}",
            path.display()
        ))),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Failure::Failed(format!("{} cannot be written: {reason}", path.display()))
}
