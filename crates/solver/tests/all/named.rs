//! The pairs that have names: each is what its lesson says, by the solver and by plain minimax.

use tengen_go::{Color, Game, Komi, Move, Rules, Size};
use tengen_solver::brute::{self, Bounds, GivenUp};
use tengen_solver::cgt::Relation;
use tengen_solver::endgame::{Limits, Proof, solve};
use tengen_solver::problems::{Generator, NAMED, Pair, Stand};

fn pair(name: &str) -> Pair {
    let named = NAMED.iter().find(|named| named.name == name).unwrap();
    named.pair(&Limits::default()).unwrap()
}

/// Name, side of the board, right move, Black's points, the areas as value and temperature, and moves
/// with their losses, those that are incomparable with the right one with a question mark.
type Row = (
    &'static str,
    usize,
    &'static str,
    i32,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

const ROWS: [Row; 14] = [
    (
        "P1",
        9,
        "D3",
        1,
        &[("{1|*}", "1/2"), ("{2|0}", "1")],
        &["D5 1", "C5 2"],
    ),
    (
        "P2",
        9,
        "C5",
        0,
        &[("{5|*||−1*}", "1"), ("{*|−1}", "1/2")],
        &["G6 1", "D5 2"],
    ),
    (
        "1",
        7,
        "D4",
        1,
        &[("{1|*}", "1/2"), ("{4|0}", "2")],
        &["D6 3"],
    ),
    (
        "2",
        11,
        "H9",
        3,
        &[
            ("{3|||2||1|*}", "7/8"),
            ("{2||1|*}", "3/4"),
            ("{1|*}", "1/2"),
        ],
        &["H6 1", "H3 1"],
    ),
    (
        "3",
        9,
        "D5",
        2,
        &[("{3||2|0}", "1"), ("{*|−1}", "1/2"), ("{*|−1}", "1/2")],
        &["B5 1", "G4 1"],
    ),
    (
        "4",
        9,
        "C5",
        3,
        &[("{5|*||−1*}", "1"), ("{3|*}", "3/2")],
        &["H6 1"],
    ),
    (
        "5",
        13,
        "E7",
        -2,
        &[
            ("{3|*}", "3/2"),
            ("{0|−2}", "1"),
            ("{*|−1}", "1/2"),
            ("{0|−2}", "1"),
        ],
        &["B6 1", "K5 1", "H6 2"],
    ),
    (
        "6",
        9,
        "E6",
        6,
        &[("{4|||3||2|0}", "1"), ("{3|*}", "3/2"), ("{1|*}", "1/2")],
        &["A5 1", "H6 1"],
    ),
    (
        "7",
        9,
        "F5",
        4,
        &[("{3||2|0}", "1"), ("{2|0}", "1")],
        &["C5 1?"],
    ),
    (
        "8",
        10,
        "J4",
        -4,
        &[
            ("{1|*}", "1/2"),
            ("{1|*}", "1/2"),
            ("{*|−3||−4}", "1"),
            ("{*|−2*}", "1"),
        ],
        &["E4 1?"],
    ),
    (
        "9",
        12,
        "M6",
        -3,
        &[
            ("{4*|*||−2}", "2"),
            ("{2||1|*}", "3/4"),
            ("{*|−3}", "3/2"),
            ("{*|−1||−2}", "3/4"),
        ],
        &["B7 1?"],
    ),
    (
        "10",
        11,
        "B6",
        -1,
        &[
            ("{{3|||2||1|*}|0}", "17/16"),
            ("{1||0|−4}", "1"),
            ("{*|−1||−2}", "3/4"),
            ("{*|−4*}", "2"),
        ],
        &["K9 2?"],
    ),
    (
        "11",
        12,
        "D8",
        -5,
        &[
            ("{1|−2*}", "3/2"),
            ("{*|−1}", "1/2"),
            ("{*|−1}", "1/2"),
            ("{0|−2||−3}", "1"),
        ],
        &["E7 1?"],
    ),
    (
        "12",
        9,
        "H5",
        -5,
        &[
            ("{1*|0||−2|−3*|||−3|−4*}", "1"),
            ("{1*|0||−1|||−3*}", "11/8"),
        ],
        &["C5 1?"],
    ),
];

#[test]
fn every_pair_is_as_its_lesson_says() {
    for (named, (name, side, right, points, areas, rivals)) in NAMED.iter().zip(ROWS) {
        let pair = named.pair(&Limits::default()).unwrap();
        let size = Size::new(side).unwrap();
        assert_eq!((named.name, pair.stones.size()), (name, size));
        assert_eq!(
            (pair.right.label(size).as_str(), pair.points),
            (right, points),
            "{name}"
        );
        assert_eq!(pair.proof, Proof::Sum, "{name}");
        let found: Vec<(String, String)> = pair
            .areas
            .iter()
            .map(|area| (area.value.clone(), area.temperature.to_string()))
            .collect();
        let told: Vec<(String, String)> =
            areas.iter().map(|&(v, t)| (v.into(), t.into())).collect();
        assert_eq!(found, told, "{name}");
        let told_of = |rival: &tengen_solver::problems::Rival| {
            let doubt = if rival.relation == Relation::Confused {
                "?"
            } else {
                ""
            };
            format!("{} {}{doubt}", rival.mv.label(size), rival.loss)
        };
        let found: Vec<String> = pair.rivals.iter().map(told_of).collect();
        for rival in rivals {
            assert!(
                found.iter().any(|f| f == rival),
                "{name}: {rival} of {found:?}"
            );
        }
        let doubtful = rivals.iter().filter(|rival| rival.ends_with('?')).count();
        let confused = pair.rivals.iter().filter(|r| r.mv != Move::Pass);
        let confused = confused
            .filter(|r| r.relation == Relation::Confused)
            .count();
        assert_eq!(doubtful, confused, "{name}");
        assert!(named.lesson.contains(right) || name == "2", "{name}");
    }
}

#[test]
fn six_are_incomparable_and_all_kinds_are_there() {
    let pairs: Vec<Pair> = NAMED.iter().map(|named| pair(named.name)).collect();
    assert_eq!(
        pairs.iter().filter(|pair| pair.is_incomparable()).count(),
        6
    );
    assert_eq!(
        pairs
            .iter()
            .filter(|pair| pair.turn == Color::Black)
            .count(),
        7
    );
    assert_eq!(
        pairs
            .iter()
            .filter(|pair| pair.stand == Stand::Ahead)
            .count(),
        7
    );
    for pair in &pairs {
        let won = |komi: Komi, points: i32| komi.settle(points).winner() == Some(pair.turn);
        let after = |loss: i32| pair.points - loss * pair.turn.sign();
        let ahead = pair.stand == Stand::Ahead;
        assert!(won(pair.close, pair.points));
        assert_eq!(won(pair.lopsided, pair.points), ahead);
        for rival in &pair.rivals {
            assert!(!won(pair.close, after(rival.loss)));
            assert_eq!(won(pair.lopsided, after(rival.loss)), ahead);
        }
    }
}

/// The figures of the paper: 7 to 6 against 6 to 6, and 21 to 6, by 15 points against 14.
#[test]
fn the_first_has_the_figures_of_the_paper() {
    let p1 = pair("P1");
    let game = Game::from_position(p1.stones.clone(), p1.turn, Rules::JAPANESE, Komi::ZERO);
    let solution = solve(&game, p1.turn, &Limits::default()).unwrap();
    let [right, wrong] = ["D3", "D5"].map(|point| Move::parse(point, game.size()).unwrap());
    assert_eq!(solution.after(right), Some(7 - 6));
    assert_eq!(solution.after(wrong), Some(6 - 6));
    let ends = |mv: Move, komi: Komi| komi.settle(solution.after(mv).unwrap()).to_string();
    assert_eq!(
        (ends(right, p1.close), ends(wrong, p1.close)),
        ("B+0.5".into(), "W+0.5".into())
    );
    assert_eq!(p1.lopsided.points(), 7.0 - 21.0);
    assert_eq!(
        (ends(right, p1.lopsided), ends(wrong, p1.lopsided)),
        ("B+15".into(), "B+14".into())
    );
}

/// Tests if plain minimax over the whole board gives the right move and all losses.
fn verified(pair: &Pair, positions: u64) -> bool {
    let game = Game::from_position(pair.stones.clone(), pair.turn, Rules::JAPANESE, Komi::ZERO);
    let bounds = Bounds {
        positions,
        deadline: None,
    };
    let found = match brute::solve(&game, pair.turn, &bounds) {
        Ok(found) => found,
        Err(GivenUp::TooLarge { .. }) => return false,
        Err(other) => panic!("{other}"),
    };
    let loss = |points: i32| (pair.points - points) * pair.turn.sign();
    for &(mv, points) in &found.scores {
        let rival = pair.rivals.iter().find(|rival| rival.mv == mv);
        assert_eq!(rival.map_or(0, |rival| rival.loss), loss(points), "{mv:?}");
        assert_eq!(rival.is_none(), mv == pair.right);
    }
    assert_eq!(found.scores.len(), pair.rivals.len() + 1);
    true
}

#[test]
fn plain_minimax_agrees_on_those_with_names() {
    let agreed: Vec<&str> = NAMED
        .iter()
        .filter(|named| verified(&pair(named.name), 10_000))
        .map(|named| named.name)
        .collect();
    // The others have more positions than a test has time for; `tengen solve check --brute` has it.
    assert_eq!(agreed, ["P1", "P2", "1", "3", "4", "6", "7"]);
}

#[test]
fn plain_minimax_agrees_on_those_drawn_by_chance() {
    let limits = Limits {
        open: 9,
        positions: 3_000,
        forms: 20_000,
        nodes: 200_000,
        ..Limits::default()
    };
    let pairs = Generator::new(11, limits).take(24);
    let small = pairs.filter(|pair| pair.areas.len() <= 3);
    let agreed = small.filter(|pair| verified(pair, 5_000)).count();
    assert!(agreed >= 4, "{agreed}");
}
