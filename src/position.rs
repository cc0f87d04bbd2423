//! A position of a record on the command line.

use std::fmt;
use std::path::PathBuf;

use tengen_go::{Color, Game, Komi, Rules};
use tengen_go_engine::review::adopt;
use tengen_record::sgf::{Replay, replay_to};

use crate::analyze::{self, Record};
use crate::failure::Failure;
use crate::screen::tame;

/// Which position.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The SGF file; - is standard input. Of several games the first is taken.
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// The position after this many moves of the main line [default: the last].
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
    /// The rules: chinese, japanese, aga, new-zealand or tromp-taylor [default: those of the file, or
    /// chinese].
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    /// White's points for moving second [default: that of the file, or 7.5, by Japanese rules 6.5, with handicap
    /// stones 0.5].
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    komi: Option<Komi>,
    /// Who is to move [default: as the file says, or who did not move last].
    #[arg(long, value_name = "B|W", value_parser = color)]
    to_play: Option<Color>,
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "B" | "b" | "black" => Ok(Color::Black),
        "W" | "w" | "white" => Ok(Color::White),
        _ => Err("the side to move is B or W".to_owned()),
    }
}

/// A position of a record.
pub(crate) struct Position {
    /// The name of the record.
    pub(crate) title: String,
    /// The number of moves before it.
    pub(crate) number: usize,
    /// The game up to there; whose turn it is, is who is asked about.
    pub(crate) game: Game,
    /// True if its komi was asked for or is the record's own.
    pub(crate) komi_is_named: bool,
}

impl Args {
    /// Reads the record and says what is wrong with it; whether nothing is. `done` is what is done with positions, such as
    /// "solved".
    ///
    /// # Errors
    /// If there is no such position.
    pub(crate) fn position(&self, done: &str) -> Result<(Position, bool), Failure> {
        let (record, well) = analyze::open(&self.file, None, done)?;
        let number = match self.number {
            Some(number) => {
                record.reach(number)?;
                number
            }
            // A setup after the last move counts, too.
            None => usize::MAX,
        };
        let now = after(&record, number)?;
        let next = after(&record, number.saturating_add(1))?;
        let legal = next.moves > now.moves && next.illegal == now.illegal;
        let mut game = adopt(now.game, &now.info, self.rules, self.komi);
        let played = next.game.last_move().filter(|_| legal);
        let turn = self.to_play.or(played.map(|(color, _)| color));
        if let Some(turn) = turn {
            game.set_turn(turn);
        }
        let position = Position {
            komi_is_named: record.names_komi || self.komi.is_some(),
            number: now.moves,
            title: record.title,
            game,
        };
        Ok((position, well))
    }
}

fn after(record: &Record, number: usize) -> Result<Replay, Failure> {
    let replayed = replay_to(&record.tree, number);
    replayed.map_err(|fatal| Failure::Failed(tame(&fatal.to_string())))
}

/// `game.sgf after move 120`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => write!(f, "{} at the start", self.title),
            number => write!(f, "{} after move {number}", self.title),
        }
    }
}
