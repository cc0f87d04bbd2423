//! The value of a property: raw text between brackets, and what it says.
//!
//! In raw text a backslash keeps the next character from meaning anything: `\]` does not end the
//! value, `\:` does not part a composed one, and a backslash before a line break is a break for
//! the eye only.

use std::fmt;

/// The raw text of a value, without its brackets.
///
/// Every `]` inside is escaped and no lone backslash ends it, so it can be written as it stands.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Value(Box<str>);

impl Value {
    /// Raw text; escapes are taken as they stand, and what would break out of the brackets is
    /// escaped.
    #[must_use]
    pub fn from_raw(raw: &str) -> Self {
        let mut safe = String::with_capacity(raw.len());
        let mut chars = raw.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => {
                    if let Some(next) = chars.next() {
                        safe.extend(['\\', next]);
                    }
                }
                ']' => safe.push_str("\\]"),
                _ => safe.push(c),
            }
        }
        Self(safe.into())
    }

    /// Raw text that the parser found between brackets and so needs no second look.
    pub(super) fn from_brackets(raw: &str) -> Self {
        Self(raw.into())
    }

    /// A value that says this text.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self(escape(text, |c| matches!(c, '\\' | ']')).into())
    }

    /// A composed value: `first:second`.
    #[must_use]
    pub fn compose(first: &str, second: &str) -> Self {
        let part = |text| escape(text, |c| matches!(c, '\\' | ']' | ':'));
        Self(format!("{}:{}", part(first), part(second)).into())
    }

    /// The raw text.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The raw text without white space around it: points, numbers, colours.
    #[must_use]
    pub fn trimmed(&self) -> &str {
        self.0.trim()
    }

    /// The value as Text: escapes resolved, lines kept, other white space as spaces.
    #[must_use]
    pub fn text(&self) -> String {
        plain(&self.0, '\n')
    }

    /// The value as SimpleText: as [`Value::text`] in one line, without white space around it.
    #[must_use]
    pub fn simple_text(&self) -> String {
        plain(&self.0, ' ').trim().to_owned()
    }

    /// The raw parts before and after the first colon that is not escaped.
    #[must_use]
    pub fn parts(&self) -> Option<(&str, &str)> {
        let mut escaped = false;
        for (at, byte) in self.0.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b':' => return Some((&self.0[..at], &self.0[at + 1..])),
                _ => {}
            }
        }
        None
    }
}

/// The raw text.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

fn escape(text: &str, special: impl Fn(char) -> bool) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if special(c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

/// Resolves escapes; a line break, in any of its four spellings, becomes `line_break`.
fn plain(raw: &str, line_break: char) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (escaped, c) = match c {
            '\\' => match chars.next() {
                Some(next) => (true, next),
                None => break,
            },
            _ => (false, c),
        };
        match c {
            '\n' | '\r' => {
                let partner = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&partner);
                if !escaped {
                    text.push(line_break);
                }
            }
            _ if c.is_whitespace() => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_breaks_are_resolved() {
        for (raw, text, simple) in [
            (r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de"),
            ("one\\\ntwo", "onetwo", "onetwo"),
            ("one\\\r\ntwo", "onetwo", "onetwo"),
            (
                "one\r\ntwo\rthree\n\rfour",
                "one\ntwo\nthree\nfour",
                "one two three four",
            ),
            (" a\tb ", " a b ", "a b"),
            ("\n\n", "\n\n", ""),
        ] {
            let value = Value::from_raw(raw);
            assert_eq!(value.raw(), raw);
            assert_eq!(value.text(), text);
            assert_eq!(value.simple_text(), simple);
        }
    }

    #[test]
    fn raw_text_cannot_break_out_of_its_brackets() {
        assert_eq!(Value::from_raw("a]b").raw(), r"a\]b");
        assert_eq!(Value::from_raw(r"a\").raw(), "a");
        assert_eq!(Value::from_raw(r"a\\").raw(), r"a\\");
        assert_eq!(Value::from_raw(r"\\]").raw(), r"\\\]");
    }

    #[test]
    fn composed_values_part_at_the_first_open_colon() {
        assert_eq!(Value::from_raw("aa:cc").parts(), Some(("aa", "cc")));
        assert_eq!(Value::from_raw(r"a\:b:c:d").parts(), Some((r"a\:b", "c:d")));
        assert_eq!(Value::from_raw(r"a\:b").parts(), None);
        let value = Value::compose("a:b]", r"c\");
        let (first, second) = value.parts().unwrap();
        assert_eq!(Value::from_raw(first).text(), "a:b]");
        assert_eq!(Value::from_raw(second).text(), r"c\");
    }
}
