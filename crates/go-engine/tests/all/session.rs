//! A game and its player, as front ends use them.
//!
//! One file, long as it is: the tests share the recipes and boards at its beginning.

use std::time::{Duration, Instant};

use tengen_go::{Color, Diagram, Game, Komi, Move, Point, Rules, Size};
use tengen_go_engine::{
    Analysis, Ban, Control, Counting, Go, Limits, Parameters, Recipe, Restriction, Session, Verdict,
};

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
        let mut parameters = recipe("default", 100);
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

/// The whole of what a search of each recipe finds, as a number: it changes when the search does
/// something else than before, and is the same on every machine.
#[test]
fn the_searches_have_their_signatures() {
    let digest = |name: &str| {
        let mut session = Session::new(recipe(name, 2000), game(9, Rules::CHINESE));
        let analysis = session.analyze(Color::Black, playouts(2000), &free(), &mut ());
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for candidate in &analysis.candidates {
            let code = candidate.mv.point().map_or(81, |p| p.index(Size::NINE)) as u64;
            for word in [code, candidate.visits, (candidate.winrate * 1e9) as u64] {
                hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{name} {hash:016x}")
    };
    let found: Vec<String> = Recipe::names().map(digest).collect();
    assert_eq!(found, SIGNATURES);
}

const SIGNATURES: [&str; 26] = [
    "default 1b44ad3dd2f70fdc",
    "beginner e160d84437fdeb27",
    "handmade 8753eece6004967a",
    "rave 0019df5697193e4c",
    "uct cdf209d6818b9a00",
    "uct-threshold eb8bc4a0c3767051",
    "gnugo-uct cdf209d6818b9a00",
    "gtabu0 eb8bc4a0c3767051",
    "gtabu18 484bae209e6f62f7",
    "gtabu18-hash 08201159992c235a",
    "gtabu18-hash-win 63871ab00d6cedf2",
    "tabu0-strong 054ce79af84e5a1a",
    "tabu18-strong a630f1010fab239e",
    "tabu18-hash-strong ad9793c0d28a2a38",
    "tabu18-hash-win-strong 74dd42ca8e9ce3f2",
    // In an even game the linear kind does nothing.
    "dakv-linear 1b44ad3dd2f70fdc",
    "dakv-score e68fbce1d3b809a5",
    "dakv-value ead32ee365fb3296",
    "plain-uniform d09b5e5d7c4f6482",
    "difference 5a05d99f3d759b4a",
    "difference-default c209a9d7ce206b42",
    // Before the endgame it is the default player.
    "endgame 1b44ad3dd2f70fdc",
    "history a3c6c9e37494d06f",
    "history-improved faff21f4652daac1",
    "mcts-plain ff966483bc284f0e",
    "history-hybrid 4403384a6ef89f86",
];

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
        let mut session = Session::new(recipe("default", 300), game);
        let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
        assert!(visits(&analysis).iter().all(|&(mv, _)| mv != retake));
        assert!(analysis.candidates.len() > 3);
    }
}

const SETTLED: &str = ". X . X O . .
                       X X X X O O O
                       . X . X O . .
                       X X X X O O O
                       . X . X O . O
                       X X X X O O .
                       . X . X O O O";

#[test]
fn a_settled_game_ends_with_a_pass() {
    let game = position(SETTLED, Color::Black, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("default", 200), game);
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
    let mut session = Session::new(recipe("default", 500), game);
    let dead: Vec<Point> = session.dead_stones().iter().collect();
    assert_eq!(dead, [Point::parse("B6", session.game().size()).unwrap()]);
    assert_eq!(session.final_score().to_string(), "B+6.5");
}

#[test]
fn dead_stones_are_taken_off_when_asked() {
    let game = position(DEAD_STONE, Color::Black, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("default", 200), game);
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
    for name in ["uct", "rave", "default"] {
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
    let resigns = verdicts("default");
    assert_ne!(resigns[0], Verdict::Resign);
    assert_ne!(resigns[1], Verdict::Resign);
    assert_eq!(resigns[2], Verdict::Resign);
    assert!(!verdicts("uct").contains(&Verdict::Resign));
}

#[test]
fn restrictions_hold() {
    let game = game(9, Rules::CHINESE);
    let only = [mv("C3", &game), mv("G7", &game)];
    let ban = |moves: &[Move], only, plies| Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: moves.to_vec(),
            only,
            plies,
        }],
    };
    let mut session = Session::new(recipe("default", 300), game);
    let analysis = session.analyze(Color::Black, playouts(300), &ban(&only, true, 1), &mut ());
    let found: Vec<Move> = visits(&analysis).iter().map(|v| v.0).collect();
    assert!(!found.is_empty() && found.iter().all(|mv| only.contains(mv)));
    let analysis = session.analyze(Color::Black, playouts(300), &ban(&only, false, 9), &mut ());
    for candidate in &analysis.candidates {
        for own in candidate.pv.iter().step_by(2).take(4) {
            assert!(!only.contains(own));
        }
    }
    // The tree of a restricted search is not taken over by a free one.
    let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
    assert_eq!(analysis.visits, 300);
}

