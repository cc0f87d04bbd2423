//! The tree out of the playout history in whole games: what it keeps, what it plays, what it refuses.

use std::time::{Duration, Instant};

use tengen_go::{Color, Diagram, Game, Komi, Move, Rules, Size};
use tengen_go_engine::{
    Analysis, Ban, Limits, ModelFault, Models, Parameters, Recipe, Restriction, Session, Verdict,
};
use tengen_params::set;

/// A built-in recipe with changes.
fn recipe(name: &str, changes: &[(&str, &str)]) -> Parameters {
    let mut parameters = Recipe::find(name).unwrap().parameters;
    for (key, value) in changes {
        set(&mut parameters, key, value).unwrap();
    }
    parameters
}

fn session(parameters: Parameters, size: usize) -> Session {
    let size = Size::new(size).unwrap();
    let game = Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    Session::new(parameters, game)
}

fn position(diagram: &str, turn: Color, rules: Rules, komi: f64) -> Game {
    let stones = Diagram::parse(diagram).unwrap().stones;
    Game::from_position(stones, turn, rules, Komi::new(komi).unwrap())
}

fn playouts(n: u64) -> Limits {
    Limits {
        playouts: Some(n),
        ..Limits::default()
    }
}

fn search(session: &mut Session, n: u64) -> Analysis {
    let turn = session.game().turn();
    session.analyze(turn, playouts(n), &Restriction::default(), &mut ())
}

fn counter(analysis: &Analysis, wanted: &str) -> u64 {
    let found = analysis.counters.iter().find(|(name, _)| *name == wanted);
    found.unwrap_or_else(|| panic!("no {wanted}")).1
}

fn mv(label: &str, game: &Game) -> Move {
    Move::parse(label, game.size()).unwrap()
}

const RECIPES: [&str; 2] = ["history", "history-improved"];

#[test]
fn the_recipes_have_the_numbers_of_the_report() {
    for name in RECIPES {
        let found = recipe(name, &[]);
        assert_eq!(found.budget.playouts, 8000);
        assert!(found.history.on);
        assert_eq!(found.history.size, 40_000);
        assert_eq!(found.history.transpositions, name == "history-improved");
    }
    let plain = recipe("mcts-plain", &[]);
    assert_eq!(plain.budget.playouts, 8000);
    assert!(!plain.history.on && !plain.search.tree.reuse && !plain.search.choice.early_stop);
    // Without the history the first recipe is the opponent, but for its constants.
    let mut history = recipe("history", &[("history.on", "false")]);
    history.recipe = plain.recipe.clone();
    history.search = plain.search.clone();
    assert_eq!(history, plain);
}

#[test]
fn playouts_of_a_decision_are_the_candidates() {
    for name in RECIPES {
        let mut session = session(recipe(name, &[]), 9);
        let analysis = search(&mut session, 2000);
        assert_eq!((analysis.playouts, analysis.visits), (2000, 2000));
        let all: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
        assert_eq!(all, 2000, "{name}");
        assert!(analysis.candidates.len() > 70, "{name}");
        let (first, rest) = analysis.candidates.split_first().unwrap();
        assert_eq!(first.pv[0], first.mv);
        assert!(first.pv_visits.is_sorted_by(|a, b| a >= b));
        assert!(rest.is_sorted_by(|a, b| a.winrate >= b.winrate));
        assert_eq!(analysis.findings.ownership.len(), 81);
        assert_eq!(counter(&analysis, "matching playouts"), 2000);
        let shape = session.shape().unwrap();
        assert_eq!(shape.playouts[..2], [2000, 2000]);
    }
}

#[test]
fn playouts_that_match_the_game_count_again() {
    let mut session = session(recipe("history", &[]), 4);
    let first = search(&mut session, 3000);
    let chosen = first.candidates[0].clone();
    session.play(Color::Black, chosen.mv).unwrap();
    let second = search(&mut session, 500);
    assert_eq!(second.visits, 500 + chosen.visits);
    assert_eq!(counter(&second, "older playouts"), chosen.visits);
    assert_eq!(counter(&second, "history playouts"), 3500);
    // The same position again: all of it stays.
    let third = search(&mut session, 500);
    assert_eq!(third.visits, 1000 + chosen.visits);
    // Another game, or a move taken back: nothing does.
    session.undo();
    assert_eq!(search(&mut session, 100).visits, 100);
    session.edit(|game| game.set_komi(Komi::ZERO));
    assert_eq!(search(&mut session, 100).visits, 100);
}

#[test]
fn the_history_has_an_end() {
    let mut session = session(recipe("history", &[("history.size", "300")]), 5);
    let analysis = search(&mut session, 1000);
    assert_eq!((analysis.playouts, analysis.visits), (1000, 300));
}

