//! A game that is being played.

use std::any::Any;
use std::fmt::Debug;

use serde_json::{Map, Value};
use tengen_game::Color;
use tengen_process::Filling;

use crate::record::{GameRecord, PerSide, Side, VoidRecord};

/// A game that is being played: its board, its rules and the moves so far.
///
/// Whoever implements a [`Discipline`](super::Discipline) gets its own boards back, and finds them
/// behind `Any`.
pub trait Board: Any + Debug + Send + Sync {
    /// The same again.
    fn boxed(&self) -> Box<dyn Board>;

    /// A game by the same terms at its start.
    fn empty(&self) -> Box<dyn Board>;

    /// A game by the same terms that begins at another position, as an opening has it.
    ///
    /// # Errors
    /// With a sentence, if that is none; games may know no other start than theirs.
    fn started(&self, start: &str) -> Result<Box<dyn Board>, String> {
        Err(format!("this game cannot begin at {start:?}"))
    }

    /// The side to move.
    fn turn(&self) -> Color;

    /// Plays a move as it is said.
    ///
    /// # Errors
    /// With the reason without a full stop, if it is illegal or none.
    fn play(&mut self, color: Color, mv: &str) -> Result<(), String>;

    /// A move as it is usually said, whichever way it is written.
    ///
    /// # Errors
    /// With what comes after the word in a sentence, such as `is no move on 9×9`.
    fn reads(&self, word: &str) -> Result<String, String>;

    /// All moves that may be legal, in an order of which chance may draw.
    fn candidates(&self) -> Vec<String>;

    /// The state of the game between two moves.
    fn status(&self) -> BoardStatus;

    /// The result of a game that is broken off here because it is too long.
    fn broken_off(&self) -> String;

    /// The count of a game whose end is for the players to agree on, by what they
    /// [claim](crate::player::Player::claim).
    fn count(&self, claims: &PerSide<Option<String>>, names: &PerSide<String>) -> Count;

    /// The moves as they are said.
    fn moves(&self) -> Vec<String>;

    /// The moves as they are kept.
    fn kept(&self) -> Vec<String>;

    /// Plays moves as they are kept.
    ///
    /// # Errors
    /// With what comes after a unit's name in a sentence, such as `has an illegal move: …`.
    fn replay(&mut self, kept: &[String]) -> Result<(), String>;

    /// The lengths of games on it.
    fn lengths(&self) -> Lengths;

    /// The terms that results of a match depend on, for the hash of an experiment.
    fn description(&self) -> Map<String, Value>;

    /// The position in words that do not depend on how it is stored, for the same hash.
    fn position(&self) -> String;

    /// Settings worth knowing, as names and values.
    fn settings(&self) -> Vec<(String, String)>;

    /// Fills in what commands of programs may ask of the board.
    fn fill(&self, filling: &mut Filling);

    /// The record of a game that began on this board, for other programs to read. The lines, names
    /// with their values, go into its head after what the game itself has to say.
    fn game_text(&self, record: &GameRecord, lines: &[(&str, String)]) -> String;

    /// The record of a void game, as far as it went.
    fn void_text(
        &self,
        record: &VoidRecord,
        names: &PerSide<String>,
        black: Side,
        lines: &[(&str, String)],
    ) -> String;

    /// Holds the record for other programs against the one that is kept.
    ///
    /// # Errors
    /// With what comes after a unit's name in a sentence, if they differ.
    fn compare(&self, record: &GameRecord, text: &str) -> Result<(), String>;
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// A game between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardStatus {
    /// Somebody has to move.
    Running,
    /// It is over, and the players are asked for what they claim.
    Claimed {
        /// The way it came to its end, such as `by passes`.
        by: &'static str,
    },
    /// It is over.
    Over {
        /// The way it came to its end.
        by: &'static str,
        /// The result as SGF has it.
        result: String,
        /// The reason of the result, where that is not plain.
        note: Option<String>,
    },
}

/// The outcome of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The result as SGF has it.
    pub result: String,
    /// The judge and the reason, if the players did not agree.
    pub note: Option<String>,
    /// The claims of the players, if they differed.
    pub dispute: Option<String>,
}

/// The lengths of games, in moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    /// An ordinary game.
    pub ordinary: f64,
    /// The limit, if a file gives none.
    pub limit: usize,
    /// The highest limit there is.
    pub most: usize,
    /// The longest opening.
    pub opening: usize,
    /// The longest random opening.
    pub random: usize,
}
