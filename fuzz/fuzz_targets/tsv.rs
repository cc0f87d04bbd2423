//! Any bytes as a file of games: as they are, packed, and as a single line.
#![no_main]

use std::io::{Cursor, Write};

use flate2::{Compression, write::GzEncoder};
use libfuzzer_sys::fuzz_target;
use tengen_record::tsv::{Lines, MAX_LINE, Reader, parse_line};

/// A few bytes of zstd unpack to gigabytes of empty lines, each of them an item.
const MOST: usize = 20_000;

/// The number of good and bad lines in a stream, and the number of its last one.
fn count(bytes: &[u8]) -> Option<(usize, usize, u64)> {
    let (mut good, mut bad, mut last) = (0, 0, 0);
    for item in Reader::new(Cursor::new(bytes.to_vec())).ok()?.take(MOST) {
        match item {
            Ok(record) => {
                good += 1;
                assert!(record.moves.len() <= MAX_LINE / 2);
                assert_eq!(record.played().len(), record.moves.len());
            }
            Err(line) => {
                bad += 1;
                assert!(line.line > last, "lines are numbered upwards");
                last = line.line;
            }
        }
    }
    Some((good, bad, last))
}

fuzz_target!(|bytes: &[u8]| {
    let _ = parse_line(bytes, 1);
    let plain = count(bytes);
    if let Ok(lines) = Lines::new(Cursor::new(bytes.to_vec())) {
        let batches = lines.batches(100).take(MOST / 100);
        let lines: usize = batches.map(|b| b.lines().len() + b.bad.len()).sum();
        assert!(plain.is_none_or(|(good, bad, _)| good + bad == lines));
    }
    // Packed, the same bytes say the same, unless they are a packed stream themselves.
    let is_packed =
        bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    if is_packed || bytes.len() > 4096 {
        return;
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).expect("memory does not fail");
    assert_eq!(count(&gzip.finish().expect("memory does not fail")), plain);
    assert_eq!(
        count(&zstd::encode_all(bytes, 1).expect("memory does not fail")),
        plain
    );
});
