//! How many problems of each rank were solved.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::interval::Share;

/// Counts by rank.
#[derive(Default)]
pub(crate) struct Tally {
    ranks: BTreeMap<i32, (String, Share)>,
    failed: usize,
}

impl Tally {
    /// Counts a line of the ledger: solved, not solved, or not to be counted.
    pub(crate) fn add(&mut self, line: &Value) {
        let rank = line["rank"].as_str().unwrap_or("?");
        let Some(solved) = line["solved"].as_bool() else {
            self.failed += 1;
            return;
        };
        let empty = Share { wins: 0.0, of: 0 };
        let (_, share) = self
            .ranks
            .entry(strength(rank))
            .or_insert((rank.to_owned(), empty));
        share.of += 1;
        share.wins += f64::from(u8::from(solved));
    }

    /// All ranks together.
    pub(crate) fn total(&self) -> Share {
        let shares = self.ranks.values().map(|(_, share)| share);
        shares.fold(Share { wins: 0.0, of: 0 }, |sum, share| Share {
            wins: sum.wins + share.wins,
            of: sum.of + share.of,
        })
    }

    /// The number solved in a few words.
    pub(crate) fn line(&self) -> String {
        let total = self.total();
        format!("{} solved ({:.0} %)", total.wins, total.value() * 100.0)
    }

    /// The table, easiest rank first.
    pub(crate) fn draw(&self) -> String {
        let mut text = format!(
            "{:<6} {:>8} {:>8}   {:>7}   {:>13}\n",
            "rank", "problems", "solved", "share", "95 % interval"
        );
        let total = ("all".to_owned(), self.total());
        for (rank, share) in self.ranks.values().chain([&total]) {
            let _ = writeln!(
                text,
                "{rank:<6} {:>8} {:>8}   {share}",
                share.of, share.wins
            );
        }
        if self.failed > 0 {
            let _ = writeln!(text, "{} not counted: no frame, or no answer", self.failed);
        }
        text
    }
}

/// Ranks in order: 30k is -30, 1k is -1, 1d is 0, 7d is 6; what is no rank comes last.
fn strength(rank: &str) -> i32 {
    let number = |text: &str| text.parse().ok().filter(|n| (1..=30).contains(n));
    let kyu = rank.strip_suffix('k').and_then(number).map(|n: i32| -n);
    let dan = rank.strip_suffix('d').and_then(number).map(|n: i32| n - 1);
    kyu.or(dan).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ranks_are_in_order_and_summed() {
        let mut tally = Tally::default();
        for (rank, solved) in [("1d", true), ("10k", true), ("2k", false), ("10k", false)] {
            tally.add(&json!({"rank": rank, "solved": solved}));
        }
        tally.add(&json!({"rank": "3k", "solved": null}));
        assert_eq!(tally.total(), Share { wins: 2.0, of: 4 });
        let ranks: Vec<&str> = tally
            .ranks
            .values()
            .map(|(rank, _)| rank.as_str())
            .collect();
        assert_eq!(ranks, ["10k", "2k", "1d"]);
        let drawn = tally.draw();
        assert!(
            drawn.contains("10k           2        1    50.0 %"),
            "{drawn}"
        );
        assert!(
            drawn.ends_with("1 not counted: no frame, or no answer\n"),
            "{drawn}"
        );
        assert!(strength("?") > strength("9d") && strength("31k") == i32::MAX);
    }
}
