//! Every feature by diagrams, in all eight images and both colours.
//!
//! One file, long as it is: the tests share the images and the readings at its beginning.

use std::collections::HashSet;

use proptest::prelude::*;
use tengen_game::Rng;
use tengen_go::board::{Black, Board9, Full, White};
use tengen_go::{Color, Diagram, Point, Size, Stones, Symmetry, symmetry};
use tengen_pattern::feature::{FeatureParams, FeatureSet, LibertyReading, View};

use Color::{Black as B, White as W};

/// Everything on, with this reading of liberties.
fn everything(liberties: LibertyReading) -> FeatureParams {
    FeatureParams {
        liberties,
        capture: true,
        escape: true,
        atari: true,
        self_atari: true,
        ladder: true,
        last: true,
        before: true,
        edge: true,
        ko: true,
        connection: true,
        distances: 17,
        ladder_nodes: 2_000,
    }
}

/// The values of a move of `turn` at `point`.
fn team(
    set: &mut FeatureSet,
    board: &Stones,
    turn: Color,
    [last, before]: [Option<Point>; 2],
    point: Point,
) -> Vec<u32> {
    let view = View {
        board,
        last,
        before,
    };
    let mut ids = vec![u32::MAX; set.columns()];
    let v = board.vertex(point).unwrap();
    match turn {
        B => {
            set.begin::<Black, 26, 704, Full>(&view);
            set.team::<Black, 26, 704, Full>(&view, v, &mut ids);
        }
        W => {
            set.begin::<White, 26, 704, Full>(&view);
            set.team::<White, 26, 704, Full>(&view, v, &mut ids);
        }
    }
    ids
}

/// The value of a column for Black's move at the mark `a`, after these moves were played on the
/// diagram; the same in every image and with colours exchanged.
fn value(column: &str, text: &str, moves: &[(Color, &str)]) -> String {
    let reading = if column.ends_with(" liberties") {
        LibertyReading::BeforeAfter
    } else {
        LibertyReading::Change
    };
    let diagram = Diagram::parse(text).unwrap();
    let size = diagram.stones.size();
    let mut set = FeatureSet::new(&everything(reading), size);
    let at = (0..set.columns())
        .find(|&at| set.name(at) == column)
        .unwrap();
    let mut found = HashSet::new();
    for image in Symmetry::ALL {
        for exchange in [false, true] {
            let mut board = image.stones(&diagram.stones);
            if exchange {
                board = symmetry::exchanged(&board);
            }
            let mut recent = [None; 2];
            for &(color, label) in moves {
                let point = image.point(Point::parse(label, size).unwrap(), size);
                let color = if exchange { !color } else { color };
                assert!(board.play(color, point), "{label}\n{text}");
                recent = [Some(point), recent[0]];
            }
            let turn = if exchange { W } else { B };
            let mark = image.point(diagram.mark('a').unwrap(), size);
            let ids = team(&mut set, &board, turn, recent, mark);
            let name = set.value_name(ids[at]);
            let prefix = format!("{column}: ");
            found.insert(name.strip_prefix(&prefix).unwrap_or(&name).to_owned());
        }
    }
    assert_eq!(found.len(), 1, "the images differ: {found:?}\n{text}");
    found.into_iter().next().unwrap()
}

