//! The moves of a node in the order in which they are tried: the table's, good captures, killers and quiet moves by their
//! history, captures that lose.

use tengen_shogi::{Board, PieceMove};

use super::history::History;

/// The most moves of a position.
const MOST: usize = 600;

/// Moves of all nodes of a line with their rates, one behind the other, so that a node allocates nothing. Rates are apart
/// from moves, so that the largest is found in vectors.
pub(crate) struct Stack {
    moves: Vec<PieceMove>,
    rates: Vec<i32>,
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            moves: vec![PieceMove::NONE; MOST * 140],
            rates: vec![0; MOST * 140],
        }
    }
}

/// The moves of a node in a [`Stack`].
pub(crate) struct List {
    next: usize,
    end: usize,
}

/// What a node knows about its moves before they are tried.
pub(crate) struct Hints {
    /// The table's move, which is in no list.
    pub(crate) first: Option<PieceMove>,
    /// Quiet moves that did well beside this node.
    pub(crate) killers: [PieceMove; 2],
    /// The places of earlier moves.
    pub(crate) before: [Option<usize>; 3],
}

/// Captures that lose nothing are rated from here on.
pub(crate) const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const BAD: i32 = -(1 << 24);

impl Stack {
    /// An empty list behind the one of the node above.
    pub(crate) const fn list(above: Option<&List>) -> List {
        let start = match above {
            Some(list) => list.end,
            None => 0,
        };
        List {
            next: start,
            end: start,
        }
    }

    fn push(&mut self, list: &mut List, mv: PieceMove, rate: i32) {
        if list.end == self.moves.len() {
            self.moves.push(mv);
            self.rates.push(rate);
        } else {
            self.moves[list.end] = mv;
            self.rates[list.end] = rate;
        }
        list.end += 1;
    }

    /// Rates a move that takes or promotes.
    #[inline]
    fn rate_loud(board: &Board, history: &History, mv: PieceMove) -> i32 {
        let taken = board.at(mv.to()).piece_type();
        let gain = Board::worth(taken) * 16 - Board::worth(mv.piece().piece_type());
        gain + history.capture(mv, taken) / 4
    }

    /// Adds moves that take or promote. Those that lose the exchange come last.
    pub(crate) fn add_loud(
        &mut self,
        list: &mut List,
        board: &Board,
        history: &History,
        hints: &Hints,
        moves: impl Iterator<Item = PieceMove>,
    ) {
        for mv in moves {
            if hints.first != Some(mv) {
                let base = match board.exchange_wins(mv, 0) {
                    true => GOOD,
                    false => BAD,
                };
                self.push(list, mv, base + Self::rate_loud(board, history, mv));
            }
        }
    }

    /// Adds quiet moves.
    pub(crate) fn add_quiet(
        &mut self,
        list: &mut List,
        board: &Board,
        history: &History,
        hints: &Hints,
        moves: impl Iterator<Item = PieceMove>,
    ) {
        let color = board.turn();
        for mv in moves {
            if hints.first == Some(mv) {
                continue;
            }
            let rate = if mv == hints.killers[0] {
                KILLER + 1
            } else if mv == hints.killers[1] {
                KILLER
            } else {
                history.quiet(color, mv, &hints.before)
            };
            self.push(list, mv, rate);
        }
    }

    /// The best move that is left, if its rate reaches a number.
    #[inline]
    pub(crate) fn next(&mut self, list: &mut List, least: i32) -> Option<PieceMove> {
        let rates = &mut self.rates[list.next..list.end];
        let rate = rates.iter().copied().max()?;
        if rate < least {
            return None;
        }
        let best = rates.iter().position(|&other| other == rate)?;
        rates.swap(0, best);
        let moves = &mut self.moves[list.next..list.end];
        moves.swap(0, best);
        list.next += 1;
        Some(moves[0])
    }
}
