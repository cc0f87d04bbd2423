//! The komi of a search, told its playouts by hand.

use super::*;
use crate::params::KomiSchedule;

fn with(params: DynamicKomiParams) -> DynamicKomi {
    DynamicKomi::new(&params, 4).unwrap()
}

/// Counts so many playouts that Black has won by so much without extra komi.
fn play(komi: &DynamicKomi, playouts: u32, score: f32) {
    for _ in 0..playouts {
        let outcome = shifted(
            &Outcome {
                winner: None,
                score,
            },
            0.0,
        );
        let value = |outcome: &Outcome| match outcome.winner {
            Some(Color::Black) => 1.0,
            None => 0.5,
            Some(Color::White) => 0.0,
        };
        let under = komi.shifted(&outcome, 1);
        komi.record(Some(2), value(&outcome), value(&under), score);
    }
}

#[test]
fn an_outcome_is_shifted_by_points() {
    let won = |score| Outcome {
        winner: Some(Color::Black),
        score,
    };
    assert_eq!(shifted(&won(10.5), 10.0).winner, Some(Color::Black));
    assert_eq!(shifted(&won(10.5), 11.0).winner, Some(Color::White));
    assert_eq!(shifted(&won(10.5), 11.0).score, -0.5);
    assert_eq!(shifted(&won(10.0), 10.0).winner, None);
    assert_eq!(shifted(&won(10.5), -5.0).score, 15.5);
    // A game that is won without points.
    assert_eq!(shifted(&won(0.0), 50.0), won(0.0));
}

#[test]
fn switched_off_there_is_none() {
    assert!(DynamicKomi::new(&DynamicKomiParams::default(), 4).is_none());
}

#[test]
fn the_linear_kind_goes_by_the_move_of_the_leaf_or_of_the_root() {
    for (clock, at_leaf) in [(KomiClock::Leaf, 11.0), (KomiClock::Root, 14.0)] {
        let mut komi = with(DynamicKomiParams {
            kind: KomiKind::Linear,
            moves: 40,
            clock,
            ..DynamicKomiParams::default()
        });
        komi.restart(Color::White, 20);
        komi.set_stage(Stage {
            handicap: 4.0,
            phase: 0.3,
        });
        // 28 points at the beginning, half of them after 20 of 40 moves; 28·16/40 = 11.2 after 24.
        assert_eq!(komi.balance().komi, 14.0);
        let even = Outcome {
            winner: None,
            score: 0.0,
        };
        assert_eq!(komi.shifted(&even, 4).score, -at_leaf);
        komi.follow(Color::Black, 41);
        assert_eq!(komi.balance().komi, 0.0);
        assert_eq!(komi.shifted(&even, 4).score, 0.0);
    }
}

#[test]
fn the_score_kind_is_adjusted_after_every_interval() {
    let params = DynamicKomiParams {
        kind: KomiKind::Score,
        schedule: KomiSchedule::Constant,
        rate: 0.5,
        interval: 10,
        ..DynamicKomiParams::default()
    };
    let mut komi = with(params);
    komi.restart(Color::White, 0);
    play(&komi, 9, 20.5);
    assert_eq!(komi.balance().komi, 0.0);
    play(&komi, 1, 20.5);
    // Half of 20.5, in whole points; then half of what is left.
    assert_eq!(komi.balance().komi, 10.0);
    play(&komi, 10, 20.5);
    assert_eq!(komi.balance().komi, 15.0);
    play(&komi, 10, 5.0);
    assert_eq!(komi.balance().komi, 10.0);
    // White, to move, wins none of these, but five of ten at the komi.
    play(&komi, 5, 10.5);
    play(&komi, 5, 9.5);
    let balance = komi.balance();
    assert_eq!((balance.mean, balance.plain), (0.5, Some(0.0)));
    assert_eq!(komi.plain(2), Some((40, 0.0)));
    assert_eq!(komi.plain(1), None);
    // What is taken has its bound, whoever takes: White pretends at most 30.
    play(&komi, 100, 90.5);
    assert_eq!(komi.balance().komi, 30.0);
}

#[test]
fn the_value_kind_finds_the_band_from_either_side() {
    let params = DynamicKomiParams {
        kind: KomiKind::Value,
        interval: 10,
        ..DynamicKomiParams::default()
    };
    // Playouts that end from 15.5 to 24.5: 20 halves them.
    let round = |komi: &DynamicKomi| (0..10u8).for_each(|i| play(komi, 1, 15.5 + f32::from(i)));
    for turn in Color::BOTH {
        let mut komi = with(params.clone());
        komi.restart(turn, 0);
        for _ in 0..25 {
            round(&komi);
        }
        let Balance {
            komi: points,
            mean,
            plain,
        } = komi.balance();
        // At 20 the rate is 0.5, green still. Black, who gives, finds 21 too much, 0.4, and the
        // ratchet keeps him from it; White, who takes, tries again and again to do with 19.
        assert_eq!(mean, 0.5, "{turn:?}");
        let (found, won) = match turn {
            Color::Black => (20.0, 1.0),
            Color::White => (19.0, 0.0),
        };
        assert_eq!((points, plain), (found, Some(won)), "{turn:?}");
        // What was found out goes on with the game, and not into another.
        komi.follow(!turn, 1);
        assert_eq!(komi.balance().komi, found);
        assert_eq!(komi.balance().plain, None);
        komi.restart(turn, 0);
        assert_eq!(komi.balance().komi, 0.0);
    }
}

#[test]
fn the_beginning_and_the_end_of_a_game_are_not_adjusted() {
    let params = DynamicKomiParams {
        kind: KomiKind::Value,
        interval: 10,
        lead: 4,
        end: 0.8,
        ..DynamicKomiParams::default()
    };
    let mut komi = with(params);
    let stage = |phase| Stage {
        handicap: 2.0,
        phase,
    };
    komi.set_stage(stage(0.0));
    komi.restart(Color::Black, 3);
    play(&komi, 30, 50.5);
    assert_eq!(komi.balance().komi, 14.0);
    komi.follow(Color::Black, 5);
    play(&komi, 30, 50.5);
    assert_eq!(komi.balance().komi, 17.0);
    komi.set_stage(stage(0.8));
    play(&komi, 30, 50.5);
    assert_eq!(komi.balance().komi, 0.0);
}
