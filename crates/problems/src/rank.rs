//! Ranks in their order, so that a table of groups by rank goes from easy to hard.

/// The strength of a rank: `30k` is -30, `1k` is -1, `1d` is 0, `9d` is 8; `None` if it is no rank.
#[must_use]
pub fn strength(rank: &str) -> Option<i32> {
    let number = |text: &str| text.parse().ok().filter(|n| (1..=30).contains(n));
    let kyu = rank.strip_suffix('k').and_then(number).map(|n: i32| -n);
    let dan = rank.strip_suffix('d').and_then(number).map(|n: i32| n - 1);
    kyu.or(dan)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_order() {
        let mut ranks = ["1d", "10k", "2k", "7d", "15k"];
        ranks.sort_by_key(|rank| strength(rank));
        assert_eq!(ranks, ["15k", "10k", "2k", "1d", "7d"]);
        for wrong in ["", "k", "0k", "31k", "1p", "-1d"] {
            assert_eq!(strength(wrong), None, "{wrong}");
        }
    }
}
