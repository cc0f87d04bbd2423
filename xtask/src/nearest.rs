//! The name that somebody probably meant.

/// The name with the fewest letters to be put in, taken out or changed.
pub(crate) fn nearest<'a>(given: &str, names: &[&'a str]) -> Option<&'a str> {
    names
        .iter()
        .copied()
        .min_by_key(|name| strsim::levenshtein(given, name))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let names = ["play", "test", "fuzz", "callgrind"];
        assert_eq!(nearest("tets", &names), Some("test"));
        assert_eq!(nearest("ply", &names), Some("play"));
        assert_eq!(nearest("valgrind", &names), Some("callgrind"));
        assert_eq!(nearest("x", &[]), None);
    }
}
