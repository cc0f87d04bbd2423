//! Models that were learned, and their files.
//!
//! A file is a frame ([`frame`]): a magic word, a version, a kind, a compressed body and a checksum, so
//! that a damaged file, a file of something else and a file of a later version are told apart. The body
//! of a pattern model holds its parameters as TOML, the stone patterns with two bits a point, the codes of the
//! broad patterns, and the weights in steps of 1/2048.

mod bytes;
pub mod frame;
mod patterns;

pub use frame::ModelError;
pub use patterns::Model;

pub(crate) use bytes::{Reader, Writer};
pub(crate) use patterns::{read_vocabulary, write_vocabulary};
