//! The findings of a search, in words that commands share.

use tengen_go::{Color, Komi, Move, Size};

/// The sentence on a search whose tree could not grow any more.
pub(crate) const FULL: &str = "the tree has used up its memory (tree.memory)";

/// `52.3 %`, of a part from 0 to 1.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// `B+3.2`: a score in the view of a side, to a tenth of a point.
pub(crate) fn lead(score: f64, view: Color) -> String {
    let ahead = if score >= 0.0 { view } else { !view };
    let letter = ahead.letter().to_ascii_uppercase();
    format!("{letter}+{:.1}", score.abs())
}

/// `7.5`, or `7.5 (the usual one: the record names none)`.
pub(crate) fn komi(komi: Komi, named: bool) -> String {
    match named {
        true => komi.to_string(),
        false => format!("{komi} (the usual one: the record names none)"),
    }
}

/// `E5 C3 G4`: the first moves of a line.
pub(crate) fn line(moves: &[Move], size: Size, most: usize) -> String {
    let labels: Vec<String> = moves.iter().take(most).map(|mv| mv.label(size)).collect();
    labels.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_name_who_is_ahead() {
        assert_eq!(lead(3.25, Color::White), "W+3.2");
        assert_eq!(lead(-0.5, Color::White), "B+0.5");
        assert_eq!(komi(Komi::SEVEN_AND_A_HALF, true), "7.5");
        assert!(komi(Komi::HALF, false).starts_with("0.5 (the usual one"));
        assert_eq!(percent(0.5234), "52.3 %");
        let moves = ["C3", "pass", "D4"].map(|text| Move::parse(text, Size::NINE).unwrap());
        assert_eq!(line(&moves, Size::NINE, 2), "C3 pass");
    }
}
