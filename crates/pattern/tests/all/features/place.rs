//! Places of a move: from the edge, and from the last moves.

use tengen_go::{Color, Diagram, Point};
use tengen_pattern::feature::{FeatureSet, LibertyReading};

use super::{B, ONE_LOOSE, W, everything, team, value};

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
