//! Which games files hold, whatever they are called and wherever they lie.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Corpus, CorpusError};

/// What tells the files of a corpus from others: their number, size and contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// How many files there are.
    pub files: usize,
    /// How large they are together, as they lie on the disk.
    pub bytes: u64,
    /// In hexadecimal digits, the SHA-256 of the file; of several, that of their hashes in the
    /// order in which they are read.
    pub sha256: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.files == 1 { "file" } else { "files" };
        let Self {
            files,
            bytes,
            sha256,
        } = self;
        write!(f, "{files} {noun}, {bytes} bytes, SHA-256 {sha256}")
    }
}

impl Corpus {
    /// Reads all files once to say which they are. The records that are wanted do not matter.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn identity(&self) -> Result<Identity, CorpusError> {
        let mut digests = Vec::with_capacity(self.files.len());
        let mut bytes = 0;
        for file in &self.files {
            let (digest, length) = digest(&file.path)?;
            digests.push(digest);
            bytes += length;
        }
        let sha256 = match digests.as_slice() {
            [one] => hex(one),
            all => hex(&Sha256::digest(all.concat())),
        };
        Ok(Identity {
            files: self.files.len(),
            bytes,
            sha256,
        })
    }
}

fn digest(path: &Path) -> Result<([u8; 32], u64), CorpusError> {
    let unreadable = |error| CorpusError::unreadable(path, error);
    let mut file = File::open(path).map_err(unreadable)?;
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    let mut length = 0;
    loop {
        match file.read(&mut chunk) {
            Ok(0) => return Ok((hasher.finalize().into(), length)),
            Ok(read) => {
                hasher.update(&chunk[..read]);
                length += read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
