//! What the linear evaluation sees of a position: terms, each held by one side and counted against the other.
//!
//! Every side looks up the board, and left is as right. The terms are pieces in hand by kind and number; pieces on the board
//! by place, by where they stand to the own king and by where they stand to the other; the king's place; how the squares
//! around a king are attacked and guarded; the turn.

use tengen_game::Color;
use tengen_shogi::{Bitboard, Board, HandPiece, PieceType};

use super::features::{HAND, HANDS, KINDS, rank, turned};

/// Places when left is as right.
pub(crate) const FOLDED: usize = 45;
/// Where a piece can stand to a king: files apart, and ranks ahead of it or behind.
const APART: usize = 9 * 17;
/// Squares around a king, none included.
const AROUND: usize = 9;
/// Pieces in hand as far as they are counted together, none included.
const ARMS: usize = 8;

/// Where each group of terms begins: pieces in hand,
pub(crate) const HELD: usize = 0;
/// pieces by place,
pub(crate) const PLACES: usize = HELD + HAND;
/// by where they stand to the own king,
pub(crate) const OWN: usize = PLACES + KINDS * FOLDED;
/// and to the other one;
pub(crate) const OTHER: usize = OWN + KINDS * APART;
/// the king's place;
const KINGS: usize = OTHER + KINDS * APART;
/// how many squares around the other king a kind attacks;
const STRIKES: usize = KINGS + FOLDED;
/// how many squares around the own king are attacked, and how many of these no piece but the king guards;
const HOLES: usize = STRIKES + KINDS * (AROUND - 1);
/// how many such holes there are, and how much the other side has in hand;
const DROPS: usize = HOLES + AROUND * AROUND;
/// how many squares the king can flee to;
const FLIGHTS: usize = DROPS + AROUND * ARMS;
/// the turn.
const TURN: usize = FLIGHTS + AROUND;
/// The number of terms.
pub(crate) const COUNT: usize = TURN + 1;

/// A square whose left is as its right.
const FOLD: [u8; 81] = {
    let mut fold = [0; 81];
    let mut n = 0;
    while n < 81 {
        let file = if n / 9 < 5 { n / 9 } else { 8 - n / 9 };
        fold[n] = (file * 9 + n % 9) as u8;
        n += 1;
    }
    fold
};

/// Where a square stands to a king's.
const STAND: [[u8; 81]; 81] = {
    let mut stand = [[0; 81]; 81];
    let mut king: usize = 0;
    while king < 81 {
        let mut n: usize = 0;
        while n < 81 {
            let files = (n / 9).abs_diff(king / 9);
            stand[king][n] = (files * 17 + n % 9 + 8 - king % 9) as u8;
            n += 1;
        }
        king += 1;
    }
    stand
};

/// The kinds on the board without the king.
pub(crate) const ON_BOARD: [PieceType; KINDS] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::GOLD,
    PieceType::PRO_PAWN,
    PieceType::PRO_LANCE,
    PieceType::PRO_KNIGHT,
    PieceType::PRO_SILVER,
    PieceType::HORSE,
    PieceType::DRAGON,
];

/// The kind of a term of a piece by its place.
pub(crate) fn placed(term: usize) -> Option<usize> {
    let at = term.checked_sub(PLACES)?;
    (at < KINDS * FOLDED).then_some(at / FOLDED)
}

/// The kind of a piece in hand, and how many of it there are.
pub(crate) fn held(term: usize) -> Option<(usize, usize)> {
    let kind = HANDS.iter().rposition(|&from| from <= term)?;
    (term < HAND).then(|| (kind, term - HANDS[kind] + 1))
}

