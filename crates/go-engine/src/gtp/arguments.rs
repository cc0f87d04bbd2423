//! The arguments of a command, taken one after the other.

use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

use tengen_go::{Color, Move, Point, Size};

use super::line::divided;

pub(super) use crate::input::{color, quoted};

/// Arguments that have not been taken yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'a> {
    rest: &'a str,
}

/// The most seconds that are taken: more than a game lasts, and safe to add up.
const MOST_SECONDS: f64 = 1e9;

impl<'a> Arguments<'a> {
    pub(super) const fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// All that is left, as it stands.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        let (word, rest) = divided(self.rest);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The next word, which must be there.
    pub(super) fn need(&mut self, what: &str) -> Result<&'a str, String> {
        self.word()
            .ok_or_else(|| format!("an argument is missing: {what}"))
    }

    pub(super) fn color(&mut self) -> Result<Color, String> {
        let word = self.need("a color, black or white")?;
        color(word).ok_or_else(|| format!("invalid color: {} is not black or white", quoted(word)))
    }

    /// A vertex or `pass`.
    pub(super) fn mv(&mut self, size: Size) -> Result<Move, String> {
        let word = self.need("a vertex such as D4, or pass")?;
        mv(word, size)
    }

    /// A vertex.
    pub(super) fn point(&mut self, size: Size) -> Result<Point, String> {
        let word = self.need("a vertex such as D4")?;
        Point::parse(word, size).ok_or_else(|| no_point(word, size))
    }

    /// A whole number that is not negative.
    pub(super) fn count(&mut self, what: &str) -> Result<u32, String> {
        let word = self.need(what)?;
        // Some controllers write whole numbers with a decimal point.
        let plain = word.strip_suffix(".0").unwrap_or(word);
        plain.parse().map_err(|error: ParseIntError| {
            let wrong = match error.kind() {
                IntErrorKind::PosOverflow => "cannot be as large as",
                _ => "is a whole number, not",
            };
            format!("{what} {wrong} {}", quoted(word))
        })
    }

    /// Seconds; more than the most that are taken is cut.
    pub(super) fn seconds(&mut self, what: &str) -> Result<Duration, String> {
        let word = self.need(what)?;
        let number: Option<f64> = word.parse().ok().filter(|n: &f64| *n >= 0.0);
        let seconds =
            number.ok_or_else(|| format!("{what} is a number of seconds, not {}", quoted(word)))?;
        Ok(Duration::from_secs_f64(seconds.min(MOST_SECONDS)))
    }

    /// `true` or `false`.
    pub(super) fn switch(&mut self, what: &str) -> Result<bool, String> {
        let word = self.need(what)?;
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(format!("{what} is true or false, not {}", quoted(word))),
        }
    }
}

/// Reads a vertex or `pass`.
pub(super) fn mv(word: &str, size: Size) -> Result<Move, String> {
    Move::parse(word, size).ok_or_else(|| no_point(word, size))
}

fn no_point(word: &str, size: Size) -> String {
    format!("{} is no point of a {size} board", quoted(word))
}

/// `black` or `white`, as GTP answers.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Labels in one line.
pub(super) fn labels(points: impl IntoIterator<Item = Point>, size: Size) -> String {
    let labels: Vec<String> = points.into_iter().map(|p| p.label(size)).collect();
    labels.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_in_turn() {
        let mut arguments = Arguments::new(" B  d4   3.0 12.5 rest of  it ");
        assert_eq!(arguments.color(), Ok(Color::Black));
        let d4 = Point::parse("D4", Size::NINE).unwrap();
        assert_eq!(arguments.mv(Size::NINE), Ok(Move::Play(d4)));
        assert_eq!(arguments.count("n"), Ok(3));
        assert_eq!(arguments.seconds("t"), Ok(Duration::from_millis(12_500)));
        assert_eq!(arguments.rest(), "rest of  it");
    }

    #[test]
    fn wrong_words_get_sentences() {
        let said = |text: &str| Arguments::new(text).color().unwrap_err();
        assert_eq!(said(""), "an argument is missing: a color, black or white");
        assert_eq!(said("red"), "invalid color: \"red\" is not black or white");
        let point = Arguments::new("T19").point(Size::NINE);
        assert_eq!(point.unwrap_err(), "\"T19\" is no point of a 9×9 board");
        for silly in ["-1", "NaN", "x", ""] {
            assert!(Arguments::new(silly).seconds("t").is_err(), "{silly}");
        }
        for huge in ["inf", "1e300"] {
            let time = Arguments::new(huge).seconds("t");
            assert_eq!(time, Ok(Duration::from_secs(1_000_000_000)));
        }
        let count = |text: &str| Arguments::new(text).count("n").unwrap_err();
        assert_eq!(
            count("9999999999"),
            "n cannot be as large as \"9999999999\""
        );
        assert_eq!(count("nine"), "n is a whole number, not \"nine\"");
    }
}
