//! A game and its player, as front ends use them.

mod analysis;
mod ending;
mod game;
mod levels;
mod signature;
mod tree;

use tengen_go::{Color, Diagram, Game, Komi, Move, Rules, Size};
use tengen_go_engine::{Analysis, Limits, Parameters, Recipe, Restriction};

/// A built-in recipe with a budget of playouts.
fn recipe(name: &str, playouts: u64) -> Parameters {
    let mut parameters = Recipe::find(name).unwrap().parameters;
    parameters.budget.playouts = playouts;
    parameters.budget.seconds = 0.0;
    parameters
}

fn game(size: usize, rules: Rules) -> Game {
    Game::new(Size::new(size).unwrap(), rules, Komi::SEVEN_AND_A_HALF)
}

fn position(diagram: &str, turn: Color, rules: Rules, komi: f64) -> Game {
    let stones = Diagram::parse(diagram).unwrap().stones;
    Game::from_position(stones, turn, rules, Komi::new(komi).unwrap())
}

fn free() -> Restriction {
    Restriction::default()
}

fn mv(label: &str, game: &Game) -> Move {
    Move::parse(label, game.size()).unwrap()
}

fn playouts(n: u64) -> Limits {
    Limits {
        playouts: Some(n),
        ..Limits::default()
    }
}

fn visits(analysis: &Analysis) -> Vec<(Move, u64)> {
    let candidates = analysis.candidates.iter();
    candidates.map(|c| (c.mv, c.visits)).collect()
}

const SETTLED: &str = ". X . X O . .
                       X X X X O O O
                       . X . X O . .
                       X X X X O O O
                       . X . X O . O
                       X X X X O O .
                       . X . X O O O";
