//! Light playouts against the slow reference: the same candidates in every position, each drawn
//! equally often, and the same distribution of results.

use std::collections::BTreeMap;

use crate::reference::Reference;
use tengen_game::Rng;
use tengen_go::board::{Atari, Board, Features, Light, Vertex};
use tengen_go::{Color, Ko, Point, Rules, Size, Suicide};
use tengen_playout::{Ending, Start, Uniform, play_out};

fn reference(side: usize) -> Reference {
    let rules = Rules {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        ..Rules::JAPANESE
    };
    Reference::new(side, rules)
}

/// The legal moves that do not fill an own eye.
fn candidates(reference: &Reference) -> Vec<usize> {
    let size = Size::new(reference.side).unwrap();
    let color = reference.turn;
    (0..size.area())
        .filter(|&index| {
            let here = Point::from_index(index, size).unwrap();
            let holds = |p: Point, c: Color| reference.now[p.index(size)] == Some(c);
            let diagonals: Vec<Point> = here.diagonals(size).collect();
            let hostile = diagonals.iter().filter(|&&p| holds(p, !color)).count();
            let eye = here.neighbours(size).all(|p| holds(p, color))
                && hostile + usize::from(diagonals.len() < 4) < 2;
            !eye && reference.check(color, index).is_ok()
        })
        .collect()
}

/// The whole playout by the reference.
fn slow_playout(side: usize, rng: &mut Rng) -> Ending {
    let mut reference = reference(side);
    let (mut moves, mut passed) = (0, false);
    loop {
        let open = candidates(&reference);
        let chosen = (!open.is_empty()).then(|| open[rng.below(open.len() as u32) as usize]);
        reference.play(reference.turn, chosen);
        moves += 1;
        let over = passed && chosen.is_none();
        passed = chosen.is_none();
        if over || moves as usize >= 2 * side * side {
            return Ending {
                score: reference.area(),
                moves,
                capped: !over,
            };
        }
    }
}

fn fast_playouts<const W: usize, const V: usize, F: Features>(
    side: usize,
    count: usize,
    rng: &mut Rng,
) -> Vec<Ending> {
    let empty = Board::<W, V, F>::new(Size::new(side).unwrap());
    let mut board = empty.clone();
    let mut policy = Uniform::<F>::new();
    (0..count)
        .map(|_| {
            board.clone_from(&empty);
            play_out(&mut board, Start::NEW_GAME, &mut policy, &mut (), rng)
        })
        .collect()
}

/// Every move of fast playouts is a candidate of the reference, and passes come only where it has
/// none.
#[test]
fn playouts_play_what_the_reference_allows() {
    for (side, playouts) in [(2, 50), (5, 50), (9, 12)] {
        let size = Size::new(side).unwrap();
        let mut rng = Rng::new(side as u64);
        let mut policy = Uniform::<Light>::new();
        for _ in 0..playouts {
            let mut board = Board::<10, 112, Light>::new(size);
            let mut moves: Vec<Option<Vertex<10>>> = Vec::new();
            let ending = play_out(
                &mut board,
                Start::NEW_GAME,
                &mut policy,
                &mut moves,
                &mut rng,
            );
            assert_eq!(ending.moves as usize, moves.len());
            let mut slow = reference(side);
            for mv in moves {
                let open = candidates(&slow);
                match mv {
                    Some(v) => assert!(open.contains(&v.index(size))),
                    None => assert!(open.is_empty()),
                }
                slow.play(slow.turn, mv.map(|v| v.index(size)));
            }
            assert_eq!(ending.score, slow.area());
        }
    }
}

/// In one crowded position every candidate is drawn equally often: chi-square, fixed seed.
#[test]
fn a_draw_is_uniform_over_the_candidates() {
    let size = Size::NINE;
    let mut rng = Rng::new(11);
    let mut board = Board::<10, 112, Light>::new(size);
    let mut slow = reference(9);
    // Most of a game: random candidates of the reference, until few are left.
    while candidates(&slow).len() > 8 {
        let open = candidates(&slow);
        let chosen = open[rng.below(open.len() as u32) as usize];
        assert!(board.play(slow.turn, Point::from_index(chosen, size).unwrap()));
        slow.play(slow.turn, Some(chosen));
    }
    let open = candidates(&slow);
    let start = Start {
        turn: slow.turn,
        ..Start::NEW_GAME
    };
    let draws = 20_000;
    let mut drawn: BTreeMap<usize, u32> = BTreeMap::new();
    for _ in 0..draws {
        let mut trial = board.clone();
        let mut moves: Vec<Option<Vertex<10>>> = Vec::new();
        play_out(
            &mut trial,
            start,
            &mut Uniform::<Light>::new(),
            &mut moves,
            &mut rng,
        );
        *drawn.entry(moves[0].unwrap().index(size)).or_default() += 1;
    }
    assert!(drawn.keys().eq(open.iter()), "{drawn:?} {open:?}");
    assert!(
        board.empty_count() as usize > open.len() + 5,
        "points had to be refused"
    );
    let expected = f64::from(draws) / open.len() as f64;
    let chi: f64 = drawn
        .values()
        .map(|&n| (f64::from(n) - expected).powi(2) / expected)
        .sum();
    // 99.9 % quantile for up to 11 degrees of freedom.
    assert!(chi < 31.3, "chi-square {chi} over {} moves", open.len());
}

