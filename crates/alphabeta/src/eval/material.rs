//! Material alone: the plainest evaluation, for tests and as the first step of a ladder.

use tengen_game::Color;
use tengen_shogi::{Board, Change, HandPiece, Piece, PieceType};

use super::Evaluate;

/// The worth of each kind, in hundredths of a pawn.
pub(crate) const WORTH: [i32; 16] = [
    0, 100, 260, 280, 420, 750, 880, 480, 0, 470, 470, 480, 500, 980, 1150, 0,
];

/// See the module's head.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// What Black is ahead by, after each move.
    ahead: Vec<i32>,
}

impl Material {
    fn worth(piece: Piece) -> i32 {
        WORTH[piece.piece_type().to_index()]
    }
}

impl Evaluate for Material {
    fn start(&mut self, board: &Board) {
        let mut ahead = 0;
        for color in Color::BOTH {
            let mut sum: i32 = board
                .of(color)
                .iter()
                .map(|at| Self::worth(board.at(at)))
                .sum();
            for kind in HandPiece::iter() {
                let worth = WORTH[kind.to_piece_type().to_index()];
                sum += worth * board.in_hand(color, kind) as i32;
            }
            ahead += color.sign() * sum;
        }
        self.ahead.clear();
        self.ahead.push(ahead);
    }

    fn play(&mut self, change: &Change) {
        let mut gain = 0;
        if let Some((_, piece)) = change.left {
            gain += Self::worth(change.mv.piece()) - Self::worth(piece);
        }
        if let Some((piece, kind, _)) = change.taken {
            gain += Self::worth(piece) + WORTH[kind.to_piece_type().to_index()];
        }
        let ahead = self.ahead.last().copied().unwrap_or(0);
        self.ahead.push(ahead + change.color.sign() * gain);
    }

    fn play_null(&mut self) {
        let ahead = self.ahead.last().copied().unwrap_or(0);
        self.ahead.push(ahead);
    }

    fn undo(&mut self) {
        self.ahead.pop();
    }

    fn value(&mut self, board: &Board) -> i32 {
        board.turn().sign() * self.ahead.last().copied().unwrap_or(0)
    }
}

const _: () = assert!(WORTH[PieceType::KING.to_index()] == 0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::walk;

    #[test]
    fn a_pawn_is_a_hundred_and_moves_are_followed() {
        let without = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let board = Board::from_sfen(without).unwrap();
        let mut material = Material::default();
        material.start(&board);
        assert_eq!(material.value(&board), 100);
        let mut following = Material::default();
        walk(4, |board, mv| {
            if board.ply() == 1 {
                following.start(board);
            }
            material.start(board);
            assert_eq!(following.value(board), material.value(board), "{board:?}");
            following.play(&board.change(mv));
        });
    }
}
