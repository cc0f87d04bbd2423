//! Files that end, that are damaged, that are none, and that never end.

use std::io::{self, Cursor, Read};

use tengen_net::file::parse;
use tengen_net::random::Plan;

use super::sentence;
use crate::script::{Script, packed};

#[test]
fn a_file_may_end_anywhere() {
    let model = Plan::old(4, 1).model();
    let script = Script::of(&model);
    let (binary, text) = (script.binary(), script.text());
    for whole in [&binary, &text, &packed(&binary)] {
        for end in (0..whole.len() - 1).step_by(97) {
            let said = sentence(&whole[..end]);
            let expected = ["ends too early", "it is empty", "no network of KataGo's"];
            assert!(
                expected.iter().any(|part| said.contains(part)),
                "{end}: {said}"
            );
        }
    }
    let at = |part: &[u8]| binary.windows(part.len()).position(|w| w == part).unwrap();
    let end = at(b"rconv1/w2") + 200;
    assert_eq!(
        sentence(&binary[..end]),
        "it ends too early: the last layer that it names is rconv1/w2"
    );
}

#[test]
fn a_packed_file_may_be_damaged_anywhere() {
    let whole = packed(&Script::of(&Plan::old(4, 1).model()).binary());
    for at in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        // Without the first bytes it is no packed file at all; the last are a checksum.
        let said = sentence(&bytes);
        assert!(!said.is_empty());
    }
    let mut bytes = whole.clone();
    *bytes.iter_mut().rev().nth(6).unwrap() ^= 1;
    let said = sentence(&bytes);
    assert!(said.contains("it is damaged"), "{said}");
    assert!(said.contains("vownership/w"), "{said}");
}

#[test]
fn whatever_is_no_network_is_said_to_be_none() {
    for (bytes, part) in [
        (&b""[..], "it is empty"),
        (b" \n\n", "it is empty"),
        (
            b"PK\x03\x04\x14\0\0\0\x08\0",
            "no network of KataGo's: the name of a network should stand there, and there are bytes",
        ),
        (
            b"1\n0.25 0.5 0.75\n",
            "no network of KataGo's: the version should be a number, not \"0.25\"",
        ),
        (
            b"(;GM[1]FF[4])",
            "no network of KataGo's: it ends where the version should stand",
        ),
        (
            &[b'x'; 5000],
            "no network of KataGo's: the name of a network should stand there, and there is a word of more than 1024 bytes",
        ),
        (&[0; 5000], "no network of KataGo's"),
        (&[0x1f, 0x8b, 0, 0, 0, 0, 0, 0, 0, 0, 0], "it is damaged"),
    ] {
        let said = sentence(bytes);
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
    let model = Plan::old(4, 1).model();
    let more = [&Script::of(&model).binary()[..], b"more\n"].concat();
    assert_eq!(
        sentence(&more),
        "vownership/w: it is the last layer, but something follows it"
    );
    let white = [&Script::of(&model).binary()[..], &[b' '; 5000]].concat();
    assert!(sentence(&white).contains("something follows it"));
}

/// Names of layers and what stands in their place are shown without what steers a terminal.
#[test]
fn sentences_are_plain_text() {
    let script = Script::of(&Plan::old(4, 1).model());
    let bad = script.clone().set("conv1", 3, "\u{1b}[31mred");
    assert!(sentence(&bad.binary()).contains("bytes that are no text"));
    let long = script.set("conv1", 3, &"9x".repeat(400));
    assert!(sentence(&long.binary()).len() < 200);
}

/// A stream of gzip members without end: each is a million zeros.
struct Endless {
    head: Cursor<Vec<u8>>,
    member: Vec<u8>,
    at: usize,
    read: usize,
}

impl Endless {
    fn behind(head: &[u8]) -> Self {
        Self {
            head: Cursor::new(packed(head)),
            member: packed(&vec![0; 1_000_000]),
            at: 0,
            read: 0,
        }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut n = self.head.read(buffer)?;
        if n == 0 {
            n = (&self.member[self.at..]).read(buffer)?;
            self.at = (self.at + n) % self.member.len();
        }
        self.read += n;
        Ok(n)
    }
}

#[test]
fn a_bomb_is_refused_before_it_takes_memory() {
    let mut zeros = Endless::behind(b"");
    let said = parse(&mut zeros).unwrap_err().to_string();
    assert!(said.contains("no network of KataGo's"), "{said}");
    // A header that is right, and a layer of a hundred million weights.
    let head = b"bomb 8 22 19 trunk 1 2048 1 1 1 1 conv1 5 5 2048 2048 1 1 @BIN@";
    let mut bomb = Endless::behind(head);
    let said = parse(&mut bomb).unwrap_err().to_string();
    assert!(said.contains("it unpacks to far more"), "{said}");
    assert!(said.contains("conv1"), "{said}");
    // 17 members of a million bytes, and what was read ahead.
    assert!(
        bomb.read < 17 * bomb.member.len() + (1 << 17) + 200,
        "{}",
        bomb.read
    );
}

/// Claims without anything behind them take neither time nor memory.
#[test]
fn a_claim_alone_makes_no_room() {
    let head = "claim 8 22 19 trunk 256 2048 1 1 1 1 conv1 5 5 2048 2048 1 1 ";
    for bytes in [format!("{head}@BIN@1234"), format!("{head}0.5 0.25")] {
        assert!(
            sentence(bytes.as_bytes())
                .contains("it ends too early: the last layer that it names is conv1")
        );
    }
}
