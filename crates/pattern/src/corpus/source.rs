//! The files that paths stand for.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::CorpusError;

/// The largest number of files of a corpus.
pub const MAX_FILES: usize = 4_000_000;

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file.
    pub path: PathBuf,
    /// The size of the file, as it lies on the disk.
    pub bytes: u64,
}

impl Source {
    /// The SHA-256 of the file in hexadecimal digits.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn sha256(&self) -> Result<String, CorpusError> {
        self.hashed()
            .map_err(|error| CorpusError::unreadable(&self.path, error))
    }

    fn hashed(&self) -> io::Result<String> {
        let mut file = File::open(&self.path)?;
        let mut hasher = Sha256::new();
        let mut chunk = vec![0; 1 << 16];
        loop {
            match file.read(&mut chunk) {
                Ok(0) => return Ok(hexadecimal(&hasher.finalize())),
                Ok(read) => hasher.update(&chunk[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// The SHA-256 of the lines that the hashes of files are, in order.
pub(super) fn digest(hashes: &[String]) -> String {
    let mut hasher = Sha256::new();
    for hash in hashes {
        hasher.update(hash);
        hasher.update("\n");
    }
    hexadecimal(&hasher.finalize())
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The format of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One game a line.
    Lines,
    /// SGF.
    Sgf,
}

impl Form {
    /// The format that a file's name promises, whatever it is packed by.
    pub(super) fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let name = name
            .strip_suffix(".gz")
            .or_else(|| name.strip_suffix(".zst"))
            .unwrap_or(&name);
        match name.rsplit_once('.')?.1 {
            "sgf" => Some(Self::Sgf),
            "tsv" => Some(Self::Lines),
            _ => None,
        }
    }

    /// The format that a file's first bytes look like: every game of SGF begins with a parenthesis, and no
    /// line of ours does.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        const MARK: &[u8] = &[0xef, 0xbb, 0xbf];
        let text = bytes.strip_prefix(MARK).unwrap_or(bytes);
        match text.trim_ascii_start().first() {
            Some(b'(') => Self::Sgf,
            _ => Self::Lines,
        }
    }
}

/// Adds the files that a path stands for: itself, or what a folder holds at any depth.
///
/// # Errors
/// If it cannot be read, or is a folder without games.
pub(super) fn gather(path: &Path, files: &mut Vec<Source>) -> Result<(), CorpusError> {
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CorpusError::unreadable(path, "it does not exist"),
        _ => CorpusError::unreadable(path, error),
    })?;
    if about.is_dir() {
        let before = files.len();
        walk(path, files)?;
        return match files.len() > before {
            true => Ok(()),
            false => Err(CorpusError::Nothing(path.to_owned())),
        };
    }
    if !about.is_file() {
        let reason = "it is no file, and games are read more than once";
        return Err(CorpusError::unreadable(path, reason));
    }
    // A missing permission is found now, not after an hour.
    File::open(path).map_err(|error| CorpusError::unreadable(path, error))?;
    files.push(Source {
        path: path.to_owned(),
        bytes: about.len(),
    });
    Ok(())
}

/// Links to folders are not followed, so that the walk ends.
fn walk(folder: &Path, files: &mut Vec<Source>) -> Result<(), CorpusError> {
    let mut pending = vec![folder.to_owned()];
    while let Some(path) = pending.pop() {
        let entries = fs::read_dir(&path).map_err(|error| CorpusError::unreadable(&path, error))?;
        let mut found = Vec::new();
        for entry in entries {
            found.push(entry.map_err(|error| CorpusError::unreadable(&path, error))?);
            if found.len() + files.len() > MAX_FILES {
                return Err(CorpusError::TooMany(folder.to_owned()));
            }
        }
        found.sort_by_key(fs::DirEntry::file_name);
        let mut folders = Vec::new();
        for entry in found {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if Form::of_name(&path).is_some() && path.is_file() {
                gather(&path, files)?;
            }
        }
        pending.extend(folders.into_iter().rev());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_bytes_tell_the_form() {
        let name = |name: &str| Form::of_name(Path::new(name));
        assert_eq!(name("a/b.SGF"), Some(Form::Sgf));
        assert_eq!(name("b.sgf.gz"), Some(Form::Sgf));
        assert_eq!(name("games.tsv.zst"), Some(Form::Lines));
        assert_eq!(name("games.tsv.bz2"), None);
        assert_eq!(name("sgf"), None);
        assert_eq!(Form::of_bytes(b"\xef\xbb\xbf\r\n (;B[aa])"), Form::Sgf);
        assert_eq!(Form::of_bytes(b"B+R\t6.5"), Form::Lines);
        assert_eq!(Form::of_bytes(b""), Form::Lines);
    }
}
