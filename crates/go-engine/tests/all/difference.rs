//! Difference games in whole searches: the right move, with every other part, on every board.

use tengen_go::{Color, Diagram, Game, Komi, Move, Point, Rules, Size};
use tengen_go_engine::{
    Analysis, Ban, Counting, Limits, ModelFault, Models, Parameters, Recipe, Restriction, Session,
    Verdict,
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

fn search(parameters: Parameters, game: Game, playouts: u64) -> Analysis {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let turn = game.turn();
    let mut session = Session::new(parameters, game);
    session.analyze(turn, limits, &Restriction::default(), &mut ())
}

fn visits(analysis: &Analysis) -> Vec<(Move, u64)> {
    let candidates = analysis.candidates.iter();
    candidates.map(|c| (c.mv, c.visits)).collect()
}

fn mv(label: &str, size: usize) -> Move {
    Move::parse(label, Size::new(size).unwrap()).unwrap()
}

/// Two independent areas, as in the paper's first problem: C4 is worth two points of territory, F4
/// one. Whatever Black does, the game is won at this komi.
fn p1(rules: Rules, komi: f64) -> Game {
    let diagram = ". X . X X X X
                   X X X X X X X
                   X X O X X . X
                   X X . X X . X
                   O O O O O O O
                   O O O O O O O
                   . O . O O O O";
    let stones = Diagram::parse(diagram).unwrap().stones;
    Game::from_position(stones, Color::Black, rules, Komi::new(komi).unwrap())
}

#[test]
fn the_larger_move_is_found_where_the_plain_search_sees_no_difference() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        let plain = search(recipe("plain-uniform", &[]), p1(rules, -20.0), 3000);
        assert!(plain.candidates.iter().all(|c| c.winrate == 1.0));
        for name in ["difference", "difference-default"] {
            let found = search(recipe(name, &[]), p1(rules, -20.0), 3000);
            let best = found.best().unwrap();
            assert_eq!(best.mv, mv("C4", 7), "{name}");
            assert!(best.winrate > 0.7, "{name} {}", best.winrate);
        }
    }
    let even = recipe("difference", &[("difference.board", "even")]);
    let found = search(even, p1(Rules::JAPANESE, -20.0), 3000);
    assert_eq!(found.best().unwrap().mv, mv("C4", 7));
    // The lesser moves are even or lost in the difference game.
    let wide = [("ucb.exploration", "1.5"), ("tree.threshold", "1")];
    let found = search(recipe("difference", &wide), p1(Rules::JAPANESE, 0.0), 3000);
    for candidate in &found.candidates[1..] {
        assert!(candidate.winrate < 0.7, "{candidate:?}");
    }
}

#[test]
fn komi_cancels() {
    let found = |komi| {
        visits(&search(
            recipe("difference", &[]),
            p1(Rules::JAPANESE, komi),
            500,
        ))
    };
    assert_eq!(found(-20.0), found(6.5));
}

#[test]
fn two_threads_find_it_too() {
    for name in ["difference", "difference-default"] {
        let threads = [("budget.threads", "2"), ("choice.early_stop", "false")];
        let found = search(recipe(name, &threads), p1(Rules::JAPANESE, 0.0), 4000);
        assert_eq!(found.best().unwrap().mv, mv("C4", 7), "{name}");
        assert_eq!((found.playouts, found.visits), (4000, 4000));
    }
}

#[test]
fn it_works_with_every_part_and_on_every_board() {
    for policy in ["uniform", "cascade", "gamma"] {
        for tree in ["ucb", "ucb-rave", "action-value"] {
            for known in ["false", "true"] {
                let changes = [
                    ("playout.policy", policy),
                    ("tree.policy", tree),
                    ("knowledge.on", known),
                    ("prior.on", known),
                    ("tree.threshold", "2"),
                    ("difference.follow", "0.3"),
                ];
                let size = Size::new(5).unwrap();
                let game = Game::new(size, Rules::JAPANESE, Komi::ZERO);
                let found = search(recipe("difference", &changes), game, 400);
                assert_eq!(found.visits, 400, "{changes:?}");
                assert!(!found.candidates.is_empty(), "{changes:?}");
                assert!(found.findings.ownership.len() == size.area());
            }
        }
    }
    for size in [2, 9, 13, 19, 25] {
        for name in ["difference", "difference-default"] {
            let game = Game::new(Size::new(size).unwrap(), Rules::CHINESE, Komi::ZERO);
            let found = search(recipe(name, &[("choice.early_stop", "false")]), game, 60);
            assert_eq!(found.visits, 60, "{name} {size}");
        }
    }
}

/// Moves of both boards are credited as first plays, each to its own code: on the original the plays
/// of the root's side are its candidates.
#[test]
fn first_plays_are_those_of_the_original() {
    let changes = [("tree.policy", "ucb-rave"), ("tree.threshold", "1")];
    let found = search(
        recipe("difference", &changes),
        p1(Rules::CHINESE, 0.0),
        1000,
    );
    let pass = found.candidates.iter().find(|c| c.mv == Move::Pass);
    assert!(pass.is_none_or(|pass| pass.rave.0 == 0));
    for candidate in found.candidates.iter().filter(|c| c.mv != Move::Pass) {
        // At most one credit a playout, and one for each playout through the move itself.
        assert!((candidate.visits..=1000).contains(&candidate.rave.0));
    }
}

