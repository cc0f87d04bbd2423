//! The values of all features: their numbers and names, their images, and the grid they are found on.

use std::collections::HashSet;

use proptest::prelude::*;
use tengen_go::board::{Black, Board9, Full};
use tengen_go::{Point, Size, Symmetry, symmetry};
use tengen_pattern::feature::{FeatureParams, FeatureSet, LibertyReading, View};

use super::{B, W, everything, random, team};

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
