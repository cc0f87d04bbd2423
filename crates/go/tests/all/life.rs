//! Benson's verdict put to the test: its stones survive any attack while their owner passes.

use tengen_game::Rng;
use tengen_go::benson::unconditional_life;
use tengen_go::{Color, Diagram, Drawing, Game, Komi, Move, Point, Rules, Size, Stones, Suicide};

/// Tests if a point is surrounded by one's own stones; random play that spares these makes life.
fn is_own_eye(game: &Game, color: Color, point: Point) -> bool {
    point
        .neighbours(game.size())
        .all(|beside| game.at(beside) == Some(color))
}

fn pick(moves: &[Move], rng: &mut Rng) -> Option<Move> {
    let count = u32::try_from(moves.len()).ok()?;
    moves.get(rng.below(count) as usize).copied()
}

/// A position after some random moves that fill no own eyes.
fn random_position(size: Size, moves: usize, rng: &mut Rng) -> Stones {
    let mut game = Game::new(size, Rules::CHINESE, Komi::ZERO);
    for _ in 0..moves {
        let turn = game.turn();
        let sensible: Vec<Move> = game
            .legal_moves(turn)
            .into_iter()
            .filter(|mv| mv.point().is_some_and(|p| !is_own_eye(&game, turn, p)))
            .collect();
        let mv = pick(&sensible, rng).unwrap_or(Move::Pass);
        game.play(turn, mv).unwrap();
    }
    game.stones().clone()
}

/// Lets the opponent of `color` play at random, as long as it can, while `color` passes; returns
/// how many stones were put to the test.
fn attack(stones: &Stones, color: Color, rules: Rules, rng: &mut Rng) -> usize {
    let safety = unconditional_life(stones, color, rules.suicide);
    if safety.stones.is_empty() {
        return 0;
    }
    let mut game = Game::from_position(stones.clone(), !color, rules, Komi::ZERO);
    for _ in 0..3 * stones.size().area() {
        let mut moves = game.legal_moves(!color);
        moves.retain(|&mv| mv != Move::Pass);
        let Some(mv) = pick(&moves, rng) else { break };
        game.play(!color, mv).unwrap();
        game.play(color, Move::Pass).unwrap();
        for point in safety.stones.iter() {
            assert_eq!(
                game.at(point),
                Some(color),
                "{color} lost {point:?} of\n{}",
                Drawing::new(stones)
            );
        }
    }
    safety.stones.len()
}

#[test]
fn what_lives_survives_random_attacks() {
    let mut rng = Rng::new(5);
    for rules in [Rules::JAPANESE, Rules::NEW_ZEALAND, Rules::CHINESE] {
        let mut tested = 0;
        for side in [4, 5, 6, 7] {
            let size = Size::new(side).unwrap();
            for _ in 0..60 {
                let stones = random_position(size, 2 * size.area(), &mut rng);
                for color in Color::BOTH {
                    tested += attack(&stones, color, rules, &mut rng);
                }
            }
        }
        assert!(tested > 1000, "{rules}: only {tested} stones lived");
    }
}

/// The reason why more is demanded where suicide is legal: White gives up five stones, and with the
/// room they leave builds an eye and takes Black, who passes throughout.
#[test]
fn suicide_can_kill_what_lives_without_it() {
    let stones = Diagram::parse(". X . \n X X O \n . O O").unwrap().stones;
    let safe = |suicide| {
        unconditional_life(&stones, Color::Black, suicide)
            .stones
            .len()
    };
    assert_eq!((safe(Suicide::Forbidden), safe(Suicide::Allowed)), (3, 0));
    let size = stones.size();
    let mut game = Game::from_position(stones, Color::White, Rules::NEW_ZEALAND, Komi::ZERO);
    let mut attack = |labels: &[&str]| {
        for label in labels {
            let point = Point::parse(label, size).unwrap();
            game.play(Color::White, Move::Play(point)).unwrap();
            game.play(Color::Black, Move::Pass).unwrap();
        }
        Color::BOTH.map(|color| game.stones().stones(color))
    };
    assert_eq!(attack(&["C3", "A1"]), [3, 0]);
    assert_eq!(attack(&["C3", "C2", "A1", "B1"]), [3, 4]);
    assert_eq!(attack(&["A3"]), [0, 5]);
}
