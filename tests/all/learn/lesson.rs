//! Games to learn from, and the command that learns.

use tengen_game::Rng;
use tengen_go::{Color, Game, Ko, Komi, Move, Rules, Size};
use tengen_record::pair;

use crate::binary::run;

/// Games that chance plays, near the moves before, so that there is something to learn.
pub(crate) fn games(count: u64, length: usize) -> String {
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut text = String::new();
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut game = Game::new(Size::NINETEEN, rules, Komi::ZERO);
        let mut color = Color::Black;
        let mut moves = String::new();
        for _ in 0..length {
            let last = game.last_move().and_then(|(_, mv)| mv.point());
            let near = |mv: &Move| match (mv.point(), last) {
                (Some(a), Some(b)) => {
                    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) < 3
                }
                (point, None) => point.is_some(),
                (None, _) => false,
            };
            let legal = game.legal_moves(color);
            let close: Vec<Move> = legal.iter().copied().filter(near).collect();
            let choice = if close.is_empty() { &legal } else { &close };
            let mv = choice[rng.below(choice.len() as u32) as usize];
            game.play(color, mv).unwrap();
            moves += &mv.point().map_or("tt".to_owned(), pair);
            color = !color;
        }
        text += &format!("B+R\t6.5\t?\t?\tmade:{seed}\t2000-01-01\t{length}\t{moves}\n");
    }
    text
}

/// Learns patterns from the first 8 moves of the first 40 games.
pub(crate) fn learn<'a>(data: &'a str, out: &'a str, more: &[&'a str]) -> (i32, String, String) {
    run(&lesson(data, out, more))
}

/// The arguments of that.
pub(crate) fn lesson<'a>(data: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["learn", "patterns", "--data", data, "--out", out];
    args.extend([
        "--games",
        "0..40",
        "--moves",
        "0..8",
        "--set",
        "shape.minimum=5",
        "--set",
        "learn.batch=10",
    ]);
    args.extend(more);
    args
}
