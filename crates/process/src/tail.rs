//! The end of what a program wrote, kept in little memory and fit to be shown.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of bytes that are kept.
const KEPT: usize = 4096;
/// The number of last lines that are shown.
const LINES: usize = 12;

/// The end of a stream. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    shared: Arc<(Mutex<Seen>, Condvar)>,
}

#[derive(Debug, Default)]
struct Seen {
    bytes: VecDeque<u8>,
    over: bool,
}

impl Tail {
    /// Reads a stream to its end and keeps the last of it.
    pub fn follow(&self, mut stream: impl Read) {
        let mut chunk = [0; 8192];
        loop {
            match stream.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => self.push(&chunk[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.seen().over = true;
        self.shared.1.notify_all();
    }

    /// Waits until the stream is over, so that nothing more can come, but not longer than this.
    pub fn settle(&self, longest: Duration) {
        let waited = self
            .shared
            .1
            .wait_timeout_while(self.seen(), longest, |seen| !seen.over);
        drop(waited);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, new: &[u8]) {
        let new = &new[new.len().saturating_sub(KEPT)..];
        let bytes = &mut self.seen().bytes;
        let over = (bytes.len() + new.len()).saturating_sub(KEPT);
        bytes.drain(..over);
        bytes.extend(new);
    }

    /// The last lines, without control characters; `None` if there is nothing to read.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let bytes: Vec<u8> = self.seen().bytes.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text
            .split(['\n', '\r'])
            .map(|line| harmless(line.trim_end()))
            .filter(|line| !line.is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        (!last.is_empty()).then(|| last.join("\n"))
    }
}

/// A line without anything that a terminal or a page would obey: tabs become spaces, other control
/// characters and those that turn the direction of writing a replacement mark.
#[must_use]
pub fn harmless(line: &str) -> String {
    let mark = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        c => c,
    };
    line.chars().map(mark).collect()
}

/// At most 300 characters in one line, none of them harmful: for messages.
#[must_use]
pub fn shorten(text: &str) -> String {
    let start: String = text.chars().take(300).collect();
    harmless(&start.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_without_control_characters() {
        let tail = Tail::default();
        assert_eq!(tail.text(), None);
        tail.follow(&b"one\r\ntwo\x1b[31m\n\n"[..]);
        assert_eq!(tail.text().unwrap(), "one\ntwo\u{fffd}[31m");
        tail.follow("line\n".repeat(1000).as_bytes());
        assert_eq!(tail.text().unwrap(), ["line"; LINES].join("\n"));
    }

    #[test]
    fn a_flood_without_lines_takes_no_more_than_the_end() {
        let tail = Tail::default();
        tail.follow(std::io::repeat(b'x').take(10_000_000));
        tail.push(b"the end");
        let text = tail.text().unwrap();
        assert_eq!(text.len(), KEPT);
        assert!(text.ends_with("xthe end"));
    }

    #[test]
    fn messages_are_short_and_in_one_line() {
        assert_eq!(shorten("a\nb\tc\u{202e}"), "a b c\u{fffd}");
        assert_eq!(shorten(&"é".repeat(1000)).chars().count(), 300);
    }
}
