//! A board with its hands and the positions that led to it.

use std::fmt;

use rsshogi::board::{Move32List, Position, hirate_position, movegen, position_from_sfen};
use rsshogi::mate::solve_mate_in_one_in_place;
use rsshogi::types::{
    Color as Side, EnteringKingRule, HandPiece, Move32, Piece, PieceType, RepetitionState, Square,
};
use tengen_game::Color;

use crate::{Bitboard, Declaration, Move, PieceMove};

/// A position that has come before on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Neither side gave check all the time.
    Draw,
    /// The opponent gave check all the time: the side to move wins.
    Win,
    /// The side to move gave check all the time, and loses.
    Loss,
    /// The same board with more in hand for the side to move.
    Better,
    /// The same board with less in hand for the side to move.
    Worse,
}

/// The pieces that a move displaces, for evaluations that follow the board.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The move.
    pub mv: PieceMove,
    /// The side that played it.
    pub color: Color,
    /// The piece that left its square, as it was there; none for a drop.
    pub left: Option<(Square, Piece)>,
    /// The kind that left the hand, and how many of it there were.
    pub spent: Option<(HandPiece, u32)>,
    /// The piece that was taken, and how many of its kind were in hand before.
    pub taken: Option<(Piece, HandPiece, u32)>,
}

/// A list of moves, kept where it is made.
pub struct Moves(Move32List);

impl Default for Moves {
    fn default() -> Self {
        Self(Move32List::new())
    }
}

impl Moves {
    /// The moves.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = PieceMove> + '_ {
        self.0.as_slice().iter().map(|&mv| PieceMove(mv))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tests if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// See the module's head.
#[derive(Clone)]
pub struct Board(pub(crate) Position);

pub(crate) const fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

const fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::start()
    }
}

impl Board {
    /// The beginning of an even game.
    #[must_use]
    pub fn start() -> Self {
        Self(hirate_position())
    }

