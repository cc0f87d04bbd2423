//! A line of input as GTP wants it read.

/// The longest id that is echoed; longer ones are not numbers in use.
const LONGEST_ID: usize = 20;

/// A command with its id and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    /// The id to be echoed; empty if there is none.
    pub(super) id: String,
    /// The command; empty if the line has only an id.
    pub(super) command: String,
    /// The arguments, not yet divided.
    pub(super) rest: String,
}

/// Tests if a line is the comment by which GoGui interrupts.
pub(super) fn is_interrupt(bytes: &[u8]) -> bool {
    bytes.trim_ascii() == b"# interrupt"
}

/// Reads a line: control characters are dropped, tabs are spaces, what follows `#` is a comment.
/// `None` if nothing is left. What is not UTF-8 is replaced.
pub(super) fn read(bytes: &[u8]) -> Option<Request> {
    let text = String::from_utf8_lossy(bytes);
    let tidy: String = text
        .chars()
        .take_while(|&c| c != '#')
        .filter(|&c| c == '\t' || !c.is_control())
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .collect();
    let tidy = tidy.trim();
    if tidy.is_empty() {
        return None;
    }
    let (first, rest) = divided(tidy);
    let is_id = first.len() <= LONGEST_ID && first.bytes().all(|b| b.is_ascii_digit());
    let (id, (command, rest)) = if is_id {
        (first, divided(rest))
    } else {
        ("", (first, rest))
    };
    Some(Request {
        id: id.to_owned(),
        command: command.to_owned(),
        rest: rest.to_owned(),
    })
}

/// The first word and what follows it.
pub(super) fn divided(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(bytes: &[u8]) -> Option<(String, String, String)> {
        read(bytes).map(|r| (r.id, r.command, r.rest))
    }

    fn expect(bytes: &[u8], id: &str, command: &str, rest: &str) {
        let expected = (id.to_owned(), command.to_owned(), rest.to_owned());
        assert_eq!(parts(bytes), Some(expected));
    }

    #[test]
    fn ids_commands_and_arguments_are_told_apart() {
        expect(b"name\n", "", "name", "");
        expect(b"7 name\r\n", "7", "name", "");
        expect(b"  007\tplay   b  D4 # there\n", "007", "play", "b  D4");
        expect(b"12", "12", "", "");
        expect(b"12x name", "", "12x", "name");
        let long = "9".repeat(21);
        expect(format!("{long} name").as_bytes(), "", &long, "name");
    }

    #[test]
    fn comments_and_blanks_are_nothing() {
        for nothing in ["", "\n", " \t\r\n", "# name", "  #", "\x07\x01"] {
            assert_eq!(parts(nothing.as_bytes()), None, "{nothing:?}");
        }
    }

    #[test]
    fn control_characters_vanish_and_broken_text_is_taken() {
        expect(b"na\x01me\x7f\x00", "", "name", "");
        expect(b"echo \xff\xfe", "", "echo", "\u{fffd}\u{fffd}");
    }

    #[test]
    fn only_its_own_words_interrupt() {
        assert!(is_interrupt(b"# interrupt\n") && is_interrupt(b" # interrupt \r\n"));
        assert!(!is_interrupt(b"# interrupted") && !is_interrupt(b"interrupt"));
    }
}
