//! The player of late positions: right where the game is close, and where it is decided.

use tengen_go::{Color, Diagram, Game, Komi, Move, Rules, Size};
use tengen_go_engine::{Analysis, Ban, Limits, Parameters, Recipe, Restriction, Session, Verdict};
use tengen_params::set;

fn recipe(changes: &[(&str, &str)]) -> Parameters {
    let mut parameters = Recipe::find("endgame").unwrap().parameters;
    for (key, value) in changes {
        set(&mut parameters, key, value).unwrap();
    }
    parameters
}

const SEARCH: &[(&str, &str)] = &[("endgame.solver", "false")];

fn free() -> Restriction {
    Restriction::default()
}

fn search(parameters: Parameters, game: Game, playouts: u64) -> Analysis {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let turn = game.turn();
    let mut session = Session::new(parameters, game);
    session.analyze(turn, limits, &free(), &mut ())
}

fn mv(label: &str) -> Move {
    Move::parse(label, Size::new(7).unwrap()).unwrap()
}

/// C4 is worth two points of territory, F4 one. By right play Black gets two and White the other:
/// with the settled points that is two points ahead for Black.
fn position(komi: f64) -> Game {
    let diagram = ". X . X X X X
                   X X X X X X X
                   X X O X X . X
                   X X . X X . X
                   O O O O O O O
                   O O O O O O O
                   . O . O O O O";
    let stones = Diagram::parse(diagram).unwrap().stones;
    let komi = Komi::new(komi).unwrap();
    Game::from_position(stones, Color::Black, Rules::JAPANESE, komi)
}

/// Close, won by far, lost by far.
const KOMIS: [f64; 5] = [1.5, -8.5, -30.5, 9.5, 30.5];

#[test]
fn a_solved_position_is_played_by_the_proof() {
    for komi in KOMIS {
        let found = search(recipe(&[]), position(komi), 10_000);
        let exact = found.findings.exact.expect("it is solved");
        assert_eq!(exact.score, 2.0 - komi);
        // White would pass as well, and nothing that is open counts.
        assert_eq!(exact.pass, Some(-komi));
        assert_eq!(found.best().unwrap().mv, mv("C4"));
        assert_eq!(found.candidates.len(), 1);
        assert_eq!(found.winrate, if komi < 2.0 { 1.0 } else { 0.0 });
        assert!(found.playouts < 1000, "{}", found.playouts);
        assert!(!found.findings.ownership.is_empty());
    }
}

#[test]
fn without_the_solver_the_largest_move_is_found_at_every_komi() {
    for komi in KOMIS {
        let found = search(recipe(SEARCH), position(komi), 4000);
        assert!(found.findings.exact.is_none());
        assert_eq!(found.best().unwrap().mv, mv("C4"), "komi {komi}");
        assert!(found.playouts <= 4000 + 10, "{}", found.playouts);
        // What is said is said of the real game.
        let won = komi < 2.0;
        assert_eq!(found.winrate > 0.5, won, "{}", found.winrate);
        let score = found.best().unwrap().score;
        assert!((score - (2.0 - komi)).abs() < 2.0, "{score} at {komi}");
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    let visits = |analysis: &Analysis| -> Vec<(Move, u64)> {
        analysis
            .candidates
            .iter()
            .map(|c| (c.mv, c.visits))
            .collect()
    };
    for changes in [&[][..], SEARCH] {
        let [one, other] = [(); 2].map(|()| visits(&search(recipe(changes), position(-8.5), 2000)));
        assert_eq!(one, other);
    }
}

#[test]
fn a_ban_is_kept_by_proof_and_by_search() {
    let restriction = Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: vec![mv("C4")],
            only: false,
            plies: 1,
        }],
    };
    for changes in [&[][..], SEARCH] {
        let mut session = Session::new(recipe(changes), position(-8.5));
        let limits = Limits {
            playouts: Some(3000),
            ..Limits::default()
        };
        let found = session.analyze(Color::Black, limits, &restriction, &mut ());
        assert!(found.candidates.iter().all(|c| c.mv != mv("C4")));
        assert_eq!(found.best().unwrap().mv, mv("F4"));
    }
}

/// The opponent has passed and the count is won, but there is a point to be had.
#[test]
fn a_pass_is_answered_only_when_nothing_is_left() {
    let mut game = position(-8.5);
    game.play(Color::Black, Move::Pass).unwrap();
    game.play(Color::White, mv("C4")).unwrap();
    game.play(Color::Black, mv("F4")).unwrap();
    let settled = game.clone();
    let mut open = position(-8.5);
    open.play(Color::Black, mv("C4")).unwrap();
    open.play(Color::White, Move::Pass).unwrap();
    for (game, verdict) in [
        (open, Verdict::Play(mv("F4"))),
        (settled, Verdict::Play(Move::Pass)),
    ] {
        let turn = game.turn();
        let mut session = Session::new(recipe(&[("budget.playouts", "2000")]), game);
        assert_eq!(session.choose(turn, &free(), &mut ()).verdict, verdict);
    }
}

