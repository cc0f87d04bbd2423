//! What others write: lines of bounded length, and words as they can be repeated to them.

use std::io::{self, BufRead, Read};

/// The longest line that is taken, in bytes.
pub const LONGEST: usize = 1 << 20;

/// A line of input, its end included.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// All of it.
    Whole(Vec<u8>),
    /// The beginning of one that is too long; the rest is dropped.
    TooLong(Vec<u8>),
}

/// The next line; `None` at the end, or when nothing can be read any more.
pub fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let most = LONGEST as u64 + 1;
    match input.by_ref().take(most).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if bytes.len() > LONGEST && bytes.last() != Some(&b'\n') {
        skip_line(input);
        return Some(Line::TooLong(bytes));
    }
    Some(Line::Whole(bytes))
}

/// Drops what is left of a line, however long it is.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (used, done) = match input.fill_buf() {
            Ok([]) => return,
            Ok(bytes) => match bytes.iter().position(|&b| b == b'\n') {
                Some(end) => (end + 1, true),
                None => (bytes.len(), false),
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        input.consume(used);
        if done {
            return;
        }
    }
}

/// A word as it can be repeated to the user: in quotes and not too long.
pub fn quoted(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    format!("{short:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_is_read() {
        let mut text = vec![b'x'; 3 * LONGEST];
        text.extend(b"\nshort\nlast");
        let mut input = text.as_slice();
        let Some(Line::TooLong(start)) = read_line(&mut input) else {
            panic!("the line is too long");
        };
        assert_eq!(start.len(), LONGEST + 1);
        assert_eq!(
            read_line(&mut input),
            Some(Line::Whole(b"short\n".to_vec()))
        );
        assert_eq!(read_line(&mut input), Some(Line::Whole(b"last".to_vec())));
        assert_eq!(read_line(&mut input), None);
    }

    #[test]
    fn words_are_repeated_shortened() {
        assert_eq!(quoted("a\"b"), "\"a\\\"b\"");
        assert_eq!(quoted(&"x".repeat(1000)).len(), 42);
    }
}
