//! What came of a match, as a line and as a table.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use tengen_go::Color;

use super::record::{Record, Side};
use crate::interval::Share;

/// The games so far.
pub(crate) struct Table {
    records: Vec<Record>,
}

impl Table {
    /// Begins with games of an earlier run.
    pub(crate) const fn new(records: Vec<Record>) -> Self {
        Self { records }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, record: Record) {
        self.records.push(record);
    }

    fn counted(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| !record.is_void())
    }

    /// A's share of the games in which it had this colour, or of all.
    fn share(&self, color: Option<Color>) -> Share {
        let mut share = Share { wins: 0.0, of: 0 };
        for record in self.counted() {
            if color.is_none_or(|color| Side::of(color, record.number) == Side::A) {
                share.of += 1;
                share.wins += match record.winner() {
                    Some(Side::A) => 1.0,
                    Some(Side::B) => 0.0,
                    None => 0.5,
                };
            }
        }
        share
    }

    /// How many games are move for move like an earlier one.
    fn duplicates(&self) -> usize {
        let mut seen = HashSet::new();
        self.counted()
            .filter(|record| !seen.insert(&record.moves))
            .count()
    }

    /// The score in a few words.
    pub(crate) fn line(&self) -> String {
        let all = self.share(None);
        let voids = self.records.len() - all.of;
        let void = match voids {
            0 => String::new(),
            n => format!(", {n} void"),
        };
        let (low, high) = all.interval();
        format!(
            "A {} : {} B ({:.0} %, {:.0}–{:.0}){void}",
            all.wins,
            all.of as f64 - all.wins,
            all.value() * 100.0,
            low * 100.0,
            high * 100.0
        )
    }

    /// Everything there is to say.
    pub(crate) fn draw(&self, a: &str, b: &str) -> String {
        let mut text = format!("A  {a}\nB  {b}\n\n");
        let _ = writeln!(
            text,
            "{:<12} {:>6} {:>7}   {:>7}   {:>13}",
            "", "games", "wins", "share", "95 % interval"
        );
        for (title, color) in [
            ("A as Black", Some(Color::Black)),
            ("A as White", Some(Color::White)),
            ("A in all", None),
        ] {
            let share = self.share(color);
            let _ = writeln!(
                text,
                "{title:<12} {:>6} {:>7}   {share}",
                share.of, share.wins
            );
        }
        let counted = self.counted().count();
        let draws = self.counted().filter(|r| r.winner().is_none()).count();
        let _ = writeln!(
            text,
            "\nvoid {}, draws {draws}, duplicates {}",
            self.records.len() - counted,
            self.duplicates()
        );
        for (reason, n) in self.reasons() {
            let _ = writeln!(text, "  {n} × {reason}");
        }
        text + &self.costs()
    }

    /// Why games were void or forfeited, and how many.
    fn reasons(&self) -> BTreeMap<&str, usize> {
        let mut reasons = BTreeMap::new();
        for reason in self.records.iter().filter_map(|r| r.reason.as_deref()) {
            *reasons.entry(reason).or_default() += 1;
        }
        reasons
    }

    /// What a game takes on average.
    fn costs(&self) -> String {
        let n = self.records.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Record) -> f64| self.records.iter().map(of).sum::<f64>() / n;
        let mut text = format!(
            "a game: {:.1} moves, {:.1} s wall",
            mean(&|record| record.moves.len() as f64),
            mean(&|record| record.wall)
        );
        for side in Side::BOTH {
            let i = side.index();
            let _ = write!(
                text,
                "; {} {:.1} s thinking, {:.1} s CPU",
                side.name(),
                mean(&|record| record.seconds[i]),
                mean(&|record| record.cpu[i].unwrap_or_default())
            );
        }
        text + "\n"
    }
}

#[cfg(test)]
mod tests {
    use tengen_record::GameResult;

    use super::*;

    fn record(number: usize, result: &str, moves: &str) -> Record {
        Record {
            number,
            result: result.parse().unwrap(),
            reason: (result == "Void").then(|| "B (White) died".to_owned()),
            moves: moves.split(' ').map(str::to_owned).collect(),
            seconds: [1.0, 2.0],
            cpu: [Some(0.5), None],
            wall: 4.0,
            seeds: [1, 2, 3],
        }
    }

    #[test]
    fn wins_draws_voids_and_duplicates_are_counted() {
        let mut table = Table::new(vec![record(1, "B+3.5", "aa bb")]);
        table.add(record(2, "B+R", "aa cc"));
        table.add(record(3, "B+1.5", "aa bb"));
        table.add(record(4, "0", "dd"));
        table.add(record(5, "Void", "aa bb"));
        assert!(matches!(table.records[4].result, GameResult::Void));
        let share = |color| table.share(color);
        assert_eq!(share(Some(Color::Black)), Share { wins: 2.0, of: 2 });
        assert_eq!(share(Some(Color::White)), Share { wins: 0.5, of: 2 });
        assert_eq!(share(None), Share { wins: 2.5, of: 4 });
        assert_eq!(table.duplicates(), 1);
        assert_eq!(table.line(), "A 2.5 : 1.5 B (62 %, 22–91), 1 void");
        let drawn = table.draw("one", "two");
        assert!(drawn.contains("void 1, draws 1, duplicates 1"), "{drawn}");
        assert!(drawn.contains("1 × B (White) died"), "{drawn}");
        assert!(
            drawn.contains("A in all          4     2.5    62.5 %"),
            "{drawn}"
        );
    }
}