#[test]
fn the_tree_is_kept_as_far_as_it_holds() {
    let mut session = Session::new(recipe("default", 500), game(9, Rules::CHINESE));
    let analysis = session.analyze(Color::Black, playouts(500), &free(), &mut ());
    let line = analysis.best().unwrap().clone();
    session.play(Color::Black, line.pv[0]).unwrap();
    session.play(Color::White, line.pv[1]).unwrap();
    let analysis = session.analyze(Color::Black, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, line.pv_visits[1] + 100);
    // Another komi is another game, and so is one where a side moves twice.
    session.edit(|game| game.set_komi(Komi::ZERO));
    let analysis = session.analyze(Color::Black, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, 100);
    let analysis = session.analyze(Color::White, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, 100);
    session.undo();
    let analysis = session.analyze(Color::White, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, 100);
}

#[test]
fn a_tree_is_kept_by_territory_too() {
    // Stones cost a point in the tree, so that one more of a side changes nothing of it.
    let mut session = Session::new(recipe("default", 300), game(5, Rules::JAPANESE));
    let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
    let best = analysis.best().unwrap().clone();
    session.play(Color::Black, best.pv[0]).unwrap();
    let analysis = session.analyze(Color::White, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, best.pv_visits[0] + 100);
}

#[test]
fn restrictions_and_widening_combine() {
    let mut parameters = recipe("default", 300);
    parameters.search.widening.on = true;
    let mut session = Session::new(parameters, game(9, Rules::CHINESE));
    let corner = mv("A1", session.game());
    let only = Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: vec![corner],
            only: true,
            plies: 1,
        }],
    };
    session.analyze(Color::Black, playouts(300), &free(), &mut ());
    let analysis = session.analyze(Color::Black, playouts(300), &only, &mut ());
    assert_eq!(visits(&analysis), [(corner, 300)]);
}

/// Lets a search run for a while.
struct Pulses(usize);

impl Control<Go> for Pulses {
    fn interrupted(&mut self) -> bool {
        self.0 -= 1;
        self.0 == 0
    }
}

#[test]
fn pondering_is_not_lost() {
    let mut session = Session::new(recipe("default", 200), game(9, Rules::CHINESE));
    session.genmove(Color::Black, &free(), &mut ());
    session.ponder(&mut Pulses(20));
    let analysis = session.analyze(Color::White, playouts(1), &free(), &mut ());
    let reply = analysis.best().unwrap().clone();
    assert!(reply.visits > 50, "{}", reply.visits);
    session.play(Color::White, reply.mv).unwrap();
    let analysis = session.analyze(Color::Black, playouts(100), &free(), &mut ());
    assert!(analysis.visits >= reply.visits + 100);
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
fn win_rate_score_and_ownership_agree_about_who_is_ahead() {
    let game = position(SETTLED, Color::White, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("default", 400), game);
    let white = session.analyze(Color::White, playouts(400), &free(), &mut ());
    assert!(white.winrate < 0.1 && white.score < -2.0, "{}", white.score);
    assert!(white.findings.ownership[0] > 0.9 && white.findings.ownership[6] < -0.9);
    let black = session.analyze(Color::Black, playouts(400), &free(), &mut ());
    assert!(black.winrate > 0.9 && black.score > 2.0);
    assert!(black.findings.ownership[0] > 0.9);
    let names: Vec<&str> = black.counters.iter().map(|c| c.0).collect();
    assert!(names.contains(&"playout moves"), "{names:?}");
}

/// Stops at the third report.
struct Impatient(usize);

impl Control<Go> for Impatient {
    fn interrupted(&mut self) -> bool {
        self.0 >= 3
    }

    fn interval(&self) -> Option<Duration> {
        Some(Duration::from_millis(5))
    }

    fn report(&mut self, analysis: &Analysis) {
        assert!(analysis.visits > 0);
        self.0 += 1;
    }
}

#[test]
fn a_search_reports_and_can_be_interrupted() {
    let mut session = Session::new(recipe("default", 0), game(9, Rules::CHINESE));
    let mut control = Impatient(0);
    session.analyze(Color::Black, Limits::default(), &free(), &mut control);
    assert_eq!(control.0, 3);
}

#[test]
fn time_ends_a_search() {
    let mut session = Session::new(recipe("default", 0), game(9, Rules::CHINESE));
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let start = Instant::now();
    let analysis = session.analyze(Color::Black, limits, &free(), &mut ());
    assert!(start.elapsed() >= Duration::from_millis(50));
    assert!(analysis.playouts > 0);
}

#[test]
fn parameters_act_at_once() {
    let mut session = Session::new(recipe("uct", 50), game(9, Rules::CHINESE));
    assert_eq!(session.limits(Color::Black).playouts, Some(50));
    session.set("budget.playouts", "70").unwrap();
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.analysis.playouts, 70);
    let error = session.set("budget.playout", "70").unwrap_err();
    assert!(error.to_string().contains("budget.playouts"), "{error}");
}

