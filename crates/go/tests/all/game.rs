//! Games: undo, setup, passes, hashes.

use std::collections::HashSet;

use tengen_game::Rng;
use tengen_go::{Color, Diagram, Drawing, Game, Illegal, Komi, Move, Point, Rules, Size, State};

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn at(label: &str, size: Size) -> Point {
    Point::parse(label, size).unwrap()
}

/// Everything that can be seen of a game.
fn seen(game: &Game) -> (String, u64, Color, [usize; 2], usize, State, Vec<Move>) {
    (
        Drawing::new(game.stones()).to_string(),
        game.hash(),
        game.turn(),
        Color::BOTH.map(|color| game.captures(color)),
        game.passes(),
        game.state(),
        game.legal_moves(game.turn()),
    )
}

fn random_move(game: &Game, rng: &mut Rng) -> (Color, Move) {
    let color = if rng.below(10) == 0 {
        !game.turn()
    } else {
        game.turn()
    };
    let moves = game.legal_moves(color);
    let chosen = rng.below(u32::try_from(moves.len()).unwrap());
    (color, moves[chosen as usize])
}

#[test]
fn undo_is_exact() {
    for rules in Rules::ALL {
        for side in [2, 3, 5, 9] {
            let mut rng = Rng::new(side as u64);
            let mut game = Game::new(size(side), rules, Komi::ZERO);
            let mut past = Vec::new();
            for _ in 0..side * side * 2 + 10 {
                let (color, mv) = random_move(&game, &mut rng);
                past.push((seen(&game), color, mv));
                game.play(color, mv).unwrap();
            }
            while let Some((before, color, mv)) = past.pop() {
                assert_eq!(game.undo(), Some((color, mv)));
                assert_eq!(seen(&game), before, "{rules} {side}");
            }
            assert_eq!(game.undo(), None);
        }
    }
}

