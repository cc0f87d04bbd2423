//! Stones, liberties, ko and superko.

use tengen_go::{Color, Game, Komi, Rules, Size};
use tengen_net::input::{InputError, Moment};

use crate::positions::{game, labels, plane, play, seen, seen_at};

const LIBERTIES: &str = "X X . . .
                         O O X . .
                         . X O . .
                         . . . . .
                         . . . . X";

#[test]
fn stones_are_seen_by_the_side_to_move() {
    for (turn, own, their) in [(Color::Black, 1, 2), (Color::White, 2, 1)] {
        let features = seen_at(LIBERTIES, turn);
        assert_eq!(labels(&features, own), "A5 B5 C4 B3 E1");
        assert_eq!(labels(&features, their), "A4 B4 C3");
        assert_eq!(plane(&features, 0).matches('*').count(), 25);
        assert!(features.planes[25..].iter().all(|&bits| bits == 0));
    }
}

#[test]
fn chains_are_marked_by_their_liberties() {
    let features = seen_at(LIBERTIES, Color::Black);
    assert_eq!(labels(&features, 3), "A5 B5 A4 B4");
    // C4 has C5 and D4, C3 has D3 and C2, E1 has E2 and D1, B3 has A3 and B2.
    assert_eq!(labels(&features, 4), "C4 B3 C3 E1");
    assert_eq!(labels(&features, 5), "");
    let single = seen_at(". . .\n X . .\n . . .", Color::White);
    assert_eq!(labels(&single, 5), "A2");
    let centre = seen_at(". . .\n . X .\n . . .", Color::White);
    assert_eq!((3..6).map(|k| labels(&centre, k)).collect::<String>(), "");
}

const KO: &str = ". X O . .
                  X . X O .
                  . X O . .
                  . . . . .
                  . . . . .";

#[test]
fn a_ko_just_taken_is_banned() {
    let mut game = game(KO, Color::White, Rules::CHINESE);
    assert_eq!(labels(&seen(&game), 6), "");
    play(&mut game, "B4");
    assert_eq!(labels(&seen(&game), 6), "C4");
    play(&mut game, "E1 E2");
    assert_eq!(labels(&seen(&game), 6), "");
}

/// After two passes the ko may be retaken but for superko. Our Chinese rules forbid that too, but networks learned
/// those with the simple ko only.
#[test]
fn superko_is_seen_where_networks_know_it() {
    for (rules, banned) in [
        (Rules::TROMP_TAYLOR, "C4"),
        (Rules::NEW_ZEALAND, "C4"),
        (Rules::CHINESE, ""),
        (Rules::JAPANESE, ""),
    ] {
        let mut game = game(KO, Color::White, rules);
        play(&mut game, "B4 pass pass");
        assert_eq!(labels(&seen(&game), 6), banned, "{rules}");
    }
}

/// Suicide of one stone is illegal everywhere, and not by superko.
#[test]
fn suicide_is_no_superko() {
    let corner = ". X . .
                  X . . .
                  . . . .
                  . . . .";
    let mut game = game(corner, Color::White, Rules::TROMP_TAYLOR);
    play(&mut game, "D1 D2");
    assert_eq!(labels(&seen(&game), 6), "");
}

#[test]
fn every_point_of_small_and_large_boards_is_on_the_board() {
    for side in [2, 7, 9, 13, 19] {
        let size = Size::new(side).unwrap();
        let start = Game::new(size, Rules::CHINESE, Komi::ZERO);
        let features = seen(&start);
        let full = vec!["*".repeat(side); side].join("\n");
        assert_eq!(plane(&features, 0), full);
    }
    let large = Game::new(Size::new(20).unwrap(), Rules::CHINESE, Komi::ZERO);
    assert_eq!(
        Moment::of_game(&large),
        Err(InputError::Large(large.size()))
    );
}
