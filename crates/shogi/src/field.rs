//! A board without a past, as the Monte-Carlo tree sees it.

use tengen_game::{Color, Outcome, Position};

use crate::{Board, Move, Moves, Square};

/// Squares from which pieces come, and kinds of pieces in hand.
const SQUARES: usize = 81;
/// Codes of moves on the board: from, to, promotion.
const STEPS: usize = SQUARES * SQUARES * 2;

/// A position without its past: what repeats is not known. A game that lasts too long is drawn.
#[derive(Clone, Debug)]
pub struct Field {
    board: Board,
    /// The moves that are left until the game is drawn.
    left: u32,
}

impl Field {
    /// The field of a board, with so many moves to come at most.
    #[must_use]
    pub fn new(board: &Board, left: u32) -> Self {
        Self {
            board: board.alone(),
            left,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }
}

impl Position for Field {
    type Move = Move;

    fn codes(&self) -> usize {
        STEPS + 7 * SQUARES
    }

    fn code(&self, mv: Move) -> usize {
        let to = mv.to().to_index();
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                (from.to_index() * SQUARES + to) * 2 + usize::from(mv.is_promotion())
            }
            (None, Some(kind)) => STEPS + (kind.to_index() - 1) * SQUARES + to,
            (None, None) => 0,
        }
    }

    fn decode(&self, code: usize) -> Move {
        use rsshogi::types::{Move as Bare, PieceType};
        let square = |n: usize| Square::from_index(n % SQUARES);
        Move(match code.checked_sub(STEPS) {
            Some(drop) => {
                let kind = (drop / SQUARES + 1) as i8;
                Bare::drop(PieceType::new(kind), square(drop))
            }
            None => {
                let step = code / 2;
                let (from, to) = (square(step / SQUARES), square(step));
                match code % 2 {
                    1 => Bare::promotion(from, to),
                    _ => Bare::normal(from, to),
                }
            }
        })
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn moves(&self, mut each: impl FnMut(Move)) {
        if self.left == 0 {
            return;
        }
        let mut moves = Moves::default();
        self.board.legal(&mut moves);
        moves.iter().for_each(|mv| each(mv.bare()));
    }

    fn play(&mut self, mv: Move) {
        if let Some(mv) = self.board.recall(mv) {
            self.board.play(mv);
            self.left = self.left.saturating_sub(1);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let mated = self.board.is_mated();
        let winner = mated.then(|| !self.board.turn());
        (mated || self.left == 0).then_some(Outcome { winner, score: 0.0 })
    }

    fn hash(&self) -> u64 {
        self.board.key() ^ u64::from(self.left == 0)
    }
}
