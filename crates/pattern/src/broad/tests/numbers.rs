//! Numbers worked out by hand from the paper's formulas.

use super::*;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn the_parameters_are_declared_well() {
    tengen_params::check_declarations(&BroadParams::default()).unwrap();
}

#[test]
fn one_stone_radiates_as_in_the_paper() {
    let size = Size::NINETEEN;
    for (color, sign) in [(BLACK, 1.0), (WHITE, -1.0)] {
        let board = board(&BroadParams::default(), size, &[(9, 9, color)]);
        for (across, down, expected) in [
            (0, 0, 1.0),
            (1, 0, 1.0 / 2.0),
            (0, 1, 1.0 / 2.0),
            (1, 1, 1.0 / 3.0),
            (2, 0, 1.0 / 4.0),
            (2, 1, 1.0 / 5.0),
            (1, 2, 1.0 / 5.0),
            (2, 2, 0.0),
            (3, 0, 0.0),
        ] {
            close(
                board.influence(index(9 + across, 9 - down, size)),
                sign * expected,
            );
            close(
                board.influence(index(9 - across, 9 + down, size)),
                sign * expected,
            );
        }
    }
}

#[test]
fn by_manhattan_distance_it_is_the_reciprocal_of_the_steps() {
    let params = BroadParams {
        metric: Metric::Manhattan,
        reach: 3,
        ..Default::default()
    };
    let size = Size::NINETEEN;
    let board = board(&params, size, &[(9, 9, BLACK)]);
    for (across, down, expected) in [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (1, 1, 0.5),
        (2, 1, 1.0 / 3.0),
        (2, 2, 0.0),
    ] {
        close(board.influence(index(9 + across, 9 + down, size)), expected);
    }
}

#[test]
fn influences_add_up_and_are_averaged_in_cells() {
    // The cell in the middle is lines 8 to 10 of 0 to 18; the stone is on its middle.
    let size = Size::NINETEEN;
    let mut board = board(&BroadParams::default(), size, &[(9, 9, BLACK)]);
    let centre = 24;
    assert_eq!(board.broad().cell_of(index(9, 9, size)), centre);
    close(board.average(centre), (1.0 + 4.0 / 2.0 + 4.0 / 3.0) / 9.0);
    // Beside it are (2,0) once and (2,1) twice.
    close(board.average(centre + 1), (1.0 / 4.0 + 2.0 / 5.0) / 9.0);
    close(board.average(centre + 8), 0.0);
    board.put(index(10, 9, size), WHITE);
    close(board.influence(index(9, 9, size)), 1.0 - 1.0 / 2.0);
    // White's part in the cell: offsets (0,0), two (0,1); (1,0), two (1,1); (2,0), two (2,1).
    let white = 1.0 + 2.0 / 2.0 + 1.0 / 2.0 + 2.0 / 3.0 + 1.0 / 4.0 + 2.0 / 5.0;
    close(
        board.average(centre),
        (1.0 + 4.0 / 2.0 + 4.0 / 3.0 - white) / 9.0,
    );
    // The corner cell of 2333332 has four points.
    let corner = super::board(&BroadParams::default(), size, &[(0, 0, BLACK)]);
    close(corner.average(0), (1.0 + 2.0 / 2.0 + 1.0 / 3.0) / 4.0);
}

#[test]
fn the_four_values_have_half_open_intervals() {
    let size = Size::NINETEEN;
    // The middle cell of 3331333 is one point: with a stone on it, the average is 1 exactly.
    let middle = |threshold, color| {
        let params = BroadParams {
            partition: Partition::Middle,
            threshold,
            ..Default::default()
        };
        board(&params, size, &[(9, 9, color)]).value(24)
    };
    for (threshold, black, white) in [(0.999_999, 3, 0), (1.0, 3, 1), (1.000_001, 1, 1)] {
        assert_eq!(middle(threshold, BLACK), black, "{threshold}");
        assert_eq!(middle(threshold, WHITE), white, "{threshold}");
    }
    // Two columns from the corner cell of 2×2 points: offsets (2,0) and (2,1) are within reach, and
    // (1/4 + 1/5) / 4 = 0.1125.
    let beside = |threshold, color| {
        let params = BroadParams {
            threshold,
            ..Default::default()
        };
        board(&params, size, &[(3, 0, color)]).value(0)
    };
    for (threshold, black, white) in [(0.112_499, 3, 0), (0.112_5, 3, 1), (0.112_501, 1, 1)] {
        assert_eq!(beside(threshold, BLACK), black, "{threshold}");
        assert_eq!(beside(threshold, WHITE), white, "{threshold}");
    }
    // By Manhattan distance only (1, 1) is within reach: 1/5 / 4 = 0.05, which no float is exactly.
    let far = |threshold, color| {
        let params = BroadParams {
            metric: Metric::Manhattan,
            threshold,
            ..Default::default()
        };
        board(&params, size, &[(6, 1, color)]).value(0)
    };
    assert_eq!((far(0.05, BLACK), far(0.05, WHITE)), (3, 1));
    assert_eq!((far(0.050_001, BLACK), far(0.049_999, WHITE)), (1, 0));
}

#[test]
fn with_a_threshold_of_nothing_what_is_even_is_blacks() {
    let params = BroadParams {
        threshold: 0.0,
        ..Default::default()
    };
    let size = Size::NINETEEN;
    let board = board(&params, size, &[(3, 3, WHITE)]);
    assert_eq!(board.value(24), 3);
    assert_eq!(board.value(board.broad().cell_of(index(3, 3, size))), 0);
}

