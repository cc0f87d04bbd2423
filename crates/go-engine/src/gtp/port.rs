//! Replies, whole or in pieces.

use std::io::{self, Write};

/// The output of replies. A failure to write is kept until the command is over; nothing more is
/// written then.
pub(super) struct Port<'a> {
    out: &'a mut dyn Write,
    id: String,
    streaming: bool,
    failure: Option<io::Error>,
}

impl<'a> Port<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            id: String::new(),
            streaming: false,
            failure: None,
        }
    }

    /// Prepares for the reply to a command with this id.
    pub(super) fn begin(&mut self, id: &str) {
        id.clone_into(&mut self.id);
        self.streaming = false;
    }

    /// True if the output is lost.
    pub(super) const fn is_broken(&self) -> bool {
        self.failure.is_some()
    }

    /// The error by which the output was lost, if it was.
    pub(super) fn failure(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Begins a reply that comes line by line.
    pub(super) fn open(&mut self) {
        self.streaming = true;
        self.put(&format!("={}\n", self.id));
    }

    /// A line of a reply that comes line by line.
    pub(super) fn line(&mut self, text: &str) {
        self.put(&format!("{text}\n"));
    }

    /// Ends the reply: with what there is to say, or, if it came line by line, with a blank line.
    pub(super) fn finish(&mut self, outcome: &Result<String, String>) {
        if self.streaming {
            self.streaming = false;
            self.put("\n");
            return;
        }
        let (mark, text) = match outcome {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        self.put(&format!("{mark}{}{}\n\n", self.id, tidied(text)));
    }

    fn put(&mut self, text: &str) {
        if self.failure.is_some() {
            return;
        }
        let written = self.out.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| self.out.flush()) {
            self.failure = Some(error);
        }
    }
}

/// A text without blank lines and control characters, which would end or garble a reply. A text
/// that begins with a new line begins below the mark and a space: GoGui takes what follows the first space.
fn tidied(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let spaced = line.replace('\t', " ");
            let plain: String = spaced.chars().filter(|c| !c.is_control()).collect();
            plain.trim_end().to_owned()
        })
        .filter(|line| !line.is_empty())
        .collect();
    let below = text.starts_with('\n');
    match lines.join("\n") {
        joined if joined.is_empty() => joined,
        joined if below => format!(" \n{joined}"),
        joined => format!(" {joined}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(id: &str, outcome: Result<&str, &str>) -> String {
        let mut out = Vec::new();
        let mut port = Port::new(&mut out);
        port.begin(id);
        port.finish(&outcome.map(str::to_owned).map_err(str::to_owned));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn replies_end_with_a_blank_line_and_have_none_within() {
        assert_eq!(said("", Ok("")), "=\n\n");
        assert_eq!(said("12", Ok("")), "=12\n\n");
        assert_eq!(said("12", Ok("D4")), "=12 D4\n\n");
        assert_eq!(said("", Err("unknown command")), "? unknown command\n\n");
        assert_eq!(said("1", Ok("\n a\n\nb\r\n\n")), "=1 \n a\nb\n\n");
        assert_eq!(said("1", Err("no\n\n\x1b[31m no")), "?1 no\n[31m no\n\n");
    }

    #[test]
    fn a_stream_has_its_mark_first_and_one_end() {
        let mut out = Vec::new();
        let mut port = Port::new(&mut out);
        port.begin("3");
        port.open();
        port.line("info move D4");
        port.finish(&Ok(String::new()));
        port.begin("4");
        port.finish(&Ok(String::new()));
        assert_eq!(out, b"=3\ninfo move D4\n\n=4\n\n");
    }

    #[test]
    fn a_broken_output_is_remembered() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Broken;
        let mut port = Port::new(&mut out);
        port.open();
        assert!(port.is_broken());
        let kind = port.failure().map_err(|error| error.kind());
        assert_eq!(kind, Err(io::ErrorKind::BrokenPipe));
    }
}
