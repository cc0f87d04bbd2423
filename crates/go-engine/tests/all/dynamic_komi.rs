//! Dynamic komi in whole searches: games that are far from even.

use tengen_go::{Color, Diagram, Game, Komi, Move, Rules, Size};
use tengen_go_engine::{
    Analysis, Counting, Limits, Parameters, Recipe, Restriction, Session, Verdict,
};
use tengen_params::set;

/// A built-in recipe with changes, and so many playouts.
fn recipe(name: &str, playouts: u64, changes: &[(&str, &str)]) -> Parameters {
    let mut parameters = Recipe::find(name).unwrap().parameters;
    parameters.budget.playouts = playouts;
    parameters.budget.seconds = 0.0;
    parameters.search.choice.early_stop = false;
    for (key, value) in changes {
        set(&mut parameters, key, value).unwrap();
    }
    parameters
}

fn position(diagram: &str, turn: Color, komi: f64) -> Game {
    let stones = Diagram::parse(diagram).unwrap().stones;
    Game::from_position(stones, turn, Rules::CHINESE, Komi::new(komi).unwrap())
}

fn search(session: &mut Session, playouts: u64) -> Analysis {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let turn = session.game().turn();
    session.analyze(turn, limits, &Restriction::default(), &mut ())
}

/// Everything is settled but F5, which is worth six points to either side, and F1, which is worth
/// two. At a komi of −9.5 Black wins by 20.5 if he passes, by 24.5 if he plays F1 first, and by
/// 32.5 if he plays F5 first.
const LOPSIDED: &str = ". X . X . X O O .
                        X X X X X X O . O
                        . X . X . X O O O
                        X X X X X X O O .
                        O O O O O . O . O
                        X X X X X X O O O
                        . X . X . X O O .
                        X X X X X X O . O
                        . X . X O . O O O";

fn dynamic(analysis: &Analysis) -> (f64, f64) {
    let komi = analysis.findings.dynamic_komi.unwrap();
    (komi.points, komi.winrate)
}

#[test]
fn the_largest_move_of_a_won_game_is_found() {
    let play = |kind: &str, seed: &str| {
        let changes = [
            ("budget.seed", seed),
            ("dynamic_komi.kind", kind),
            ("dynamic_komi.schedule", "constant"),
        ];
        let game = position(LOPSIDED, Color::Black, -9.5);
        search(&mut Session::new(recipe("uct", 0, &changes), game), 8000)
    };
    for seed in ["3", "4", "5"] {
        // Every move wins, and it is all the same: a pass happens to have a playout more.
        let plain = play("off", seed);
        assert_eq!(plain.findings.dynamic_komi, None);
        assert_eq!(plain.candidates.len(), 3);
        assert!(plain.candidates.iter().all(|c| c.winrate == 1.0));
        for kind in ["value", "score"] {
            let analysis = play(kind, seed);
            let best = analysis.best().unwrap();
            assert_eq!(best.mv.label(Size::NINE), "F5", "{kind} {seed}");
            assert!(best.visits > 4000, "{kind} {seed}: {}", best.visits);
            // F5 first wins by 32.5, against bad play by more.
            let (points, winrate) = dynamic(&analysis);
            assert!((30.0..=36.0).contains(&points), "{kind} {seed}: {points}");
            assert!(winrate < 0.99, "{kind} {seed}: {winrate}");
            // Nobody is fooled about who wins.
            assert!(analysis.candidates.iter().all(|c| c.winrate == 1.0));
            assert_eq!(analysis.winrate, 1.0);
        }
    }
    for name in ["dakv-score", "dakv-value"] {
        let game = position(LOPSIDED, Color::Black, -9.5);
        let analysis = search(&mut Session::new(recipe(name, 0, &[]), game), 3000);
        assert_eq!(analysis.best().unwrap().mv.label(Size::NINE), "F5");
    }
}

#[test]
fn the_win_rate_comes_into_the_band() {
    // An empty board, and 40 points for Black: he wins most games, White few.
    for (turn, sign) in [(Color::Black, 1.0), (Color::White, -1.0)] {
        let changes = [
            ("dynamic_komi.interval", "400"),
            ("dynamic_komi.share", "0.5"),
            ("dynamic_komi.losing", "100"),
        ];
        let size = Size::new(7).unwrap();
        let mut game = Game::new(size, Rules::CHINESE, Komi::new(-40.5).unwrap());
        if turn == Color::White {
            game.play(Color::Black, Move::Pass).unwrap();
        }
        let mut session = Session::new(recipe("dakv-value", 0, &changes), game);
        let analysis = search(&mut session, 10_000);
        let (points, winrate) = dynamic(&analysis);
        assert!((0.35..0.65).contains(&winrate), "{turn}: {winrate}");
        assert!((25.0..60.0).contains(&(sign * points)), "{turn}: {points}");
        let real = analysis.winrate;
        assert!((real - 0.5) * sign > 0.3, "{turn}: {real}");
        assert!(analysis.score * sign > 20.0, "{turn}: {}", analysis.score);
    }
}

