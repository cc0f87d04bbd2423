//! Every feature by diagrams, in all eight images and both colours.

mod atari;
mod liberties;
mod place;
mod tactics;
mod values;

use std::collections::HashSet;

use tengen_game::Rng;
use tengen_go::board::{Black, Full, White};
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
