//! Endgames with answers known by hand.

use tengen_go::{Color, Diagram, Game, Ko, Komi, Move, Rules, Size};
use tengen_solver::cgt::{Dyadic, Relation};
use tengen_solver::endgame::{
    AreaFault, Fault, Limits, Proof, Reading, Solution, Valuation, solve,
};

/// A position under rules, Black to move.
fn game(text: &str, rules: Rules) -> Game {
    let stones = Diagram::parse(text).unwrap().stones;
    Game::from_position(stones, Color::Black, rules, Komi::ZERO)
}

fn solved(game: &Game, turn: Color) -> Solution {
    solve(game, turn, &Limits::default()).unwrap()
}

/// By the definition alone: what is not settled is nobody's.
fn definition() -> Limits {
    Limits {
        claims: false,
        ..Limits::default()
    }
}

fn points(solution: &Solution, mv: &str, size: usize) -> i32 {
    let mv = Move::parse(mv, Size::new(size).unwrap()).unwrap();
    solution.after(mv).unwrap()
}

/// Black on the left and White on the right, alive with three eyes each, and between them a corridor
/// of Black's in each second row, so long and open to White.
fn corridors(lengths: &[usize]) -> String {
    let mut rows = vec![" . X . X . X X X X X O O .".to_owned()];
    for row in 1..12 {
        let length = match row % 2 {
            0 => lengths.get(row / 2 - 1).copied().unwrap_or(0),
            _ => 0,
        };
        let (wall, open) = ("X ".repeat(10 - length), ". ".repeat(length));
        rows.push(format!("{wall}{open}O O O"));
    }
    rows.push("X X X X X X X X X X O O .".to_owned());
    rows.join("\n")
}

/// Black's right move is to capture at D3 (two points, of temperature 1); to close the corridor at
/// D5 is a point in gote, of temperature one half.
const P1: &str = ". X . X O . O O .
                  X X X X O O O O O
                  X . X X O O O . O
                  X X X X O O O O O
                  X X . . O O . O O
                  X . X X O O O O O
                  X X X . O O . O O
                  . X X O X O O O O
                  X X X X X O O . O";

#[test]
fn the_larger_of_two_moves_wins_seven_to_six() {
    let game = game(P1, Rules::JAPANESE);
    let solution = solved(&game, Color::Black);
    assert_eq!(solution.settled, 5 - 6);
    assert_eq!(solution.proof, Proof::Sum);
    assert_eq!(points(&solution, "D3", 9), 7 - 6, "the capture");
    assert_eq!(points(&solution, "D5", 9), 6 - 6, "the corridor");
    assert_eq!(points(&solution, "C5", 9), 5 - 6, "inside the corridor");
    assert_eq!(points(&solution, "pass", 9), 5 - 6);
    assert_eq!(solution.points, 1);
    let line: Vec<String> = solution
        .line
        .iter()
        .map(|mv| mv.label(game.size()))
        .collect();
    assert_eq!(line[..2], ["D3", "D5"]);
    let white = solved(&game, Color::White);
    assert_eq!(
        white.points,
        5 + 1 - 6,
        "White saves the stone, Black closes"
    );
}

#[test]
fn the_areas_of_the_example_have_their_means_and_temperatures() {
    let game = game(P1, Rules::JAPANESE);
    let mut valuation = Valuation::new(&game, &Limits::default()).unwrap();
    let found: Vec<(String, String, String)> = (0..2)
        .map(|area| {
            let (value, reading) = valuation.value(area).unwrap();
            assert_eq!(reading, Reading::Exact);
            let games = valuation.games();
            let (mean, heat) = (games.mean(value), games.temperature(value));
            (games.show(value), mean.to_string(), heat.to_string())
        })
        .collect();
    let told = |value: &str, mean: &str, heat: &str| (value.into(), mean.into(), heat.into());
    assert_eq!(
        found,
        [told("{1|*}", "1/2", "1/2"), told("{2|0}", "1", "1")]
    );
    let (capture, _) = valuation.value(1).unwrap();
    let games = valuation.games();
    let chilled = games.cool(capture, Dyadic::integer(1)).unwrap();
    assert_eq!(games.show(chilled), "1*");
    let [capture, corridor, pass] =
        ["D3", "D5", "pass"].map(|m| Move::parse(m, game.size()).unwrap());
    let mut relation = |a, b| valuation.compare(Color::Black, a, b).unwrap();
    assert_eq!(relation(capture, corridor), Relation::Greater);
    assert_eq!(relation(corridor, capture), Relation::Less);
    assert_eq!(relation(corridor, corridor), Relation::Equal);
    // A move that is no threat can be confused with none: who moves last in the rest may matter.
    assert_eq!(relation(capture, pass), Relation::Confused);
}

