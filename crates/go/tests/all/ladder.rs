//! The ladder reader against a plain recursion over the slow reference.

use crate::reference::Reference;
use tengen_game::Rng;
use tengen_go::ladder::{Ladder, NODES, read};
use tengen_go::{Color, Game, Komi, Move, Point, Rules, Size};

/// Tests if the chain at `target` is captured by ladder moves alone; `None` if that takes too long.
fn captured(board: &Reference, target: usize, to_move: Color, fuel: &mut usize) -> Option<bool> {
    *fuel = fuel.checked_sub(1)?;
    let defender = board.now[target]?;
    let chain = board.chain(&board.now, target);
    let attacks = to_move != defender;
    if chain.liberties.len() > if attacks { 2 } else { 1 } {
        return Some(false);
    }
    let mut moves = chain.liberties.clone();
    if attacks && moves.len() == 1 {
        return Some(board.check(to_move, moves[0]).is_ok());
    }
    if !attacks {
        for &stone in &chain.stones {
            for enemy in board.neighbours(stone) {
                let enemy_chain = board.chain(&board.now, enemy);
                if board.now[enemy] == Some(!defender) && enemy_chain.liberties.len() == 1 {
                    moves.push(enemy_chain.liberties[0]);
                }
            }
        }
    }
    moves.sort_unstable();
    moves.dedup();
    for mv in moves {
        if board.check(to_move, mv).is_err() {
            continue;
        }
        let mut after = board.clone();
        after.play(to_move, Some(mv));
        if captured(&after, target, !to_move, fuel)? == attacks {
            return Some(attacks);
        }
    }
    Some(!attacks)
}

/// Compares every chain of a position for both sides to move; counts captures and escapes.
fn compare(game: &Game, counts: &mut [usize; 2]) {
    let size = game.size();
    let now: Vec<Option<Color>> = Point::all(size).map(|point| game.at(point)).collect();
    for (index, target) in Point::all(size).enumerate() {
        if game.at(target).is_none() || game.stones().liberties(target, 3) > 2 {
            continue;
        }
        for to_move in Color::BOTH {
            let mut stones = game.stones().clone();
            stones.forget_ko();
            let reading = read(&stones, target, to_move, NODES);
            let reference =
                Reference::from_position(size.get(), now.clone(), to_move, Rules::JAPANESE);
            let Some(expected) = captured(&reference, index, to_move, &mut 20_000) else {
                continue;
            };
            let outcome = if expected {
                Ladder::Captured
            } else {
                Ladder::Escapes
            };
            assert_eq!(reading.outcome, outcome, "{target:?} {to_move}");
            counts[usize::from(expected)] += 1;
            let owner = game.at(target);
            let aimed = (owner == Some(to_move)) != expected;
            if let Some(first) = reading.first {
                assert!(aimed, "a move is named by the side that succeeds");
                assert!(reference.check(to_move, first.index(size)).is_ok());
            }
        }
    }
}

#[test]
fn random_positions_are_read_alike() {
    let mut counts = [0; 2];
    for side in [4, 5, 7, 9] {
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            let mut game = Game::new(Size::new(side).unwrap(), Rules::JAPANESE, Komi::ZERO);
            for number in 0..side * side {
                let moves = game.legal_moves(game.turn());
                let chosen = rng.below(u32::try_from(moves.len()).unwrap());
                let mv: Move = moves[chosen as usize];
                game.play(game.turn(), mv).unwrap();
                if number % 4 == 3 {
                    compare(&game, &mut counts);
                }
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 500), "{counts:?}");
}