#[test]
fn balanced_cells_are_open_or_contested_by_their_stones() {
    let size = Size::NINETEEN;
    // Around the middle point, in turns: a corner gives the cell 97/30 and a side 229/60, so that the
    // average of all eight is 4 × (97/30 − 229/60) / 9 = −7/27, which is above −0.3.
    let ring = [
        (8, 8),
        (9, 8),
        (10, 8),
        (10, 9),
        (10, 10),
        (9, 10),
        (8, 10),
        (8, 9),
    ];
    let of = |n: usize, stones| {
        let params = BroadParams {
            stones,
            threshold: 0.3,
            ..Default::default()
        };
        let list: Vec<_> = ring[..n]
            .iter()
            .enumerate()
            .map(|(i, &(x, y))| (x, y, Color::BOTH[i % 2]))
            .collect();
        let board = board(&params, size, &list);
        (board.average(24), board.value(24))
    };
    close(of(8, 7).0, -7.0 / 27.0);
    let of = |n, stones| of(n, stones).1;
    assert_eq!(of(0, 7), 1);
    assert_eq!(of(8, 7), 2);
    assert_eq!(of(8, 8), 2);
    assert_eq!(of(8, 9), 1);
    assert_eq!(of(0, 0), 2);
}

#[test]
fn points_belong_to_the_cells_of_the_partition() {
    for (partition, last_lines) in [
        (Partition::Edge, [1, 4, 7, 10, 13, 16, 18]),
        (Partition::Second, [2, 4, 7, 10, 13, 15, 18]),
        (Partition::Third, [2, 5, 7, 10, 12, 15, 18]),
        (Partition::Middle, [2, 5, 8, 9, 12, 15, 18]),
    ] {
        let params = BroadParams {
            partition,
            ..Default::default()
        };
        let broad = Broad::new(&params, Size::NINETEEN);
        assert_eq!((broad.cells(), broad.side()), (49, 7));
        for point in Point::all(Size::NINETEEN) {
            let part = |line| last_lines.iter().position(|&last| line <= last).unwrap();
            let expected = part(point.row()) * 7 + part(point.column());
            assert_eq!(broad.cell_of(point.index(Size::NINETEEN)), expected);
        }
    }
}

#[test]
fn classes_are_orbits_rings_or_one() {
    let of = |classes, side| {
        let broad = Broad::new(
            &BroadParams {
                classes,
                ..Default::default()
            },
            size(side),
        );
        (0..broad.cells())
            .map(|cell| broad.class_of(cell))
            .collect::<Vec<_>>()
    };
    let orbits = of(Classes::Orbit, 19);
    assert_eq!(orbits[..7], [0, 1, 2, 3, 2, 1, 0]);
    assert_eq!(orbits[7..14], [1, 4, 5, 6, 5, 4, 1]);
    assert_eq!(orbits[14..21], [2, 5, 7, 8, 7, 5, 2]);
    assert_eq!(orbits[21..28], [3, 6, 8, 9, 8, 6, 3]);
    assert_eq!(of(Classes::Ring, 19)[21..28], [0, 1, 2, 3, 2, 1, 0]);
    assert!(of(Classes::None, 19).iter().all(|&class| class == 0));
    assert_eq!(of(Classes::Orbit, 13)[..10], [0, 1, 3, 1, 0, 1, 4, 6, 4, 1]);
    assert_eq!(of(Classes::Orbit, 9), [0, 3, 0, 3, 9, 3, 0, 3, 0]);
    assert_eq!(of(Classes::Orbit, 5), of(Classes::Orbit, 9));
    assert_eq!(of(Classes::Orbit, 2), [9]);
    assert_eq!(of(Classes::Orbit, 25)[..9], [0, 1, 2, 2, 3, 2, 2, 1, 0]);
}

#[test]
fn the_window_of_a_corner_shows_the_edge() {
    let size = Size::NINETEEN;
    let mut board = board(
        &BroadParams::default(),
        size,
        &[(3, 3, BLACK), (15, 15, WHITE)],
    );
    let codes = board.codes(BLACK).to_vec();
    // The stone is in the second cell both ways and reaches those beside it, but not the corner's,
    // whose nearest point is (2, 2) away.
    assert_eq!(Broad::unpack(codes[0]), (0, [4, 4, 4, 4, 1, 3, 4, 3, 3]));
    assert_eq!(Broad::unpack(codes[48]), (0, [4, 4, 4, 4, 1, 0, 4, 0, 0]));
    assert_eq!(Broad::unpack(codes[24]), (9, [1; 9]));
    assert!(codes.iter().all(|&code| code < board.broad().bound()));
    let white = board.codes(WHITE);
    assert_eq!((white[0], white[48]), (codes[48], codes[0]));
}

#[test]
fn the_corner_of_another_size_has_the_same_code() {
    for side in [9, 13, 19, 25] {
        // Whatever the size, the stone is two lines from the edge; with 3 lines to a cell at the
        // edge the parts there are the same.
        let params = BroadParams {
            partition: Partition::Middle,
            ..Default::default()
        };
        let mut board = board(&params, size(side), &[(2, 2, BLACK)]);
        assert_eq!(
            Broad::unpack(board.codes(BLACK)[0]),
            (0, [4, 4, 4, 4, 3, 3, 4, 3, 3])
        );
    }
}
