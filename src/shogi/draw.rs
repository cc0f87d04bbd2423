//! A board of Shogi in the terminal.

use std::env;
use std::io::{self, IsTerminal, Write};

use tengen_game::Color;
use tengen_shogi::record::kanji;
use tengen_shogi::{Board, HandPiece, Move, Piece, PieceType, Square};

use crate::failure::Failure;
use crate::screen::Screen;

/// The kinds that can be in hand, each with its letter.
const HANDS: [(HandPiece, PieceType); 7] = [
    (HandPiece::ROOK, PieceType::ROOK),
    (HandPiece::BISHOP, PieceType::BISHOP),
    (HandPiece::GOLD, PieceType::GOLD),
    (HandPiece::SILVER, PieceType::SILVER),
    (HandPiece::KNIGHT, PieceType::KNIGHT),
    (HandPiece::LANCE, PieceType::LANCE),
    (HandPiece::PAWN, PieceType::PAWN),
];

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// By their characters, White's with a `v` before.
    Kanji,
    /// By the letters of an SFEN, White's small, promoted ones with a `+` before.
    Letters,
}

impl Style {
    /// Letters where they are asked for, or where the terminal says that it shows no UTF-8.
    pub(super) fn new(letters: bool) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| env::var(name).ok().filter(|text| !text.is_empty()));
        let utf8 = locale.is_some_and(|text| {
            let text = text.to_ascii_lowercase();
            text.contains("utf-8") || text.contains("utf8")
        });
        let blind = cfg!(unix) && io::stdout().is_terminal() && !utf8;
        match letters || blind {
            true => Self::Letters,
            false => Self::Kanji,
        }
    }

    fn piece(self, piece: Piece) -> String {
        let kind = piece.piece_type();
        let white = !piece.is_empty() && color(piece) == Color::White;
        match self {
            Self::Kanji => format!("{}{}", if white { 'v' } else { ' ' }, kanji(kind)),
            Self::Letters if piece.is_empty() => " .".to_owned(),
            Self::Letters => {
                let promoted = if kind.is_promoted() { '+' } else { ' ' };
                let letter = letter(kind);
                match white {
                    true => format!("{promoted}{}", letter.to_ascii_lowercase()),
                    false => format!("{promoted}{letter}"),
                }
            }
        }
    }

    fn hand(self, board: &Board, color: Color) -> String {
        let words: Vec<String> = HANDS
            .iter()
            .map(|&(hand, kind)| (kind, board.in_hand(color, hand)))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| {
                let piece = match self {
                    Self::Kanji => kanji(kind),
                    Self::Letters => letter(kind),
                };
                match count {
                    1 => piece.to_string(),
                    n => format!("{piece}×{n}"),
                }
            })
            .map(|word| match self {
                Self::Kanji => word,
                Self::Letters => word.replace('×', "x"),
            })
            .collect();
        match words.is_empty() {
            true => "nothing".to_owned(),
            false => words.join(" "),
        }
    }
}

fn color(piece: Piece) -> Color {
    match piece == Piece::from_parts(Piece::B_PAWN.color(), piece.piece_type()) {
        true => Color::Black,
        false => Color::White,
    }
}

fn letter(kind: PieceType) -> char {
    match kind.demote() {
        PieceType::KING => 'K',
        kind => {
            let row = HANDS.iter().zip("RBGSNLP".chars());
            let found = row.into_iter().find(|((_, each), _)| *each == kind);
            found.map_or('?', |(_, letter)| letter)
        }
    }
}

/// Draws the board between the hands, the square that the last move went to in brackets.
pub(super) fn draw(
    screen: &mut Screen,
    board: &Board,
    last: Option<Move>,
    style: Style,
) -> Result<(), Failure> {
    let marked = last.map(Move::to);
    let width = if style == Style::Kanji { 4 } else { 3 };
    let edge = format!("  +{}+", "-".repeat(9 * width + 1));
    writeln!(screen, "White has {}.", style.hand(board, Color::White))?;
    let files: String = (1..=9)
        .rev()
        .map(|file| format!("{file:>width$}"))
        .collect();
    writeln!(screen, "   {files}\n{edge}")?;
    for rank in 0..9 {
        let name = char::from(b'a' + rank);
        write!(screen, "{name} |")?;
        let mut before = false;
        for file in (0..9).rev() {
            let square = Square::from_index(file * 9 + usize::from(rank));
            let here = marked == Some(square);
            let gap = match (before, here) {
                (_, true) => '(',
                (true, false) => ')',
                (false, false) => ' ',
            };
            write!(screen, "{gap}{}", style.piece(board.at(square)))?;
            before = here;
        }
        writeln!(screen, "{}|", if before { ')' } else { ' ' })?;
    }
    writeln!(screen, "{edge}")?;
    writeln!(screen, "Black has {}.", style.hand(board, Color::Black))?;
    Ok(())
}
