//! The name that somebody probably meant.

/// The name with the fewest letters to be put in, taken out or changed.
pub(crate) fn nearest<'a>(given: &str, names: &[&'a str]) -> Option<&'a str> {
    names.iter().copied().min_by_key(|name| edits(given, name))
}

fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
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
