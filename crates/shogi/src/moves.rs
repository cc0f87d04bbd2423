//! Moves.

use std::fmt;

use rsshogi::types::{Move as Bare, Move32, Piece, PieceType, Square};

/// A move as people and protocols name it, in 16 bits: the squares, promotion, what is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub(crate) Bare);

impl Move {
    /// No move.
    pub const NONE: Self = Self(Bare::MOVE_NONE);
    /// The declaration of a won game by points.
    pub const DECLARE: Self = Self(Bare::MOVE_WIN);

    /// The move of a USI text, `win` for the declaration included.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bare = Bare::from_usi(text)?;
        (bare.is_normal() || bare == Bare::MOVE_WIN).then_some(Self(bare))
    }

    /// The move of a piece that stands on a square.
    #[must_use]
    pub fn of(from: Square, to: Square, promotes: bool) -> Option<Self> {
        let promotion = if promotes { "+" } else { "" };
        Self::parse(&format!("{}{}{promotion}", from.to_usi(), to.to_usi()))
    }

    /// The move of a piece from the hand.
    #[must_use]
    pub fn drop(kind: PieceType, to: Square) -> Option<Self> {
        const LETTERS: [(PieceType, char); 7] = [
            (PieceType::PAWN, 'P'),
            (PieceType::LANCE, 'L'),
            (PieceType::KNIGHT, 'N'),
            (PieceType::SILVER, 'S'),
            (PieceType::GOLD, 'G'),
            (PieceType::BISHOP, 'B'),
            (PieceType::ROOK, 'R'),
        ];
        let (_, letter) = LETTERS.into_iter().find(|(each, _)| *each == kind)?;
        Self::parse(&format!("{letter}*{}", to.to_usi()))
    }

    /// The move of its 16 bits, as [`Move::bits`] gives them.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(Bare::from_raw(bits))
    }

    /// Its 16 bits: what a table keeps.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.raw()
    }

    /// Tests if it moves a piece: it is neither none nor a declaration.
    #[inline]
    #[must_use]
    pub const fn is_real(self) -> bool {
        self.0.is_normal()
    }

    /// The square that it goes to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.0.to_sq()
    }

    /// The square that it comes from; none for a drop.
    #[inline]
    #[must_use]
    pub fn from(self) -> Option<Square> {
        (!self.0.is_drop()).then(|| self.0.from_sq())
    }

    /// Tests if the piece promotes.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0.is_promotion()
    }

    /// The kind of the piece that is dropped.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<PieceType> {
        self.0.dropped_piece()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_usi())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A move with the piece that it leaves on its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceMove(pub(crate) Move32);

impl PieceMove {
    /// No move.
    pub const NONE: Self = Self(Move32::MOVE_NONE);

    /// The move without its piece.
    #[inline]
    #[must_use]
    pub const fn bare(self) -> Move {
        Move(self.0.to_move())
    }

    /// The square that it goes to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.0.to_sq()
    }

    /// The square that it comes from; none for a drop.
    #[inline]
    #[must_use]
    pub fn from(self) -> Option<Square> {
        (!self.0.is_drop()).then(|| self.0.from_sq())
    }

    /// Tests if a piece is dropped from the hand.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.0.is_drop()
    }

    /// Tests if the piece promotes.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0.is_promotion()
    }

    /// The piece that it leaves on its square.
    #[inline]
    #[must_use]
    pub const fn piece(self) -> Piece {
        self.0.piece_after_move()
    }

    /// The kind of the piece that is dropped.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<PieceType> {
        self.0.dropped_piece()
    }
}

impl fmt::Display for PieceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bare())
    }
}

impl fmt::Debug for PieceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