/// Scores and lengths of slow and fast playouts come from one distribution: two-sample chi-square
/// over ten classes, and the means.
#[test]
fn results_are_distributed_as_the_reference_says() {
    distributions::<10, 112, Light>(5, 3_000);
    distributions::<10, 112, Atari>(6, 1_500);
    distributions::<10, 112, Light>(9, 250);
}

fn distributions<const W: usize, const V: usize, F: Features>(side: usize, slow: usize) {
    let mut rng = Rng::new(side as u64);
    let slow: Vec<Ending> = (0..slow).map(|_| slow_playout(side, &mut rng)).collect();
    let fast = fast_playouts::<W, V, F>(side, 20 * slow.len(), &mut rng);
    for measure in [|e: &Ending| e.score, |e: &Ending| e.moves as i32] {
        let chi = two_samples(&slow, &fast, measure);
        // 99.9 % quantile of 9 degrees of freedom.
        assert!(chi < 27.9, "{side}×{side}: chi-square {chi}");
    }
}

fn two_samples(a: &[Ending], b: &[Ending], measure: fn(&Ending) -> i32) -> f64 {
    let mut sorted: Vec<i32> = b.iter().map(measure).collect();
    sorted.sort_unstable();
    let mut cuts: Vec<i32> = (1..10).map(|i| sorted[sorted.len() * i / 10]).collect();
    cuts.dedup();
    let counts = |sample: &[Ending]| {
        let mut counts = vec![0.0; cuts.len() + 1];
        for ending in sample {
            counts[cuts.iter().filter(|&&cut| measure(ending) >= cut).count()] += 1.0;
        }
        counts
    };
    let (x, y): (Vec<f64>, Vec<f64>) = (counts(a), counts(b));
    let ratio = (b.len() as f64 / a.len() as f64).sqrt();
    x.iter()
        .zip(&y)
        .filter(|(x, y)| **x + **y > 0.0)
        .map(|(x, y)| (ratio * x - y / ratio).powi(2) / (x + y))
        .sum()
}

/// The mean lengths that other programs report.
#[test]
fn mean_lengths_are_the_known_ones() {
    let mean = |endings: &[Ending]| {
        endings.iter().map(|e| f64::from(e.moves)).sum::<f64>() / endings.len() as f64
    };
    let nine = fast_playouts::<10, 112, Light>(9, 4_000, &mut Rng::new(1));
    assert!((mean(&nine) - 111.1).abs() < 0.7, "{}", mean(&nine));
    let nineteen = fast_playouts::<20, 424, Light>(19, 400, &mut Rng::new(1));
    assert!((mean(&nineteen) - 455.5).abs() < 4.0, "{}", mean(&nineteen));
    assert!(nineteen.iter().filter(|e| e.capped).count() < 4);
}

#[test]
fn every_size_plays_to_an_end() {
    for side in 2..=25 {
        let mut rng = Rng::new(side as u64);
        let endings = fast_playouts::<26, 704, Light>(side, 20, &mut rng);
        let area = (side * side) as i32;
        assert!(
            endings
                .iter()
                .all(|e| e.score.abs() <= area && e.moves <= 2 * area as u32)
        );
        assert!(endings.iter().any(|e| !e.capped));
    }
}

#[test]
fn one_seed_gives_one_playout_on_every_grid() {
    let nine = fast_playouts::<10, 112, Light>(9, 50, &mut Rng::new(3));
    assert_eq!(
        nine,
        fast_playouts::<10, 112, Light>(9, 50, &mut Rng::new(3))
    );
    assert_eq!(
        nine,
        fast_playouts::<26, 704, Light>(9, 50, &mut Rng::new(3))
    );
    assert_eq!(
        nine,
        fast_playouts::<10, 112, Atari>(9, 50, &mut Rng::new(3))
    );
}
