//! Positions with moves as USI writes them: `startpos moves 7g7f`, `sfen … moves …`, or an SFEN alone.

use super::builder::Builder;
use super::fault::quoted;
use super::{End, Reading, Record};
use crate::{Board, Move, Rules};

/// Reads a line.
pub(super) fn read(line: &str, number: usize) -> Reading {
    let mut builder = Builder::new(&Board::start(), Rules::default());
    let text = line.trim();
    let text = text.strip_prefix("position ").unwrap_or(text).trim();
    let is_moves = |word: &&str| *word == "moves";
    let words: Vec<&str> = text.split_whitespace().collect();
    let cut = words.iter().position(|word| is_moves(&word));
    let (start, moves) = words.split_at(cut.unwrap_or(words.len()));
    let board = match start {
        ["startpos"] => Ok(Board::start()),
        _ => Board::from_sfen(&start.join(" ")),
    };
    match board {
        Ok(board) => builder.start(&board, Rules::default()),
        Err(error) => builder.no_start(number, error.to_string()),
    }
    for word in moves.iter().skip(1) {
        match (*word, Move::parse(word)) {
            ("win", _) => builder.close(number, End::Declared),
            ("resign", _) => builder.close(number, End::Resigned),
            (_, Some(mv)) => builder.play(number, mv),
            (_, None) => builder.unread(number, format!("{} is no move", quoted(word))),
        }
    }
    builder.finish(0)
}

/// The start and the moves; there is no place for anything else.
pub(super) fn write(record: &Record) -> String {
    let mut text = match record.start == Board::start() {
        true => "startpos".to_owned(),
        false => format!("sfen {}", record.start.sfen()),
    };
    if !record.steps.is_empty() {
        text += " moves";
    }
    for step in &record.steps {
        text += &format!(" {}", step.mv);
    }
    text + "\n"
}
