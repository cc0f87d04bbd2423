//! Networks in files: KataGo's `.bin.gz` and `.txt.gz`, packed or not.
//!
//! A file is a stream of words with white space between them: names, sizes, and lists of weights, which are bytes
//! behind the word `@BIN@` or numbers as text. Which of these it is, and whether gzip has packed it, is told from
//! its content. Versions 8 to 16 are read, version 8 is written. KataGo's `cpp/neuralnet/desc.cpp` defines the
//! format.
//!
//! Files come from anywhere. Sizes are compared with what is possible before there is room for anything, room
//! grows with what the file really delivers, and whatever is wrong is a sentence that names the layer.

mod error;
mod parts;
mod read;
mod stream;
mod words;
mod write;

pub use error::{Fault, FileError};
pub use read::{parse, read};
pub use stream::MOST;
pub use write::{save, write};

/// The oldest version that is read.
pub const OLDEST: u32 = 8;
/// The newest version that is read.
pub const NEWEST: u32 = 16;

/// The most weights of a network.
const WEIGHTS: usize = 200_000_000;
/// The most blocks, those inside others included.
const BLOCKS: usize = 256;
/// How deep blocks may be nested in others.
const DEPTH: usize = 4;

/// Whether a file looks like a network: it is packed, or begins as networks do: with a name, a version, and the numbers of
/// planes and of global inputs.
#[must_use]
pub fn is_network(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(300)];
    let mut words = head
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .skip(2);
    bytes.starts_with(&[0x1f, 0x8b])
        || [words.next(), words.next()] == [Some(&b"22"[..]), Some(b"19")]
}

#[cfg(test)]
mod tests {
    use super::is_network;

    #[test]
    fn networks_are_told_from_other_files() {
        assert!(is_network(&[0x1f, 0x8b, 8, 0]));
        assert!(is_network(b"b6c96\n8\n22\n19\ntrunk 6"));
        for other in [&b"TENGENPM\x01\x02"[..], b"0.25 capture\n1.5 22 19", b""] {
            assert!(!is_network(other));
        }
    }
}
