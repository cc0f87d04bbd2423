//! Results of games: the winner, and how.

use std::{fmt, str::FromStr};

use crate::Color;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// One side won.
    Win {
        /// The side that won.
        winner: Color,
        /// By how much or by what.
        by: Margin,
    },
    /// Neither side won.
    Draw,
    /// The game does not count.
    Void,
    /// Nobody knows any more.
    Unknown,
}

/// The reason why a game is won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// This many points, more than 0.
    Points(f32),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser forfeited.
    Forfeit,
    /// The record does not say.
    Unstated,
}

/// So many characters of a text that is no result are quoted.
const QUOTED: usize = 40;

/// A text that is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a result is written B+3.5, W+R, B+T, W+F, B+, 0, Draw, Void or ?, not {:?}",
    .0.chars().take(QUOTED).collect::<String>()
)]
pub struct ResultError(pub String);

impl GameResult {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }
}

/// Reads what SGF prescribes and what people write: `W+Resign`, `b+0.5`, `Jigo`, `B+3,5`.
impl FromStr for GameResult {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<Self, ResultError> {
        let refused = || ResultError(text.to_owned());
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "0" | "draw" | "jigo" => return Ok(Self::Draw),
            "void" => return Ok(Self::Void),
            "" | "?" | "unknown" => return Ok(Self::Unknown),
            _ => {}
        }
        let (side, margin) = lower.split_once('+').ok_or_else(refused)?;
        let winner = match side.trim() {
            "b" | "black" => Color::Black,
            "w" | "white" => Color::White,
            _ => return Err(refused()),
        };
        let by = read_margin(margin.trim()).ok_or_else(refused)?;
        Ok(Self::Win { winner, by })
    }
}

fn read_margin(text: &str) -> Option<Margin> {
    Some(match text {
        "" | "?" => Margin::Unstated,
        "r" | "resign" | "resignation" | "res" => Margin::Resignation,
        "t" | "time" | "timeout" => Margin::Time,
        "f" | "forfeit" => Margin::Forfeit,
        _ => {
            let number = text
                .trim_end_matches(|c: char| c.is_alphabetic() || c == '.')
                .trim_end()
                .replace(',', ".");
            let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let points = number.parse().ok().filter(|_| plain)?;
            // Some servers write a win whose margin they do not know as B+0.
            match points {
                0.0 => Margin::Unstated,
                0.0..=1000.0 => Margin::Points(points),
                _ => return None,
            }
        }
    })
}

/// As SGF prescribes: `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, `0`, `Void`, `?`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Win { winner, by } => {
                let side = match winner {
                    Color::Black => 'B',
                    Color::White => 'W',
                };
                match by {
                    Margin::Points(points) => format!("{side}+{points}"),
                    Margin::Resignation => format!("{side}+R"),
                    Margin::Time => format!("{side}+T"),
                    Margin::Forfeit => format!("{side}+F"),
                    Margin::Unstated => format!("{side}+"),
                }
            }
            Self::Draw => "0".to_owned(),
            Self::Void => "Void".to_owned(),
            Self::Unknown => "?".to_owned(),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_becomes_what_sgf_prescribes() {
        for (written, strict) in [
            ("B+3.5", "B+3.5"),
            ("w+3,50", "W+3.5"),
            ("B+12", "B+12"),
            ("B+4.5 points", "B+4.5"),
            ("W+R", "W+R"),
            ("W+Resign", "W+R"),
            ("b+Time", "B+T"),
            ("White+F", "W+F"),
            ("B+Forfeit", "B+F"),
            ("B+", "B+"),
            ("B+?", "B+"),
            ("W+0", "W+"),
            ("B+0.0", "B+"),
            ("0", "0"),
            ("Draw", "0"),
            ("Jigo", "0"),
            ("Void", "Void"),
            ("?", "?"),
            (" ", "?"),
        ] {
            let result: GameResult = written.parse().unwrap();
            assert_eq!(result.to_string(), strict, "{written}");
            assert_eq!(strict.parse(), Ok(result), "{strict}");
        }
    }

    #[test]
    fn what_is_no_result_is_refused() {
        for text in ["B", "X+3", "B+x", "B+nan", "B+inf", "W+-3", "B+1e3", "3.5"] {
            assert!(text.parse::<GameResult>().is_err(), "{text}");
        }
        let error = "nonsense".parse::<GameResult>().unwrap_err();
        assert!(error.to_string().ends_with("not \"nonsense\""), "{error}");
    }
}
