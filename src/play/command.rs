//! The commands that a person types in a game.

use std::path::PathBuf;

use tengen_go::{Move, Size};
use tengen_go_engine::level::Rank;
use tengen_params::nearest;

use crate::size::size;

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// Play a move.
    Play(Move),
    /// Take back the own last move, and the answer to it.
    Undo,
    /// Show what the strongest player would do.
    Hint,
    /// Count the position.
    Score,
    /// Write the game to a file; without a name, to the one before.
    Save {
        /// The file.
        file: Option<PathBuf>,
        /// True if it may replace any file.
        replace: bool,
    },
    /// Resume a game from a file.
    Load(PathBuf),
    /// Begin another game, maybe on another board.
    New(Option<Size>),
    /// Draw the board.
    Board,
    /// Say how strong the engine plays, or change it.
    Level(Option<Level>),
    /// Give the game up.
    Resign,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// The strength of the engine, by its level or by the cost that a move may have. The texts are what the parameters of the budget take.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Level {
    /// A step of the ladder.
    Rank(Rank),
    /// So many playouts.
    Playouts(String),
    /// So many seconds.
    Seconds(String),
}

/// Everything that can be typed, for `help`.
pub(super) const HELP: [(&str, &str); 13] = [
    (
        "D4",
        "put a stone on D4; columns are letters without I, rows count from below",
    ),
    (
        "pass",
        "leave the move to the other side; two passes end the game",
    ),
    ("undo", "take back your last move and the answer to it"),
    (
        "hint",
        "ask what the strongest player would do here, however weak your opponent is",
    ),
    (
        "score",
        "count the position, with the stones that look dead",
    ),
    ("board", "draw the board again"),
    (
        "level 9k",
        "let the engine play as 9k, or as any of 20k … 1d and full, by number 1 … 10; `level 500` gives a move 500 playouts, `level 5s` 5 seconds",
    ),
    (
        "save FILE.sgf",
        "keep the game; `save! FILE.sgf` replaces a file that is there",
    ),
    ("load FILE.sgf", "go on with a game from a file"),
    ("new [SIZE]", "begin another game"),
    ("resign", "give the game up"),
    ("help", "show this list"),
    (
        "quit",
        "leave; so does Ctrl-C, but while the engine thinks it makes it move at once",
    ),
];

/// The words that begin a command.
pub(super) const WORDS: [&str; 15] = [
    "pass", "undo", "hint", "score", "board", "level", "save", "save!", "load", "new", "resign",
    "help", "quit", "exit", "?",
];

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// With a sentence that says what would be right.
    pub(super) fn parse(line: &str, board: Size) -> Result<Self, String> {
        let line = line.trim();
        if line.contains('\u{1b}') {
            return Err(
                "The line holds an escape sequence, such as arrow keys send; a command is letters and numbers alone."
                    .to_owned(),
            );
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let takes_nothing = |command: Self| match rest {
            "" => Ok(command),
            _ => Err(format!("`{word}` stands alone; nothing follows it.")),
        };
        match word.as_str() {
            "" => Ok(Self::Nothing),
            "undo" => takes_nothing(Self::Undo),
            "hint" => takes_nothing(Self::Hint),
            "score" => takes_nothing(Self::Score),
            "board" => takes_nothing(Self::Board),
            "resign" => takes_nothing(Self::Resign),
            "help" | "?" => takes_nothing(Self::Help),
            "quit" | "exit" => takes_nothing(Self::Quit),
            "save" | "save!" => Ok(Self::Save {
                file: Some(rest)
                    .filter(|rest| !rest.is_empty())
                    .map(PathBuf::from),
                replace: word == "save!",
            }),
            "load" if rest.is_empty() => Err("`load` takes the name of an SGF file.".to_owned()),
            "load" => Ok(Self::Load(PathBuf::from(rest))),
            "new" if rest.is_empty() => Ok(Self::New(None)),
            "new" => size(rest)
                .map(|size| Self::New(Some(size)))
                .map_err(|what| format!("`new` takes the side of the board, if anything: {what}.")),
            "level" => level(rest).map(Self::Level),
            _ => match Move::parse(&word, board) {
                Some(mv) => takes_nothing(Self::Play(mv)),
                None => Err(unknown(&word, board)),
            },
        }
    }
}

