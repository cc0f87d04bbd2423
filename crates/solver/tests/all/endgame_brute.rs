//! The solver against plain minimax, on the ends of random games.

use crate::brute::{Brute, GivenUp};
use tengen_game::{Color, Rng};
use tengen_go::{Diagram, Drawing, Game, Ko, Komi, Move, Point, Rules, Scoring, Size, Stones};
use tengen_solver::brute::Bounds;
use tengen_solver::endgame::{Fault, Limits, Proof, Settled, Solution, areas, open_points, solve};

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
struct Comparisons {
    compared: usize,
    by_sum: usize,
    by_whole: usize,
    with_ko: usize,
    given_up: usize,
    refused: usize,
    granted: usize,
    open: usize,
}

impl Comparisons {
    fn add(&mut self, other: &Self) {
        self.compared += other.compared;
        self.by_sum += other.by_sum;
        self.by_whole += other.by_whole;
        self.with_ko += other.with_ko;
        self.given_up += other.given_up;
        self.refused += other.refused;
        self.granted += other.granted;
        self.open += other.open;
    }
}

/// Compares every move's score.
fn compare(game: &Game, wasted: usize, comparisons: &mut Comparisons) {
    let turn = game.turn();
    let mut brute = Brute {
        left: 4_000,
        longest: game.moves().len() + 60,
        wasted,
    };
    let expected = match brute.scores(game, turn) {
        Ok(expected) => expected,
        Err(GivenUp::TooLarge | GivenUp::NoResult) => {
            comparisons.given_up += 1;
            return;
        }
    };
    let text = Drawing::new(game.stones()).to_string();
    let definition = Limits {
        claims: false,
        ..Limits::default()
    };
    let solution = match solve(game, turn, &definition) {
        Ok(solution) => solution,
        Err(Fault::Ko) if game.rules().ko == Ko::Simple => {
            comparisons.given_up += 1;
            return;
        }
        Err(fault) => panic!("{fault}\n{text}"),
    };
    match solution.proof {
        // With ko a wasted move may be a threat: play outside of the areas is not looked at.
        Proof::WholeWithKo if wasted > 0 => return,
        Proof::WholeWithKo => comparisons.with_ko += 1,
        Proof::Whole => comparisons.by_whole += 1,
        Proof::Sum => comparisons.by_sum += 1,
    }
    let found: Vec<(Move, i32)> = solution.moves.iter().map(|s| (s.mv, s.points)).collect();
    let rules = game.rules();
    assert_eq!(found, expected, "{turn} {rules} {}\n{text}", solution.proof);
    swapped(game, turn, comparisons);
    // What people may see otherwise is refused, and nothing else changes.
    match solve(game, turn, &Limits::default()) {
        Ok(agreed) if agreed.granted => {}
        Ok(agreed) => assert_eq!(agreed.moves, solution.moves, "{turn} {rules}\n{text}"),
        Err(Fault::Undivided { .. } | Fault::DeadCount { .. }) => comparisons.refused += 1,
        Err(fault) => panic!("{fault}\n{text}"),
    }
    comparisons.compared += 1;
    comparisons.open += solution.areas.iter().map(|area| area.open).sum::<usize>();
}

