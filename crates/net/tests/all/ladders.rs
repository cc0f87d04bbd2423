//! Ladders: which stones are caught, which moves catch them, and what they were before.

use tengen_go::{Color, Rules};

use crate::positions::{game, labels, play, seen, seen_at};

/// Black at C7 has two liberties; from C6 White drives it to the lower right.
const LADDER: &str = ". . . . . . . . .
                      . . O O . . . . .
                      . O X . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .";

#[test]
fn a_ladder_works_and_the_move_is_shown_to_the_attacker() {
    let white = seen_at(LADDER, Color::White);
    assert_eq!(labels(&white, 14), "C7");
    assert_eq!(labels(&white, 17), "C6");
    let black = seen_at(LADDER, Color::Black);
    assert_eq!(labels(&black, 14), "C7");
    assert_eq!(labels(&black, 17), "");
}

#[test]
fn a_breaker_frees_the_stone() {
    for breaker in ["G3", "F3"] {
        let mut game = game(LADDER, Color::Black, Rules::CHINESE);
        play(&mut game, breaker);
        let features = seen(&game);
        assert_eq!(labels(&features, 14), "", "{breaker}");
        assert_eq!(labels(&features, 17), "", "{breaker}");
        // One move ago, and of the game's start two moves ago, it was caught.
        assert_eq!(labels(&features, 15), "C7");
        assert_eq!(labels(&features, 16), "C7");
    }
}

#[test]
fn the_past_keeps_its_ladders_for_two_moves() {
    let mut game = game(LADDER, Color::Black, Rules::CHINESE);
    play(&mut game, "G3 H8");
    let after = seen(&game);
    assert_eq!([14, 15, 16].map(|k| labels(&after, k)), ["", "", "C7"]);
    play(&mut game, "B2");
    let later = seen(&game);
    assert_eq!([14, 15, 16].map(|k| labels(&later, k)), ["", "", ""]);
}

#[test]
fn a_stone_in_atari_is_caught_unless_it_gets_away() {
    let edge = ". . . . .
                . . . . .
                . . . . .
                O O . . .
                X . O . .";
    // The stone runs along the edge into White's stone.
    assert_eq!(labels(&seen_at(edge, Color::Black), 14), "A1");
    let capture = ". . . . .
                   X O X . .
                   O X O . .
                   . . . . .
                   . . . . .";
    // Black's B3 is in atari, but so are White's stones above and beside it.
    let features = seen_at(capture, Color::White);
    assert_eq!(labels(&features, 3), "A4 B4 A3 B3");
    assert!(!labels(&features, 14).contains("B3"));
}

/// Black takes A5 from A6; White can only go on by retaking in a ko, on which no ladder may hang.
#[test]
fn a_ladder_that_hangs_on_a_ko_is_none() {
    let features = seen_at(
        ". . . O X .
         O X O O X X
         X O O O O O
         X O O O . O
         X O . O O .
         . X O O . O",
        Color::White,
    );
    assert!(labels(&features, 3).contains("A4"));
    assert!(!labels(&features, 14).contains("A4"));
}
