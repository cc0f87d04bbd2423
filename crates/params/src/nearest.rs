//! The valid names most like one that is not.

use crate::error::fold;

/// At most this many names are proposed.
const MOST: usize = 3;
/// Longer names are no slips of the finger.
const LONGEST: usize = 64;

/// The names most like the given one, the most similar first.
///
/// Whole names are compared, and what follows their last dots: `equivalence` and
/// `uct.equivalense` both find `rave.equivalence`.
#[must_use]
pub fn nearest<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if given.is_empty() || given.len() > LONGEST {
        return Vec::new();
    }
    let given: Vec<char> = fold(given).to_lowercase().chars().collect();
    let mut found: Vec<(usize, &'a str)> = names
        .filter_map(|name| Some((unlikeness(&given, name)?, name)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// How far a name is from the given one; nothing if too far to be meant.
fn unlikeness(given: &[char], name: &str) -> Option<usize> {
    let name: Vec<char> = fold(name).to_lowercase().chars().collect();
    let whole = within_reach(given, &name);
    if !name.contains(&'.') {
        return whole;
    }
    // Another group is one step further than the same slip in the right group.
    let last = within_reach(last_segment(given), last_segment(&name)).map(|steps| steps + 1);
    match (whole, last) {
        (Some(whole), Some(last)) => Some(whole.min(last)),
        (whole, last) => whole.or(last),
    }
}

fn last_segment(name: &[char]) -> &[char] {
    name.rsplit(|&c| c == '.').next().unwrap_or(name)
}

/// The distance if it is at most a third of the name, and at least one slip is forgiven.
fn within_reach(given: &[char], name: &[char]) -> Option<usize> {
    let steps = distance(given, name);
    (steps <= (name.len() / 3).max(1) && steps < name.len()).then_some(steps)
}

/// The least number of characters to insert, remove, replace or swap with their neighbours.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (i, &a) in from.iter().enumerate() {
        let mut row = Vec::with_capacity(to.len() + 1);
        row.push(i + 1);
        for (j, &b) in to.iter().enumerate() {
            let replaced = above[j] + usize::from(a != b);
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == to[j - 1] && from[i - 1] == b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = [
        "go.komi",
        "rave.equivalence",
        "rave.bias",
        "search.playouts",
        "search.seed",
    ];

    fn found(given: &str) -> Vec<&'static str> {
        nearest(given, NAMES.into_iter())
    }

    #[test]
    fn distances() {
        let chars = |text: &str| text.chars().collect::<Vec<char>>();
        for (from, to, steps) in [
            ("", "abc", 3),
            ("komi", "komi", 0),
            ("kmoi", "komi", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(&chars(from), &chars(to)), steps, "{from} {to}");
            assert_eq!(distance(&chars(to), &chars(from)), steps, "{to} {from}");
        }
    }

    #[test]
    fn slips_are_found() {
        assert_eq!(found("rave.equivalense"), ["rave.equivalence"]);
        assert_eq!(found("search.playuots"), ["search.playouts"]);
        assert_eq!(found("Go.Komi"), ["go.komi"]);
    }

    #[test]
    fn the_last_segment_alone_is_enough() {
        assert_eq!(found("equivalence"), ["rave.equivalence"]);
        assert_eq!(found("uct.bias"), ["rave.bias"]);
    }

    #[test]
    fn strangers_find_nothing() {
        assert_eq!(found("temperature"), [""; 0]);
        assert_eq!(found(""), [""; 0]);
        assert_eq!(found(&"k".repeat(100_000)), [""; 0]);
    }

    #[test]
    fn at_most_three() {
        let names = ["a.one", "b.one", "c.one", "d.one"];
        assert_eq!(
            nearest("one", names.into_iter()),
            ["a.one", "b.one", "c.one"]
        );
    }
}
