//! The last moves, passes, and when the past is hidden.

use tengen_go::{Color, Game, Komi, Move, Rules, Size};
use tengen_net::Features;
use tengen_net::input::{Moment, Scratch, features};

use crate::positions::{labels, play, seen};

fn start(rules: Rules) -> Game {
    Game::new(Size::NINE, rules, Komi::SEVEN_AND_A_HALF)
}

/// The last moves by planes and globals, the latest first.
fn past(features: &Features) -> Vec<String> {
    let moves = (0..5).map(|i| match features.globals[i] > 0.0 {
        true => "pass".to_owned(),
        false => labels(features, 9 + i as u32),
    });
    moves.collect()
}

#[test]
fn the_last_five_moves_are_seen() {
    let mut game = start(Rules::TROMP_TAYLOR);
    assert_eq!(past(&seen(&game)), ["", "", "", "", ""]);
    play(&mut game, "A1 B2");
    assert_eq!(past(&seen(&game)), ["B2", "A1", "", "", ""]);
    play(&mut game, "C3 pass E5 F6");
    assert_eq!(past(&seen(&game)), ["F6", "E5", "pass", "C3", "B2"]);
}

#[test]
fn a_side_that_plays_twice_ends_the_past() {
    let mut game = start(Rules::TROMP_TAYLOR);
    play(&mut game, "A1 B2 C3");
    game.play(Color::Black, Move::parse("D4", Size::NINE).unwrap())
        .unwrap();
    assert_eq!(past(&seen(&game)), ["D4", "", "", "", ""]);
    play(&mut game, "E5");
    assert_eq!(past(&seen(&game)), ["E5", "D4", "", "", ""]);
    game.set_turn(Color::White);
    assert_eq!(past(&seen(&game)), ["", "", "", "", ""]);
}

#[test]
fn a_pass_is_shown_where_another_would_end_the_game() {
    for rules in [Rules::TROMP_TAYLOR, Rules::JAPANESE] {
        let mut game = start(rules);
        play(&mut game, "A1 B2 pass");
        let features = seen(&game);
        assert_eq!(past(&features), ["pass", "B2", "A1", "", ""]);
        assert_eq!(features.globals[14], 1.0);
        play(&mut game, "pass");
        let over = seen(&game);
        assert_eq!(past(&over), ["pass", "", "", "", ""]);
        assert_eq!(over.globals[14], 1.0);
        play(&mut game, "C3 D4");
        assert_eq!(past(&seen(&game)), ["D4", "C3", "pass", "", ""]);
    }
}

/// Where dead stones are agreed on after passing, the network judges as if play went on.
#[test]
fn a_friendly_pass_hides_the_past() {
    let mut game = start(Rules::CHINESE);
    play(&mut game, "A1 B2 pass");
    let features = seen(&game);
    assert_eq!(past(&features), ["", "", "", "", ""]);
    assert_eq!(features.globals[14], 0.0);
    play(&mut game, "C3");
    assert_eq!(past(&seen(&game)), ["C3", "pass", "B2", "A1", ""]);
}

#[test]
fn the_past_can_be_hidden() {
    let mut game = start(Rules::TROMP_TAYLOR);
    play(&mut game, "A1 B2 C3");
    let mut moment = Moment::of_game(&game).unwrap();
    moment.forget();
    let features = features(&moment, &mut Scratch::new());
    assert_eq!(past(&features), ["", "", "", "", ""]);
    assert_eq!(labels(&features, 14), labels(&features, 15));
    assert_eq!(labels(&features, 14), labels(&features, 16));
}