/// `9k`, `4`, `500`, `5s`, or nothing.
fn level(text: &str) -> Result<Option<Level>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let none = match Rank::of(text) {
        Ok(rank) => return Ok(Some(Level::Rank(rank))),
        Err(none) => none,
    };
    let number = text.trim_end_matches(['s', 'S']).trim_end();
    match number.parse::<f64>() {
        Err(_) => Err(format!(
            "For `level` {none}; 500 would be as many playouts, 5s as many seconds."
        )),
        Ok(_) if number.len() < text.len() => Ok(Some(Level::Seconds(number.to_owned()))),
        Ok(_) => Ok(Some(Level::Playouts(number.to_owned()))),
    }
}

fn unknown(word: &str, board: Size) -> String {
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let number = letters.as_str();
    if is_letter && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
        let corner = tengen_go::Point::new(board.get() - 1, 0);
        let corner = corner.map_or_else(String::new, |point| point.label(board));
        let shown: String = word.chars().take(20).collect();
        return format!(
            "{} is not a point of this board: they go from A1 to {corner}, without a column I.",
            shown.to_uppercase()
        );
    }
    let shown: String = word.chars().take(40).collect();
    match nearest(word, WORDS.into_iter()).first() {
        Some(near) => format!("{shown:?} is no point and no command; did you mean `{near}`?"),
        None => format!("{shown:?} is no point and no command; `help` lists what there is."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::parse(line, Size::NINE)
    }

    #[test]
    fn moves_and_commands_are_read() {
        let c3 = Move::parse("C3", Size::NINE).unwrap();
        assert_eq!(parse(" c3 \n"), Ok(Command::Play(c3)));
        assert_eq!(parse("PASS"), Ok(Command::Play(Move::Pass)));
        assert_eq!(parse(""), Ok(Command::Nothing));
        assert_eq!(parse("?"), Ok(Command::Help));
        let save = Command::Save {
            file: Some(PathBuf::from("my game.sgf")),
            replace: true,
        };
        assert_eq!(parse("save!  my game.sgf"), Ok(save));
        assert_eq!(parse("new 13"), Ok(Command::New(Some(Size::THIRTEEN))));
        let seconds = Level::Seconds("2.5".to_owned());
        assert_eq!(parse("level 2.5s"), Ok(Command::Level(Some(seconds))));
        for (text, rank) in [("9K", Rank::Kyu9), ("3", Rank::Kyu12), ("10", Rank::Full)] {
            let level = Command::Level(Some(Level::Rank(rank)));
            assert_eq!(parse(&format!("level {text}")), Ok(level));
        }
        let playouts = Level::Playouts("11".to_owned());
        assert_eq!(parse("level 11"), Ok(Command::Level(Some(playouts))));
        assert_eq!(parse("level"), Ok(Command::Level(None)));
    }

    #[test]
    fn the_rest_gets_a_sentence() {
        for (line, part) in [
            (
                "k10",
                "K10 is not a point of this board: they go from A1 to J9",
            ),
            ("i5", "without a column I"),
            ("hnit", "did you mean `hint`?"),
            ("please", "`help` lists"),
            ("undo 3", "stands alone"),
            ("c3 d4", "stands alone"),
            ("load", "takes the name of an SGF file"),
            ("new 99", "from 2 to 25, not 99"),
            (
                "level high",
                "there is no level \"high\": it is one of 20k, ",
            ),
            (
                "level high",
                "1d, full, or a number from 1 to 10; 500 would be",
            ),
            ("é", "is no point and no command"),
            ("\u{1b}[A", "an escape sequence"),
            ("c3\u{1b}[D", "an escape sequence"),
        ] {
            let sentence = parse(line).unwrap_err();
            assert!(sentence.contains(part), "{line}: {sentence}");
        }
    }

    #[test]
    fn help_names_every_word() {
        for word in WORDS.iter().filter(|word| !["exit", "?"].contains(word)) {
            let named = |(usage, what): &(&str, &str)| usage.contains(word) || what.contains(word);
            assert!(HELP.iter().any(named), "{word}");
        }
    }
}
