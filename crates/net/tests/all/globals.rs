//! Komi, its wave, and the rules.

use tengen_go::{Color, Game, Komi, Rules, Size};

use crate::positions::{play, seen};

fn globals(size: usize, rules: Rules, komi: f64, moves: &str) -> [f32; 19] {
    let komi = Komi::new(komi).unwrap();
    let mut game = Game::new(Size::new(size).unwrap(), rules, komi);
    play(&mut game, moves);
    seen(&game).globals
}

#[test]
fn komi_is_seen_by_the_side_to_move() {
    assert_eq!(globals(9, Rules::CHINESE, 7.5, "")[5], -0.375);
    assert_eq!(globals(9, Rules::CHINESE, 7.5, "A1")[5], 0.375);
}

#[test]
fn absurd_komi_is_cut_off() {
    assert_eq!(globals(9, Rules::CHINESE, 500.0, "")[5], -101.0 / 20.0);
    assert_eq!(globals(13, Rules::CHINESE, -500.0, "")[5], 189.0 / 20.0);
}

/// Every stone costs a point: Black has played two, White one, and a pass is free.
#[test]
fn stones_cost_a_point_where_territory_counts() {
    let komi = |moves| globals(9, Rules::JAPANESE, 6.5, moves)[5] * 20.0;
    assert_eq!(komi(""), -6.5);
    assert_eq!(komi("A1"), 7.5);
    assert_eq!(komi("A1 B2"), -6.5);
    assert_eq!(komi("A1 pass C3"), 8.5);
}

#[test]
fn handicap_is_compensated() {
    let mut game = Game::new(Size::NINE, Rules::CHINESE, Komi::new(0.5).unwrap());
    game.fixed_handicap(4).unwrap();
    assert_eq!(game.turn(), Color::White);
    assert_eq!(seen(&game).globals[5], 4.5 / 20.0);
}

/// On an odd board a drawn game needs an odd komi: the wave rises through those.
#[test]
fn the_wave_follows_the_parity_of_the_board() {
    let odd = |komi| globals(9, Rules::TROMP_TAYLOR, komi, "A1")[18];
    let even = |komi| globals(6, Rules::TROMP_TAYLOR, komi, "A1")[18];
    for (komi, wave) in [
        (7.0, 0.0),
        (7.5, 0.5),
        (8.0, 0.0),
        (8.5, -0.5),
        (9.0, 0.0),
        (7.25, 0.25),
    ] {
        assert_eq!(odd(komi), wave, "{komi}");
        assert_eq!(even(komi - 1.0), wave, "{komi}");
        // Black sees the same game from the other side.
        assert_eq!(
            globals(9, Rules::TROMP_TAYLOR, komi, "")[18],
            -wave,
            "{komi}"
        );
    }
    assert_eq!(globals(9, Rules::JAPANESE, 6.5, "A1")[18], 0.0);
}

#[test]
fn rules_are_told() {
    let rules = |rules| {
        let globals = globals(9, rules, 6.5, "");
        [6, 7, 8, 9, 10, 11].map(|i: usize| globals[i])
    };
    assert_eq!(rules(Rules::CHINESE), [0.0; 6]);
    assert_eq!(rules(Rules::TROMP_TAYLOR), [1.0, 0.5, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(rules(Rules::JAPANESE), [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(rules(Rules::AGA), [1.0, -0.5, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(rules(Rules::NEW_ZEALAND), [1.0, -0.5, 1.0, 0.0, 0.0, 0.0]);
}
