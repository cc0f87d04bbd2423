//! Openings of games: random moves, given lines, or other positions to begin at.

use tengen_game::Rng;

use super::bundle::Files;
use super::form::Form;
use crate::game::{Board, BoardStatus, Discipline};

/// The beginning of a game, which nobody chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position that it begins at, as its boards [read](Board::started) it; none for that of the experiment.
    pub start: Option<String>,
    /// The moves from there, as they are said.
    pub moves: Vec<String>,
}

impl From<Vec<String>> for Opening {
    fn from(moves: Vec<String>) -> Self {
        Self { start: None, moves }
    }
}

/// The positions in which the two games of a pair begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// At the start.
    None,
    /// After so many random legal moves, other ones for every pair.
    Random(usize),
    /// After one of these lines, in turn.
    Lines(Vec<Opening>),
}

impl Openings {
    /// Reads `[openings]`, for games on boards like this one.
    pub(super) fn read(
        form: &Form<'_>,
        game: &dyn Discipline,
        board: &dyn Board,
        files: &mut dyn Files,
    ) -> Self {
        let Some(form) = form.form("openings") else {
            return Self::None;
        };
        let lengths = board.lengths();
        let random = form.whole("random", 0..=lengths.random as u64);
        let lines = form.texts("lines");
        let file = form.text("file");
        let moves = form.whole("moves", 1..=lengths.opening as u64);
        let given = [form.has("random"), form.has("lines"), form.has("file")];
        if given.iter().filter(|there| **there).count() != 1 {
            form.faults().add(
                form.place(),
                "openings are one of `random` (a number of moves), `lines` (texts of moves) and \
                 `file` (games or positions, with `moves` of each)",
            );
        }
        if moves.is_some() && file.is_none() {
            form.wrong("moves", "`openings.moves` goes with `openings.file`");
        }
        let moves = moves.map_or(lengths.opening, |n| n as usize);
        form.close();
        if let Some(n) = random {
            return if n == 0 {
                Self::None
            } else {
                Self::Random(n as usize)
            };
        }
        let read = match (lines, file) {
            (Some(lines), _) => given_lines(&lines, board).map_err(|error| ("lines", error)),
            (None, Some(file)) => files
                .text(&file)
                .and_then(|text| game.openings(&text, &file, board, moves))
                .map_err(|error| ("file", error)),
            (None, None) => return Self::None,
        };
        match read {
            Ok(lines) => Self::Lines(lines),
            Err((key, sentence)) => {
                form.wrong(key, sentence);
                Self::None
            }
        }
    }

    /// The beginning of the pair of this number, from 0; `seed` is for random moves.
    #[must_use]
    pub fn of_pair(&self, pair: u64, board: &dyn Board, seed: u64) -> Opening {
        match self {
            Self::None => Opening::default(),
            Self::Random(moves) => random(board, *moves, seed).into(),
            Self::Lines(lines) => {
                let place = pair % lines.len().max(1) as u64;
                lines.get(place as usize).cloned().unwrap_or_default()
            }
        }
    }

    /// In a few words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Random(1) => "one random move".to_owned(),
            Self::Random(n) => format!("{n} random moves"),
            Self::Lines(lines) => format!("{} given lines", lines.len()),
        }
    }

    /// The settings that results depend on, for the hash.
    pub(super) fn description(&self) -> serde_json::Value {
        let line = |opening: &Opening| {
            let words = opening.start.iter().chain(&opening.moves);
            words.map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        match self {
            Self::None => serde_json::json!("none"),
            Self::Random(n) => serde_json::json!({ "random": n }),
            Self::Lines(lines) => lines.iter().map(line).collect::<Vec<_>>().into(),
        }
    }
}

fn given_lines(lines: &[String], board: &dyn Board) -> Result<Vec<Opening>, String> {
    if lines.is_empty() {
        return Err("`openings.lines` has no lines".to_owned());
    }
    let lines = lines.iter();
    lines
        .map(|line| moves(line, board).map(Opening::from))
        .collect()
}

/// Reads `D4 F6 pass`, moves of Black and White in turn that have to be legal and do not end the
/// game.
///
/// # Errors
/// With a sentence that names the word.
pub fn moves(line: &str, board: &dyn Board) -> Result<Vec<String>, String> {
    let mut board = board.boxed();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let mv = board.reads(word);
        let mv = mv.map_err(|error| format!("{word:?} in {line:?} {error}"))?;
        play(&mut *board, &mv).map_err(|error| format!("in {line:?}: {error}"))?;
        moves.push(mv);
    }
    still_runs(&*board).map_err(|error| format!("{line:?} {error}"))?;
    Ok(moves)
}

/// Nothing, if something is left to play after an opening.
///
/// # Errors
/// With what comes after the opening in a sentence, if not.
pub fn still_runs(board: &dyn Board) -> Result<(), String> {
    match board.status() {
        BoardStatus::Running => Ok(()),
        BoardStatus::Claimed { by } | BoardStatus::Over { by, .. } => Err(format!(
            "ends the game {by}; an opening has to leave it running"
        )),
    }
}

fn play(board: &mut dyn Board, mv: &str) -> Result<(), String> {
    board.play(board.turn(), mv)
}

/// Random legal moves, as many as there can be.
fn random(board: &dyn Board, moves: usize, seed: u64) -> Vec<String> {
    let mut board = board.boxed();
    let mut rng = Rng::new(seed);
    let mut drawn = Vec::new();
    while drawn.len() < moves {
        let mut free = board.candidates();
        let found = std::iter::from_fn(|| {
            let n = u32::try_from(free.len()).ok().filter(|&n| n > 0)?;
            Some(free.swap_remove(rng.below(n) as usize))
        })
        .find(|mv| play(&mut *board, mv).is_ok());
        match found {
            Some(mv) => drawn.push(mv),
            None => break,
        }
    }
    drawn
}
