//! Samples: which comes when, and what it is.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_go::{Size, Symmetry};
use tengen_net::data::{Desk, Mixture, Pool};

use super::games;

#[test]
fn samples_follow_from_seed_and_number() {
    let pool = Pool::of_games(Arc::new(games(Size::NINE, 5, 20)));
    let mut desk = Desk::default();
    let mut fresh = Desk::default();
    for i in [0, 7, 500] {
        let sample = pool.sample(3, i, &mut desk).unwrap();
        assert_eq!(pool.sample(3, i, &mut fresh), Some(sample.clone()));
        assert_ne!(pool.sample(4, i, &mut fresh), Some(sample));
    }
}

#[test]
fn every_position_comes_once_a_round_with_its_move_and_result() {
    let games = Arc::new(games(Size::NINE, 4, 12));
    let pool = Pool::of_games(Arc::clone(&games));
    assert_eq!(pool.len(), games.positions());
    let mut desk = Desk::default();
    let mut seen = HashSet::new();
    for i in 0..pool.len() {
        let sample = pool.trial(1, i, &mut desk).unwrap();
        let stones = sample.features.planes.map(|bits| bits & 6);
        seen.insert(stones);
        let played = sample.targets.played.unwrap();
        assert!(played == 81 || stones[played] == 0);
        assert!(matches!(sample.targets.result, Some(0.0 | 1.0)));
    }
    // Random games share their empty boards, and a pass changes none.
    assert!(seen.len() as u64 > pool.len() - 10, "{}", seen.len());
}

/// A sample that was turned has its move turned along, and about one in ten hides its past.
#[test]
fn what_is_turned_is_turned_together() {
    let pool = Pool::of_games(Arc::new(games(Size::NINE, 5, 40)));
    let mut desk = Desk::default();
    let mut hidden = 0;
    for i in 0..pool.len() {
        let turned = pool.sample(1, i, &mut desk).unwrap();
        let plain = pool.trial(1, i, &mut desk).unwrap();
        let moves = |planes: &[u32]| planes.iter().any(|bits| bits >> 9 & 31 != 0);
        hidden += u64::from(moves(&plain.features.planes) && !moves(&turned.features.planes));
        let own = |sample: &tengen_net::train::Sample, s: Symmetry| {
            let image = sample.features.turned(s);
            let place = sample.targets.played.unwrap();
            let point = tengen_go::Point::from_index(place, Size::NINE);
            let played = point.map(|p| s.point(p, Size::NINE).index(Size::NINE));
            (image.planes.map(|bits| bits & 6), played)
        };
        let turned = own(&turned, Symmetry::IDENTITY);
        assert!(Symmetry::ALL.iter().any(|&s| own(&plain, s) == turned));
    }
    let part = hidden as f64 / pool.len() as f64;
    assert!((0.03..0.2).contains(&part), "{part}");
}

#[test]
fn pools_take_turns_by_their_shares() {
    let pool = |size, count| Pool::of_games(Arc::new(games(size, count, 10)));
    let nine = pool(Size::NINE, 3);
    let five = pool(Size::new(5).unwrap(), 2);
    let none = pool(Size::NINE, 0);
    let mixture = Mixture::new(vec![(nine, 3.0), (none, 5.0), (five, 1.0)], 1, 8);
    assert_eq!(mixture.pools().len(), 2);
    let turns: Vec<_> = mixture.turns().take(80).collect();
    for (place, share) in [(0, 60), (1, 20)] {
        let firsts: Vec<u64> = turns
            .iter()
            .filter(|turn| turn.pool == place)
            .map(|turn| turn.first)
            .collect();
        assert_eq!(firsts.len(), share);
        assert!(firsts.iter().zip(0..).all(|(&first, n)| first == 8 * n));
    }
    let mut desk = Desk::default();
    for &turn in &turns[..8] {
        let sample = mixture.sample(turn, 7, &mut desk).unwrap();
        let size = if turn.pool == 0 { 9 } else { 5 };
        assert_eq!(sample.features.size.get(), size);
    }
}
