//! Lines to the front end.

use std::io::{self, Write};

/// The most characters of a sentence: what it repeats may be long.
const LONGEST: usize = 400;

/// The output. A failure to write is kept until somebody asks; nothing more is written then.
pub(super) struct Port<'a> {
    out: &'a mut dyn Write,
    failure: Option<io::Error>,
}

impl<'a> Port<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, failure: None }
    }

    /// True if the output is lost.
    pub(super) const fn is_broken(&self) -> bool {
        self.failure.is_some()
    }

    /// The error by which the output was lost, if it was.
    pub(super) fn failure(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Says a line, or several.
    pub(super) fn say(&mut self, text: &str) {
        if self.failure.is_some() {
            return;
        }
        let written = self.out.write_all(format!("{text}\n").as_bytes());
        if let Err(error) = written.and_then(|()| self.out.flush()) {
            self.failure = Some(error);
        }
    }

    /// Says a sentence that people read, on one line.
    pub(super) fn tell(&mut self, sentence: &str) {
        let plain: String = sentence
            .chars()
            .take(LONGEST)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.say(&format!("info string {plain}"));
    }
}
