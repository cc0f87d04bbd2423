//! The moves of a node one after the other, and what is learned of them.

use tengen_shogi::{Board, Moves, PieceMove};

use super::node::bonus;
use super::noise::Noise;
use super::order::{GOOD, Hints, List};
use super::searcher::Searcher;
use crate::eval::Evaluate;

/// Moves of a node that were tried without success, as far as they are blamed.
const BLAMED: usize = 48;

impl<E: Evaluate, N: Noise> Searcher<E, N> {
    /// The next move to try.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        stage: &mut Stage,
        list: &mut List,
        hints: &Hints,
        in_check: bool,
        skips_quiets: bool,
    ) -> Option<PieceMove> {
        loop {
            match *stage {
                Stage::First => {
                    *stage = Stage::Loud;
                    let mut moves = Moves::default();
                    if in_check {
                        self.board.evasions(&mut moves);
                        let (board, history) = (&self.board, &self.history);
                        let loud = moves.iter().filter(|&mv| board.is_loud(mv));
                        self.moves.add_loud(list, board, history, hints, loud);
                        let quiet = moves.iter().filter(|&mv| !board.is_loud(mv));
                        self.moves.add_quiet(list, board, history, hints, quiet);
                        *stage = Stage::Rest;
                    } else {
                        self.board.captures(&mut moves);
                        let (board, history) = (&self.board, &self.history);
                        self.moves
                            .add_loud(list, board, history, hints, moves.iter());
                    }
                    if hints.first.is_some() {
                        return hints.first;
                    }
                }
                Stage::Loud => match self.moves.next(list, GOOD / 2) {
                    Some(mv) => return Some(mv),
                    None => {
                        *stage = Stage::Rest;
                        if !skips_quiets {
                            let mut moves = Moves::default();
                            self.board.quiets(&mut moves);
                            let (board, history) = (&self.board, &self.history);
                            self.moves
                                .add_quiet(list, board, history, hints, moves.iter());
                        }
                    }
                },
                Stage::Rest => {
                    let mv = self.moves.next(list, i32::MIN)?;
                    let check = || self.board.gives_check(mv);
                    if !skips_quiets || self.board.is_loud(mv) || in_check || check() {
                        return Some(mv);
                    }
                }
            }
        }
    }

    /// Credits the best move of a node, and blames those that were tried before it.
    pub(super) fn credit(
        &mut self,
        best: PieceMove,
        depth: i32,
        ply: usize,
        before: &[Option<usize>; 3],
        quiets: &Blamed,
        loud: &Blamed,
    ) {
        let turn = self.board.turn();
        let bonus = bonus(depth);
        let taken = |board: &Board, mv: PieceMove| board.at(mv.to()).piece_type();
        if self.board.is_loud(best) {
            self.history
                .credit_capture(best, taken(&self.board, best), bonus);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            self.history.credit_quiet(turn, best, before, bonus);
            for &mv in quiets.moves() {
                self.history.credit_quiet(turn, mv, before, -bonus);
            }
        }
        for &mv in loud.moves() {
            self.history
                .credit_capture(mv, taken(&self.board, mv), -bonus);
        }
    }
}

/// Where the moves of a node are taken from.
pub(super) enum Stage {
    /// The table's move.
    First,
    /// Captures and promotions that lose nothing.
    Loud,
    /// All others.
    Rest,
}

/// Moves that were tried without success.
pub(super) struct Blamed {
    moves: [PieceMove; BLAMED],
    count: usize,
}

impl Default for Blamed {
    fn default() -> Self {
        Self {
            moves: [PieceMove::NONE; BLAMED],
            count: 0,
        }
    }
}

impl Blamed {
    #[inline]
    pub(super) fn push(&mut self, mv: PieceMove) {
        if self.count < BLAMED {
            self.moves[self.count] = mv;
            self.count += 1;
        }
    }

    fn moves(&self) -> &[PieceMove] {
        &self.moves[..self.count]
    }
}
