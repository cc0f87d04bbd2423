//! Whether a mate that a search speaks of is one.

use std::sync::atomic::AtomicBool;

use tengen_alphabeta::mate::{Mate, Solver};
use tengen_shogi::{Board, Move};

/// The table of the solver, in MiB.
const TABLE: usize = 8;

/// A solver that is made when it is first needed.
#[derive(Default)]
pub(crate) struct Prover(Option<Solver>);

impl Prover {
    /// The line of a mate by checks that the side to move has, if one is found in so many positions.
    pub(crate) fn win(
        &mut self,
        board: &Board,
        positions: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<Move>> {
        let solver = self.0.get_or_insert_with(|| Solver::new(TABLE));
        match solver.solve(board, positions, stop) {
            Mate::Found(line) => Some(line),
            Mate::None | Mate::Open => None,
        }
    }

    /// Tests if the side to move is mated by checks whichever of these moves it plays, in so many positions altogether.
    pub(crate) fn loss(
        &mut self,
        board: &Board,
        moves: &[Move],
        mut positions: u64,
        stop: &AtomicBool,
    ) -> bool {
        moves.iter().all(|&mv| {
            let mut board = board.alone();
            let Some(mv) = board.recall(mv) else {
                return false;
            };
            board.play(mv);
            let mated = self.win(&board, positions, stop).is_some();
            let spent = self.0.as_ref().map_or(0, Solver::nodes);
            positions = positions.saturating_sub(spent);
            mated
        })
    }
}