#[test]
fn corridors_have_the_temperatures_of_the_theory() {
    let game = game(&corridors(&[1, 2, 3, 4, 5]), Rules::JAPANESE);
    let mut valuation = Valuation::new(&game, &Limits::default()).unwrap();
    for n in 1..=5_i64 {
        let (value, _) = valuation.value(n as usize - 1).unwrap();
        let games = valuation.games();
        let part = 1 << (n - 1);
        let exponent = (n - 1) as u32;
        let temperature = Dyadic::new(part - 1, exponent).unwrap();
        let mean = Dyadic::new((n - 2) * part + 1, exponent).unwrap();
        assert_eq!(
            games.temperature(value),
            temperature,
            "{}",
            games.show(value)
        );
        assert_eq!(games.mean(value), mean, "{}", games.show(value));
    }
}

#[test]
fn many_corridors_are_a_sum() {
    let game = game(&corridors(&[6, 5, 6, 7, 8]), Rules::JAPANESE);
    let solution = solved(&game, Color::Black);
    assert_eq!(solution.proof, Proof::Sum);
    // In turn: Black closes 8 for 7, White enters 7, Black closes 6, White enters 6, ...; closing
    // where White has just entered is a point less, so each answers elsewhere as long as he can.
    println!(
        "{} nodes, {:?}",
        solution.nodes,
        solution
            .areas
            .iter()
            .map(|a| a.positions)
            .collect::<Vec<_>>()
    );
    assert!(solution.best().any(|mv| mv.label(game.size()) == "K3"));
}

#[test]
fn a_neutral_point_counts_for_area_only() {
    let text = corridors(&[1]);
    for (rules, worth) in [(Rules::JAPANESE, 0), (Rules::CHINESE, 1)] {
        let game = game(&text, rules);
        for turn in Color::BOTH {
            let solution = solved(&game, turn);
            assert_eq!(solution.points, solution.settled + turn.sign() * worth);
        }
    }
}

const SEKI: &str = ". O O X . X .
                    X . O X X X X
                    X X X O O X X
                    O O O O O X .
                    O . O O O X X
                    O O O . O X X
                    . O O O O X .";

#[test]
fn a_seki_is_left_alone() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        let game = game(SEKI, rules);
        for turn in Color::BOTH {
            let solution = solve(&game, turn, &definition()).unwrap();
            assert_eq!(solution.line, [Move::Pass, Move::Pass], "{rules}");
            let stones = 4 - 3;
            let expected = if rules == Rules::CHINESE {
                solution.settled + stones
            } else {
                4 - 3
            };
            assert_eq!(solution.points, expected, "{rules}");
        }
    }
    let game = game(SEKI, Rules::JAPANESE);
    let mut valuation = Valuation::new(&game, &Limits::default()).unwrap();
    match valuation.value(0) {
        Ok((value, _)) => assert_eq!(valuation.games().show(value), "0"),
        Err(fault) => assert_eq!(fault, AreaFault::Ko),
    }
}

/// Black may take the stone at D5 by E5, and White may take back.
const KO: &str = ". X . X O . O O .
                  X X X X O O O O O
                  X . X X O O O . O
                  X X X X O O O O O
                  X X X O . O . O O
                  X X X X O O O O O
                  X X X X O O . O O
                  . X X X O O O O O
                  X X X X O O O . O";

