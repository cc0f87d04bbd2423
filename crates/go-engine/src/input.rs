//! Words of a line of input, as both protocols of Go read them.

use tengen_go::Color;

pub(crate) use tengen_engine::input::{LONGEST, Line, quoted, read_line};

/// Reads `b`, `black`, `w` or `white` in any case.
pub(crate) fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
