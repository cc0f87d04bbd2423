//! What can be wrong with the file of a network, as sentences for whoever named the file.

use std::io;
use std::path::PathBuf;

use super::{NEWEST, OLDEST};
use crate::model::Misfit;

/// A file that could not be read or written as a network.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The same, and which file it is.
    #[error("{}: {source}", path.display())]
    Named {
        /// The file.
        path: PathBuf,
        /// The fault.
        source: Box<FileError>,
    },
    /// There is none.
    #[error("it does not exist")]
    Missing,
    /// The system could not read it.
    #[error("it cannot be read: {0}")]
    Read(#[source] io::Error),
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// It is something else.
    #[error("it is no network of KataGo's: {0}")]
    Foreign(String),
    /// A version from before those that are read.
    #[error(
        "it is a network of version {0}, which is too old: versions {OLDEST} to {NEWEST} are read"
    )]
    Old(u64),
    /// A version from after those that are read.
    #[error(
        "it is a network of version {0}, which is too new and may have attention: \
         versions {OLDEST} to {NEWEST} are read"
    )]
    New(u64),
    /// A kind of network that is not evaluated here.
    #[error("{0}")]
    Unsupported(String),
    /// It ends before the network does.
    #[error("it ends too early: the last layer that it names is {last}")]
    Short {
        /// The layer.
        last: String,
    },
    /// Its compressed data cannot be unpacked.
    #[error(
        "it is damaged: the compressed data in or behind layer {last} cannot be unpacked ({source})"
    )]
    Damaged {
        /// The last layer that was named.
        last: String,
        /// What the decompressor says.
        source: io::Error,
    },
    /// It unpacks to more than a network may have.
    #[error(
        "it unpacks to far more than it could if it were a network; it was refused in layer {last}"
    )]
    Bomb {
        /// The last layer that was named.
        last: String,
    },
    /// What stands in a layer is not what should stand there.
    #[error("{layer}: {fault}")]
    Layer {
        /// The name of the layer.
        layer: String,
        /// What is wrong there.
        fault: Fault,
    },
    /// Its layers do not fit each other.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// Version 8 cannot hold such a network.
    #[error("a file of version 8 cannot hold this network: {0}")]
    Unwritable(String),
    /// The system could not write it.
    #[error("it cannot be written: {0}")]
    Write(#[source] io::Error),
}

/// What is wrong in a layer of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Text where a number should be.
    #[error("{what} should be a number, not {found:?}")]
    NoNumber {
        /// What it should be.
        what: &'static str,
        /// What stands there.
        found: String,
    },
    /// A number that is not possible.
    #[error("{what} is {found}, but should be {expected}")]
    Range {
        /// The number in words.
        what: &'static str,
        /// What it is.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// Bytes that are no text.
    #[error("{what} should stand there, and there are bytes that are no text")]
    Garbled {
        /// What should stand there.
        what: &'static str,
    },
    /// A word of more bytes than any name or number has.
    #[error("{what} should stand there, and there is a word of more than {most} bytes")]
    Endless {
        /// What should stand there.
        what: &'static str,
        /// The most bytes of a word.
        most: usize,
    },
    /// A weight that is no number, or infinite.
    #[error("a weight is {value}, which is no finite number")]
    Infinite {
        /// `NaN`, `inf` or `-inf`.
        value: String,
    },
    /// A variance that no square root can be taken of.
    #[error("a variance is {value}; it should be positive")]
    Variance {
        /// The variance.
        value: String,
    },
    /// Weights beyond the most that a network may have.
    #[error("with it the network would have more than {most} weights")]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// Blocks beyond the most that a network may have.
    #[error("the network would have more than {most} blocks")]
    Blocks {
        /// How many there may be.
        most: usize,
    },
    /// Nested blocks in nested blocks in nested blocks.
    #[error("blocks are nested more than {most} deep")]
    Deep {
        /// How deep they may be.
        most: usize,
    },
    /// A block that is unknown.
    #[error("{found:?} is no kind of block that is known here")]
    Block {
        /// What it is called.
        found: String,
    },
    /// An activation that is unknown.
    #[error("{found:?} is no activation that is known here")]
    Activation {
        /// What it is called.
        found: String,
    },
    /// Something behind the last layer.
    #[error("it is the last layer, but something follows it")]
    More,
}
