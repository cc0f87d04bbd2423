//! A position as it is set up, square by square, before it is known to be one.

use tengen_game::{Color, PerColor};

use crate::{Board, HandPiece, Piece, PieceType, SfenError, Square};

/// Pieces on squares and in hands.
pub(super) struct Diagram {
    /// The piece on each square, by the square's index.
    pub(super) squares: [Option<(Color, PieceType)>; 81],
    /// The pieces in hand, in the order of [`HANDS`].
    pub(super) hands: PerColor<[u32; 7]>,
    /// The side to move.
    pub(super) turn: Color,
}

/// The kinds that can be in hand, in the order of an SFEN.
pub(super) const HANDS: [PieceType; 7] = [
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::GOLD,
    PieceType::SILVER,
    PieceType::KNIGHT,
    PieceType::LANCE,
    PieceType::PAWN,
];

/// The square of a file and a rank, both from 1.
pub(super) fn square(file: u32, rank: u32) -> Option<Square> {
    let on = |n| (1..=9).contains(&n);
    (on(file) && on(rank)).then(|| Square::from_index(((file - 1) * 9 + rank - 1) as usize))
}

/// The file and rank of a square, both from 1.
pub(super) const fn file_and_rank(square: Square) -> (u32, u32) {
    let index = square.to_index() as u32;
    (index / 9 + 1, index % 9 + 1)
}

/// The letter of a kind in an SFEN, as Black's; of promoted kinds that of the kind they come from.
pub(super) fn letter(kind: PieceType) -> char {
    match kind.demote() {
        PieceType::LANCE => 'L',
        PieceType::KNIGHT => 'N',
        PieceType::SILVER => 'S',
        PieceType::GOLD => 'G',
        PieceType::BISHOP => 'B',
        PieceType::ROOK => 'R',
        PieceType::KING => 'K',
        _ => 'P',
    }
}

/// The side and kind on a square.
pub(super) fn at(board: &Board, square: Square) -> Option<(Color, PieceType)> {
    let piece: Piece = board.at(square);
    let white = piece.color() == crate::board::side(Color::White);
    let color = if white { Color::White } else { Color::Black };
    (!piece.is_empty()).then(|| (color, piece.piece_type()))
}

/// How many pieces of a kind of [`HANDS`] a side holds.
pub(super) fn in_hand(board: &Board, color: Color, kind: PieceType) -> u32 {
    HandPiece::from_piece_type(kind).map_or(0, |hand| board.in_hand(color, hand))
}

impl Diagram {
    /// Nothing, and Black to move.
    pub(super) fn empty() -> Self {
        Self {
            squares: [None; 81],
            hands: PerColor::default(),
            turn: Color::Black,
        }
    }

    /// The pieces of a board.
    pub(super) fn of(board: &Board) -> Self {
        let hand = |color| HANDS.map(|kind| in_hand(board, color, kind));
        Self {
            squares: std::array::from_fn(|index| at(board, Square::from_index(index))),
            hands: PerColor {
                black: hand(Color::Black),
                white: hand(Color::White),
            },
            turn: board.turn(),
        }
    }

    /// Puts so many pieces of a kind into a hand; false if they cannot be in one.
    pub(super) fn hold(&mut self, color: Color, kind: PieceType, count: u32) -> bool {
        let Some(place) = HANDS.iter().position(|&hand| hand == kind) else {
            return false;
        };
        let held = &mut self.hands[color][place];
        *held = held.saturating_add(count).min(99);
        true
    }

    /// Puts all pieces of a set that are nowhere yet into a hand, but for kings.
    pub(super) fn hold_rest(&mut self, color: Color) {
        for (kind, all) in HANDS.into_iter().zip([2_u32, 2, 4, 4, 4, 4, 18]) {
            let used = self.squares.iter().flatten();
            let used = used.filter(|(_, piece)| piece.demote() == kind).count() as u32;
            let place = HANDS.iter().position(|&hand| hand == kind).unwrap_or(0);
            let held = self.hands.black[place] + self.hands.white[place];
            self.hold(color, kind, all.saturating_sub(used + held));
        }
    }

    /// The board, if it is one.
    pub(super) fn board(&self) -> Result<Board, SfenError> {
        let mut text = String::new();
        for rank in 0..9 {
            if rank > 0 {
                text.push('/');
            }
            let mut free = 0;
            for file in (0..9).rev() {
                let Some((color, kind)) = self.squares[file * 9 + rank] else {
                    free += 1;
                    continue;
                };
                if free > 0 {
                    text += &free.to_string();
                    free = 0;
                }
                if kind.is_promoted() {
                    text.push('+');
                }
                text.push(cased(letter(kind), color));
            }
            if free > 0 {
                text += &free.to_string();
            }
        }
        text += &format!(" {} ", self.turn.letter());
        let before = text.len();
        for color in Color::BOTH {
            for (kind, &count) in HANDS.iter().zip(&self.hands[color]) {
                if count > 1 {
                    text += &count.to_string();
                }
                if count > 0 {
                    text.push(cased(letter(*kind), color));
                }
            }
        }
        if text.len() == before {
            text.push('-');
        }
        Board::from_sfen(&(text + " 1"))
    }
}

/// A letter as it is written for a side.
fn cased(letter: char, color: Color) -> char {
    match color {
        Color::Black => letter,
        Color::White => letter.to_ascii_lowercase(),
    }
}