#[test]
fn resigning_goes_by_what_a_game_is_really_worth() {
    // White owns the board but for a stone, and the komi is more than the board.
    let hopeless = ". O . O . . O
                    O O O O O O O
                    . . O . O . .
                    O O O O O O O
                    . . . . O O .
                    . . X . O . O
                    . . . . O O O";
    let changes = [
        ("dynamic_komi.interval", "20"),
        ("dynamic_komi.share", "0.9"),
        ("dynamic_komi.losing", "200"),
    ];
    let game = position(hopeless, Color::Black, 60.5);
    let mut session = Session::new(recipe("dakv-value", 400, &changes), game);
    let mut verdicts = Vec::new();
    for _ in 0..3 {
        let decision = session.genmove(Color::Black, &Restriction::default(), &mut ());
        let (points, winrate) = dynamic(&decision.analysis);
        assert!(points < -60.0 && winrate > 0.05, "{points} {winrate}");
        verdicts.push(decision.verdict == Verdict::Resign);
        session.genmove(Color::White, &Restriction::default(), &mut ());
    }
    assert_eq!(verdicts, [false, false, true]);
    // And whoever gives so much that every playout is lost is still ahead.
    let greedy = [
        ("dynamic_komi.interval", "20"),
        ("dynamic_komi.step", "30"),
        ("dynamic_komi.red", "0"),
        ("dynamic_komi.green", "0"),
        ("resign.moves", "1"),
    ];
    let game = position(LOPSIDED, Color::Black, -9.5);
    let mut session = Session::new(recipe("dakv-value", 400, &greedy), game);
    let decision = session.genmove(Color::Black, &Restriction::default(), &mut ());
    let (points, winrate) = dynamic(&decision.analysis);
    assert!(points > 100.0 && winrate < 0.05, "{points} {winrate}");
    assert_ne!(decision.verdict, Verdict::Resign);
    assert_eq!(decision.analysis.winrate, 1.0);
}

#[test]
fn a_settled_game_ends_with_a_pass() {
    let settled = ". X . X O . .
                   X X X X O O O
                   . X . X O . .
                   X X X X O O O
                   . X . X O . O
                   X X X X O O .
                   . X . X O O O";
    for name in ["dakv-linear", "dakv-score", "dakv-value"] {
        let game = position(settled, Color::Black, 0.5);
        let mut session = Session::new(recipe(name, 400, &[]), game);
        for turn in Color::BOTH {
            let decision = session.genmove(turn, &Restriction::default(), &mut ());
            assert_eq!(decision.verdict, Verdict::Play(Move::Pass), "{name}");
        }
        assert_eq!(session.final_score().to_string(), "B+6.5");
    }
}

fn visits(analysis: &Analysis) -> Vec<(Move, u64)> {
    let candidates = analysis.candidates.iter();
    candidates.map(|c| (c.mv, c.visits)).collect()
}

#[test]
fn the_linear_kind_follows_the_handicap_and_leaves_even_games_alone() {
    let even = |name: &str| {
        let game = Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        visits(&search(&mut Session::new(recipe(name, 0, &[]), game), 1000))
    };
    assert_eq!(even("dakv-linear"), even("playouts"));
    let mut game = Game::new(Size::NINE, Rules::CHINESE, Komi::new(0.5).unwrap());
    game.fixed_handicap(4).unwrap();
    let changes = [("dynamic_komi.moves", "40")];
    let mut session = Session::new(recipe("dakv-linear", 0, &changes), game);
    // White is to move, and is given 28 points; after ten moves 28·30/40.
    assert_eq!(dynamic(&search(&mut session, 100)).0, -28.0);
    for _ in 0..10 {
        let turn = session.game().turn();
        let best = search(&mut session, 100).best().unwrap().mv;
        session.play(turn, best).unwrap();
    }
    assert_eq!(dynamic(&search(&mut session, 100)).0, -21.0);
}

#[test]
fn it_goes_on_with_the_game_and_not_into_another() {
    let game = Game::new(Size::NINE, Rules::CHINESE, Komi::new(-60.5).unwrap());
    let mut session = Session::new(recipe("dakv-value", 0, &[]), game);
    let analysis = search(&mut session, 2000);
    let (points, _) = dynamic(&analysis);
    assert_eq!(points, 10.0);
    for &mv in &analysis.best().unwrap().pv[..2] {
        let turn = session.game().turn();
        session.play(turn, mv).unwrap();
    }
    assert_eq!(dynamic(&search(&mut session, 10)).0, points);
    session.undo();
    session.undo();
    assert_eq!(dynamic(&search(&mut session, 10)).0, 0.0);
}

#[test]
fn two_threads_make_all_playouts_and_adjust_together() {
    for name in ["dakv-score", "dakv-value"] {
        let changes = [("budget.threads", "2")];
        let game = Game::new(Size::NINE, Rules::CHINESE, Komi::new(-60.5).unwrap());
        let mut session = Session::new(recipe(name, 0, &changes), game);
        let analysis = search(&mut session, 2000);
        assert_eq!(analysis.visits, 2000);
        let (points, _) = dynamic(&analysis);
        let least = if name == "dakv-value" { 10.0 } else { 40.0 };
        assert!(points >= least, "{name}: {points}");
        assert!(analysis.winrate > 0.9);
    }
}

#[test]
fn it_works_with_every_part() {
    for tree in ["ucb", "ucb-rave", "action-value"] {
        for policy in ["uniform", "cascade", "gamma"] {
            for kind in ["linear", "score", "value"] {
                let changes = [
                    ("tree.policy", tree),
                    ("playout.policy", policy),
                    ("playout.lgrf", "true"),
                    ("tabu.size", "18"),
                    ("widening.on", "true"),
                    ("objective.score", "0.1"),
                    ("dynamic_komi.kind", kind),
                    ("dynamic_komi.points", "30"),
                    ("dynamic_komi.interval", "50"),
                ];
                let game = Game::new(Size::new(5).unwrap(), Rules::JAPANESE, Komi::ZERO);
                let parameters = recipe("uct", 0, &changes);
                let twice = [(); 2].map(|()| {
                    let analysis = search(&mut Session::new(parameters.clone(), game.clone()), 400);
                    (visits(&analysis), dynamic(&analysis))
                });
                assert_eq!(twice[0], twice[1], "{changes:?}");
            }
        }
    }
}
