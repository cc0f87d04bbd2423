//! What networks are trained on: games in memory, samples, judgements, files.

mod duel;
mod games;
mod labels;
mod prediction;
mod samples;
mod selfplay;

use tengen_game::Rng;
use tengen_go::{Color, Game as Board, Ko, Komi, Move, Rules, Size};
use tengen_net::data::Games;
use tengen_pattern::corpus::Game;

/// A game of random legal moves.
pub(crate) fn game(size: Size, length: usize, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut board = Board::new(size, rules, Komi::ZERO);
    for _ in 0..length {
        let color = board.turn();
        let moves = board.legal_moves(color);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        board.play(color, mv).unwrap();
    }
    Game {
        id: format!("random:{seed}"),
        size,
        komi: Some(Komi::SIX_AND_A_HALF),
        winner: Some(if seed.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }),
        setup: Vec::new(),
        moves: board.moves().collect(),
    }
}

/// So many random games.
pub(crate) fn games(size: Size, count: u64, length: usize) -> Games {
    let mut games = Games::new();
    for n in 0..count {
        games.push(10 * n, &game(size, length + n as usize % 7, n));
    }
    games
}

/// A corner point.
pub(crate) fn corner() -> Move {
    Move::parse("A1", Size::NINE).unwrap()
}