#[test]
fn a_ko_is_solved_by_superko_and_named_by_the_values() {
    let superko = Rules {
        ko: Ko::Positional,
        ..Rules::JAPANESE
    };
    let game = game(KO, superko);
    let valuation = Valuation::new(&game, &Limits::default()).unwrap();
    assert_eq!(valuation.value(0), Err(AreaFault::Ko));
    let solution = solve(&game, Color::Black, &definition()).unwrap();
    assert_eq!(solution.proof, Proof::WholeWithKo);
    // Black takes, White has no threat, and Black fills.
    assert_eq!(points(&solution, "E5", 9), solution.points);
    let white = solve(&game, Color::White, &definition()).unwrap();
    assert_eq!(points(&white, "E5", 9), white.points, "White connects");
    assert_eq!(solution.points - white.points, 1);
}

/// Black has a corner of six points, and has not divided it.
const CORNER: &str = ". X . X O O .
                      X X X X O O O
                      X X X X O . O
                      X X X X O O O
                      . X X X O O O
                      . . X X O O .
                      . . . X O O O";

/// Nobody fills his own territory to prove that it is his.
#[test]
fn territory_need_not_be_divided() {
    for (rules, expected) in [(Rules::JAPANESE, 8 - 3), (Rules::CHINESE, 28 - 21)] {
        let game = game(CORNER, rules);
        for turn in Color::BOTH {
            let solution = solved(&game, turn);
            assert_eq!((solution.points, solution.granted), (expected, true));
            assert_eq!(solution.after(Move::Pass), Some(expected), "{rules}");
        }
        let value = solved(&game, Color::Black).areas[0].value.clone().unwrap();
        assert_eq!(
            (value.name.as_str(), value.temperature.to_string()),
            ("6", "−1".to_owned())
        );
    }
    let game = game(CORNER, Rules::JAPANESE);
    let strict = solve(&game, Color::Black, &definition()).unwrap();
    assert_eq!((strict.points, strict.granted), (4, false));
}

/// White's territory is treated as Black's is, and both may be in one area.
#[test]
fn both_sides_need_not_divide() {
    let swap = |text: &str| -> String {
        let other = |c| match c {
            'X' => 'O',
            'O' => 'X',
            c => c,
        };
        text.chars().map(other).collect()
    };
    let game = |text: &str| game(text, Rules::JAPANESE);
    let solution = solved(&game(&swap(CORNER)), Color::White);
    assert_eq!((solution.points, solution.granted), (3 - 8, true));
    assert_eq!(solution.after(Move::Pass), Some(3 - 8));
    let both = ". X . X O O .
                X X X X O O O
                X X X X O O .
                X X X X O O O
                X X O O . O O
                X . X O . O O
                X . X O . O O";
    for (text, sign) in [(both.to_owned(), 1), (swap(both), -1)] {
        match solve(&game(&text), Color::Black, &Limits::default()) {
            Ok(solution) => assert_eq!(solution.points, -sign),
            Err(fault) => assert!(matches!(fault, Fault::Undivided { .. }), "{fault}"),
        }
    }
}

/// Rules that count what stands grant nothing: the stone has to be taken.
#[test]
fn a_dead_stone_that_counts_is_not_granted() {
    let text = CORNER.replacen(". . . X O O O", ". . O X O O O", 1);
    let solution = solved(&game(&text, Rules::TROMP_TAYLOR), Color::Black);
    assert_eq!(solution.points, 28 - 21);
    assert_eq!(solution.after(Move::Pass), Some(28 - 6 - 21 - 1));
}

