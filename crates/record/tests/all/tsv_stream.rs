//! Streams of games: plain, gzip, zstd, and broken in every way.

use std::io::{Cursor, Write};

use flate2::{Compression, write::GzEncoder};
use tengen_record::tsv::{BadLine, Lines, MAX_LINE, Reader};

const LINE: &str = "B+0.5\t7.5\t9d\t9p\thouse:1\t2020-02-20\t4\tddppdptt";

fn games(count: usize) -> Vec<u8> {
    let mut text = String::new();
    for n in 0..count {
        let line = LINE.replace(":1", &format!(":{n}"));
        text.push_str(&line);
        text.push('\n');
    }
    text.into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

/// The sources of the good games, and the bad lines.
fn read(bytes: Vec<u8>) -> (Vec<String>, Vec<BadLine>) {
    let mut good = Vec::new();
    let mut bad = Vec::new();
    for item in Reader::new(Cursor::new(bytes)).unwrap() {
        match item {
            Ok(record) => good.push(record.source),
            Err(line) => bad.push(line),
        }
    }
    (good, bad)
}

#[test]
fn all_three_packings_read_alike() {
    let plain = games(500);
    let (expected, bad) = read(plain.clone());
    assert_eq!((expected.len(), bad.len()), (500, 0));
    assert_eq!(expected[499], "house:499");
    for packed in [gzip(&plain), zstd(&plain)] {
        assert_eq!(read(packed), (expected.clone(), Vec::new()));
    }
    let twice = [gzip(&plain[..]), gzip(&plain[..])].concat();
    assert_eq!(read(twice).0.len(), 1000);
    let twice = [zstd(&plain[..]), zstd(&plain[..])].concat();
    assert_eq!(read(twice).0.len(), 1000);
}

#[test]
fn bad_lines_are_named_and_reading_goes_on() {
    let long = "x".repeat(MAX_LINE + 1);
    let text = format!("{LINE}\r\n\nnonsense\n{long}\n{LINE}\n{long}");
    let (good, bad) = read(text.into_bytes());
    assert_eq!(good.len(), 2);
    let said: Vec<String> = bad.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "2:1: the line is empty",
            "3:9: the line ends before the komi: a game has eight fields parted by tabs",
            "4:65537: the line is longer than 65536 bytes and is skipped",
            "6:65537: the line is longer than 65536 bytes and is skipped",
        ]
    );
}

#[test]
fn the_longest_line_may_end_in_any_way() {
    for end in ["", "\n", "\r\n"] {
        let field = "x".repeat(MAX_LINE - LINE.len());
        let line = LINE.replace("house", &format!("house{field}"));
        assert_eq!(line.len(), MAX_LINE);
        let (good, bad) = read(format!("{line}{end}").into_bytes());
        assert_eq!((good.len(), bad.len()), (1, 0), "{end:?}");
    }
}

#[test]
fn a_broken_stream_gives_its_games_and_then_says_so() {
    // Games that do not repeat each other, so that packing does not swallow them whole.
    let plain: Vec<u8> = (0..4000_u64)
        .flat_map(|n| {
            let noise = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            LINE.replace(":1", &format!(":{noise:x}"))
                .into_bytes()
                .into_iter()
                .chain([b'\n'])
        })
        .collect();
    let (expected, _) = read(plain.clone());
    for packed in [gzip(&plain), zstd(&plain)] {
        for part in [packed.len() / 3, packed.len() * 2 / 3, packed.len() - 1] {
            let (good, bad) = read(packed[..part].to_vec());
            assert_eq!(expected[..good.len()], good);
            assert_eq!(bad.len(), 1, "{bad:?}");
            assert!(bad[0].what.starts_with("the file breaks off here"));
        }
        let (good, _) = read(packed[..packed.len() * 2 / 3].to_vec());
        assert!(!good.is_empty());
    }
}

#[test]
fn a_window_larger_than_allowed_is_refused() {
    // A frame whose header asks for a window of 2 GiB, with one empty last block.
    let frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x01, 0x00, 0x00];
    let (good, bad) = read(frame);
    assert!(good.is_empty());
    assert_eq!(bad.len(), 1);
    assert!(bad[0].what.contains("breaks off"), "{}", bad[0]);
}

#[test]
fn batches_hold_the_same_lines_in_order() {
    let mut text = games(25);
    text.extend_from_slice(b"\n");
    text.extend_from_slice("y".repeat(MAX_LINE + 7).as_bytes());
    text.extend_from_slice(b"\n");
    text.extend_from_slice(&games(5));
    let (expected, _) = read(text.clone());
    let mut good = Vec::new();
    let mut bad = Vec::new();
    let mut sizes = Vec::new();
    for batch in Lines::new(Cursor::new(text)).unwrap().batches(10) {
        sizes.push(batch.lines().len() + batch.bad.len());
        bad.extend(batch.bad.iter().map(|bad| bad.line));
        for line in batch.lines() {
            match line.parse() {
                Ok(record) => good.push(record.source),
                Err(line) => bad.push(line.line),
            }
        }
    }
    assert_eq!(good, expected);
    assert_eq!(sizes, [10, 10, 10, 2]);
    bad.sort_unstable();
    assert_eq!(bad, [26, 27]);
}

#[test]
fn an_empty_stream_has_no_games() {
    assert_eq!(read(Vec::new()), (Vec::new(), Vec::new()));
}
