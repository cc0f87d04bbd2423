//! Games by chance, for tests.

use tengen_game::Rng;
use tengen_shogi::{Board, Moves, PieceMove};

/// Plays games of legal moves by chance; `each` hears of every board and the move that comes.
pub(crate) fn walk(games: u64, mut each: impl FnMut(&Board, PieceMove)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut board = Board::start();
        for _ in 0..150 {
            let mut moves = Moves::default();
            board.legal(&mut moves);
            let chosen = rng.below(moves.len().max(1) as u32) as usize;
            let Some(mv) = moves.iter().nth(chosen) else {
                break;
            };
            each(&board, mv);
            board.play(mv);
        }
    }
}

/// Every so manieth board of games by chance.
pub(crate) fn boards(games: u64, every: usize) -> Vec<Board> {
    let (mut boards, mut n) = (Vec::new(), 0);
    walk(games, |board, _| {
        n += 1;
        if n % every == 0 {
            boards.push(board.alone());
        }
    });
    boards
}
