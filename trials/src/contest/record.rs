//! A game that was played, in memory and as a line of the ledger.

use serde_json::{Value, json};
use tengen_go::{Color, Move};
use tengen_record::{GameResult, Margin, pair};

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The first one.
    A,
    /// The second one.
    B,
}

impl Side {
    /// Both.
    pub(crate) const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// `A` or `B`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }

    /// Who has this colour in a game: A is Black in the games with odd numbers.
    pub(crate) const fn of(color: Color, number: usize) -> Self {
        match (color, number % 2) {
            (Color::Black, 1) | (Color::White, 0) => Self::A,
            _ => Self::B,
        }
    }
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// The number of the game, from 1.
    pub(crate) number: usize,
    /// Who won and how; void if the game does not count.
    pub(crate) result: GameResult,
    /// Why it ended, where that is not plain.
    pub(crate) reason: Option<String>,
    /// The moves with the opening, as SGF pairs; a pass is empty.
    pub(crate) moves: Vec<String>,
    /// Seconds that A and B took for their moves.
    pub(crate) seconds: [f64; 2],
    /// Processor seconds of A and B, where the system told.
    pub(crate) cpu: [Option<f64>; 2],
    /// Seconds that the game took with starting and counting.
    pub(crate) wall: f64,
    /// The seeds of A and B, and of the opening.
    pub(crate) seeds: [u64; 3],
}

impl Record {
    /// The winner.
    pub(crate) fn winner(&self) -> Option<Side> {
        Some(Side::of(self.result.winner()?, self.number))
    }

    /// Whether the game does not count.
    pub(crate) fn is_void(&self) -> bool {
        !matches!(self.result, GameResult::Win { .. } | GameResult::Draw)
    }

    /// The line of the ledger, with what the match's games have in common.
    pub(crate) fn write(&self, common: &Value) -> Value {
        let engine = |color| Side::of(color, self.number).name();
        let mut line = json!({
            "game": self.number,
            "black": engine(Color::Black),
            "white": engine(Color::White),
            "result": self.result.to_string(),
            "winner": self.winner().map(Side::name),
            "reason": self.reason,
            "moves": self.moves,
            "seconds_a": rounded(self.seconds[0]),
            "seconds_b": rounded(self.seconds[1]),
            "cpu_a": self.cpu[0],
            "cpu_b": self.cpu[1],
            "wall": rounded(self.wall),
            "seed_a": self.seeds[0],
            "seed_b": self.seeds[1],
            "seed_opening": self.seeds[2],
        });
        if let (Some(line), Some(common)) = (line.as_object_mut(), common.as_object()) {
            line.extend(common.clone());
        }
        line
    }

    /// Reads such a line again.
    pub(crate) fn read(line: &Value) -> Option<Self> {
        let number = |name: &str| line[name].as_f64();
        let seed = |name: &str| line[name].as_u64();
        let moves = line["moves"].as_array()?.iter();
        Some(Self {
            number: usize::try_from(line["game"].as_u64()?).ok()?,
            result: line["result"].as_str()?.parse().ok()?,
            reason: line["reason"].as_str().map(str::to_owned),
            moves: moves
                .map(|mv| mv.as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
            seconds: [number("seconds_a")?, number("seconds_b")?],
            cpu: [number("cpu_a"), number("cpu_b")],
            wall: number("wall")?,
            seeds: [seed("seed_a")?, seed("seed_b")?, seed("seed_opening")?],
        })
    }
}

/// The two letters of a move; a pass has none.
pub(crate) fn letters(mv: Move) -> String {
    mv.point().map(pair).unwrap_or_default()
}

/// A game that this side won by what the record cannot say better.
pub(crate) const fn forfeit(winner: Color) -> GameResult {
    GameResult::Win {
        winner,
        by: Margin::Forfeit,
    }
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_alternate() {
        assert_eq!(Side::of(Color::Black, 1), Side::A);
        assert_eq!(Side::of(Color::White, 1), Side::B);
        assert_eq!(Side::of(Color::Black, 2), Side::B);
        assert_eq!(Side::of(Color::White, 2), Side::A);
    }

    #[test]
    fn a_record_survives_the_ledger() {
        let record = Record {
            number: 2,
            result: "W+3.5".parse().unwrap(),
            reason: None,
            moves: vec!["dd".to_owned(), String::new(), String::new()],
            seconds: [1.5, 2.25],
            cpu: [Some(1.25), None],
            wall: 4.0,
            seeds: [5, 6, 7],
        };
        assert_eq!(record.winner(), Some(Side::A));
        let line = record.write(&json!({"size": 9}));
        assert_eq!(line["size"], 9);
        assert_eq!(line["black"], "B");
        assert_eq!(line["winner"], "A");
        assert_eq!(Record::read(&line), Some(record));
        assert_eq!(Record::read(&json!({"game": 1})), None);
    }
}