#[test]
fn many_moves_are_taken_back_as_one_by_one() {
    for rules in Rules::ALL {
        let mut rng = Rng::new(5);
        let mut game = Game::new(size(4), rules, Komi::ZERO);
        for _ in 0..40 {
            let (color, mv) = random_move(&game, &mut rng);
            game.play(color, mv).unwrap();
            if rng.below(10) == 0 {
                game.set_turn(color);
            }
        }
        for moves in [0, 1, 2, 17, 39, 40, 41, usize::MAX] {
            let (mut at_once, mut singly) = (game.clone(), game.clone());
            let taken = at_once.undo_many(moves);
            let mut one_by_one = 0;
            while one_by_one < moves && singly.undo().is_some() {
                one_by_one += 1;
            }
            assert_eq!(taken, one_by_one, "{rules} {moves}");
            assert_eq!(taken, moves.min(40));
            assert_eq!(seen(&at_once), seen(&singly), "{rules} {moves}");
            assert!(at_once.moves().eq(singly.moves()), "{rules} {moves}");
        }
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = Game::new(size(5), Rules::CHINESE, Komi::ZERO);
    game.play(Color::Black, Move::Play(at("C3", size(5))))
        .unwrap();
    let before = seen(&game);
    let refused = game.play(Color::White, Move::Play(at("C3", size(5))));
    assert!(matches!(
        refused,
        Err(Illegal::Occupied {
            by: Color::Black,
            ..
        })
    ));
    let outside = Point::new(5, 0).unwrap();
    let refused = game.play(Color::White, Move::Play(outside)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "column 6 and row 1 from the upper left corner are not on a 5×5 board"
    );
    assert_eq!(refused.point(), outside);
    assert_eq!(seen(&game), before);
    assert_eq!(game.at(outside), None);
}

#[test]
fn two_passes_end_the_game_and_playing_on_resumes_it() {
    let mut game = Game::new(size(5), Rules::CHINESE, Komi::ZERO);
    let empty = game.hash();
    game.play(Color::Black, Move::Pass).unwrap();
    assert_eq!((game.passes(), game.is_over()), (1, false));
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!((game.state(), game.is_over()), (State::Over, true));
    assert_ne!(game.hash(), empty, "two passes are not no pass");
    game.play(Color::Black, Move::Play(at("C3", size(5))))
        .unwrap();
    assert_eq!((game.state(), game.passes()), (State::Running, 0));
    assert_eq!(game.moves().len(), 3);
    assert_eq!(game.last_move().map(|(color, _)| color), Some(Color::Black));
}

#[test]
fn the_hash_tells_stones_side_passes_and_ko_apart() {
    let mut hashes = HashSet::new();
    let mut game = Game::new(size(5), Rules::JAPANESE, Komi::ZERO);
    assert!(hashes.insert(game.hash()));
    for _ in 0..4 {
        game.play(game.turn(), Move::Pass).unwrap();
        assert!(hashes.insert(game.hash()), "passes in a row are counted");
    }
    game.set_turn(Color::White);
    assert!(hashes.insert(game.hash()));

    let text = ". X O .\nX O . O\n. X O .\n. . . .";
    let stones = Diagram::parse(text).unwrap().stones;
    let mut taken = Game::from_position(stones, Color::Black, Rules::JAPANESE, Komi::ZERO);
    taken
        .play(Color::Black, Move::Play(at("C3", size(4))))
        .unwrap();
    let no_ko = taken.stones().clone();
    let later = Game::from_position(no_ko, Color::White, Rules::JAPANESE, Komi::ZERO);
    assert_eq!(taken.stones().hash(), later.stones().hash());
    assert_ne!(taken.hash(), later.hash());
    // Different ways to one position meet.
    let way = |labels: [&str; 4]| {
        let mut game = Game::new(size(5), Rules::CHINESE, Komi::ZERO);
        for label in labels {
            game.play(game.turn(), Move::Play(at(label, size(5))))
                .unwrap();
        }
        game.hash()
    };
    assert_eq!(way(["A1", "B2", "C3", "D4"]), way(["C3", "D4", "A1", "B2"]));
    assert_ne!(way(["A1", "B2", "C3", "D4"]), way(["B2", "A1", "C3", "D4"]));
}

#[test]
fn a_setup_is_a_new_start() {
    let side = size(5);
    let mut game = Game::new(side, Rules::CHINESE, Komi::ZERO);
    game.play(Color::Black, Move::Play(at("A1", side))).unwrap();
    let edits = [
        (at("A1", side), Some(Color::White)),
        (at("E5", side), Some(Color::Black)),
        (at("D4", side), Some(Color::Black)),
        (at("D4", side), None),
    ];
    game.setup(edits).unwrap();
    assert_eq!(game.at(at("A1", side)), Some(Color::White));
    assert_eq!(game.at(at("E5", side)), Some(Color::Black));
    assert_eq!(game.at(at("D4", side)), None, "the last word counts");
    assert_eq!(game.moves().len(), 0);
    assert_eq!(game.undo(), None);
    assert_eq!(game.start().hash(), game.stones().hash());
    assert_eq!(game.turn(), Color::White, "the turn stays");
}

#[test]
fn a_setup_without_liberties_is_refused_and_changes_nothing() {
    let side = size(3);
    let mut game = Game::new(side, Rules::CHINESE, Komi::ZERO);
    game.play(Color::Black, Move::Play(at("A1", side))).unwrap();
    let before = seen(&game);
    let all = Point::all(side).map(|point| (point, Some(Color::Black)));
    let refused = game.setup(all).unwrap_err();
    assert!(matches!(refused, Illegal::NoLiberty { .. }), "{refused}");
    let surround = [("A2", Color::White), ("B1", Color::White)];
    let surround = surround.map(|(label, color)| (at(label, side), Some(color)));
    assert!(matches!(
        game.setup(surround),
        Err(Illegal::NoLiberty { .. })
    ));
    let outside = [(Point::new(3, 3).unwrap(), None)];
    assert!(matches!(game.setup(outside), Err(Illegal::OffBoard { .. })));
    assert_eq!(seen(&game), before);
}

#[test]
fn either_colour_may_move() {
    let mut game = Game::new(size(3), Rules::CHINESE, Komi::ZERO);
    for label in ["A1", "B1", "C1"] {
        game.play(Color::White, Move::Play(at(label, size(3))))
            .unwrap();
    }
    assert_eq!(game.stones().stones(Color::White), 3);
    assert_eq!(game.turn(), Color::Black);
}

#[test]
fn a_turn_given_by_hand_comes_back_with_undo() {
    let side = size(3);
    let mut game = Game::new(side, Rules::CHINESE, Komi::ZERO);
    game.play(Color::Black, Move::Play(at("A1", side))).unwrap();
    game.set_turn(Color::Black);
    game.play(Color::Black, Move::Play(at("B2", side))).unwrap();
    game.undo();
    assert_eq!(game.turn(), Color::Black);
    game.undo();
    assert_eq!(game.turn(), Color::Black, "as at the start");
}

#[test]
fn forced_moves_are_moves_like_others() {
    let side = size(5);
    let text = ". X O . .
                X O . O .
                . X O . .
                . . . . X
                . . . X .";
    for rules in Rules::ALL {
        let stones = Diagram::parse(text).unwrap().stones;
        let mut game = Game::from_position(stones, Color::Black, rules, Komi::ZERO);
        let (take, retake, corner) = (at("C4", side), at("B4", side), at("E1", side));
        game.play(Color::Black, Move::Play(take)).unwrap();
        let before = seen(&game);
        let refused = game.play(Color::White, Move::Play(retake)).unwrap_err();
        assert!(matches!(refused, Illegal::Ko { .. }), "{refused}");
        game.force(Color::White, retake).unwrap();
        let counts = |game: &Game| Color::BOTH.map(|color| game.captures(color));
        assert_eq!(counts(&game), [1, 1]);
        assert_eq!((game.at(take), game.moves().len()), (None, 2));
        assert_eq!(game.state(), State::Running, "no cycle of legal moves");
        game.undo();
        assert_eq!(seen(&game), before);
        // Suicide gives the stone to the opponent.
        game.force(Color::White, corner).unwrap();
        assert_eq!((game.at(corner), counts(&game)), (None, [2, 0]));
        assert_eq!((game.turn(), game.moves().len()), (Color::Black, 2));
        // What the board cannot take is refused and changes nothing.
        let before = seen(&game);
        assert!(matches!(
            game.force(Color::White, take),
            Err(Illegal::Occupied { .. })
        ));
        let outside = Point::new(5, 5).unwrap();
        assert!(matches!(
            game.force(Color::White, outside),
            Err(Illegal::OffBoard { .. })
        ));
        assert_eq!(seen(&game), before);
        game.undo();
        // A legal move may be forced too.
        game.force(Color::White, at("A1", side)).unwrap();
        assert_eq!(
            game.last_move(),
            Some((Color::White, Move::Play(at("A1", side))))
        );
    }
}