    /// The position as an SFEN, with the number of the move to come.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.0.to_sfen(None)
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        color(self.0.turn())
    }

    /// The number of the move to come.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.game_ply() as usize
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn at(&self, square: Square) -> Piece {
        self.0.piece_on(square)
    }

    /// How many pieces of a kind a side holds.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, color: Color, kind: HandPiece) -> u32 {
        self.0.hand(side(color)).count(kind)
    }

    /// The square of a king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.0.king_square(side(color))
    }

    /// All squares with pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.0.pieces()
    }

    /// The squares with pieces of a side.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color) -> Bitboard {
        self.0.pieces_by_color(side(color))
    }

    /// Tests if a side attacks a square.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.0.is_attacked_by(square, side(by))
    }

    /// The squares with pieces of a kind, of both sides.
    #[inline]
    #[must_use]
    pub fn with(&self, kind: PieceType) -> Bitboard {
        self.0.pieces_by_type(kind)
    }

    /// The pieces of both sides that attack a square if these squares are occupied.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.attackers_to(square, occupied)
    }

    /// The squares that pieces of a kind and side attack.
    #[inline]
    #[must_use]
    pub fn attacks(&self, color: Color, kind: PieceType) -> Bitboard {
        self.0.attacks_by(side(color), kind)
    }

    /// The pieces of a side that stand alone between their king and a piece that would attack it.
    #[inline]
    #[must_use]
    pub fn shields(&self, color: Color) -> Bitboard {
        self.0.blockers_for_king(side(color))
    }

    /// Tests if the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.0.is_in_check()
    }

    /// A hash of the pieces, the hands and the side to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.0.key().low_u64()
    }

    /// Two hashes of the position, of which the second leaves the hands out.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> [u64; 2] {
        [self.0.key().low_u64(), self.0.board_key().low_u64()]
    }

    /// Tests if a king stands in the other side's camp.
    #[inline]
    #[must_use]
    pub fn has_entered(&self, color: Color) -> bool {
        let king = self.king(color);
        let rank = king.to_index() % 9;
        match color {
            _ if king.is_none() => false,
            Color::Black => rank < 3,
            Color::White => rank > 5,
        }
    }

    /// Fills a list with all legal moves, promotions left out where one may leave them out included.
    pub fn legal(&self, moves: &mut Moves) {
        moves.0.clear();
        movegen::generate_legal_all_move32(&self.0, &mut moves.0);
    }

    /// Fills a list with the legal moves that are worth a look: pawns, bishops and rooks promote where they can.
    #[inline]
    pub fn sensible(&self, moves: &mut Moves) {
        moves.0.clear();
        movegen::generate_moves_move32::<movegen::Legal>(&self.0, &mut moves.0);
    }

    /// Fills a list with captures and promotions of pawns; some may leave the king in check. Not for a side in check.
    #[inline]
    pub fn captures(&self, moves: &mut Moves) {
        moves.0.clear();
        movegen::generate_moves_move32::<movegen::CapturePlusPro>(&self.0, &mut moves.0);
    }

    /// Fills a list with the other moves; some may leave the king in check. Not for a side in check.
    #[inline]
    pub fn quiets(&self, moves: &mut Moves) {
        moves.0.clear();
        movegen::generate_moves_move32::<movegen::QuietsProMinus>(&self.0, &mut moves.0);
    }

    /// Fills a list with the answers to a check; some may leave the king in it.
    #[inline]
    pub fn evasions(&self, moves: &mut Moves) {
        moves.0.clear();
        movegen::generate_evasions_move32(&self.0, &mut moves.0);
    }

    /// Fills a list with the legal moves that give check.
    pub fn checks(&self, moves: &mut Moves) {
        moves.0.clear();
        movegen::generate_checks_all_move32(&self.0, &mut moves.0);
        moves.0.retain_unordered(|mv| self.0.is_legal_move32(mv));
    }

    /// Tests if a move of one of the lists above leaves the own king safe.
    #[inline]
    #[must_use]
    pub fn is_safe(&self, mv: PieceMove) -> bool {
        self.0.is_legal_after_pseudo_move32(mv.0)
    }

    /// Tests if a move is legal.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: PieceMove) -> bool {
        mv != PieceMove::NONE && self.0.is_legal_move32(mv.0)
    }

    /// A move with its piece, if it is legal here.
    #[inline]
    #[must_use]
    pub fn recall(&self, mv: Move) -> Option<PieceMove> {
        if !mv.is_real() || !self.0.is_legal_move(mv.0) {
            return None;
        }
        Some(PieceMove(self.0.move32_from_move(mv.0)))
    }

    /// The move of a USI text, if it is legal here.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<PieceMove> {
        self.recall(Move::parse(text)?)
    }

    /// Tests if a move gives check.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: PieceMove) -> bool {
        self.0.gives_check_move32(mv.0)
    }

    /// Tests if a move takes a piece.
    #[inline]
    #[must_use]
    pub fn takes(&self, mv: PieceMove) -> bool {
        self.0.is_capture_move32(mv.0)
    }

    /// Tests if a move takes a piece or promotes a pawn: those of [`Board::captures`].
    #[inline]
    #[must_use]
    pub fn is_loud(&self, mv: PieceMove) -> bool {
        self.takes(mv) || (mv.is_promotion() && mv.piece().piece_type() == PieceType::PRO_PAWN)
    }

    /// What a legal move will displace.
    #[inline]
    #[must_use]
    pub fn change(&self, mv: PieceMove) -> Change {
        let color = self.turn();
        if let Some(kind) = mv.dropped() {
            let hand = HandPiece::from_piece_type(kind);
            return Change {
                mv,
                color,
                left: None,
                spent: hand.map(|hand| (hand, self.in_hand(color, hand))),
                taken: None,
            };
        }
        let from = mv.0.from_sq();
        let victim = self.at(mv.to());
        let hand = HandPiece::from_piece_type(victim.base_piece_type());
        Change {
            mv,
            color,
            left: Some((from, self.at(from))),
            spent: None,
            taken: hand.map(|hand| (victim, hand, self.in_hand(color, hand))),
        }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: PieceMove) {
        self.0.apply_move32(mv.0);
    }

    /// Plays a legal move of which it is known whether it gives check.
    #[inline]
    pub fn play_checked(&mut self, mv: PieceMove, gives_check: bool) {
        self.0.apply_move32_with_gives_check(mv.0, gives_check);
    }

    /// Takes back the last move, which was this one.
    ///
    /// # Panics
    /// If there was none.
    #[inline]
    pub fn undo(&mut self, mv: PieceMove) {
        self.0.undo_move32(mv.0).expect("a move to take back");
    }

    /// Gives the turn away; not in check.
    ///
    /// # Panics
    /// After 65,535 moves.
    #[inline]
    pub fn play_null(&mut self) {
        self.0.apply_null_move().expect("a game of bearable length");
    }

    /// Takes back the turn that was given away.
    ///
    /// # Panics
    /// If none was.
    #[inline]
    pub fn undo_null(&mut self) {
        self.0.undo_null_move().expect("a turn to take back");
    }

    /// A move that mates at once.
    #[inline]
    pub fn mate_in_one(&mut self) -> Option<PieceMove> {
        solve_mate_in_one_in_place(&mut self.0).map(PieceMove)
    }

    /// The repetition that this position is, if it came within so many plies or for the fourth time in the game.
    #[inline]
    #[must_use]
    pub fn repetition(&self, plies: usize) -> Option<Repetition> {
        repetition(self.0.repetition_state_with_ply(plies))
    }

    /// The repetition that ends the game: the position has come four times.
    #[must_use]
    pub fn fourfold(&self) -> Option<Repetition> {
        match repetition(self.0.repetition_state()) {
            Some(Repetition::Better | Repetition::Worse) => None,
            ending => ending,
        }
    }

    /// Tests if the side to move may declare the game won.
    #[must_use]
    pub fn may_declare(&self, rule: Declaration) -> bool {
        let rule = match rule {
            Declaration::Never => return false,
            Declaration::Points27 => EnteringKingRule::Point27Handicap,
            Declaration::Points24 => EnteringKingRule::Point24Handicap,
        };
        let mut position = self.0.clone_compact();
        position.set_entering_king_rule(rule);
        position.declaration_win_move() == Move32::MOVE_WIN
    }

    /// Tests if the side to move has no move.
    #[must_use]
    pub fn is_mated(&self) -> bool {
        self.0.is_mated()
    }

    /// A copy without the positions that led here.
    #[must_use]
    pub fn alone(&self) -> Self {
        let mut position = self.0.clone_compact();
        position.init_stack();
        Self(position)
    }

    /// The same position as the first of a game: its move is number 1.
    #[must_use]
    pub fn first(&self) -> Self {
        let text = self.0.to_sfen(Some(1));
        position_from_sfen(&text).map_or_else(|_| self.alone(), Self)
    }
}

const fn repetition(state: RepetitionState) -> Option<Repetition> {
    match state {
        RepetitionState::None => None,
        RepetitionState::Draw => Some(Repetition::Draw),
        RepetitionState::Win => Some(Repetition::Win),
        RepetitionState::Lose => Some(Repetition::Loss),
        RepetitionState::Superior => Some(Repetition::Better),
        RepetitionState::Inferior => Some(Repetition::Worse),
    }
}

/// The same pieces, hands, side to move and number of the move; what led there does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && self.sfen() == other.sfen()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.sfen())
    }
}