#[test]
fn one_seed_plays_one_game_and_decisions_differ() {
    for name in RECIPES {
        let moves = |seed: &str| {
            let changes = [("budget.seed", seed), ("budget.playouts", "300")];
            let mut session = session(recipe(name, &changes), 7);
            for _ in 0..8 {
                let turn = session.game().turn();
                session.genmove(turn, &Restriction::default(), &mut ());
            }
            session.game().moves().collect::<Vec<_>>()
        };
        assert_eq!(moves("1"), moves("1"), "{name}");
        assert_ne!(moves("1"), moves("2"), "{name}");
    }
    // The same position again has other playouts.
    let mut session = session(recipe("history", &[("history.size", "200")]), 9);
    let visits = |analysis: Analysis| {
        let candidates = analysis.candidates.into_iter();
        candidates.map(|c| (c.mv, c.visits)).collect::<Vec<_>>()
    };
    let first = visits(search(&mut session, 200));
    assert_ne!(first, visits(search(&mut session, 200)));
}

#[test]
fn games_end_and_are_counted() {
    for name in RECIPES {
        let mut session = session(recipe(name, &[("budget.playouts", "100")]), 6);
        let mut moves = 0;
        while !session.game().is_over() {
            let turn = session.game().turn();
            let decision = session.genmove(turn, &Restriction::default(), &mut ());
            assert!(matches!(decision.verdict, Verdict::Play(_)));
            moves += 1;
            assert!(moves < 200, "{name}");
        }
        assert!(moves > 10, "{name}: {moves}");
    }
}

#[test]
fn where_few_points_are_open_feature_points_are_deep() {
    // Three points in a row inside of White's stones: nothing else can be played.
    let game = position(
        ". X . X .
         X X X X X
         O O O O O
         O . . . O
         O O O O O",
        Color::Black,
        Rules::CHINESE,
        0.5,
    );
    for name in RECIPES {
        let mut session = Session::new(recipe(name, &[]), game.clone());
        let analysis = search(&mut session, 2000);
        assert_eq!(analysis.candidates.len(), 3, "{name}");
        assert!(counter(&analysis, "feature points") > 3, "{name}");
        let shape = session.shape().unwrap();
        assert!(shape.deepest > 2 && shape.depths[1] == 3, "{name}");
        // All of what random playouts do here comes again and again, in different order.
        let merged = counter(&analysis, "merged nodes");
        assert_eq!(merged > 0, name == "history-improved", "{name}");
    }
}

#[test]
fn restrictions_are_kept_at_every_ply() {
    let mut session = session(recipe("history-improved", &[]), 5);
    let game = session.game().clone();
    let restriction = Restriction {
        bans: vec![
            Ban {
                color: Color::Black,
                moves: vec![mv("C3", &game), mv("B2", &game)],
                only: true,
                plies: 1,
            },
            Ban {
                color: Color::White,
                moves: vec![mv("C2", &game)],
                only: false,
                plies: 2,
            },
        ],
    };
    let analysis = session.analyze(Color::Black, playouts(4000), &restriction, &mut ());
    assert_eq!(analysis.candidates.len(), 2);
    assert!(analysis.visits < 500);
    for candidate in &analysis.candidates {
        assert_ne!(candidate.pv.get(1), Some(&mv("C2", &game)));
    }
}

#[test]
fn superko_keeps_a_move_out() {
    // A ko: Black has just taken at B2 after White's stone at C2 was put there.
    let mut game = position(
        ". X O . .
         X . X O .
         . X O . .
         . . . . .
         . . . . .",
        Color::White,
        Rules::TROMP_TAYLOR,
        0.5,
    );
    game.play(Color::White, mv("B4", &game)).unwrap();
    let retake = mv("C4", &game);
    assert!(game.check(Color::Black, retake).is_err());
    let mut session = Session::new(recipe("history", &[]), game);
    let analysis = search(&mut session, 3000);
    assert!(analysis.candidates.iter().all(|c| c.mv != retake));
    assert!(analysis.candidates.len() > 10);
}

#[test]
fn time_is_kept() {
    let mut session = session(recipe("history-improved", &[]), 9);
    let limits = Limits {
        time: Some(Duration::from_millis(200)),
        ..Limits::default()
    };
    for _ in 0..3 {
        let start = Instant::now();
        let turn = session.game().turn();
        let analysis = session.analyze(turn, limits, &Restriction::default(), &mut ());
        assert!(analysis.playouts > 0);
        // A machine that does other things too may take its time; no end would be something else.
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_game_that_is_over_can_be_thought_about() {
    let mut session = session(recipe("history", &[]), 5);
    for color in Color::BOTH {
        session.play(color, Move::Pass).unwrap();
    }
    let analysis = search(&mut session, 100);
    assert_eq!(analysis.playouts, 100);
    assert!(!analysis.candidates.is_empty());
}

#[test]
fn what_does_not_go_together_is_refused_with_a_reason() {
    for (key, value) in [
        ("difference.on", "true"),
        ("endgame.on", "true"),
        ("dynamic_komi.kind", "linear"),
        ("tabu.size", "18"),
        ("measure.duplicates", "5"),
        ("budget.threads", "2"),
    ] {
        let parameters = recipe("history", &[(key, value)]);
        let clash = parameters.check().unwrap_err();
        assert_eq!(clash.one, "history.on", "{key}");
        assert!(clash.other.starts_with(key), "{key}");
        let fault = Models::load(&parameters);
        assert!(matches!(fault, Err(ModelFault::Clash(_))), "{key}");
        let mut session = session(recipe("history", &[]), 5);
        let error = session.set(key, value).unwrap_err();
        assert!(error.to_string().contains("history.on"), "{error}");
    }
}
