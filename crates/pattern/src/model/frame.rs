//! The frame that every file of ours has around what was learned.

use sha2::{Digest, Sha256};

const MAGIC: &[u8; 8] = b"TENGENPM";
/// The version that is written, and the latest that can be read.
pub const VERSION: u16 = 1;
/// Magic, version, kind, length of the body, checksum.
const HEAD: usize = 8 + 2 + 2 + 8 + 32;
/// No body is longer, compressed or not.
const MAX_BODY: usize = 1 << 30;
const LEVEL: i32 = 19;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Strengths of features of moves, for the tree.
    Patterns,
    /// Strengths of local features, for playouts.
    Local,
    /// A checkpoint of training.
    Checkpoint,
}

impl Kind {
    const fn code(self) -> u16 {
        match self {
            Self::Patterns => 1,
            Self::Local => 2,
            Self::Checkpoint => 3,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Patterns => "a model of patterns",
            Self::Local => "a model of playouts",
            Self::Checkpoint => "a checkpoint of training",
        }
    }

    fn of(code: u16) -> Option<Self> {
        [Self::Patterns, Self::Local, Self::Checkpoint]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

/// A reason that a file is not the model that was looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Some other file.
    #[error("this is no model of Tengen: it does not begin as they do")]
    Foreign,
    /// From a later version of the program.
    #[error(
        "the model has version {found} of the format, and this program reads versions up to {VERSION}: a newer program wrote it"
    )]
    Newer {
        /// Its version.
        found: u16,
    },
    /// Not what is asked for.
    #[error("this is {found}, not {wanted}")]
    Other {
        /// The kind that it is.
        found: &'static str,
        /// The kind that it should be.
        wanted: &'static str,
    },
    /// Cut short, or with wrong bytes.
    #[error("the model is damaged: {0}")]
    Damaged(String),
}

impl ModelError {
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }
}

/// Puts a body into its frame.
#[must_use]
pub fn seal(kind: Kind, body: &[u8]) -> Vec<u8> {
    let level = if kind == Kind::Checkpoint { 1 } else { LEVEL };
    let packed = zstd::bulk::compress(body, level).unwrap_or_default();
    let mut file = Vec::with_capacity(HEAD + packed.len());
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&VERSION.to_le_bytes());
    file.extend_from_slice(&kind.code().to_le_bytes());
    file.extend_from_slice(&(body.len() as u64).to_le_bytes());
    file.extend_from_slice(&Sha256::digest(&packed));
    file.extend_from_slice(&packed);
    file
}

/// Takes a body out of its frame.
///
/// # Errors
/// If the file is damaged, or not of this kind, or from a later version.
pub fn open(kind: Kind, file: &[u8]) -> Result<Vec<u8>, ModelError> {
    let Some(rest) = file.strip_prefix(MAGIC) else {
        return Err(ModelError::Foreign);
    };
    let short = || ModelError::damaged("it ends within its head");
    let (version, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let found = u16::from_le_bytes(*version);
    if found > VERSION || found == 0 {
        return Err(ModelError::Newer { found });
    }
    let (code, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let (length, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let (checksum, packed) = rest.split_first_chunk::<32>().ok_or_else(short)?;
    if Sha256::digest(packed)[..] != checksum[..] {
        let what = "its checksum does not fit, so bytes were lost or changed";
        return Err(ModelError::damaged(what));
    }
    let found = Kind::of(u16::from_le_bytes(*code));
    if found != Some(kind) {
        return Err(ModelError::Other {
            found: found.map_or("something unknown", Kind::name),
            wanted: kind.name(),
        });
    }
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length > MAX_BODY {
        return Err(ModelError::damaged("it claims to be larger than 1 GiB"));
    }
    let body = zstd::bulk::decompress(packed, length)
        .map_err(|_| ModelError::damaged("it cannot be unpacked"))?;
    if body.len() == length {
        Ok(body)
    } else {
        Err(ModelError::damaged("it is shorter than it says"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_opened() {
        let file = seal(Kind::Local, b"strengths");
        assert_eq!(open(Kind::Local, &file).unwrap(), b"strengths");
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let file = seal(Kind::Patterns, b"some strengths, some more strengths");
        for i in 0..file.len() {
            let mut wrong = file.clone();
            wrong[i] ^= 4;
            // The length is checked against the body.
            assert!(open(Kind::Patterns, &wrong).is_err(), "byte {i}");
            assert!(open(Kind::Patterns, &file[..i]).is_err(), "cut at {i}");
        }
    }

    #[test]
    fn others_and_newer_ones_are_named() {
        let file = seal(Kind::Local, b"x");
        let error = open(Kind::Patterns, &file).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this is a model of playouts, not a model of patterns"
        );
        let mut newer = file;
        newer[8] = 9;
        let error = open(Kind::Local, &newer).unwrap_err();
        assert_eq!(error, ModelError::Newer { found: 9 });
        assert_eq!(open(Kind::Local, b"GIF89a"), Err(ModelError::Foreign));
    }
}
