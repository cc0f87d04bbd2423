//! Influence that opposing stones block, and stones that crowd.

use super::*;

fn blocked() -> BroadParams {
    BroadParams {
        blocked: true,
        ..Default::default()
    }
}

/// The influence of the stone (4, 4) alone at an offset, among White's stones at other offsets; theirs
/// is taken away.
fn past(params: &BroadParams, white: &[(usize, usize)], at: (usize, usize)) -> f64 {
    let size = Size::NINE;
    let mut stones: Vec<_> = white.iter().map(|&(x, y)| (x, y, WHITE)).collect();
    let without = board(params, size, &stones).influence(index(at.0, at.1, size));
    stones.push((4, 4, BLACK));
    // Black's stone may block White's ways too: those cases are not used here.
    let with = board(params, size, &stones).influence(index(at.0, at.1, size));
    (with - without) * 60.0
}

#[test]
fn a_stone_in_the_way_blocks() {
    let of = |white: &[(usize, usize)], at| past(&blocked(), white, at).round() as i32;
    // In sixtieths: 30 beside, 20 diagonally, 15 two away, 12 a knight's move away.
    assert_eq!(of(&[], (6, 4)), 15);
    assert_eq!(of(&[(5, 4)], (6, 4)), 0, "the way around is 6 long");
    assert_eq!(of(&[(5, 4)], (5, 4)), 30, "a way may end on the stone");
    assert_eq!(of(&[(5, 4)], (5, 5)), 20, "past one stone");
    assert_eq!(of(&[(5, 4), (4, 5)], (5, 5)), 0, "not between two");
    assert_eq!(of(&[(5, 4)], (6, 5)), 12, "by the diagonal first");
    assert_eq!(of(&[(5, 4), (5, 5)], (6, 5)), 0);
    assert_eq!(of(&[(5, 5)], (6, 5)), 12, "by the line first");
    assert_eq!(of(&[(5, 5), (6, 4)], (6, 5)), 0, "no diagonal between two");
}

#[test]
fn with_a_longer_reach_influence_goes_around() {
    let params = BroadParams {
        reach: 6,
        ..blocked()
    };
    let of = |white: &[(usize, usize)], at| past(&params, white, at).round() as i32;
    assert_eq!(of(&[(5, 4)], (6, 4)), 10, "two diagonal steps: a sixth");
    assert_eq!(of(&[(5, 3), (5, 4), (5, 5)], (6, 4)), 0);
    let params = BroadParams {
        metric: Metric::Manhattan,
        reach: 4,
        ..blocked()
    };
    let of = |white: &[(usize, usize)], at| past(&params, white, at).round() as i32;
    assert_eq!(
        of(&[(5, 4)], (6, 4)),
        15,
        "four steps instead of two: a quarter"
    );
    assert_eq!(
        of(&[(5, 4), (4, 5)], (5, 5)),
        0,
        "six steps would be needed"
    );
}

#[test]
fn own_stones_do_not_block() {
    let size = Size::NINE;
    let stones = [(4, 4, BLACK), (5, 4, BLACK)];
    let board = board(&blocked(), size, &stones);
    let expected = 1.0 / 4.0 + 1.0 / 2.0;
    assert!((board.influence(index(6, 4, size)) - expected).abs() < 1e-12);
}

#[test]
fn without_opposing_stones_nothing_is_blocked() {
    for metric in [Metric::Paper, Metric::Manhattan] {
        for reach in 1..=12 {
            let free = BroadParams {
                metric,
                reach,
                ..Default::default()
            };
            let params = BroadParams {
                metric,
                reach,
                ..blocked()
            };
            for (side, seed) in [(5, 1), (13, 2), (19, 3)] {
                let size = size(side);
                let stones: Vec<_> = scatter(size, side * 2, seed)
                    .into_iter()
                    .map(|(p, _)| (p, WHITE))
                    .collect();
                let mut one = placed(&Arc::new(Broad::new(&free, size)), &stones);
                let mut other = placed(&Arc::new(Broad::new(&params, size)), &stones);
                assert_eq!(one.codes(BLACK), other.codes(BLACK));
                for cell in 0..one.broad().cells() {
                    assert_eq!(one.average(cell), other.average(cell));
                }
                // By the flood as by the distances.
                let points =
                    |b: &BroadBoard| (0..size.area()).map(|i| b.influence(i)).collect::<Vec<_>>();
                assert_eq!(points(&one), points(&other));
            }
        }
    }
}

#[test]
fn the_average_of_a_cell_is_that_of_its_points() {
    // Short reaches are flooded in one word, long ones by rows; points always by rows.
    let reaches = [Metric::Paper, Metric::Manhattan]
        .into_iter()
        .flat_map(|metric| {
            (1..=8).map(move |reach| BroadParams {
                metric,
                reach,
                ..blocked()
            })
        });
    for params in varieties().into_iter().chain(reaches) {
        let size = Size::THIRTEEN;
        let board = placed(&Arc::new(Broad::new(&params, size)), &scatter(size, 70, 5));
        let mut sums = vec![(0.0, 0.0); board.broad().cells()];
        for i in 0..size.area() {
            let (sum, points) = &mut sums[board.broad().cell_of(i)];
            *sum += board.influence(i);
            *points += 1.0;
        }
        for (cell, (sum, points)) in sums.into_iter().enumerate() {
            assert!(
                (board.average(cell) - sum / points).abs() < 1e-9,
                "{params:?}"
            );
        }
    }
}

#[test]
fn crowded_stones_weaken() {
    let size = Size::NINE;
    let params = BroadParams {
        concentration: 0.5,
        ..Default::default()
    };
    let at = |stones: &[(usize, usize, Color)], x, y| {
        board(&params, size, stones).influence(index(x, y, size))
    };
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    close(at(&[(4, 4, BLACK)], 4, 4), 1.0);
    // Two neighbours each count 1 / (1 + 0.5).
    close(at(&[(4, 4, BLACK), (5, 4, BLACK)], 4, 4), (1.0 + 0.5) / 1.5);
    // The middle of three in a row counts 1/2, the outer ones 1/1.5: they are 4 apart.
    let row = [(3, 4, BLACK), (4, 4, BLACK), (5, 4, BLACK)];
    close(at(&row, 4, 4), 1.0 / 2.0 + 2.0 * 0.5 / 1.5);
    // Another colour does not crowd, nor does a stone at distance 4.
    close(at(&[(4, 4, BLACK), (4, 6, BLACK)], 4, 3), 0.5);
    close(at(&[(4, 4, BLACK), (4, 5, WHITE)], 4, 4), 1.0 - 0.5);
    let wider = BroadParams {
        crowd: 4,
        ..params.clone()
    };
    let board = board(&wider, size, &[(4, 4, BLACK), (4, 6, BLACK)]);
    close(board.influence(index(4, 3, size)), 0.5 / 1.5);
}
