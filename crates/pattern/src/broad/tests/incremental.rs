//! However a position came about, its codes are the same.

use std::hint::black_box;
use std::time::Instant;

use proptest::prelude::*;

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_changed_board_is_as_one_from_scratch(
        variety in 0_usize..9,
        side in prop::sample::select(vec![2_usize, 5, 7, 9, 13, 19, 25]),
        steps in prop::collection::vec((any::<u16>(), 0_u8..12), 0..250),
    ) {
        let size = size(side);
        let broad = Arc::new(Broad::new(&varieties()[variety], size));
        let mut kept = BroadBoard::new(Arc::clone(&broad));
        let mut stones = vec![None; size.area()];
        for (at, what) in steps {
            let index = usize::from(at) % size.area();
            let color = Color::BOTH[usize::from(what % 2)];
            match what {
                0..8 => {
                    kept.put(index, color);
                    stones[index] = Some(color);
                }
                8..10 => {
                    kept.lift(index, color);
                    stones[index] = stones[index].filter(|&there| there != color);
                }
                10 if at % 16 == 0 => {
                    kept.clear();
                    stones.fill(None);
                }
                10 => drop(kept.codes(BLACK).len()),
                _ => drop(kept.codes(WHITE).len()),
            }
        }
        let mut fresh = BroadBoard::new(broad);
        for (index, stone) in stones.iter().enumerate().rev() {
            if let Some(color) = *stone {
                fresh.put(index, color);
            }
        }
        for cell in 0..fresh.broad().cells() {
            prop_assert_eq!(kept.average(cell), fresh.average(cell));
            prop_assert_eq!(kept.value(cell), fresh.value(cell));
        }
        for color in Color::BOTH {
            prop_assert_eq!(kept.codes(color), fresh.codes(color));
        }
    }
}

#[test]
fn what_is_not_on_the_board_is_left_alone() {
    let size = Size::NINE;
    let mut board = board(
        &BroadParams {
            blocked: true,
            ..Default::default()
        },
        size,
        &[(4, 4, BLACK)],
    );
    let before = board.codes(BLACK).to_vec();
    board.put(81, BLACK);
    board.lift(usize::MAX, WHITE);
    board.lift(index(4, 4, size), WHITE);
    board.put(index(4, 4, size), BLACK);
    assert_eq!(board.codes(BLACK), before);
    assert_eq!(board.influence(81), 0.0);
}

/// `cargo test --release -p tengen-pattern broad -- --ignored --nocapture` prints what it costs.
#[test]
#[ignore = "a measurement"]
fn the_cost_of_a_position() {
    let size = Size::NINETEEN;
    let stones: Vec<(usize, Color)> = scatter(size, 150, 7)
        .iter()
        .map(|&(p, c)| (p.index(size), c))
        .collect();
    for params in varieties() {
        let mut board = BroadBoard::new(Arc::new(Broad::new(&params, size)));
        let mut scratch = |_| {
            for round in 0..100 {
                board.clear();
                // Not always the same position, or nothing would change.
                let shift = round % 2 * 7;
                for &(index, color) in &stones {
                    board.put((index + shift) % size.area(), color);
                }
                black_box(board.codes(BLACK));
            }
        };
        let scratch = fastest(&mut scratch);
        let mut change = |batch: usize| {
            for round in 0..50 {
                let (index, color) = stones[(batch * 50 + round) % stones.len()];
                board.lift((index + 7) % size.area(), color);
                black_box(board.codes(BLACK));
                board.put((index + 7) % size.area(), color);
                black_box(board.codes(WHITE));
            }
        };
        let change = fastest(&mut change);
        println!(
            "{scratch:6.2} µs a position, {change:5.2} µs a change: reach {} {}, blocked {}, concentration {}, fold {}",
            params.reach,
            params.metric.name(),
            params.blocked,
            params.concentration,
            params.fold.name(),
        );
    }
}

/// Microseconds for each of the hundred things of the fastest batch.
fn fastest(batch: &mut dyn FnMut(usize)) -> f64 {
    let time = |number| {
        let start = Instant::now();
        batch(number);
        start.elapsed().as_secs_f64() * 1e6 / 100.0
    };
    (0..40).map(time).fold(f64::INFINITY, f64::min)
}