/// Calls `each` with every term of a board and the side that holds it.
#[inline(always)]
pub(crate) fn of_board(board: &Board, mut each: impl FnMut(Color, usize)) {
    for color in Color::BOTH {
        let [own, other] = [color, !color].map(|side| {
            let king = board.king(side);
            // A problem may do without a king: then the middle of the board stands for it.
            if king.is_none() {
                40
            } else {
                turned(king, color)
            }
        });
        each(color, KINGS + usize::from(FOLD[own]));
        for square in board.of(color).iter() {
            let kind = board.at(square).piece_type();
            if kind == PieceType::KING {
                continue;
            }
            let (kind, place) = (rank(kind), turned(square, color));
            each(color, PLACES + kind * FOLDED + usize::from(FOLD[place]));
            each(color, OWN + kind * APART + usize::from(STAND[own][place]));
            each(
                color,
                OTHER + kind * APART + usize::from(STAND[other][place]),
            );
        }
        for kind in HandPiece::iter() {
            if let Some(more) = (board.in_hand(color, kind) as usize).checked_sub(1) {
                each(color, HELD + HANDS[kind.to_index()] + more);
            }
        }
    }
    safety(board, &mut each);
    each(board.turn(), TURN);
}

/// The terms of the squares around the kings.
#[inline(always)]
fn safety(board: &Board, each: &mut impl FnMut(Color, usize)) {
    let around = Color::BOTH.map(|color| board.attacks(color, PieceType::KING));
    let mut attacked = [Bitboard::EMPTY; 2];
    let mut guarded = [Bitboard::EMPTY; 2];
    for (color, [own, other]) in Color::BOTH.into_iter().zip([[0, 1], [1, 0]]) {
        for kind in ON_BOARD {
            let reach = board.attacks(color, kind);
            guarded[own] |= reach;
            let struck = reach & around[other];
            attacked[other] |= struck;
            if let Some(more) = (struck.count() as usize).checked_sub(1) {
                each(color, STRIKES + rank(kind) * (AROUND - 1) + more);
            }
        }
    }
    for (n, color) in Color::BOTH.into_iter().enumerate() {
        let held = HandPiece::iter().map(|kind| board.in_hand(!color, kind) as usize);
        let arms = held.sum::<usize>().min(ARMS - 1);
        let holes = (attacked[n] & !guarded[n]).count() as usize;
        let free = around[n] & !attacked[n] & !board.of(color);
        each(color, HOLES + AROUND * attacked[n].count() as usize + holes);
        each(color, DROPS + ARMS * holes + arms);
        each(color, FLIGHTS + free.count() as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::walk;

    /// The terms of a side in a group, counted from where the group begins.
    fn group(sfen: &str, color: Color, from: usize, size: usize) -> Vec<usize> {
        let mut found = Vec::new();
        of_board(&Board::from_sfen(sfen).unwrap(), |side, term| {
            if side == color && (from..from + size).contains(&term) {
                found.push(term - from);
            }
        });
        found
    }

    #[test]
    fn every_piece_is_seen_and_every_term_is_one() {
        let mut seen = vec![false; COUNT];
        walk(30, |board, _| {
            let (mut placed_pieces, mut in_hand) = (0, 0);
            of_board(board, |_, term| {
                seen[term] = true;
                placed_pieces += usize::from(placed(term).is_some());
                in_hand += held(term).map_or(0, |(_, count)| count);
            });
            assert_eq!(placed_pieces + in_hand, 38, "{board:?}");
        });
        let groups = [
            HELD, PLACES, OWN, OTHER, KINGS, STRIKES, HOLES, DROPS, FLIGHTS, TURN, COUNT,
        ];
        for two in groups.windows(2) {
            assert!(seen[two[0]..two[1]].contains(&true), "{two:?}");
        }
    }

    #[test]
    fn kings_are_attacked_as_one_counts() {
        // The golds and the silver guard the squares below; the pawn and the rook attack two squares, one alone.
        let sfen = "k8/9/9/9/4r4/9/4p4/9/3GKG3 b 2P 1";
        let holes = AROUND * AROUND;
        assert_eq!(group(sfen, Color::Black, HOLES, holes), [AROUND]);
        assert_eq!(group(sfen, Color::White, DROPS, AROUND * ARMS), [2]);
        // Three squares before the king; the pawn attacks one of them.
        assert_eq!(group(sfen, Color::Black, FLIGHTS, AROUND), [2]);
        let strikes = group(sfen, Color::White, STRIKES, KINDS * (AROUND - 1));
        assert_eq!(strikes, [rank(PieceType::PAWN) * (AROUND - 1)]);
    }
}