/// A stone in the corner is dead: it need not be taken.
#[test]
fn a_stone_in_territory_is_a_prisoner() {
    let text = CORNER.replacen(". . . X O O O", ". . O X O O O", 1);
    for (rules, expected) in [(Rules::JAPANESE, 8 + 1 - 3), (Rules::CHINESE, 28 - 21)] {
        let solution = solved(&game(&text, rules), Color::Black);
        assert_eq!(solution.points, expected, "{rules}");
        assert_eq!(solution.after(Move::Pass), Some(expected), "{rules}");
    }
}

/// A group in the corner lives by one large eye. To play that out may go round, so it is not known here, and
/// it is not guessed.
#[test]
fn a_large_eye_is_no_answer() {
    let text = ". . . . X O .
                X X X X X O O
                O O O O O O O
                O . O O O O O
                O O O O O O O
                O O O . O O O
                . O O O O O .";
    let fault = solve(
        &game(text, Rules::JAPANESE),
        Color::Black,
        &Limits::default(),
    );
    assert_eq!(
        fault,
        Err(Fault::Undivided {
            at: "A7".to_owned()
        })
    );
    // By area it costs nothing to divide it.
    let solution = solved(&game(text, Rules::CHINESE), Color::Black);
    assert_eq!(solution.points, 10 - 39);
}

/// One wide area is no sum: it is searched as a whole, by area within the usual limits.
#[test]
fn fourteen_open_points_are_solved() {
    let walls = |middle: &str| {
        format!(
            ". X . X X X X X X
             X X X X X X X X X
             X X X X X X X X X
             {middle}
             O O O O O O O O O
             O O O O O O O O O
             O O O O O O . O ."
        )
    };
    let random = ". O . . . O . . .
                  X O O . X . . X O
                  . X . . X X . X O";
    let solution = solved(&game(&walls(random), Rules::CHINESE), Color::Black);
    assert_eq!(solution.areas[0].open, 14);
    assert!(matches!(solution.proof, Proof::Whole | Proof::WholeWithKo));
    let plain = "X . . . . . . . O
                 X . . . . . . . O
                 O O O O O O O O O";
    let game = game(&walls(plain), Rules::CHINESE);
    let [black, white] = Color::BOTH.map(|turn| solved(&game, turn).points);
    // The open points look the same from both sides; 29 and 38 points stand.
    assert_eq!(black + white, 2 * (29 - 38));
    assert!(black >= white);
}

/// Where dead stones count there is no pass before they are taken.
#[test]
fn dead_stones_that_count_are_to_be_taken_first() {
    let text = CORNER.replacen(". . X X", "X X X X", 1);
    let text = text.replacen(". . . X", "O . X X", 1);
    let fault = solve(
        &game(&text, Rules::TROMP_TAYLOR),
        Color::Black,
        &Limits::default(),
    );
    assert_eq!(
        fault,
        Err(Fault::DeadCount {
            at: "A1".to_owned()
        })
    );
    assert_eq!(
        solved(&game(&text, Rules::CHINESE), Color::Black).points,
        28 - 21
    );
}

#[test]
fn what_cannot_be_solved_gets_a_sentence() {
    let limits = Limits::default();
    let empty = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
    assert_eq!(
        solve(&empty, Color::Black, &limits),
        Err(Fault::NothingSettled)
    );
    let mut over = game(P1, Rules::JAPANESE);
    over.play(Color::Black, Move::Pass).unwrap();
    over.play(Color::White, Move::Pass).unwrap();
    assert_eq!(solve(&over, Color::Black, &limits), Err(Fault::Over));
    let long = game(&corridors(&[8]), Rules::JAPANESE);
    let few = Limits { open: 7, ..limits };
    let fault = solve(&long, Color::Black, &few).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "an area at C11 has 8 open points; at most 7 can be solved, so play on until more of it is \
         settled"
    );
    let little = Limits {
        nodes: 10,
        ..limits
    };
    assert_eq!(
        solve(&long, Color::Black, &little),
        Err(Fault::Nodes { limit: 10 })
    );
    let late = Limits {
        deadline: Some(std::time::Instant::now()),
        ..limits
    };
    assert_eq!(solve(&long, Color::Black, &late), Err(Fault::Time));
}
