//! The thread that reads lines, and what it tells a search that is under way.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tengen_engine::input::{self, read_line};
use tengen_engine::queue::{Entry, Exit, queue};

/// The bytes that are read ahead. A `stop` behind more of them is not seen in time.
const AHEAD: usize = 4 << 20;
/// The memory of a line beside its text, in bytes; rather too much than too little.
const OVERHEAD: usize = 256;

/// A line that has come in.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its text without control characters; none if there is more than is read.
    pub(super) text: Option<String>,
}

/// What a search may know about lines that wait: the number of the last of a kind.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// `stop`, `gameover` or `quit`: they end any search.
    stop: AtomicU64,
    /// What goes on with the game: it ends a search that has no end of its own.
    next: AtomicU64,
    /// True if the input has ended.
    ended: AtomicBool,
}

impl Signals {
    /// Tests if the search of this line is to end; `open` if it has no end of its own.
    pub(super) fn stops(&self, open: bool, line: u64) -> bool {
        let after = |number: &AtomicU64| number.load(Ordering::Acquire) > line;
        after(&self.stop) || open && (after(&self.next) || self.ended.load(Ordering::Acquire))
    }
}

/// The lines in order.
pub(super) struct Inbox {
    lines: Exit<Line>,
    /// The signals that a search may look at.
    pub(super) signals: Arc<Signals>,
}

impl Inbox {
    /// Starts to read. The thread ends with the input, or when nobody takes its lines any more.
    pub(super) fn open(input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (entry, lines) = queue(AHEAD);
        let signals = Arc::new(Signals::default());
        let told = Arc::clone(&signals);
        thread::Builder::new()
            .name("usi input".to_owned())
            .spawn(move || {
                read_all(input, &told, &entry);
                told.ended.store(true, Ordering::Release);
            })?;
        Ok(Self { lines, signals })
    }

    /// Waits for a line and takes it; `None` at the end of the input.
    pub(super) fn take(&self) -> Option<Line> {
        self.lines.take()
    }
}

fn read_all(mut input: impl BufRead, signals: &Signals, entry: &Entry<Line>) {
    let mut number = 0;
    while let Some(line) = read_line(&mut input) {
        number += 1;
        let text = match line {
            input::Line::Whole(bytes) => Some(tidied(&bytes)),
            input::Line::TooLong(_) => None,
        };
        let first = text.as_deref().and_then(|text| text.split(' ').next());
        let signal = match first {
            Some("stop" | "gameover" | "quit") => Some(&signals.stop),
            Some("ponderhit" | "position" | "go" | "usinewgame") => Some(&signals.next),
            _ => None,
        };
        if let Some(signal) = signal {
            signal.store(number, Ordering::Release);
        }
        let bytes = OVERHEAD + text.as_ref().map_or(0, String::len);
        if !entry.put(Line { number, text }, bytes) {
            return;
        }
    }
}

/// The text of a line: what is not UTF-8 is replaced, control characters are dropped, any white space is a space.
fn tidied(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let plain: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_tell_what_ends_which_search() {
        let text = b"go\n\tponderhit \r\nisready\nstop\nst\x00op it\n".to_vec();
        let inbox = Inbox::open(io::Cursor::new(text)).unwrap();
        // It would wait for ever if the lines had to be taken first.
        while !inbox.signals.ended.load(Ordering::Acquire) {
            thread::yield_now();
        }
        let signals = &inbox.signals;
        assert!(signals.stops(false, 4) && !signals.stops(false, 5));
        assert!(signals.stops(true, 5), "the input has ended");
        let texts: Vec<_> = std::iter::from_fn(|| inbox.take()).collect();
        assert_eq!(texts[1].text.as_deref(), Some("ponderhit"));
        assert_eq!((texts.len(), texts[4].number), (5, 5));
        let open = Signals::default();
        assert!(!open.stops(true, 0));
        open.next.store(2, Ordering::Release);
        assert!(open.stops(true, 1) && !open.stops(false, 1) && !open.stops(true, 2));
    }
}