/// The name of a value, a diagram, and the moves played on it.
type Case<'a> = (&'a str, &'a str, &'a [(Color, &'a str)]);

/// Checks a list of diagrams.
fn check(column: &str, cases: &[Case<'_>]) {
    for (expected, text, moves) in cases {
        assert_eq!(value(column, text, moves), *expected, "{column}\n{text}");
    }
}

const ONE_LOOSE: &str = ". X . . .
                         X O a . .
                         . X . . .
                         . . . . .
                         . . . . .";

/// White takes the ko at B6.
const KO: &str = ". X O . . . .
                  X . X O . . .
                  . X O . . . .
                  . . . . . . .
                  . . . . X . .
                  . . . X O a .
                  . . . . . . .";

/// Black takes a ko at the mark.
const TAKE: &str = ". O X .
                    O a O X
                    . O X .
                    . . . .";

#[test]
fn captures() {
    let lone = ". X . . .
                X . a . .
                . X . . .
                . . . . .
                . . . . .";
    check(
        "capture",
        &[
            ("a chain that could get away, one stone", ONE_LOOSE, &[]),
            (
                "a chain that could get away, two stones",
                ". X X . .
                 X O O a .
                 . X X . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "a chain that could get away, three stones or more",
                ". X X X . .
                 X O O O a .
                 . X X X . .
                 . . . . . .
                 . . . . . .
                 . . . . . .",
                &[],
            ),
            (
                "a chain that cannot get away, one stone",
                "X O a . .
                 X X . . .
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            ("the chain of the last move, one stone", lone, &[(W, "B4")]),
            (
                "a chain that holds an own one in atari, one stone",
                ". . . . .
                 . O X O .
                 . X O a .
                 . . X . .
                 . . . . .",
                &[],
            ),
            ("none", ". X a \n . . . \n . O .", &[]),
        ],
    );
}

#[test]
fn escapes() {
    let running = "O . . . .
                   X a . . .
                   . . . . .
                   . . . . .
                   . . . . .";
    check(
        "escape",
        &[
            (
                "into atari again, in atari since before, one stone",
                "O O . . .
                 X a O . .
                 O . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to 2 liberties, in atari since before, one stone",
                "O . . . .
                 X a O . .
                 O . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to 3 liberties or more, in atari since the last move, one stone",
                running,
                &[(W, "A3")],
            ),
            (
                "to 3 liberties or more, in atari since before, one stone",
                running,
                &[(W, "A3"), (B, "E1"), (W, "E3")],
            ),
            (
                "to 3 liberties or more, in atari since before, more stones",
                "O O . . .
                 X X a . .
                 O O . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            ("none", running, &[]),
        ],
    );
}

#[test]
fn ataris() {
    let one = ". . X . .
               . X O a .
               . . . . .
               . . . . .
               . . . . .";
    check(
        "atari",
        &[
            ("to another chain, one stone", one, &[]),
            (
                "to the chain of the last move, one stone",
                &one.replace('O', "."),
                &[(W, "C4")],
            ),
            (
                "to two chains or more, one stone",
                ". X . X .
                 X O a O X
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to another chain, two stones",
                "X O a . .
                 X O X . .
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to another chain, three stones or more",
                "O O O a .
                 X X . . .
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            ("during a ko to another chain, one stone", KO, &[(W, "B6")]),
            (
                "during a ko to two chains or more, one stone",
                &KO.replace("X O a .", "X O a O").replace(
                    "X . .\n                  . . . X O",
                    "X . X\n                  . . . X O",
                ),
                &[(W, "B6")],
            ),
            ("none", ONE_LOOSE, &[]),
        ],
    );
}

#[test]
fn self_ataris() {
    check(
        "self-atari",
        &[
            (
                "one liberty left, one stone",
                "a . . \n O . . \n . . .",
                &[],
            ),
            (
                "one liberty left, two stones",
                "X a O \n O . . \n . . .",
                &[],
            ),
            (
                "one liberty left, three stones or more",
                "X X a O
                 O O . .
                 . . . .
                 . . . .",
                &[],
            ),
            ("none", "a . . \n . . . \n . . .", &[]),
            ("none", "X O a . \n . X O . \n . . . . \n . . . .", &[]),
        ],
    );
}

#[test]
fn ladders() {
    let rest = ". . . . .\n . . . . .\n . . . . .";
    let board = |first: &str, second: &str| format!("{first}\n{second}\n{rest}");
    check(
        "ladder",
        &[
            (
                "extends a chain that is caught all the same",
                &board("O X a . .", "O O . . ."),
                &[],
            ),
            (
                "starts one that catches a stone",
                &board("X O . . .", "X a . . ."),
                &[],
            ),
            (
                "starts one that catches more stones",
                &board("X O O . .", "X X a . ."),
                &[],
            ),
            (
                "extends a chain, which gets away",
                "O . . . .
                 X a . . .
                 O . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "extends a chain that one threatens since the last move",
                &board(". . X . .", ". . a . ."),
                &[(W, "B5")],
            ),
            (
                "gives an atari that starts none",
                &board(". . X . .", ". X O a ."),
                &[],
            ),
            ("none", &board(". X a . .", ". . . . ."), &[]),
        ],
    );
}

#[test]
fn kos() {
    let taken: &[(Color, &str)] = &[(B, "B3"), (W, "D1")];
    let fill = ". O X .
                O . O X
                . O X .
                . . . .";
    let stand = ". O X .
                 O X a X
                 . O X .
                 . . . .";
    check(
        "ko",
        &[
            ("takes a ko", TAKE, &[]),
            ("fills a ko", stand, &[]),
            (
                "captures while a ko may not be retaken",
                &KO.replace(
                    "a .\n                  . . . . . . .",
                    "a .\n                  . . . . X . .",
                ),
                &[(W, "B6")],
            ),
            ("none", KO, &[(W, "B6")]),
            ("none", ONE_LOOSE, &[]),
        ],
    );
    // The mark appears only when the stone is taken, so this one is asked by hand.
    let mut board = Diagram::parse(fill).unwrap().stones;
    let size = board.size();
    let point = |label| Point::parse(label, size).unwrap();
    for &(color, label) in taken {
        assert!(board.play(color, point(label)));
    }
    let params = FeatureParams {
        ko: true,
        last: false,
        liberties: LibertyReading::Off,
        ..FeatureParams::default()
    };
    let mut set = FeatureSet::new(&params, size);
    let recent = [Some(point("D1")), Some(point("B3"))];
    let ids = team(&mut set, &board, B, recent, point("C3"));
    assert_eq!(
        set.value_name(ids[0]),
        "ko: fills the ko that the own move before took"
    );
}

#[test]
fn connections() {
    check(
        "connection",
        &[
            ("connects two chains", ". . . \n X a X \n . . .", &[]),
            (
                "connects three chains or more",
                ". X . \n X a X \n . . .",
                &[],
            ),
            ("cuts two chains", ". . . \n O a O \n . . .", &[]),
            ("cuts three chains or more", ". O . \n O a O \n . . .", &[]),
            ("connects and cuts", ". X . \n O a O \n . X .", &[]),
            // Two stones at a corner are two chains; the corner makes them one.
            ("connects two chains", ". X . \n X a . \n . . .", &[]),
            ("none", "X X . \n X a . \n . . O", &[]),
        ],
    );
}

#[test]
fn liberties() {
    let five = |middle: &str| format!(". . . . .\n . . . . .\n {middle}\n . . . . .\n . . . . .");
    check(
        "liberties",
        &[
            ("none", &five(". . a . ."), &[]),
            (
                "a stone alone with 3 liberties, 4 or more left to the weakest opposing chain",
                &five("O O a . ."),
                &[],
            ),
            (
                "a stone alone with 3 liberties, 3 left to the weakest opposing chain",
                &five(". O a . ."),
                &[],
            ),
            (
                "a stone alone with 1 liberty, 1 left to the weakest opposing chain",
                "a . . \n O X . \n . . .",
                &[],
            ),
            (
                "a stone alone with 4 liberties or more, the weakest opposing chain captured",
                ONE_LOOSE,
                &[],
            ),
            (
                "2 liberties more, no opposing chain beside",
                &five(". X a . ."),
                &[],
            ),
            (
                "1 liberty more, 3 left to the weakest opposing chain",
                &five(". X a O ."),
                &[],
            ),
            (
                "3 liberties more or better, no opposing chain beside",
                &five(". X a X ."),
                &[],
            ),
            (
                "1 liberty fewer, no opposing chain beside",
                "X X . \n X a X \n X X X",
                &[],
            ),
            (
                "as many liberties, 3 left to the weakest opposing chain",
                ". . . . .
                 . . . O .
                 . X a O .
                 . . O . .
                 . . . . .",
                &[],
            ),
        ],
    );
    check(
        "own liberties",
        &[
            ("none beside, then 3", &five(". O a . ."), &[]),
            ("4, then 6 or more", &five(". X a . ."), &[]),
            ("2, then 3", "X a . \n . . . \n . . .", &[]),
        ],
    );
    check(
        "opposing liberties",
        &[
            ("3 left, no other", &five(". O a . ."), &[]),
            ("3 left, the next: 3 left", &five(". O a O ."), &[]),
            ("captured, no other", ONE_LOOSE, &[]),
            (
                "1 left, the next: 3 left",
                "O a . . \n . O . . \n X . X . \n . X . .",
                &[],
            ),
            ("none", &five(". X a . ."), &[]),
        ],
    );
}

#[test]
fn places() {
    let board = |column: usize, row: usize| {
        let rows = (0..19).map(|y| {
            let point = |x| if (x, y) == (column, row) { "a" } else { "." };
            (0..19).map(point).collect::<String>() + "\n"
        });
        rows.collect::<String>()
    };
    for (column, row, expected) in [
        (0, 0, "1-1 point"),
        (2, 3, "3-4 point"),
        (15, 15, "4-4 point"),
        (9, 2, "line 3 away from the corner"),
        (4, 18, "line 1 away from the corner"),
        (4, 9, "line 5"),
        (9, 9, "line 10 or further in"),
    ] {
        assert_eq!(value("edge", &board(column, row), &[]), expected);
    }
    let moves: &[(Color, &str)] = &[(B, "D4"), (W, "Q16")];
    assert_eq!(value("last", &board(15, 4), moves), "distance 2");
    assert_eq!(value("last", &board(14, 5), moves), "distance 5");
    assert_eq!(value("last", &board(3, 3), moves), "further than 17");
    assert_eq!(value("before", &board(4, 14), moves), "distance 3");
    assert_eq!(value("last", &board(9, 9), &[]), "none");
    let taken = Diagram::parse(ONE_LOOSE).unwrap().stones;
    let mut set = FeatureSet::new(&everything(LibertyReading::Change), taken.size());
    let point = Point::new(2, 1);
    let ids = team(&mut set, &taken, B, [None, point], point.unwrap());
    let names: Vec<String> = ids.iter().map(|&id| set.value_name(id)).collect();
    assert!(
        names.contains(&"before: distance 0".to_owned()),
        "{names:?}"
    );
}

#[test]
fn values_are_numbered_through_and_named_once() {
    for reading in [
        LibertyReading::Off,
        LibertyReading::Change,
        LibertyReading::BeforeAfter,
    ] {
        let set = FeatureSet::new(&everything(reading), Size::NINE);
        let count = u32::try_from(set.count()).unwrap();
        let names: HashSet<String> = (1..=count).map(|id| set.value_name(id)).collect();
        assert_eq!(names.len(), set.count());
        assert_eq!(set.value_name(0), "none");
        assert_eq!(set.value_name(count + 1), format!("no value {}", count + 1));
        // The values of a column follow each other, in the order of the columns.
        let mut columns: Vec<String> = (1..=count)
            .map(|id| set.value_name(id).split(": ").next().unwrap().to_owned())
            .collect();
        columns.dedup();
        let expected: Vec<&str> = (0..set.columns()).map(|at| set.name(at)).collect();
        assert_eq!(columns, expected);
        assert!((0..set.columns()).all(|at| set.about(at).ends_with('.')));
        assert_eq!((set.name(99), set.about(99)), ("", ""));
    }
    let off = FeatureParams {
        liberties: LibertyReading::Off,
        last: false,
        ..FeatureParams::default()
    };
    let set = FeatureSet::new(&off, Size::NINE);
    assert_eq!((set.columns(), set.count()), (0, 0));
    assert_eq!(
        FeatureSet::new(&FeatureParams::default(), Size::NINE).columns(),
        2
    );
}

/// A random position and its last two moves.
fn random(size: Size, seed: u64, moves: usize) -> (Stones, [Option<Point>; 2]) {
    let mut rng = Rng::new(seed);
    let mut board = Stones::new(size);
    let mut recent = [None; 2];
    for number in 0..moves {
        let place = rng.below(u32::try_from(size.area()).unwrap()) as usize;
        let point = Point::from_index(place, size).unwrap();
        if board.play(Color::BOTH[number % 2], point) {
            recent = [Some(point), recent[0]];
        }
    }
    board.forget_ko();
    (board, recent)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn images_and_colours_have_the_same_values(side in 2_usize..=13, seed: u64, share in 1_usize..=20) {
        let size = Size::new(side).unwrap();
        let (board, recent) = random(size, seed, size.area() * share / 10);
        // Where reading is given up depends on the order of moves, so none is given up here.
        let params = FeatureParams { ladder_nodes: 100_000, ..everything(LibertyReading::BeforeAfter) };
        let mut set = FeatureSet::new(&params, size);
        let count = u32::try_from(set.count()).unwrap();
        for point in Point::all(size).filter(|&p| board.is_legal(B, p)) {
            let ids = team(&mut set, &board, B, recent, point);
            prop_assert!(ids.iter().all(|&id| id <= count));
            for image in [Symmetry::ALL[seed as usize % 8], Symmetry::ALL[5]] {
                let turned = image.stones(&board);
                let moved = recent.map(|p| p.map(|p| image.point(p, size)));
                let at = image.point(point, size);
                prop_assert_eq!(&team(&mut set, &turned, B, moved, at), &ids);
                let exchanged = symmetry::exchanged(&turned);
                prop_assert_eq!(&team(&mut set, &exchanged, W, moved, at), &ids);
            }
        }
    }

    #[test]
    fn liberties_are_what_they_are_after_the_move(side in 2_usize..=25, seed: u64, share in 1_usize..=20) {
        let size = Size::new(side).unwrap();
        let (board, recent) = random(size, seed, size.area() * share / 10);
        let params = FeatureParams {
            ladder_nodes: 50,
            ..everything(LibertyReading::BeforeAfter)
        };
        let mut set = FeatureSet::new(&params, size);
        for point in Point::all(size).filter(|&p| board.is_legal(W, p)) {
            let ids = team(&mut set, &board, W, recent, point);
            let mut after = board.clone();
            after.play(W, point);
            let name = set.value_name(ids[0]);
            let own = after.liberties(point, 6);
            let expected = format!("then {own}{}", if own == 6 { " or more" } else { "" });
            prop_assert!(ids[0] == 0 || name.ends_with(&expected), "{} {}", name, own);
            let beside = point.neighbours(size).filter(|&p| board.at(p) == Some(B));
            let left = beside.map(|p| if after.at(p).is_none() { 0 } else { after.liberties(p, 4) }).min();
            let name = set.value_name(ids[1]);
            let expected = match left {
                None => "none".to_owned(),
                Some(0) => "opposing liberties: captured,".to_owned(),
                Some(4) => "opposing liberties: 4 or more left,".to_owned(),
                Some(n) => format!("opposing liberties: {n} left,"),
            };
            prop_assert!(name.starts_with(&expected), "{} {}", name, expected);
        }
    }
}

#[test]
fn the_grid_makes_no_difference() {
    let size = Size::NINE;
    for seed in 0..20 {
        let (board, recent) = random(size, seed, 60);
        let mut small = Board9::<Full>::new(size);
        for point in Point::all(size) {
            if let Some(color) = board.at(point) {
                small.place(color, point);
            }
        }
        let mut set = FeatureSet::new(&everything(LibertyReading::Change), size);
        let [last, before] = recent;
        let view = View {
            board: &small,
            last,
            before,
        };
        for point in Point::all(size).filter(|&p| board.is_legal(B, p)) {
            let expected = team(&mut set, &board, B, recent, point);
            let mut ids = vec![0; set.columns()];
            set.begin::<Black, 10, 112, Full>(&view);
            set.team::<Black, 10, 112, Full>(&view, small.vertex(point).unwrap(), &mut ids);
            assert_eq!(ids, expected);
        }
    }
}
