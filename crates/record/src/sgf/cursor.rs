//! A walk through a text that always knows its line and column.

use crate::TextPosition;

/// The position of a parser in a text.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    place: TextPosition,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            place: TextPosition::START,
        }
    }

    pub(super) fn place(&self) -> TextPosition {
        self.place
    }

    /// The byte under the cursor; every character that means something to SGF is one byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The whole character under the cursor.
    pub(super) fn peek_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Steps over one character. CR, LF and CR LF each end a line.
    pub(super) fn step(&mut self) {
        let Some(c) = self.peek_char() else { return };
        self.at += c.len_utf8();
        if c == '\n' || (c == '\r' && self.peek() != Some(b'\n')) {
            self.place.line = self.place.line.saturating_add(1);
            self.place.column = 1;
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
    }

    /// Steps over all characters up to the first that does not fit, and returns them.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let from = self.at;
        while self.peek_char().is_some_and(&fits) {
            self.step();
        }
        &self.text[from..self.at]
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Steps over a value from its `[`; the raw text, and whether its `]` was there.
    pub(super) fn bracketed(&mut self) -> (&'a str, bool) {
        self.step();
        let from = self.at;
        loop {
            match self.peek() {
                Some(b']') => {
                    let raw = &self.text[from..self.at];
                    self.step();
                    return (raw, true);
                }
                Some(b'\\') => {
                    let before = self.at;
                    self.step();
                    if self.peek().is_none() {
                        return (&self.text[from..before], false);
                    }
                    self.step();
                }
                Some(_) => self.step(),
                None => return (&self.text[from..], false),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways_and_columns_count_characters() {
        let mut cursor = Cursor::new("é囲x\ny\r\nz\rw\n\rv");
        let mut places = Vec::new();
        while let Some(c) = cursor.peek_char() {
            if c.is_ascii_lowercase() {
                places.push(format!("{c}{}", cursor.place()));
            }
            cursor.step();
        }
        assert_eq!(places, ["x1:3", "y2:1", "z3:1", "w4:1", "v6:1"]);
    }

    #[test]
    fn a_cut_value_loses_its_lone_backslash() {
        for (text, raw, closed) in [
            (r"[a\]b]c", r"a\]b", true),
            (r"[a\\]", r"a\\", true),
            (r"[a\", "a", false),
            ("[", "", false),
        ] {
            assert_eq!(Cursor::new(text).bracketed(), (raw, closed));
        }
    }
}
