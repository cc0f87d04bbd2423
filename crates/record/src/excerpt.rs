//! The beginning of a text that is too long to be quoted.

/// The number of characters that a message quotes of what was given.
const QUOTED: usize = 40;

/// At most the first 40 characters, so that a message stays readable whatever the input.
pub(crate) fn shorten(text: &str) -> &str {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_stay_whole() {
        assert_eq!(shorten(""), "");
        assert_eq!(shorten("komi"), "komi");
        assert_eq!(shorten(&"目".repeat(40)), "目".repeat(40));
        assert_eq!(shorten(&"目".repeat(41)), "目".repeat(40));
    }
}
