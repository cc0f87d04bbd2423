//! Dialogues as front ends and testers hold them, played against the engine.
//!
//! A dialogue is a transcript in `tests/dialogues/`:
//! - `> text` is sent as a line; `\t`, `\r`, `\\` and `\xHH` are escapes, `{dir}` is a folder for
//!   files;
//! - `! group.name=value` sets a parameter before the engine starts, `! name=value` the engine's name;
//! - `; text` is a comment;
//! - `~ pattern` stands for any number of lines like it that are not blank;
//! - anything else, blank lines too, is the next line that the engine has to write; `*` stands for
//!   any text in it.
//!
//! A line is sent as soon as all that stands before it has come, so what follows the first `info`
//! line of an analysis arrives while the analysis runs. In the end the input is closed, and nothing
//! more may come.

use std::fs;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// After so long without a word the engine hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A conversation with the engine.
pub(crate) struct Talk {
    /// None once it is closed.
    pub(crate) input: Option<PipeWriter>,
    lines: Receiver<String>,
    /// A line that was read too early.
    ahead: Option<String>,
}

impl Talk {
    /// Begins to talk to whoever serves these two ends.
    pub(crate) fn start(
        serve: impl FnOnce(BufReader<PipeReader>, PipeWriter) + Send + 'static,
    ) -> Self {
        let (reader, input) = pipe().unwrap();
        let (output, writer) = pipe().unwrap();
        thread::spawn(move || serve(BufReader::new(reader), writer));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            input: Some(input),
            lines,
            ahead: None,
        }
    }

    /// Sends some bytes.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // After `quit` nobody reads any more.
            let _unheard = input.write_all(bytes);
        }
    }

    /// The next line; `None` at the end.
    pub(crate) fn next(&mut self, place: &str) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        self.ahead
            .take()
            .or_else(|| match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => Some(line),
                Err(Disconnected) => None,
                Err(Timeout) => panic!("{place}: the engine says nothing"),
            })
    }
}

/// Tests if a text matches a pattern, in which `*` stands for any text.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(place) = rest.find(part) else {
            return false;
        };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let (byte, used) = match escape.as_bytes() {
            [b't', ..] => (b'\t', 1),
            [b'r', ..] => (b'\r', 1),
            [b'x', ..] => (u8::from_str_radix(&escape[1..3], 16).unwrap(), 3),
            _ => (b'\\', 1),
        };
        bytes.push(byte);
        rest = &escape[used..];
    }
    bytes.extend(rest.as_bytes());
    bytes.push(b'\n');
    bytes
}

/// Holds a dialogue with the engine that its settings make.
pub(crate) fn hold(file: &Path, start: impl FnOnce(&[(&str, &str)]) -> Talk) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dialogues");
    fs::create_dir_all(&dir).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let text = text.replace("{dir}", &dir.display().to_string());
    let settings: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("! ")?.split_once('='))
        .collect();
    let mut talk = start(&settings);
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", file.display(), number + 1);
        if let Some(sent) = line.strip_prefix("> ") {
            talk.send(&unescaped(sent));
        } else if let Some(pattern) = line.strip_prefix("~ ") {
            let mut next = talk.next(&place);
            while next
                .as_ref()
                .is_some_and(|said| !said.is_empty() && is_like(said, pattern))
            {
                next = talk.next(&place);
            }
            talk.ahead = next;
        } else if !line.starts_with(['!', ';']) {
            let said = talk.next(&place);
            let said = said.unwrap_or_else(|| panic!("{place}: {line:?} expected, not the end"));
            assert!(
                is_like(&said, line),
                "{place}: {line:?} expected, not {said:?}"
            );
        }
    }
    talk.input = None;
    let more = talk.next(&file.display().to_string());
    assert_eq!(more, None, "{}: more was said", file.display());
}

/// The dialogues with this ending, in order.
pub(crate) fn dialogues(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|other| other == ending))
        .collect();
    files.sort();
    files
}

/// A small generator of its own, so that the garbage is the same everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % sides
    }

    pub(crate) fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.roll(words.len())]
    }
}

#[test]
fn patterns_match_as_they_should() {
    for (text, pattern) in [
        ("", ""),
        ("= D4", "= D4"),
        ("= D4", "= *"),
        ("= D4", "*"),
        ("info move D4 pv D4 E5", "info move * pv *5"),
    ] {
        assert!(is_like(text, pattern), "{text:?} {pattern:?}");
    }
    for (text, pattern) in [("=", ""), ("= D4", "= D"), ("= D4", "*D"), ("ab", "a*ab")] {
        assert!(!is_like(text, pattern), "{text:?} {pattern:?}");
    }
}
