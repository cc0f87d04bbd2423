//! The thread that reads lines, and what it tells a search that is under way.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::line::{self, Request};
use crate::input;
use tengen_engine::queue::{Entry, Exit, queue};

/// The bytes that are read ahead. An `# interrupt` behind more of them is not seen in time.
const AHEAD: usize = 4 << 20;
/// The memory of a line beside its text, in bytes; rather too much than too little.
const OVERHEAD: usize = 256;

/// A line that has come in.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number, from 1; lines without a command count.
    pub(super) number: u64,
    /// Its content.
    pub(super) content: Content,
}

impl Line {
    /// The memory it takes, in bytes.
    fn bytes(&self) -> usize {
        let text = match &self.content {
            Content::Nothing => 0,
            Content::Request(Request { id, command, rest }) => {
                id.len() + command.len() + rest.len()
            }
            Content::TooLong(id) => id.len(),
        };
        OVERHEAD + text
    }
}

/// The content of a line.
#[derive(Debug)]
pub(super) enum Content {
    /// Nothing: it is blank or a comment.
    Nothing,
    /// A command.
    Request(Request),
    /// More than is read; the command's id.
    TooLong(String),
}

/// The kind of input that ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Any.
    Input,
    /// `quit`, the end of the input, and `# interrupt`.
    Quit,
    /// `# interrupt` alone.
    Interrupt,
}

/// The facts about waiting lines that a search may know.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// The number of the last line.
    last: AtomicU64,
    /// The number of the last `# interrupt`.
    interrupt: AtomicU64,
    /// The number of the last `quit`.
    quit: AtomicU64,
    /// True if the input has ended.
    ended: AtomicBool,
}

impl Signals {
    /// Tests if something that ends the search of this line has come in after it.
    pub(super) fn stops(&self, stop: Stop, line: u64) -> bool {
        let after = |number: &AtomicU64| number.load(Ordering::Acquire) > line;
        let ended = || self.ended.load(Ordering::Acquire);
        match stop {
            Stop::Input => after(&self.last) || ended(),
            Stop::Quit => after(&self.interrupt) || after(&self.quit) || ended(),
            Stop::Interrupt => after(&self.interrupt),
        }
    }
}

/// The lines in order.
pub(super) struct Inbox {
    lines: Exit<Line>,
    next: Option<Line>,
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
            .name("gtp input".to_owned())
            .spawn(move || {
                read_all(input, &told, &entry);
                told.ended.store(true, Ordering::Release);
            })?;
        Ok(Self {
            lines,
            next: None,
            signals,
        })
    }

    /// Waits for a line, or for the end of the input.
    pub(super) fn wait(&mut self) {
        if self.next.is_none() {
            self.next = self.lines.take();
        }
    }

    /// Waits for a line and takes it; `None` at the end of the input.
    pub(super) fn take(&mut self) -> Option<Line> {
        self.wait();
        self.next.take()
    }
}

fn read_all(mut input: impl BufRead, signals: &Signals, entry: &Entry<Line>) {
    let mut number = 0;
    while let Some(content) = read_line(&mut input) {
        number += 1;
        match content {
            Heard::Interrupt => signals.interrupt.store(number, Ordering::Release),
            Heard::Content(Content::Request(ref request)) if request.command == "quit" => {
                signals.quit.store(number, Ordering::Release);
            }
            Heard::Content(_) => {}
        }
        signals.last.store(number, Ordering::Release);
        let content = match content {
            Heard::Interrupt => Content::Nothing,
            Heard::Content(content) => content,
        };
        let line = Line { number, content };
        let bytes = line.bytes();
        if !entry.put(line, bytes) {
            return;
        }
    }
}

enum Heard {
    Interrupt,
    Content(Content),
}

/// The next line; `None` at the end, or when nothing can be read any more.
fn read_line(input: &mut impl BufRead) -> Option<Heard> {
    let heard = match input::read_line(input)? {
        input::Line::TooLong(bytes) => {
            line::read(&bytes).map_or(Content::Nothing, |r| Content::TooLong(r.id))
        }
        input::Line::Whole(bytes) if line::is_interrupt(&bytes) => return Some(Heard::Interrupt),
        input::Line::Whole(bytes) => line::read(&bytes).map_or(Content::Nothing, Content::Request),
    };
    Some(Heard::Content(heard))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::LONGEST;
    use std::io::Cursor;

    fn lines(text: &[u8]) -> (Vec<Line>, Arc<Signals>) {
        let mut inbox = Inbox::open(Cursor::new(text.to_vec())).unwrap();
        let lines = std::iter::from_fn(|| inbox.take()).collect();
        (lines, inbox.signals)
    }

    #[test]
    fn lines_come_in_order_and_the_last_needs_no_end() {
        let (lines, _) = lines(b"name\n\n# hm\n3 quit");
        let said: Vec<String> = lines.iter().map(|l| format!("{:?}", l.content)).collect();
        assert_eq!(lines.len(), 4);
        assert!(said[0].contains("name") && said[3].contains("quit"));
        assert_eq!((said[1].as_str(), said[2].as_str()), ("Nothing", "Nothing"));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_with_its_id() {
        let mut text = b"5 play ".to_vec();
        text.resize(3 * LONGEST, b'x');
        text.extend(b"\n6 name\n");
        let (lines, _) = lines(&text);
        assert_eq!(lines.len(), 2);
        assert!(matches!(&lines[0].content, Content::TooLong(id) if id == "5"));
        assert!(matches!(&lines[1].content, Content::Request(r) if r.id == "6"));
    }

    #[test]
    fn an_interrupt_is_seen_behind_many_lines_that_nobody_has_taken() {
        let mut text = "play b D4\n".repeat(10_000);
        text.push_str("# interrupt\n");
        let mut inbox = Inbox::open(Cursor::new(text.into_bytes())).unwrap();
        // It would wait for ever if the lines had to be taken first.
        while !inbox.signals.ended.load(Ordering::Acquire) {
            thread::yield_now();
        }
        assert!(inbox.signals.stops(Stop::Interrupt, 1));
        assert!(!inbox.signals.stops(Stop::Interrupt, 10_001));
        assert_eq!(std::iter::from_fn(|| inbox.take()).count(), 10_001);
    }

    #[test]
    fn signals_tell_what_ends_which_search() {
        let (_, signals) = lines(b"genmove b\n# interrupt\nname\nquit\nname\n");
        // The thread says last that the input has ended.
        while !signals.ended.load(Ordering::Acquire) {
            thread::yield_now();
        }
        assert!(signals.stops(Stop::Interrupt, 1) && !signals.stops(Stop::Interrupt, 2));
        assert!(signals.stops(Stop::Quit, 5), "the input has ended");
        assert!(signals.stops(Stop::Input, 5));
        let open = Signals::default();
        assert!(!open.stops(Stop::Input, 0) && !open.stops(Stop::Quit, 0));
    }
}
