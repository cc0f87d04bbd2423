//! The end of a game: passing, dead stones, resigning.

use tengen_go::{Color, Game, Komi, Move, Point, Rules, Size};
use tengen_go_engine::{Counting, Session, Verdict};

use super::{SETTLED, free, game, mv, position, recipe};

#[test]
fn a_settled_game_ends_with_a_pass() {
    let game = position(SETTLED, Color::Black, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("playouts", 200), game);
    let decision = session.genmove(Color::Black, &free(), &mut ());
    assert_eq!(decision.verdict, Verdict::Play(Move::Pass));
    assert!(decision.reason.is_some());
    let decision = session.genmove(Color::White, &free(), &mut ());
    assert_eq!(decision.verdict, Verdict::Play(Move::Pass));
    assert_eq!(session.final_score().to_string(), "B+6.5");
}

/// White's stone at B6 is dead, but only taken off where players agree about that.
const DEAD_STONE: &str = ". . . X O . .
                          . O . X O . O
                          . . . X O . .
                          . . . X O O O
                          . . . X O . .
                          . . . X O O O
                          . . . X O . .";

#[test]
fn dead_stones_are_told_and_counted() {
    let game = position(DEAD_STONE, Color::Black, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("playouts", 500), game);
    let dead: Vec<Point> = session.dead_stones().iter().collect();
    assert_eq!(dead, [Point::parse("B6", session.game().size()).unwrap()]);
    assert_eq!(session.final_score().to_string(), "B+6.5");
}

#[test]
fn dead_stones_are_taken_off_when_asked() {
    let game = position(DEAD_STONE, Color::Black, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("playouts", 200), game);
    let size = session.game().size();
    let stone = Point::parse("B6", size).unwrap();
    for _ in 0..6 {
        let decision = session.clean_up(Color::Black, &mut ());
        assert_ne!(decision.verdict, Verdict::Resign);
        session.play(Color::White, Move::Pass).unwrap();
        if session.game().at(stone).is_none() {
            break;
        }
    }
    assert_eq!(session.game().at(stone), None);
    let decision = session.clean_up(Color::Black, &mut ());
    assert_eq!(decision.verdict, Verdict::Play(Move::Pass));
}

/// The stone at F6 is White's, and dead: as it stands White wins the count, but not by agreement.
#[test]
fn a_pass_that_loses_by_agreement_is_not_played() {
    let diagram = ". . . . X O .
                   . . . . X O .
                   . O . . X O .
                   . . . . X O .
                   . . . . X O .
                   . . . . X O .
                   . . . . X O .";
    for name in ["uct", "rave", "playouts"] {
        let mut game = position(diagram, Color::Black, Rules::CHINESE, 8.5);
        game.play(Color::Black, Move::Pass).unwrap();
        let mut session = Session::new(recipe(name, 400), game);
        assert_eq!(session.final_score().winner(), Some(Color::Black));
        let decision = session.choose(Color::White, &free(), &mut ());
        let count = session.final_score();
        assert_ne!(
            decision.verdict,
            Verdict::Play(Move::Pass),
            "{name}: {count}"
        );
    }
}

#[test]
fn an_open_game_goes_on_whoever_passes() {
    let size = Size::NINE;
    for (name, komi) in [
        ("playouts", 7.5),
        ("default", 7.5),
        ("beginner", 7.5),
        ("uct", 30.5),
    ] {
        let komi = Komi::new(komi).unwrap();
        let mut game = Game::new(size, Rules::CHINESE, komi);
        // As it stands, White has won the count.
        game.play(Color::Black, Move::Pass).unwrap();
        let mut session = Session::new(recipe(name, 200), game);
        let decision = session.genmove(Color::White, &free(), &mut ());
        assert_ne!(decision.verdict, Verdict::Play(Move::Pass), "{name}");
    }
}

/// Playouts and networks give a side the whole board whose stones are alone on it.
#[test]
fn a_pass_on_an_open_board_is_answered_by_a_stone() {
    for (size, moves, playouts) in [
        (19, &["D4", "pass", "Q16", "pass", "C17", "pass"][..], 50),
        (9, &["pass", "E5", "pass"], 100),
        (9, &["pass", "E5", "pass"], 600),
    ] {
        let mut game = game(size, Rules::CHINESE);
        for label in moves {
            let color = game.turn();
            game.play(color, mv(label, &game)).unwrap();
        }
        let turn = game.turn();
        let mut session = Session::new(recipe("default", playouts), game);
        let verdict = session.genmove(turn, &free(), &mut ()).verdict;
        let stone = matches!(verdict, Verdict::Play(Move::Play(_)));
        assert!(stone, "{size}, {playouts} playouts: {verdict:?}");
    }
}

