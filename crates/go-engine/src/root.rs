//! From a game to the position that a search starts with.

use tengen_engine::tree_search::Root;
use tengen_game::Position;
use tengen_go::board::{Board, Features};
use tengen_go::{Color, Game, Komi, Move, Point, Scoring, Situation};
use tengen_search::Stage;

use crate::Go;

impl<const W: usize, const V: usize, F: Features> Root<Go> for Situation<W, V, F>
where
    Self: Position<Move = Move> + Send + Sync,
{
    fn root(game: &Game, turn: Color) -> Self {
        situation(game, turn)
    }

    fn stage(game: &Game) -> Stage {
        stage(game)
    }
}

/// The position of a game, `turn` to move.
///
/// A ko that may not be retaken now is part of it, whatever rule forbids it, so that nobody gives the
/// retaking a prior. Other repetitions are not: a search filters the moves of its root by the game.
pub(crate) fn situation<const W: usize, const V: usize, F: Features>(
    game: &Game,
    turn: Color,
) -> Situation<W, V, F> {
    let mut board = Board::new(game.size());
    for point in Point::all(game.size()) {
        if let Some(color) = game.at(point) {
            // Every part of a legal position has its liberties, so no stone is refused.
            board.place(color, point);
        }
    }
    if let Some(ko) = ko(game, turn) {
        board.forbid(ko);
    }
    let (komi, scoring) = (komi(game), game.rules().scoring);
    let passed = matches!(game.last_move(), Some((by, Move::Pass)) if by != turn);
    if passed && !game.is_over() {
        let mut before = Situation::new(board, !turn, komi).taxed(scoring);
        before.play(Move::Pass);
        before
    } else {
        Situation::new(board, turn, komi).taxed(scoring)
    }
}

/// The point next to the last move where a stone is missing that `turn` may not retake.
fn ko(game: &Game, turn: Color) -> Option<Point> {
    let (by, last) = game.last_move()?;
    if by == turn {
        return None;
    }
    let mut beside = last.point()?.neighbours(game.size());
    beside.find(|&point| {
        game.at(point).is_none()
            && !game.stones().would_suicide(turn, point)
            && game.check(turn, Move::Play(point)).is_err()
    })
}

/// The komi at which the area of a playout decides as the rules of the game would.
///
/// White's compensation for handicap stones is part of it. Under territory rules, a side's area
/// exceeds its territory and prisoners by its stones played, since each is on the board or a
/// prisoner of the other side; so the difference up to now turns one count into the other, and from
/// here on stones are [taxed](Situation::taxed).
pub(crate) fn komi(game: &Game) -> Komi {
    let played = |color| (game.stones().stones(color) + game.captures(!color)) as i32;
    match game.rules().scoring {
        Scoring::Territory => game
            .agreed()
            .raised(played(Color::Black) - played(Color::White)),
        Scoring::Area => game.agreed(),
    }
}

/// The stage of a game, for dynamic komi.
///
/// It is at its end when stones are on four fifths of the board. Stones are counted, not moves, so
/// that a position that was set up is as late as it looks.
pub(crate) fn stage(game: &Game) -> Stage {
    let stones: usize = Color::BOTH
        .map(|color| game.stones().stones(color))
        .iter()
        .sum();
    Stage {
        handicap: game.handicap() as f32,
        phase: (stones as f32 / (0.8 * game.size().area() as f32)).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_game::Rng;
    use tengen_go::board::Full;
    use tengen_go::{Rules, Size};
    use tengen_pattern::scene::{PatternParams, Scene, Vocabulary};

    use tengen_engine::tree_search::recent;

    use super::*;

    fn game(rules: Rules, moves: &[&str]) -> Game {
        let mut game = Game::new(Size::NINE, rules, Komi::SEVEN_AND_A_HALF);
        for label in moves {
            let mv = Move::parse(label, game.size()).unwrap();
            game.play(game.turn(), mv).unwrap();
        }
        game
    }

    #[test]
    fn stones_turn_and_passes_are_those_of_the_game() {
        let game = game(Rules::CHINESE, &["E5", "C3", "pass"]);
        let root: Situation<10, 112, Full> = situation(&game, Color::White);
        assert_eq!(root.hash(), game.hash());
        assert_eq!(recent(&game, Color::White).len(), 2);
        assert_eq!(recent(&game, Color::Black), []);
    }

    #[test]
    fn moves_in_a_row_are_seen_as_learning_sees_them() {
        let size = Size::NINE;
        let vocabulary = Arc::new(Vocabulary::new(PatternParams::default(), None, Vec::new()));
        let mut rng = Rng::new(3);
        for _ in 0..20 {
            let mut game = Game::new(size, Rules::CHINESE, Komi::ZERO);
            let mut scene = Scene::new(vocabulary.clone(), size);
            for number in 0..30 {
                for turn in Color::BOTH {
                    let line = recent(&game, turn);
                    let mut points = line.iter().rev().map(|mv| mv.point());
                    let seen = [(); 2].map(|()| points.next().flatten());
                    assert_eq!(scene.recent(turn), seen, "{turn:?} after {number} moves");
                }
                let color = Color::BOTH[rng.below(2) as usize];
                let any = Point::from_index(rng.below(81) as usize, size).map(Move::Play);
                let mv = any.filter(|&mv| number % 7 > 0 && game.check(color, mv).is_ok());
                let mv = mv.unwrap_or(Move::Pass);
                if game.play(color, mv).is_err() {
                    break;
                }
                assert!(scene.play(color, mv));
            }
        }
    }

    #[test]
    fn a_handicap_played_as_moves_leaves_one_last_move() {
        let mut game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
        for label in ["C3", "G7"] {
            let mv = Move::parse(label, game.size()).unwrap();
            game.play(Color::Black, mv).unwrap();
        }
        assert_eq!(recent(&game, Color::White).len(), 1);
        assert_eq!(recent(&game, Color::Black), []);
    }

    #[test]
    fn the_stage_goes_by_the_stones_on_the_board() {
        let mut handicap = Game::new(Size::new(10).unwrap(), Rules::CHINESE, Komi::ZERO);
        assert_eq!(stage(&handicap), Stage::default());
        handicap.set_handicap(3);
        for (point, color) in
            Point::all(handicap.size()).zip([Color::Black, Color::White].repeat(4))
        {
            handicap.play(color, Move::Play(point)).unwrap();
        }
        let expected = Stage {
            handicap: 3.0,
            phase: 0.1,
        };
        assert_eq!(stage(&handicap), expected);
    }

    #[test]
    fn handicap_and_territory_are_in_the_komi() {
        let mut handicap = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
        handicap.fixed_handicap(3).unwrap();
        assert_eq!(komi(&handicap).points(), 3.0);
        let territory = game(Rules::JAPANESE, &["E5", "pass", "C3", "pass", "G7"]);
        assert_eq!(komi(&territory).points(), 7.5 + 3.0);
    }
}
