//! The solver against plain minimax, on the ends of random games.

mod brute;

use brute::{Brute, GivenUp};
use tengen_game::{Color, Rng};
use tengen_go::{Drawing, Game, Ko, Komi, Move, Point, Rules, Scoring, Size};
use tengen_solver::endgame::{Fault, Limits, Proof, Settled, areas, open_points, solve};

/// A random game that fills no own eyes, to its end.
fn random_game(size: usize, rules: Rules, seed: u64) -> Game {
    let size = Size::new(size).unwrap();
    let mut rng = Rng::new(seed);
    let mut game = Game::new(size, rules, Komi::ZERO);
    let mut turn = Color::Black;
    for _ in 0..4 * size.area() {
        if game.is_over() {
            break;
        }
        let eye = |point: Point| point.neighbours(size).all(|p| game.at(p) == Some(turn));
        let moves: Vec<Move> = game
            .legal_moves(turn)
            .into_iter()
            .filter(|mv| mv.point().is_some_and(|point| !eye(point)))
            .collect();
        let mv = match moves.len() as u32 {
            0 => Move::Pass,
            count => moves[rng.below(count) as usize],
        };
        game.play(turn, mv).unwrap();
        turn = !turn;
    }
    game
}

/// The positions of a game in which few points are open, the last first.
fn late(mut game: Game, most: usize) -> Vec<Game> {
    let mut found = Vec::new();
    while game.undo().is_some() {
        let settled = Settled::of(game.stones(), game.rules().suicide);
        let open: usize = areas(game.stones(), &settled)
            .iter()
            .map(|area| open_points(area, game.stones()))
            .sum();
        if open > most || settled.all().is_empty() {
            break;
        }
        if open > 0 && game.passes() < 2 {
            found.push(game.clone());
        }
    }
    found
}

#[derive(Debug, Default)]
struct Tally {
    compared: usize,
    by_sum: usize,
    by_whole: usize,
    with_ko: usize,
    given_up: usize,
    open: usize,
}

/// Compares every move's score.
fn compare(game: &Game, wasted: usize, tally: &mut Tally) {
    let turn = game.turn();
    let mut brute = Brute {
        left: 6_000,
        longest: game.moves().len() + 60,
        wasted,
    };
    let expected = match brute.scores(game, turn) {
        Ok(expected) => expected,
        Err(GivenUp::TooLarge | GivenUp::NoResult) => {
            tally.given_up += 1;
            return;
        }
    };
    let text = Drawing::new(game.stones()).to_string();
    let solution = match solve(game, turn, &Limits::default()) {
        Ok(solution) => solution,
        Err(Fault::Ko) if game.rules().ko == Ko::Simple => {
            tally.given_up += 1;
            return;
        }
        Err(fault) => panic!("{fault}\n{text}"),
    };
    match solution.proof {
        // With ko a wasted move may be a threat: play outside of the areas is not looked at.
        Proof::WholeWithKo if wasted > 0 => return,
        Proof::WholeWithKo => tally.with_ko += 1,
        Proof::Whole => tally.by_whole += 1,
        Proof::Sum => tally.by_sum += 1,
    }
    let found: Vec<(Move, i32)> = solution.moves.iter().map(|s| (s.mv, s.points)).collect();
    let rules = game.rules();
    assert_eq!(found, expected, "{turn} {rules} {}\n{text}", solution.proof);
    tally.compared += 1;
    tally.open += solution.areas.iter().map(|area| area.open).sum::<usize>();
}

fn territory_with(rules: Rules) -> Rules {
    Rules {
        scoring: Scoring::Territory,
        ..rules
    }
}

fn run(size: usize, rules: Rules, open: usize, seeds: u64, wasted: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..seeds {
        let game = random_game(size, rules, seed);
        for game in late(game, open).into_iter().rev().take(2) {
            compare(&game, wasted, &mut tally);
        }
    }
    println!("{size} {rules} {:?} {tally:?}", rules.scoring);
    tally
}

#[test]
fn random_ends_have_the_scores_of_plain_minimax() {
    for rules in [
        Rules::CHINESE,
        territory_with(Rules::CHINESE),
        Rules::AGA,
        territory_with(Rules::AGA),
    ] {
        for size in [4, 5, 6] {
            run(size, rules, 4, 30, 0);
        }
    }
}

#[test]
fn simple_ko_and_suicide() {
    for rules in [
        Rules::JAPANESE,
        Rules::TROMP_TAYLOR,
        territory_with(Rules::TROMP_TAYLOR),
    ] {
        for size in [4, 5, 6] {
            run(size, rules, 4, 30, 0);
        }
    }
}
