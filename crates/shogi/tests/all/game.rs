//! Games: their ends, and moves that are refused with a reason.

use tengen_game::conformance::{check, check_game};
use tengen_game::{Color, Game as _, Status};
use tengen_shogi::{Board, Declaration, Ending, Field, Game, Move, Rules};

fn game(sfen: &str) -> Game {
    Game::new(Board::from_sfen(sfen).unwrap(), Rules::default())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = Move::parse(text).unwrap();
        game.play(game.turn(), mv).unwrap();
    }
}

#[test]
fn shogi_keeps_the_promises_of_a_game() {
    let rules = Rules {
        most: 120,
        ..Rules::default()
    };
    let report = check_game(&Game::new(Board::start(), rules), 2, 120, 1);
    assert_eq!(report.games, 2);
    let report = check(&Field::new(&Board::start(), 200), 2, 1);
    assert!(report.positions > 100, "{report:?}");
}

#[test]
fn a_repetition_is_a_draw() {
    let mut game = Game::default();
    let shuffle = "2h3h 8b7b 3h2h 7b8b ";
    play(&mut game, &shuffle.repeat(2));
    play(&mut game, "2h3h 8b7b 3h2h");
    assert_eq!(game.ending(), None);
    play(&mut game, "7b8b");
    assert_eq!(game.ending(), Some(Ending::Repetition));
    assert!(matches!(game.status(), Status::Ended(outcome) if outcome.winner.is_none()));
    let refused = game.play(Color::Black, Move::parse("7g7f").unwrap());
    assert_eq!(refused.unwrap_err().to_string(), "the game is over");
}

#[test]
fn perpetual_check_loses() {
    // The rook gives check on two files for ever.
    let mut game = game("k8/9/9/9/9/9/9/R8/8K w - 1");
    let shuffle = "9a8a 9h8h 8a9a 8h9h ";
    play(&mut game, &shuffle.repeat(3));
    assert_eq!(game.ending(), Some(Ending::PerpetualCheck(Color::White)));
}

#[test]
fn mate_ends_the_game() {
    let mut game = game("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    play(&mut game, "G*5b");
    assert_eq!(game.ending(), Some(Ending::Mate(Color::Black)));
}

#[test]
fn a_long_game_is_a_draw() {
    let rules = Rules {
        most: 2,
        ..Rules::default()
    };
    let mut game = Game::new(Board::start(), rules);
    play(&mut game, "7g7f 3c3d");
    assert_eq!(game.ending(), Some(Ending::TooLong));
}

#[test]
fn points_win_by_declaration() {
    // Black has ten pieces in the camp, bishops and rooks count five: 10 + 4 × 4 + 2 in hand = 28.
    let sfen = "+R+R+B+BGGGGK/SSSS5/9/9/9/9/9/9/4k4 b 2P 1";
    let mut declares = game(sfen);
    declares.check(Color::Black, Move::DECLARE).unwrap();
    declares.play(Color::Black, Move::DECLARE).unwrap();
    assert_eq!(declares.ending(), Some(Ending::Declared(Color::Black)));
    assert_eq!(declares.undo(), Some((Color::Black, Move::DECLARE)));
    assert_eq!(declares.ending(), None);
    let never = Rules {
        declaration: Declaration::Never,
        most: 0,
    };
    let mut refuses = game(sfen);
    refuses.set_rules(never);
    assert!(refuses.check(Color::Black, Move::DECLARE).is_err());
    let early = Game::default().check(Color::Black, Move::DECLARE);
    assert!(early.unwrap_err().to_string().contains("points"));
}

#[test]
fn refused_moves_get_their_reason() {
    let reason = |sfen: &str, text: &str| {
        let game = game(sfen);
        let mv = Move::parse(text).unwrap();
        game.check(game.turn(), mv).unwrap_err().to_string()
    };
    let start = Board::start().sfen();
    assert!(reason(&start, "7g7e").contains("no piece may move so"));
    assert!(reason(&start, "P*5e").contains("no such piece in hand"));
    assert!(reason("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e").contains("two pawns"));
    assert!(reason("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h").contains("king"));
    let turn = Game::default().check(Color::White, Move::parse("3c3d").unwrap());
    assert_eq!(turn.unwrap_err().to_string(), "it is Black's turn");
}

#[test]
fn a_dropped_pawn_may_not_mate() {
    // The king in the corner has no square left, and nothing takes the pawn.
    let game = game("7lk/7l1/7GG/9/9/9/9/9/K8 b P 1");
    let mv = Move::parse("P*1b").unwrap();
    let refused = game.check(Color::Black, mv).unwrap_err().to_string();
    assert!(refused.contains("dropped pawn may not mate"), "{refused}");
}
