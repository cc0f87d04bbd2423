//! Faults in the text of a game.

use super::TooLarge;

/// Longer texts are not read.
pub(super) const MAX_LENGTH: usize = 4000;

/// Games are nested no deeper.
pub(super) const MAX_NESTING: usize = 64;

/// A text that is no game: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the game: {fault}")]
pub struct ParseError {
    /// The character at which it was found, counted from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// A fault in a text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is too long.
    #[error("the text goes on, but at most {MAX_LENGTH} characters are read")]
    Length,
    /// Too many braces, parentheses or signs within each other.
    #[error("games may be nested at most {MAX_NESTING} deep")]
    Nesting,
    /// Something else where a game should begin.
    #[error("a game is expected, such as 1/2, *, ^, +-1 or {{3|1}}, not {}", found(*.0))]
    NoGame(Option<char>),
    /// Something after the end of a game.
    #[error(
        "the game has ended before ‘{0}’: a sum is written a + b, options in braces as {{3|1}}"
    )]
    Rest(char),
    /// Braces without a bar.
    #[error("a bar is missing between the options of Left and those of Right, as in {{3|1}}")]
    NoBar,
    /// It cannot be told which separator is the outer one.
    #[error("a second separator of {0} bars: the outer one must have more, as in {{5||3|0}}")]
    SecondBar(usize),
    /// An opening brace or parenthesis without its end.
    #[error("the ‘{0}’ is never closed")]
    Unclosed(char),
    /// A fraction that is no number of a finite game.
    #[error("the denominator must be a power of two, such as 1/2 or 3/8")]
    Denominator,
    /// It is a game, but a large one.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// A character as a sentence speaks of it.
fn found(c: Option<char>) -> String {
    c.map_or("the end".into(), |c| format!("‘{c}’"))
}
