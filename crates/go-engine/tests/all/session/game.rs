//! Whole games, and the right moves in some positions.

use tengen_go::{Color, Rules};
use tengen_go_engine::{Counting, Recipe, Session, Verdict};

use super::{free, game, mv, playouts, position, recipe, visits};

#[test]
fn every_recipe_plays_a_whole_game_of_legal_moves() {
    for name in Recipe::names() {
        for (size, rules) in [
            (5, Rules::CHINESE),
            (4, Rules::TROMP_TAYLOR),
            (5, Rules::JAPANESE),
        ] {
            let mut session = Session::new(recipe(name, 40), game(size, rules));
            let most = 6 * session.game().size().area();
            let mut moves = 0;
            while !session.game().is_over() && moves < most {
                let turn = session.game().turn();
                let before = session.game().moves().len();
                let decision = session.genmove(turn, &free(), &mut ());
                match decision.verdict {
                    Verdict::Resign => break,
                    Verdict::Play(mv) => {
                        assert_eq!(session.game().moves().len(), before + 1, "{name}: {mv:?}");
                        assert_eq!(session.game().last_move(), Some((turn, mv)));
                    }
                }
                moves += 1;
            }
            assert!(moves > 3, "{name} on {size}: {moves} moves");
        }
    }
}

#[test]
fn one_seed_plays_one_game_and_another_seed_another() {
    let moves = |seed: u64| {
        let mut parameters = recipe("playouts", 100);
        parameters.budget.seed = seed;
        let mut session = Session::new(parameters, game(9, Rules::CHINESE));
        for _ in 0..6 {
            let turn = session.game().turn();
            session.genmove(turn, &free(), &mut ());
        }
        session.game().moves().collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn a_game_does_not_depend_on_the_one_before() {
    let first_moves = |before: usize| {
        let mut session = Session::new(recipe("rave", 60), game(9, Rules::CHINESE));
        for _ in 0..before {
            let turn = session.game().turn();
            session.genmove(turn, &free(), &mut ());
            session.final_score();
        }
        session.analyze(Color::Black, playouts(10), &free(), &mut ());
        session.new_game(game(9, Rules::CHINESE));
        let first = session.genmove(Color::Black, &free(), &mut ()).verdict;
        session.final_score();
        (
            first,
            session.genmove(Color::White, &free(), &mut ()).verdict,
        )
    };
    assert_eq!(first_moves(1), first_moves(5));
    // A question in between changes nothing.
    let mut session = Session::new(recipe("rave", 60), game(9, Rules::CHINESE));
    session.analyze(Color::Black, playouts(10), &free(), &mut ());
    session.new_game(game(9, Rules::CHINESE));
    let first = session.genmove(Color::Black, &free(), &mut ()).verdict;
    let second = session.genmove(Color::White, &free(), &mut ()).verdict;
    assert_eq!((first, second), first_moves(0));
}

#[test]
fn the_only_move_that_lives_is_found() {
    // Black has three points in a bend: A1 makes two eyes of them, and the komi pays for eight.
    let diagram = "O . O . O
                   O O O O O
                   X X O . O
                   . X X O O
                   . . X O .";
    for name in Recipe::names().filter(|&name| name != "beginner") {
        let game = position(diagram, Color::Black, Rules::CHINESE, -10.5);
        let mut session = Session::new(recipe(name, 2000), game);
        let decision = session.choose(Color::Black, &free(), &mut ());
        let vital = mv("A1", session.game());
        assert_eq!(decision.verdict, Verdict::Play(vital), "{name}");
        let best = decision.analysis.best().unwrap();
        assert!(best.winrate > 0.5, "{name}: {}", best.winrate);
    }
}

#[test]
fn moves_that_repeat_the_board_are_not_considered() {
    // White has just taken the ko at C4, so Black may not take it back at once, though that would
    // be best.
    let diagram = ". X O . .
                   X . X O .
                   . X O . .
                   . . . . .
                   . . . . .";
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        let mut game = position(diagram, Color::White, rules, 0.5);
        let (take, retake) = (mv("B4", &game), mv("C4", &game));
        game.play(Color::White, take).unwrap();
        assert!(game.check(Color::Black, retake).is_err());
        let mut session = Session::new(recipe("playouts", 300), game);
        let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
        assert!(visits(&analysis).iter().all(|&(mv, _)| mv != retake));
        assert!(analysis.candidates.len() > 3);
    }
}

#[test]
fn chance_in_the_choice_varies_it() {
    let choose = |seed: u64| {
        let mut parameters = recipe("rave", 60);
        parameters.search.choice.temperature = 0.7;
        parameters.budget.seed = seed;
        let mut session = Session::new(parameters, game(9, Rules::CHINESE));
        let decision = session.choose(Color::Black, &free(), &mut ());
        let best = decision.analysis.best().unwrap().mv;
        decision.verdict != Verdict::Play(best)
    };
    let varied = (0..20).filter(|&seed| choose(seed)).count();
    assert!((3..20).contains(&varied), "{varied} of 20");
}
