//! Positions that are set up from texts: what is wrong with them.

use rsshogi::board::position_from_sfen;
use tengen_game::Color;
use thiserror::Error;

use crate::board::side;
use crate::{Board, HandPiece, PieceType, Square};

/// The largest number of a move that a position begins with: they are counted in 16 bits.
const LAST: usize = 50_000;

/// A text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no position: {reason}")]
pub struct SfenError {
    text: String,
    reason: String,
}

impl SfenError {
    /// The beginning of the text is quoted.
    fn new(text: &str, reason: String) -> Self {
        let text = text.chars().take(150).collect();
        Self { text, reason }
    }
}

impl Board {
    /// The position of an SFEN, with or without the word `sfen` before it.
    ///
    /// # Errors
    /// If it is none: wrong letters, more pieces than there are, no king of the side that waits, a side that could take a
    /// king.
    pub fn from_sfen(text: &str) -> Result<Self, SfenError> {
        let wrong = |reason: String| SfenError::new(text, reason);
        let words = text.trim().strip_prefix("sfen ").unwrap_or(text.trim());
        let position = position_from_sfen(words).map_err(|error| wrong(format!("{error}")))?;
        let board = Self(position);
        match board.fault() {
            Some(fault) => Err(wrong(fault)),
            None => Ok(board),
        }
    }

    /// The board of a position as USI names it: `startpos` or an SFEN, then maybe `moves` and the moves from there.
    ///
    /// # Errors
    /// If the position is none, or a move is illegal.
    pub fn from_usi(text: &str) -> Result<Self, SfenError> {
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let mut board = match start.trim() {
            "startpos" => Self::start(),
            sfen => Self::from_sfen(sfen)?,
        };
        for word in moves.split_whitespace() {
            let illegal = || SfenError::new(text, format!("the move {word} is illegal"));
            let mv = board.parse(word).ok_or_else(illegal)?;
            board.play(mv);
        }
        Ok(board)
    }

    /// What is wrong with a position that was set up.
    fn fault(&self) -> Option<String> {
        const SET: [(PieceType, u32, &str); 8] = [
            (PieceType::PAWN, 18, "pawns"),
            (PieceType::LANCE, 4, "lances"),
            (PieceType::KNIGHT, 4, "knights"),
            (PieceType::SILVER, 4, "silvers"),
            (PieceType::GOLD, 4, "golds"),
            (PieceType::BISHOP, 2, "bishops"),
            (PieceType::ROOK, 2, "rooks"),
            (PieceType::KING, 2, "kings"),
        ];
        let ply = self.ply();
        if ply > LAST {
            return Some(format!(
                "its move is number {ply}, and {LAST} is the last that is taken"
            ));
        }
        for (kind, most, name) in SET {
            let promoted = match kind.is_promotable() {
                true => self.with(kind.promote()).count(),
                false => 0,
            };
            let held = |color| match HandPiece::from_piece_type(kind) {
                Some(hand) => self.in_hand(color, hand),
                None => 0,
            };
            let count =
                self.with(kind).count() + promoted + held(Color::Black) + held(Color::White);
            if count > most {
                return Some(format!("there are {count} {name}, and a set has {most}"));
            }
        }
        for color in Color::BOTH {
            let kings = (self.with(PieceType::KING) & self.of(color)).count();
            // The side that mates in a problem may do without a king.
            if kings > 1 || kings == 0 && color != self.turn() {
                return Some(format!("{color} has {kings} kings, not one"));
            }
            if let Some(square) = self.stuck(color) {
                return Some(format!("the piece on {} could never move", square.to_usi()));
            }
        }
        let waiting = !self.turn();
        let king = self.king(waiting);
        if self.is_attacked(king, self.turn()) {
            return Some(format!(
                "{waiting} is in check, and it is {}'s turn",
                self.turn()
            ));
        }
        None
    }

    /// A pawn, lance or knight of this side that has no square to go to.
    fn stuck(&self, color: Color) -> Option<Square> {
        let depth = |square: Square| {
            let rank = square.to_index() % 9;
            match color {
                Color::Black => rank,
                Color::White => 8 - rank,
            }
        };
        (0..81).map(Square::from_index).find(|&square| {
            let piece = self.at(square);
            let needs = match piece.piece_type() {
                PieceType::PAWN | PieceType::LANCE => 1,
                PieceType::KNIGHT => 2,
                _ => 0,
            };
            !piece.is_empty() && piece.color() == side(color) && depth(square) < needs
        })
    }
}