/// Before the endgame, and with both halves off, it is the search that it is made of.
#[test]
fn an_early_position_is_left_to_the_ordinary_search() {
    let game = Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let visits = |parameters: Parameters, game: &Game| -> Vec<(Move, u64)> {
        let found = search(parameters, game.clone(), 500);
        found.candidates.iter().map(|c| (c.mv, c.visits)).collect()
    };
    let plain = |game: &Game| visits(recipe(&[("endgame.on", "false")]), game);
    assert_eq!(visits(recipe(&[]), &game), plain(&game));
    let off = [("endgame.solver", "false"), ("endgame.search", "false")];
    let late = position(-8.5);
    assert_eq!(visits(recipe(&off), &late), plain(&late));
}

fn late(text: &str, rules: Rules, komi: f64) -> Game {
    let stones = Diagram::parse(text).unwrap().stones;
    Game::from_position(stones, Color::Black, rules, Komi::new(komi).unwrap())
}

/// Black has a corner of six points that is his without another move.
const CORNER: &str = ". X . X O O .
                      X X X X O O O
                      X X X X O . O
                      X X X X O O O
                      . X X X O O O
                      . . X X O O .
                      . . . X O O O";

/// It is won by half a point, and a stone in the corner would lose it.
#[test]
fn own_territory_is_not_filled() {
    let parameters = recipe(&[("budget.playouts", "2000"), ("budget.seconds", "0")]);
    let mut session = Session::new(parameters, late(CORNER, Rules::JAPANESE, 4.5));
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.verdict, Verdict::Play(Move::Pass));
    let exact = decision.analysis.findings.exact.expect("it is solved");
    assert_eq!((exact.score, exact.pass), (0.5, Some(0.5)));
}

/// A pass would lose the game where dead stones count until they are taken.
#[test]
fn dead_stones_are_taken_where_they_count() {
    let text = CORNER.replacen(". . X X", "X X X X", 1);
    let text = text.replacen(". . . X", "O . X X", 1);
    let parameters = recipe(&[("budget.playouts", "2000"), ("budget.seconds", "0")]);
    // Black has 28 to 21 with the corner, and less than 25 points without.
    let game = late(&text, Rules::TROMP_TAYLOR, 5.5);
    let mut session = Session::new(parameters, game);
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.verdict, Verdict::Play(mv("B1")));
}

/// A game that is lost by half a point by right play is played on: nobody plays right.
#[test]
fn a_close_game_is_not_given_up() {
    let parameters = recipe(&[
        ("budget.playouts", "2000"),
        ("budget.seconds", "0"),
        ("resign.moves", "1"),
        ("resign.threshold", "0.005"),
    ]);
    let mut session = Session::new(parameters.clone(), position(2.5));
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.analysis.winrate, 0.0, "it is known to be lost");
    assert!(
        matches!(decision.verdict, Verdict::Play(_)),
        "{:?}",
        decision.analysis.findings.exact
    );
    let mut session = Session::new(parameters, position(30.5));
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.verdict, Verdict::Resign);
}

#[test]
fn two_ways_to_shift_komi_do_not_go_together() {
    for (key, value) in [("difference.on", "true"), ("dynamic_komi.kind", "value")] {
        let clash = recipe(&[(key, value)]).check().unwrap_err().to_string();
        assert!(
            clash.starts_with("`endgame.on` does not go together with"),
            "{clash}"
        );
        assert!(clash.contains(key), "{clash}");
    }
}

/// The stone at E6 is dead when Black has D5, and need not be taken: where it cost a move, Black would
/// not win.
#[test]
fn dead_stones_come_off_for_nothing_in_the_tree() {
    let text = "X . X . X X X X X
                X X X X X X X X X
                X X X X X X X X X
                X X X . O X X X X
                O . O . X X X X X
                O . O O O O . O O
                O O O O O O . O O
                O O O O O O O O O
                O O O O O . O . O";
    let game = late(text, Rules::JAPANESE, 1.5);
    let right = Move::parse("D5", game.size()).unwrap();
    let base = Recipe::find("playouts").unwrap().parameters;
    let found = search(base, game, 10_000);
    let best = found.best().unwrap();
    assert_eq!(best.mv, right);
    assert!(best.winrate > 0.8, "{}", best.winrate);
}
