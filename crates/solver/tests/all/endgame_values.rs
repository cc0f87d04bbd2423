//! Areas as combinatorial games, against the exact scores of the positions that they make up.

use tengen_game::Rng;
use tengen_go::{Color, Diagram, Drawing, Game, Ko, Komi, Move, Rules};
use tengen_solver::cgt::{Dyadic, Relation};
use tengen_solver::endgame::{AreaFault, Limits, Reading, Valuation, solve};

/// Three areas between a black and a white wall, filled at random, counted by territory.
fn random_areas(rng: &mut Rng) -> Option<Game> {
    let mut text = String::new();
    for row in 0..9 {
        let symbols = [". ", ". ", "X ", "O "];
        let cells: String = (0..5).map(|_| symbols[rng.below(4) as usize]).collect();
        text += &match row {
            1 | 5 | 7 => format!("X X {cells}O O\n"),
            0 | 8 => ". X X X O O O O .\n".to_owned(),
            _ => "X . X X X O O . O\n".to_owned(),
        };
    }
    let stones = Diagram::parse(&text).ok()?.stones;
    let turn = Color::BOTH[rng.below(2) as usize];
    let rules = Rules {
        ko: Ko::Positional,
        ..Rules::JAPANESE
    };
    Some(Game::from_position(stones, turn, rules, Komi::ZERO))
}

/// Limits by the definition: what is not settled is nobody's; random areas have much of it.
fn definition() -> Limits {
    Limits {
        claims: false,
        ..Limits::default()
    }
}

#[derive(Debug, Default)]
struct ValueChecks {
    sums: usize,
    exact: usize,
    up_to_score: usize,
    ko: usize,
    passes: usize,
    ordered: usize,
    confused: usize,
}

/// The stop of the sum of all values is the score; `None` if some area has no value.
fn check_stops(game: &Game, valuation: &mut Valuation, checks: &mut ValueChecks) -> Option<()> {
    let mut sum = valuation.games().integer(0).unwrap();
    let mut all = Some(());
    for area in 0..valuation.areas().len() {
        match valuation.value(area) {
            Ok((value, reading)) => {
                sum = valuation.games().add(sum, value).unwrap();
                checks.exact += usize::from(reading == Reading::Exact);
                checks.up_to_score += usize::from(reading == Reading::Score);
            }
            Err(fault) => {
                checks.ko += usize::from(fault == AreaFault::Ko);
                checks.passes += usize::from(fault == AreaFault::Passes);
                all = None;
            }
        }
    }
    all?;
    for turn in Color::BOTH {
        let solution = solve(game, turn, &definition()).unwrap();
        let stop = valuation.games().stop(sum, turn);
        let score = Dyadic::integer(solution.points - solution.settled);
        let name = valuation.games().show(sum);
        assert_eq!(
            stop,
            score,
            "{turn} {name}\n{}",
            Drawing::new(game.stones())
        );
        checks.sums += 1;
    }
    Some(())
}

/// Moves that are better whatever else there is are no worse here.
fn check_order(game: &Game, valuation: &mut Valuation, checks: &mut ValueChecks) {
    let turn = game.turn();
    let solution = solve(game, turn, &definition()).unwrap();
    // After a pass the opponent may end the game by another, which no value knows of.
    let stones = || {
        solution
            .moves
            .iter()
            .filter(|scored| scored.mv != Move::Pass)
    };
    for one in stones() {
        for other in stones() {
            let ahead = one.points - other.points;
            for relation in [
                valuation.compare(turn, one.mv, other.mv),
                valuation.compare_scores(turn, one.mv, other.mv),
            ] {
                let holds = match relation {
                    Ok(Relation::Greater) => ahead >= 0,
                    Ok(Relation::Less) => ahead <= 0,
                    Ok(Relation::Equal) => ahead == 0,
                    Ok(Relation::Confused) => {
                        checks.confused += 1;
                        continue;
                    }
                    Err(_) => continue,
                };
                let said = format!("{:?} {:?} {relation:?}", one, other);
                assert!(holds, "{said}\n{}", Drawing::new(game.stones()));
                checks.ordered += 1;
            }
        }
    }
}

fn checked(seed: u64, sums: usize, random: impl Fn(&mut Rng) -> Option<Game>) -> ValueChecks {
    let mut rng = Rng::new(seed);
    let mut checks = ValueChecks::default();
    while checks.sums < sums {
        let Some(game) = random(&mut rng) else {
            continue;
        };
        let mut valuation = Valuation::new(&game, &definition()).unwrap();
        if check_stops(&game, &mut valuation, &mut checks).is_some() {
            check_order(&game, &mut valuation, &mut checks);
        }
    }
    println!("{checks:?}");
    checks
}

#[test]
fn the_stops_of_sums_of_values_are_the_scores() {
    let checks = checked(3, 50, random_areas);
    assert!(checks.exact > 2 * (checks.passes + checks.ko), "{checks:?}");
    assert!(checks.up_to_score > 0, "{checks:?}");
    assert!(checks.ordered > checks.confused, "{checks:?}");
}
