//! Whether a mate that a search speaks of is one.

use std::sync::atomic::{AtomicBool, Ordering};

use tengen_alphabeta::mate::{Mate, Solver};
use tengen_alphabeta::search::{Bound, Line};
use tengen_shogi::{Board, Move};

use crate::Worth;

/// The table of the solver, in MiB.
const TABLE: usize = 8;

/// A solver that is made when it is first needed.
#[derive(Default)]
pub(crate) struct Prover(Option<Solver>);

impl Prover {
    /// The line of a mate by checks that the side to move has, if one is found in so many positions.
    fn win(&mut self, board: &Board, positions: u64, stop: &AtomicBool) -> Option<Vec<Move>> {
        let solver = self.0.get_or_insert_with(|| Solver::new(TABLE));
        match solver.solve(board, positions, stop) {
            Mate::Found(line) => Some(line),
            Mate::None | Mate::Open => None,
        }
    }

    /// Tests if the side to move is mated by checks whichever of these moves it plays, in so many positions altogether.
    fn loss(&mut self, board: &Board, moves: &[Move], mut left: u64, stop: &AtomicBool) -> bool {
        moves.iter().all(|&mv| {
            let mut board = board.alone();
            let Some(mv) = board.recall(mv) else {
                return false;
            };
            board.play(mv);
            let mated = left > 0 && self.win(&board, left, stop).is_some();
            left = left.saturating_sub(self.0.as_ref().map_or(0, Solver::nodes));
            mated
        })
    }
}

/// Proofs of what one search says.
pub(crate) struct Proof<'a> {
    prover: &'a mut Prover,
    board: &'a Board,
    /// The moves that may be played.
    moves: &'a [Move],
    /// How many positions a proof may take.
    positions: u64,
    stop: &'a AtomicBool,
    /// The last mate that was looked into, its first move, and if it was proved.
    last: Option<(i32, Option<Move>, bool)>,
    /// The line by which the game is won.
    line: Vec<Move>,
}

impl<'a> Proof<'a> {
    pub(crate) const fn new(
        prover: &'a mut Prover,
        board: &'a Board,
        moves: &'a [Move],
        positions: u64,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            prover,
            board,
            moves,
            positions,
            stop,
            last: None,
            line: Vec::new(),
        }
    }

    /// Tests if a line of the search is a mate that can be proved: one of its own length at most, or by its own first move.
    pub(crate) fn holds(&mut self, line: &Line) -> bool {
        let Worth::Mate(plies) = Worth::of(line.value) else {
            return false;
        };
        if line.bound != Bound::Exact || self.positions == 0 {
            return false;
        }
        let first = line.moves.first().copied();
        if let Some((value, mv, proved)) = self.last
            && (value, mv) == (line.value, first)
        {
            return proved;
        }
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let proved = match plies > 0 {
            true => self.is_won(plies, first),
            false => (self.prover).loss(self.board, self.moves, self.positions, self.stop),
        };
        self.last = Some((line.value, first, proved));
        proved
    }

    fn is_won(&mut self, plies: i32, first: Option<Move>) -> bool {
        let found = self.prover.win(self.board, self.positions, self.stop);
        self.line = found.unwrap_or_default();
        let mv = self.line.first().copied();
        let allowed = mv.is_some_and(|mv| self.moves.contains(&mv));
        allowed && (self.length() <= plies || mv == first)
    }

    fn length(&self) -> i32 {
        i32::try_from(self.line.len()).unwrap_or(i32::MAX)
    }

    /// The same of the line that is played, which is replaced by a proof that is as short.
    pub(crate) fn settle(&mut self, line: &mut Line) -> bool {
        let proved = self.holds(line);
        if let Worth::Mate(plies) = Worth::of(line.value)
            && proved
            && plies > 0
            && self.length() <= plies
        {
            line.value = Worth::Mate(self.length()).value();
            line.moves.clone_from(&self.line);
        }
        proved
    }
}
