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
    let given = fold(given).to_lowercase();
    let mut found: Vec<(usize, &'a str)> = names
        .filter_map(|name| Some((unlikeness(&given, name)?, name)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// The distance of a name from the given one; nothing if too far to be meant.
fn unlikeness(given: &str, name: &str) -> Option<usize> {
    let name = fold(name).to_lowercase();
    let whole = within_reach(given, &name);
    if !name.contains('.') {
        return whole;
    }
    // Another group is one step further than the same slip in the right group.
    let last = within_reach(last_segment(given), last_segment(&name)).map(|steps| steps + 1);
    match (whole, last) {
        (Some(whole), Some(last)) => Some(whole.min(last)),
        (whole, last) => whole.or(last),
    }
}

fn last_segment(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The distance if it is at most a third of the name, and at least one slip is forgiven. Swapped
/// neighbours are one slip.
fn within_reach(given: &str, name: &str) -> Option<usize> {
    let steps = strsim::osa_distance(given, name);
    let length = name.chars().count();
    (steps <= (length / 3).max(1) && steps < length).then_some(steps)
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
    fn swapped_neighbours_are_one_slip() {
        assert_eq!(within_reach("kmoi", "komi"), Some(1));
        assert_eq!(within_reach("komi", "komi"), Some(0));
        assert_eq!(within_reach("", "abc"), None);
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