#[test]
fn chance_in_the_choice_varies_it() {
    let choose = |seed: u64| {
        let mut parameters = recipe("beginner", 60);
        parameters.budget.seed = seed;
        let mut session = Session::new(parameters, game(9, Rules::CHINESE));
        let decision = session.choose(Color::Black, &free(), &mut ());
        let best = decision.analysis.best().unwrap().mv;
        decision.verdict != Verdict::Play(best)
    };
    let varied = (0..20).filter(|&seed| choose(seed)).count();
    assert!((3..20).contains(&varied), "{varied} of 20");
}

#[test]
fn two_threads_make_all_playouts() {
    let mut parameters = recipe("default", 2000);
    parameters.budget.threads = 2;
    parameters.search.choice.early_stop = false;
    let mut session = Session::new(parameters, game(9, Rules::CHINESE));
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.analysis.visits, 2000);
}

fn count(analysis: &Analysis, name: &str) -> Option<u64> {
    let mut counters = analysis.counters.iter();
    counters.find(|(n, _)| *n == name).map(|&(_, count)| count)
}

#[test]
fn positions_of_playouts_are_counted_without_changing_the_search() {
    for name in ["uct", "rave"] {
        let search = |watched: u32, threads: u32| {
            let mut parameters = recipe(name, 0);
            parameters.measure.duplicates = watched;
            parameters.budget.threads = threads;
            let mut session = Session::new(parameters, game(5, Rules::CHINESE));
            // A second search begins at nought.
            session.analyze(Color::Black, playouts(10), &free(), &mut ());
            let analysis = session.analyze(Color::Black, playouts(500), &free(), &mut ());
            session.dead_stones();
            (analysis, session.rows())
        };
        let (plain, none) = search(0, 1);
        assert_eq!(count(&plain, "playout positions"), None);
        assert!(none.is_empty());
        let (analysis, rows) = search(3, 1);
        assert_eq!(visits(&analysis), visits(&plain));
        let watched = |analysis: &Analysis| {
            let ended = count(analysis, "endings in the tree").unwrap();
            3 * (analysis.playouts - ended)
        };
        // From a board that empty every playout makes three moves.
        assert_eq!(
            count(&analysis, "playout positions"),
            Some(watched(&analysis))
        );
        let repeated = count(&analysis, "repeated playout positions").unwrap();
        let [("playout positions", largest)] = rows.as_slice() else {
            panic!("{rows:?}")
        };
        assert_eq!(largest.len(), 50);
        assert!(largest.is_sorted_by(|a, b| a >= b) && largest[0] > 1);
        assert!(repeated >= largest.iter().map(|n| n - 1).sum());
        let (analysis, _) = search(3, 2);
        assert_eq!(
            count(&analysis, "playout positions"),
            Some(watched(&analysis))
        );
    }
}

#[test]
fn the_shape_of_the_tree_is_that_of_the_last_search() {
    let mut session = Session::new(recipe("uct", 0), game(5, Rules::CHINESE));
    assert_eq!(session.shape(), None);
    let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
    let shape = session.shape().unwrap();
    assert_eq!(shape.depths.iter().sum::<u64>(), shape.nodes);
    assert_eq!(shape.depths[1], analysis.candidates.len() as u64);
    assert_eq!(shape.playouts[0], 300);
    assert_eq!(Some(shape.expanded), count(&analysis, "expansions"));
    assert!(shape.mean_depth() >= 1.0);
    session.forget();
    assert_eq!(session.shape(), None);
}
