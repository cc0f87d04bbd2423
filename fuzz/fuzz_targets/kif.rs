//! Any bytes as a record of KIF: read, played, written, read again the same.
#![no_main]

mod shogi;

use libfuzzer_sys::fuzz_target;
use tengen_shogi::record::Format;

fuzz_target!(|bytes: &[u8]| shogi::survive(bytes, Format::Kif));