/// With all colours swapped the scores are the negative ones.
fn swapped(game: &Game, turn: Color, comparisons: &mut Comparisons) {
    let text: String = Drawing::new(game.stones())
        .to_string()
        .lines()
        .skip(1)
        .map(|line| {
            let row = line.split_whitespace().skip(1);
            let cells = row.map(|cell| match cell {
                "X" => "O",
                "O" => "X",
                _ => ".",
            });
            cells.collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    let rules = game.rules();
    let fresh = |stones: Stones, turn| Game::from_position(stones, turn, rules, Komi::ZERO);
    let mut stones = game.stones().clone();
    stones.forget_ko();
    let one = solve(&fresh(stones, turn), turn, &Limits::default());
    let other = Diagram::parse(&text).unwrap().stones;
    let other = solve(&fresh(other, !turn), !turn, &Limits::default());
    match (one, other) {
        (Ok(one), Ok(other)) => {
            let scores = |solution: &Solution, sign: i32| -> Vec<(Move, i32)> {
                let moves = solution.moves.iter();
                moves.map(|s| (s.mv, sign * s.points)).collect()
            };
            assert_eq!(scores(&one, 1), scores(&other, -1), "{text}");
            comparisons.granted += usize::from(one.granted);
        }
        (one, other) => assert_eq!(one.is_err(), other.is_err(), "{text}"),
    }
}

fn territory_with(rules: Rules) -> Rules {
    Rules {
        scoring: Scoring::Territory,
        ..rules
    }
}

fn run(size: usize, rules: Rules, open: usize, seeds: u64, wasted: usize) -> Comparisons {
    let mut comparisons = Comparisons::default();
    for seed in 0..seeds {
        let game = random_game(size, rules, seed);
        for game in late(game, open).into_iter().rev().take(2) {
            compare(&game, wasted, &mut comparisons);
        }
    }
    println!("{size} {rules} {:?} {comparisons:?}", rules.scoring);
    comparisons
}

#[test]
fn random_ends_have_the_scores_of_plain_minimax() {
    let rules = [Rules::CHINESE, territory_with(Rules::AGA), Rules::JAPANESE];
    let mut all = Comparisons::default();
    for (rules, size) in rules.into_iter().zip([4, 5, 6]) {
        all.add(&run(size, rules, 4, 40, 0));
        all.add(&run(size, territory_with(rules), 4, 20, 0));
    }
    assert!(all.compared > 80 && all.by_sum > 20, "{all:?}");
    assert!(all.by_whole > 20 && all.with_ko > 4, "{all:?}");
}

#[test]
fn ends_where_suicide_is_legal_have_them_too() {
    let all = run(5, Rules::TROMP_TAYLOR, 4, 40, 0);
    assert!(all.compared > 10, "{all:?}");
}

/// Where no ko matters it changes nothing to let either side also play in settled territory.
#[test]
fn moves_into_settled_territory_gain_nothing() {
    let mut all = run(4, Rules::CHINESE, 3, 40, 1);
    all.add(&run(4, territory_with(Rules::CHINESE), 3, 40, 1));
    let mut rng = Rng::new(2);
    for _ in 0..400 {
        if let Some(game) = walled_game(&mut rng, 2) {
            compare(&game, 1, &mut all);
        }
    }
    println!("{all:?}");
    assert!(all.compared > 20, "{all:?}");
}

/// Two areas between a black and a white wall, filled at random; the middle of the larger one is
/// next to no living stone.
fn walled(rng: &mut Rng) -> Option<Stones> {
    let mut text = String::new();
    for row in 0..7 {
        let symbols = [". ", "X ", "O "];
        let cells: String = (0..3).map(|_| symbols[rng.below(3) as usize]).collect();
        text += &match row {
            1..=3 | 5 => format!("X X {cells}O O\n"),
            _ => ". X X X O O .\n".to_owned(),
        };
    }
    Some(Diagram::parse(&text).ok()?.stones)
}

/// Such a position with few open points, under random rules.
fn walled_game(rng: &mut Rng, most: usize) -> Option<Game> {
    let stones = walled(rng)?;
    let rules = [
        Rules::CHINESE,
        Rules::JAPANESE,
        territory_with(Rules::CHINESE),
    ];
    let rules = rules[rng.below(3) as usize];
    let turn = Color::BOTH[rng.below(2) as usize];
    let game = Game::from_position(stones, turn, rules, Komi::ZERO);
    let settled = Settled::of(game.stones(), rules.suicide);
    let areas = areas(game.stones(), &settled);
    let open = areas.iter().map(|area| open_points(area, game.stones()));
    (1..=most).contains(&open.sum::<usize>()).then_some(game)
}

#[test]
fn random_areas_have_the_scores_of_plain_minimax() {
    let mut rng = Rng::new(1);
    let mut comparisons = Comparisons::default();
    while comparisons.compared < 150 {
        if let Some(game) = walled_game(&mut rng, 5) {
            compare(&game, 0, &mut comparisons);
        }
    }
    println!("{comparisons:?}");
    assert!(comparisons.by_sum > 50, "{comparisons:?}");
    assert!(
        comparisons.with_ko + comparisons.by_whole > 10,
        "{comparisons:?}"
    );
}

/// The minimax that lists all positions of the board, which is for positions without ko, against the
/// solver and against the one that plays every line.
#[test]
fn listing_all_positions_gives_the_same_scores() {
    let mut rng = Rng::new(3);
    let bounds = Bounds {
        positions: 20_000,
        deadline: None,
    };
    let (mut compared, mut repeats, mut twice) = (0, 0, 0);
    while compared < 120 {
        let Some(game) = walled_game(&mut rng, 6) else {
            continue;
        };
        let turn = game.turn();
        let found = match tengen_solver::brute::solve(&game, turn, &bounds) {
            Ok(found) => found,
            Err(tengen_solver::brute::GivenUp::Repeats) => {
                repeats += 1;
                continue;
            }
            Err(given_up) => panic!("{given_up}"),
        };
        let text = Drawing::new(game.stones()).to_string();
        let solution = solve(&game, turn, &Limits::default()).unwrap();
        let by_solver: Vec<(Move, i32)> = solution.moves.iter().map(|s| (s.mv, s.points)).collect();
        assert_eq!(found.scores, by_solver, "{turn} {}\n{text}", game.rules());
        compared += 1;
        let mut brute = Brute {
            left: 2_000,
            longest: 60,
            wasted: 0,
        };
        if let Ok(by_lines) = brute.scores(&game, turn) {
            assert_eq!(found.scores, by_lines, "{turn} {}\n{text}", game.rules());
            twice += 1;
        }
    }
    assert!(repeats > 0 && twice > 30, "{repeats} {twice}");
}

#[test]
fn what_cannot_be_listed_is_given_up() {
    let text = ". X X X O O .
                X X X X O O O
                X X . . O O O
                X X X X O O O
                X X X . O O O
                X . X X O . O
                X X X X O O O";
    let stones = Diagram::parse(text).unwrap().stones;
    let mut game = Game::from_position(stones, Color::Black, Rules::JAPANESE, Komi::ZERO);
    let solve = |game: &Game, positions, deadline| {
        let bounds = Bounds {
            positions,
            deadline,
        };
        tengen_solver::brute::solve(game, Color::Black, &bounds)
    };
    let few = solve(&game, 5, None).unwrap_err().to_string();
    assert_eq!(few, "the whole board has more than 5 positions");
    let late = solve(&game, 1_000, Some(std::time::Instant::now()));
    assert_eq!(late, Err(tengen_solver::brute::GivenUp::Time));
    let found = solve(&game, 1_000, None).unwrap();
    assert_eq!((found.scores.len(), found.scores[1].1), (4, 1));
    game.play(Color::Black, Move::Pass).unwrap();
    let past = solve(&game, 1_000, None);
    assert_eq!(past, Err(tengen_solver::brute::GivenUp::Past));
    let empty = Game::new(Size::NINETEEN, Rules::JAPANESE, Komi::ZERO);
    let wide = solve(&empty, 1_000, None);
    assert_eq!(wide, Err(tengen_solver::brute::GivenUp::TooWide));
}