#[test]
fn a_game_ends_though_the_opponent_does_nothing_but_pass() {
    for name in ["default", "beginner"] {
        let mut session = Session::new(recipe(name, 60), game(9, Rules::CHINESE));
        let mut stones = 0;
        while session.genmove(Color::Black, &free(), &mut ()).verdict != Verdict::Play(Move::Pass) {
            session.play(Color::White, Move::Pass).unwrap();
            stones += 1;
            assert!(stones < 40, "{name}");
        }
        assert!(stones >= 4, "{name}: {stones}");
    }
}

/// E3 and E5 are nobody's yet, and a point each.
const TWO_POINTS_LEFT: &str = ". X . X O . .
                               X X X X O O O
                               . X . X . O .
                               X X X X O O O
                               . X . X . O O
                               X X X X O O .
                               . X . X O O O";

#[test]
fn points_that_are_left_are_taken_before_a_won_game_ends() {
    for name in ["uct", "playouts", "default"] {
        let mut game = position(TWO_POINTS_LEFT, Color::Black, Rules::CHINESE, 20.5);
        game.play(Color::Black, Move::Pass).unwrap();
        let mut session = Session::new(recipe(name, 400), game);
        let mut taken = Vec::new();
        for _ in 0..2 {
            let verdict = session.genmove(Color::White, &free(), &mut ()).verdict;
            taken.push(verdict);
            session.play(Color::Black, Move::Pass).unwrap();
        }
        for label in ["E3", "E5"] {
            let there = Verdict::Play(mv(label, session.game()));
            assert!(taken.contains(&there), "{name}: {taken:?}");
        }
        let end = session.genmove(Color::White, &free(), &mut ()).verdict;
        assert_eq!(end, Verdict::Play(Move::Pass), "{name}");
    }
}

/// Where points that are nobody's do not count, nothing is left to gain.
#[test]
fn by_territory_a_won_game_ends_with_neutral_points_left() {
    let mut game = position(TWO_POINTS_LEFT, Color::Black, Rules::JAPANESE, 20.5);
    game.play(Color::Black, Move::Pass).unwrap();
    let mut session = Session::new(recipe("playouts", 400), game);
    let verdict = session.genmove(Color::White, &free(), &mut ()).verdict;
    assert_eq!(verdict, Verdict::Play(Move::Pass));
}

#[test]
fn a_pass_is_not_drawn_in_the_middle_of_a_game() {
    for seed in 1..=6 {
        let mut parameters = recipe("rave", 60);
        parameters.search.choice.temperature = 0.7;
        parameters.budget.seed = seed;
        let mut session = Session::new(parameters, game(9, Rules::CHINESE));
        for mv in 0..30 {
            let color = session.game().turn();
            let verdict = session.genmove(color, &free(), &mut ()).verdict;
            assert_ne!(verdict, Verdict::Play(Move::Pass), "game {seed}, move {mv}");
        }
    }
}

#[test]
fn hopeless_games_are_resigned_by_those_who_do() {
    // White owns the board but for a stone, and the komi is more than the board.
    let diagram = ". O . O . . O
                   O O O O O O O
                   . . O . O . .
                   O O O O O O O
                   . . . . O O .
                   . . X . O . O
                   . . . . O O O";
    let verdicts = |name: &str| -> Vec<Verdict> {
        let game = position(diagram, Color::Black, Rules::CHINESE, 60.5);
        let mut session = Session::new(recipe(name, 200), game);
        // Being asked does not count, only moves do.
        for _ in 0..3 {
            let asked = session.choose(Color::Black, &free(), &mut ()).verdict;
            assert_ne!(asked, Verdict::Resign);
        }
        let mut verdicts = Vec::new();
        for _ in 0..3 {
            verdicts.push(session.genmove(Color::Black, &free(), &mut ()).verdict);
            session.genmove(Color::White, &free(), &mut ());
        }
        verdicts
    };
    let resigns = verdicts("playouts");
    assert_ne!(resigns[0], Verdict::Resign);
    assert_ne!(resigns[1], Verdict::Resign);
    assert_eq!(resigns[2], Verdict::Resign);
    assert!(!verdicts("uct").contains(&Verdict::Resign));
}
