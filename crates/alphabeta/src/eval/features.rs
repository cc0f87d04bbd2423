//! What the network sees of a position: every piece by its place, every piece in hand by its number, both kings.
//!
//! Each side has its own view, turned so that it looks up the board. A feature is one of [`COUNT`] numbers: that a side
//! holds at least n pieces of a kind; that a piece of a kind and side is on a square; where the kings are.

use tengen_game::Color;
use tengen_shogi::{Board, Change, HandPiece, Piece, PieceType, Square};

/// The number of features.
pub const COUNT: usize = KINGS + 2 * 81;
/// The most features that hold at a time: one for each piece of a set.
pub const MOST: usize = 40;

/// Kinds on the board without the king.
pub(crate) const KINDS: usize = 13;
/// Where pieces in hand begin, by kind: pawn, lance, knight, silver, bishop, rook, gold.
pub(super) const HANDS: [usize; 7] = [0, 18, 22, 26, 30, 32, 34];
/// Features of a hand.
pub(super) const HAND: usize = 38;
/// Where squares begin.
const SQUARES: usize = 2 * HAND;
/// Where kings begin.
const KINGS: usize = SQUARES + 2 * KINDS * 81;

/// The rank of a kind among those on the board; the king has none.
pub(super) const fn rank(kind: PieceType) -> usize {
    match kind.to_index() {
        k @ 1..=7 => k - 1,
        k => k - 2,
    }
}

/// A square as a side sees it.
#[inline]
pub(super) fn turned(square: Square, view: Color) -> usize {
    match view {
        Color::Black => square.to_index(),
        Color::White => 80 - square.to_index(),
    }
}

/// The color of a piece.
#[inline]
fn owner(piece: Piece) -> Color {
    match piece.color().to_index() {
        0 => Color::Black,
        _ => Color::White,
    }
}

/// A piece on a square, in the view of a side.
#[inline]
#[must_use]
pub fn on_board(piece: Piece, square: Square, view: Color) -> usize {
    let place = turned(square, view);
    let theirs = usize::from(owner(piece) != view);
    match piece.piece_type() {
        PieceType::KING => KINGS + 81 * theirs + place,
        kind => SQUARES + (2 * rank(kind) + theirs) * 81 + place,
    }
}

/// At least so many pieces of a kind in a side's hand, in the view of a side.
#[inline]
#[must_use]
pub fn in_hand(holder: Color, kind: HandPiece, count: u32, view: Color) -> usize {
    let theirs = usize::from(holder != view);
    HAND * theirs + HANDS[kind.to_index()] + count as usize - 1
}

/// Calls `each` with every feature of a board in the view of a side.
pub fn of_board(board: &Board, view: Color, mut each: impl FnMut(usize)) {
    for square in board.occupied().iter() {
        each(on_board(board.at(square), square, view));
    }
    for holder in Color::BOTH {
        for kind in HandPiece::iter() {
            for count in 1..=board.in_hand(holder, kind) {
                each(in_hand(holder, kind, count, view));
            }
        }
    }
}

/// The features that a move ends and begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    gone: [u16; 2],
    come: [u16; 2],
    goings: u8,
    comings: u8,
}

impl Step {
    /// Those of a change, in the view of a side.
    #[inline]
    #[must_use]
    pub fn new(change: &Change, view: Color) -> Self {
        let mut step = Self::default();
        step.come(on_board(change.mv.piece(), change.mv.to(), view));
        if let Some((from, piece)) = change.left {
            step.gone(on_board(piece, from, view));
        }
        if let Some((kind, count)) = change.spent {
            step.gone(in_hand(change.color, kind, count, view));
        }
        if let Some((piece, kind, count)) = change.taken {
            step.gone(on_board(piece, change.mv.to(), view));
            step.come(in_hand(change.color, kind, count + 1, view));
        }
        step
    }

    fn gone(&mut self, feature: usize) {
        self.gone[usize::from(self.goings)] = feature as u16;
        self.goings += 1;
    }

    fn come(&mut self, feature: usize) {
        self.come[usize::from(self.comings)] = feature as u16;
        self.comings += 1;
    }

    /// The features that end.
    #[inline]
    #[must_use]
    pub fn ended(&self) -> &[u16] {
        &self.gone[..usize::from(self.goings)]
    }

    /// The features that begin.
    #[inline]
    #[must_use]
    pub fn begun(&self) -> &[u16] {
        &self.come[..usize::from(self.comings)]
    }
}

/// A feature as the other side sees it.
#[must_use]
pub fn reversed(feature: usize) -> usize {
    if feature < SQUARES {
        return (feature + HAND) % SQUARES;
    }
    let group = (feature - SQUARES) / 81;
    let place = (feature - SQUARES) % 81;
    SQUARES + (group ^ 1) * 81 + 80 - place
}

/// A feature on the board whose left and right are exchanged.
#[must_use]
pub fn mirrored(feature: usize) -> usize {
    if feature < SQUARES {
        return feature;
    }
    let place = (feature - SQUARES) % 81;
    feature - place + (8 - place / 9) * 9 + place % 9
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Rng;
    use tengen_shogi::Moves;

    fn sorted(board: &Board, view: Color) -> Vec<usize> {
        let mut features = Vec::new();
        of_board(board, view, |feature| features.push(feature));
        features.sort_unstable();
        features
    }

    #[test]
    fn every_piece_is_one_feature_and_moves_change_them() {
        let mut rng = Rng::new(1);
        for _ in 0..10 {
            let mut board = Board::start();
            for _ in 0..200 {
                let mut moves = Moves::default();
                board.legal(&mut moves);
                let Some(mv) = moves
                    .iter()
                    .nth(rng.below(moves.len().max(1) as u32) as usize)
                else {
                    break;
                };
                let change = board.change(mv);
                let before = Color::BOTH.map(|view| sorted(&board, view));
                board.play(mv);
                for (view, mut expected) in Color::BOTH.into_iter().zip(before) {
                    assert_eq!(expected.len(), MOST);
                    assert!(expected.windows(2).all(|two| two[0] < two[1]));
                    let step = Step::new(&change, view);
                    expected.retain(|&feature| !step.ended().contains(&(feature as u16)));
                    expected.extend(step.begun().iter().map(|&feature| usize::from(feature)));
                    expected.sort_unstable();
                    assert_eq!(expected, sorted(&board, view), "{board:?}");
                }
                let mut turned: Vec<usize> = sorted(&board, Color::Black)
                    .into_iter()
                    .map(reversed)
                    .collect();
                turned.sort_unstable();
                assert_eq!(turned, sorted(&board, Color::White));
            }
        }
    }

    #[test]
    fn a_mirror_is_its_own_reverse() {
        for feature in 0..COUNT {
            assert_eq!(mirrored(mirrored(feature)), feature);
            assert_eq!(reversed(reversed(feature)), feature);
        }
    }
}
