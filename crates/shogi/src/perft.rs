//! How many ways there are to play so many moves: what move generators are checked by.

use crate::{Board, Moves};

/// The number of lines of `depth` legal moves.
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::default();
    board.legal(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves.iter() {
        board.play(mv);
        count += perft(board, depth - 1);
        board.undo(mv);
    }
    count
}