/// The line that is shown stays on the original.
#[test]
fn lines_are_moves_of_the_game() {
    let game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
    let found = search(recipe("difference-default", &[]), game.clone(), 800);
    for candidate in &found.candidates {
        assert_eq!(candidate.pv.first(), Some(&candidate.mv));
        assert_eq!(candidate.pv.len(), candidate.pv_visits.len());
        let mut played = game.clone();
        for &mv in &candidate.pv {
            played.play(played.turn(), mv).unwrap();
        }
    }
}

#[test]
fn moves_that_repeat_the_board_and_restrictions_are_kept_to() {
    let diagram = ". X O . .
                   X . X O .
                   . X O . .
                   . . . . .
                   . . . . .";
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        let stones = Diagram::parse(diagram).unwrap().stones;
        let mut game = Game::from_position(stones, Color::White, rules, Komi::ZERO);
        game.play(Color::White, mv("B4", 5)).unwrap();
        let retake = mv("C4", 5);
        assert!(game.check(Color::Black, retake).is_err());
        let found = search(recipe("difference", &[]), game, 300);
        assert!(visits(&found).iter().all(|&(mv, _)| mv != retake));
    }
    let only = vec![mv("F4", 7), mv("F5", 7)];
    let restriction = Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: only.clone(),
            only: true,
            plies: 3,
        }],
    };
    let game = p1(Rules::JAPANESE, 0.0);
    let mut session = Session::new(recipe("difference", &[]), game);
    let limits = Limits {
        playouts: Some(500),
        ..Limits::default()
    };
    let found = session.analyze(Color::Black, limits, &restriction, &mut ());
    assert_eq!(found.visits, 500);
    assert!(visits(&found).iter().all(|(mv, _)| only.contains(mv)));
}

/// Asked for again the same is found again: nothing is kept from search to search but the stream of
/// random numbers.
#[test]
fn no_tree_is_kept() {
    let game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
    let parameters = recipe("difference-default", &[("tree.reuse", "true")]);
    let mut session = Session::new(parameters, game);
    for _ in 0..2 {
        let limits = Limits {
            playouts: Some(200),
            ..Limits::default()
        };
        let found = session.analyze(Color::Black, limits, &Restriction::default(), &mut ());
        assert_eq!(found.visits, 200);
    }
}

#[test]
fn a_full_tree_is_no_failure() {
    let game = Game::new(Size::new(19).unwrap(), Rules::CHINESE, Komi::ZERO);
    let changes = [("tree.memory", "1"), ("tree.threshold", "0")];
    let found = search(recipe("difference", &changes), game, 800);
    assert!(found.full);
    assert_eq!(found.visits, 800);
}

#[test]
fn questions_about_points_are_answered_on_one_board() {
    let diagram = ". . . X O . .
                   . O . X O . O
                   . . . X O . .
                   . . . X O O O
                   . . . X O . .
                   . . . X O O O
                   . . . X O . .";
    let stones = Diagram::parse(diagram).unwrap().stones;
    let game = Game::from_position(stones, Color::Black, Rules::CHINESE, Komi::ZERO);
    let mut session = Session::new(recipe("difference-default", &[]), game);
    let dead: Vec<Point> = session.dead_stones().iter().collect();
    assert_eq!(dead, [Point::parse("B6", session.game().size()).unwrap()]);
    let plain = recipe("difference-default", &[("difference.on", "false")]);
    let mut other = Session::new(plain, session.game().clone());
    assert_eq!(session.final_score(), other.final_score());
}

/// Whoever is ahead, a game in which every point has its owner is over: the difference game, which is
/// always even, is no reason to go on.
#[test]
fn a_settled_game_ends_with_a_pass_though_it_is_lost() {
    let diagram = ". X . X O . .
                   X X X X O O O
                   . X . X O . .
                   X X X X O O O
                   . X . X O . O
                   X X X X O O .
                   . X . X O O O";
    for komi in [0.5, 20.5] {
        let stones = Diagram::parse(diagram).unwrap().stones;
        let komi = Komi::new(komi).unwrap();
        let game = Game::from_position(stones, Color::Black, Rules::CHINESE, komi);
        let changes = [("budget.playouts", "200"), ("budget.seconds", "0")];
        let mut session = Session::new(recipe("difference-default", &changes), game);
        let decision = session.genmove(Color::Black, &Restriction::default(), &mut ());
        assert_eq!(decision.verdict, Verdict::Play(Move::Pass), "{komi}");
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_a_sentence() {
    for (name, value) in [
        ("tabu.size", "18"),
        ("playout.lgrf", "true"),
        ("measure.duplicates", "3"),
        ("dynamic_komi.kind", "value"),
    ] {
        let parameters = recipe("difference", &[(name, value)]);
        let fault = Models::load(&parameters).unwrap_err();
        assert!(matches!(fault, ModelFault::Clash(_)));
        let sentence = fault.to_string();
        assert!(
            sentence.contains(name) && sentence.contains("difference.on"),
            "{sentence}"
        );
        let game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
        let mut session = Session::new(recipe("difference", &[]), game.clone());
        assert!(session.set(name, value).is_err());
        assert_eq!(session.parameters(), &recipe("difference", &[]));
        // The other way round too.
        let mut session = Session::new(recipe("uct", &[(name, value)]), game);
        assert!(session.set("difference.on", "true").is_err());
        assert!(session.fault().is_none());
    }
}
