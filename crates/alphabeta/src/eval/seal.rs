//! Files of numbers: a line that names the format, the numbers, then the SHA-256 of all that.

use sha2::{Digest, Sha256};
use thiserror::Error;

/// The bytes of the checksum.
const SUM: usize = 32;

/// The reason why bytes are not what is looked for: a network, the linear evaluation, a checkpoint of their training.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// It begins with something else.
    #[error("it is no {0} for Shogi of this program")]
    Foreign(&'static str),
    /// It is longer or shorter than it should be.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The bytes that are there.
        found: usize,
        /// The bytes that should be.
        expected: usize,
    },
    /// Its checksum is another.
    #[error("it is damaged: its checksum is not that of its contents")]
    Damaged,
}

/// What a file holds.
pub(crate) struct Seal {
    /// What it is called.
    pub(crate) what: &'static str,
    /// The line that it begins with.
    pub(crate) head: &'static str,
    /// The bytes of the numbers.
    pub(crate) bytes: usize,
}

impl Seal {
    /// The numbers in a file's bytes.
    pub(crate) fn open<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], NetworkError> {
        if !bytes.starts_with(self.head.as_bytes()) {
            return Err(NetworkError::Foreign(self.what));
        }
        let expected = self.head.len() + self.bytes + SUM;
        if bytes.len() != expected {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected,
            });
        }
        let (contents, sum) = bytes.split_at(expected - SUM);
        if Sha256::digest(contents).as_slice() != sum {
            return Err(NetworkError::Damaged);
        }
        Ok(&contents[self.head.len()..])
    }

    /// The bytes of a file.
    pub(crate) fn close(&self, numbers: &[u8]) -> Vec<u8> {
        debug_assert_eq!(numbers.len(), self.bytes);
        let mut bytes = self.head.as_bytes().to_vec();
        bytes.extend(numbers);
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum.as_slice());
        bytes
    }
}

/// The next bytes of numbers whose length was checked.
pub(crate) fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (bytes, left) = rest.split_first_chunk().expect("the length was checked");
    *rest = left;
    *bytes
}
