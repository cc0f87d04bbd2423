//! What an exchange on a square is worth: the static exchange evaluation.

use crate::{Bitboard, Board, PieceMove, PieceType, Square};

/// What pieces are worth in an exchange, by kind: taking one wins its value and its use in hand.
const WORTH: [i32; 16] = [
    0, 100, 300, 330, 480, 800, 950, 540, 15_000, 540, 540, 540, 540, 1150, 1300, 0,
];
/// The kinds from the cheapest to the dearest.
const ORDER: [PieceType; 14] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::GOLD,
    PieceType::PRO_PAWN,
    PieceType::PRO_LANCE,
    PieceType::PRO_KNIGHT,
    PieceType::PRO_SILVER,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::HORSE,
    PieceType::DRAGON,
    PieceType::KING,
];

impl Board {
    /// What a kind of piece is worth in an exchange, in hundredths of a pawn.
    #[inline]
    #[must_use]
    pub const fn worth(kind: PieceType) -> i32 {
        WORTH[kind.to_index()]
    }

    /// Tests if the exchanges that a move begins on its square win at least so much, in hundredths of a pawn. Pieces that
    /// may not move are taken to join in.
    #[must_use]
    pub fn exchange_wins(&self, mv: PieceMove, least: i32) -> bool {
        let to = mv.to();
        let placed = mv.piece().piece_type();
        let mut occupied = self.occupied();
        let mut gain = Self::worth(self.at(to).piece_type());
        if let Some(from) = mv.from() {
            gain += Self::worth(placed) - Self::worth(self.at(from).piece_type());
            occupied.clear(from);
        }
        occupied.set(to);
        let mut balance = gain - least;
        if balance < 0 {
            return false;
        }
        balance -= Self::worth(placed);
        if balance >= 0 {
            return true;
        }
        // From here on `balance` is what the side to move would be ahead by if the exchange ended, seen by who made the move.
        let mut turn = !self.turn();
        let mut wins = true;
        loop {
            let attackers = self.attackers(to, occupied) & occupied;
            let own = attackers & self.of(turn);
            let Some((kind, from)) = self.cheapest(own) else {
                return wins;
            };
            if kind == PieceType::KING && !(attackers & self.of(!turn)).is_empty() {
                // A king does not go where it would be taken.
                return wins;
            }
            wins = !wins;
            occupied.clear(from);
            balance = -balance - 1 - Self::worth(kind);
            if balance >= 0 {
                return wins;
            }
            turn = !turn;
        }
    }

    /// The cheapest piece of a set, and its square.
    fn cheapest(&self, set: Bitboard) -> Option<(PieceType, Square)> {
        if set.is_empty() {
            return None;
        }
        ORDER.into_iter().find_map(|kind| {
            let these = set & self.with(kind);
            these.lsb().map(|square| (kind, square))
        })
    }
}
