//! Numbers known from elsewhere: how many positions are legal, and who wins on the smallest board.

use std::collections::HashSet;

use tengen_go::{Color, Diagram, Game, Komi, Move, PointSet, Rules, Size};

/// The number of ways to put stones on a board that leave every chain a liberty.
fn legal_positions(side: usize) -> usize {
    let area = u32::try_from(side * side).unwrap();
    (0..3_usize.pow(area))
        .filter(|&code| {
            let mut text = String::new();
            let mut rest = code;
            for i in 0..side * side {
                text.push(['.', 'X', 'O'][rest % 3]);
                rest /= 3;
                if (i + 1) % side == 0 {
                    text.push('\n');
                }
            }
            Diagram::parse(&text).is_ok()
        })
        .count()
}

/// J. Tromp and G. Farnebäck, *Combinatorics of Go* (2007): L(2, 2) = 57 and L(3, 3) = 12675.
#[test]
fn legal_positions_are_as_many_as_counted() {
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
}

/// All positions that play can reach from the empty board, repetition allowed.
fn reachable(side: usize) -> usize {
    let size = Size::new(side).unwrap();
    let start = Game::new(size, Rules::JAPANESE, Komi::ZERO);
    let mut seen = HashSet::from([start.stones().hash()]);
    let mut open = vec![start.stones().clone()];
    while let Some(stones) = open.pop() {
        let game = Game::from_position(stones, Color::Black, Rules::JAPANESE, Komi::ZERO);
        for color in Color::BOTH {
            for mv in game.legal_moves(color) {
                let mut next = game.clone();
                next.play(color, mv).unwrap();
                if seen.insert(next.stones().hash()) {
                    open.push(next.stones().clone());
                }
            }
        }
    }
    seen.len()
}

/// Every legal position can be reached: its stones can be placed one by one. On 3×3 this also says
/// that the hashes of all 12,675 positions differ.
#[test]
fn every_legal_position_can_be_reached() {
    assert_eq!(reachable(2), 57);
    assert_eq!(reachable(3), 12_675);
}

/// The best result for the side to move, in Black's view, by area under positional superko.
fn best(game: &mut Game, mut alpha: i32, mut beta: i32, nodes: &mut usize) -> i32 {
    *nodes += 1;
    if game.is_over() {
        return game.score(&PointSet::EMPTY).thousandths() / 1000;
    }
    let turn = game.turn();
    for mv in [Move::Pass].into_iter().chain(game.legal_moves(turn)) {
        game.play(turn, mv).unwrap();
        let value = best(game, alpha, beta, nodes);
        game.undo();
        match turn {
            Color::Black => alpha = alpha.max(value),
            Color::White => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    match turn {
        Color::Black => alpha,
        Color::White => beta,
    }
}

/// J. Tromp: with positional superko and area counting, Black wins 2×2 by one point.
#[test]
fn black_wins_two_by_two_by_one_point() {
    let mut game = Game::new(Size::MIN, Rules::TROMP_TAYLOR, Komi::ZERO);
    let mut nodes = 0;
    let value = best(&mut game, -4, 4, &mut nodes);
    assert_eq!(value, 1, "{nodes} nodes");
}
