//! Theorems that the arithmetic must obey, on random hot games with whole numbers at their ends.

use std::collections::HashMap;

use tengen_game::{Color, Rng};
use tengen_solver::cgt::{Dyadic, Games, Value};

/// A game of points: its score, or what each side may move to.
enum Tree {
    Score(i32),
    Open(Vec<Tree>, Vec<Tree>),
}

/// A random tree that is no number unless it is a score, nor is any part of it, and its value.
fn random_tree(games: &mut Games, rng: &mut Rng, depth: u32) -> (Tree, Value) {
    loop {
        let mut sides: Vec<(Vec<Tree>, Vec<Value>)> = Color::BOTH
            .map(|side| {
                let count = 1 + rng.below(5) / 4;
                (0..count)
                    .map(|_| random_option(games, rng, depth, side))
                    .unzip()
            })
            .into();
        let (right, right_values) = sides.pop().unwrap();
        let (left, left_values) = sides.pop().unwrap();
        let value = games.game(&left_values, &right_values).unwrap();
        if games.as_number(value).is_none() {
            return (Tree::Open(left, right), value);
        }
    }
}

fn random_option(games: &mut Games, rng: &mut Rng, depth: u32, side: Color) -> (Tree, Value) {
    if depth == 1 || rng.below(3) == 0 {
        let score = rng.below(7) as i32 - 2;
        let score = score * side.sign();
        return (Tree::Score(score), games.integer(score).unwrap());
    }
    random_tree(games, rng, depth - 1)
}

/// The final score when `mover` begins and both play for points, each moving in whichever tree is
/// open, until none is.
fn minimax<'a>(
    mover: Color,
    sum: &[&'a Tree],
    known: &mut HashMap<(Color, Vec<*const Tree>), i32>,
) -> i32 {
    let key = (
        mover,
        sum.iter().map(|&tree| std::ptr::from_ref(tree)).collect(),
    );
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let mut scores = Vec::new();
    for (i, &tree) in sum.iter().enumerate() {
        let Tree::Open(left, right) = tree else {
            continue;
        };
        let options = match mover {
            Color::Black => left,
            Color::White => right,
        };
        for option in options {
            let mut next: Vec<&'a Tree> = sum.to_vec();
            next[i] = option;
            scores.push(minimax(!mover, &next, known));
        }
    }
    let score = match mover {
        Color::Black => scores.into_iter().max(),
        Color::White => scores.into_iter().min(),
    }
    .unwrap_or_else(|| {
        let score = |tree: &&Tree| match tree {
            Tree::Score(score) => *score,
            Tree::Open(..) => panic!("an open game has moves"),
        };
        sum.iter().map(score).sum()
    });
    known.insert(key, score);
    score
}

#[test]
fn stops_of_sums_are_the_scores_of_best_play() {
    let mut numbers = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut games = Games::new();
        let count = 1 + rng.below(3);
        let parts: Vec<(Tree, Value)> = (0..count)
            .map(|_| random_tree(&mut games, &mut rng, 3))
            .collect();
        let mut sum = games.integer(0).unwrap();
        for &(_, value) in &parts {
            sum = games.add(sum, value).unwrap();
        }
        numbers += u32::from(games.as_number(sum).is_some());
        let trees: Vec<&Tree> = parts.iter().map(|(tree, _)| tree).collect();
        for first in Color::BOTH {
            let score = minimax(first, &trees, &mut HashMap::new());
            let stop = games.stop(sum, first);
            assert_eq!(stop, Dyadic::integer(score), "seed {seed}, {first} first");
        }
    }
    assert!(numbers > 0);
}

#[test]
fn cooling_respects_sums_and_means_add() {
    let half = Dyadic::ONE.half().unwrap();
    let taxes = [half, Dyadic::ONE, Dyadic::ONE.plus(half).unwrap()];
    for seed in 1000..1300 {
        let mut rng = Rng::new(seed);
        let mut games = Games::new();
        let (_, a) = random_tree(&mut games, &mut rng, 3);
        let (_, b) = random_tree(&mut games, &mut rng, 3);
        let sum = games.add(a, b).unwrap();
        for t in taxes {
            let [a, b, cold] = [a, b, sum].map(|value| games.cool(value, t).unwrap());
            assert_eq!(games.add(a, b), Ok(cold), "seed {seed}, {t}");
        }
        let mean = games.mean(a).plus(games.mean(b)).unwrap();
        assert_eq!(games.mean(sum), mean, "seed {seed}");
        let hotter = games.temperature(a).max(games.temperature(b));
        assert!(games.temperature(sum) <= hotter, "seed {seed}");
        if games.temperature(a) != games.temperature(b) {
            assert_eq!(games.temperature(sum), hotter, "seed {seed}");
        }
    }
}

/// The walls say what cooling does: at each temperature they are the stops of the cooled game.
#[test]
fn walls_are_the_stops_of_the_cooled_game() {
    for seed in 2000..2300 {
        let mut rng = Rng::new(seed);
        let mut games = Games::new();
        let (_, a) = random_tree(&mut games, &mut rng, 4);
        let thermograph = games.thermograph(a);
        for eighths in 0..40 {
            let t = Dyadic::new(eighths, 3).unwrap();
            let cold = games.cool(a, t).unwrap();
            assert_eq!(thermograph.left_at(t), Ok(games.stop(cold, Color::Black)));
            assert_eq!(thermograph.right_at(t), Ok(games.stop(cold, Color::White)));
            let warmth = games.temperature(cold);
            if t <= games.temperature(a) {
                let rest = games.temperature(a).minus(t).unwrap();
                assert_eq!(warmth, rest, "seed {seed} by {t}");
            } else {
                assert_eq!(games.as_number(cold), Some(games.mean(a)), "seed {seed}");
            }
        }
    }
}

/// n copies of a game are worth n means, but for a difference that does not grow.
#[test]
fn many_copies_are_worth_as_many_means() {
    for seed in 3000..3040 {
        let mut rng = Rng::new(seed);
        let mut games = Games::new();
        let (_, a) = random_tree(&mut games, &mut rng, 2);
        let mut sum = a;
        let mut means = games.mean(a);
        for _ in 1..16 {
            sum = games.add(sum, a).unwrap();
            means = means.plus(games.mean(a)).unwrap();
        }
        let temperature = games.temperature(a);
        for first in Color::BOTH {
            let gain = games.stop(sum, first).minus(means).unwrap();
            assert!(
                gain <= temperature && -gain <= temperature,
                "seed {seed}: {gain}"
            );
        }
    }
}
