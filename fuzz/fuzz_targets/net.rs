//! Any bytes as the file of a network: read or refused with a short sentence, the same when packed, and what was
//! read is written and read back to the bit.
#![no_main]

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use libfuzzer_sys::fuzz_target;
use tengen_net::file::{parse, write};

fuzz_target!(|bytes: &[u8]| {
    let read = parse(bytes);
    match &read {
        Ok(model) => {
            model.check().expect("what is read fits together");
            let mut again = Vec::new();
            if write(model, &mut again).is_ok() {
                let back = parse(&again[..]).expect("what is written is read");
                assert_eq!(&back, model);
            }
        }
        Err(error) => {
            let sentence = error.to_string();
            assert!(sentence.len() < 1500, "{sentence}");
            assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
        }
    }
    // Packed, the same bytes say the same, unless they are a packed stream themselves.
    if bytes.starts_with(&[0x1f, 0x8b]) || bytes.len() > 8192 {
        return;
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).expect("memory does not fail");
    let packed = parse(&gzip.finish().expect("memory does not fail")[..]);
    assert_eq!(
        packed.map_err(|error| error.to_string()),
        read.map_err(|error| error.to_string())
    );
});
