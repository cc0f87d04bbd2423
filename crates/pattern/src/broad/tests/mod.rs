//! Tests of the broad pattern, by theme.

mod improvements;
mod incremental;
mod numbers;
mod symmetries;

use std::sync::Arc;

use tengen_game::{Color, Rng};
use tengen_go::{Point, Size};

use super::{Broad, BroadBoard, BroadParams, Classes, Fold, Metric, Partition};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn index(column: usize, row: usize, size: Size) -> usize {
    Point::new(column, row).unwrap().index(size)
}

/// A board with these stones, by column and row.
fn board(params: &BroadParams, size: Size, stones: &[(usize, usize, Color)]) -> BroadBoard {
    let mut board = BroadBoard::new(Arc::new(Broad::new(params, size)));
    for &(column, row, color) in stones {
        board.put(index(column, row, size), color);
    }
    board
}

/// About as many stones as asked for, anywhere.
fn scatter(size: Size, stones: usize, seed: u64) -> Vec<(Point, Color)> {
    let mut random = Rng::new(seed);
    let mut points: Vec<Point> = Point::all(size).collect();
    (0..stones.min(points.len()))
        .map(|i| {
            let at = random.below(points.len() as u32) as usize;
            (points.swap_remove(at), Color::BOTH[i % 2])
        })
        .collect()
}

fn placed(broad: &Arc<Broad>, stones: &[(Point, Color)]) -> BroadBoard {
    let mut board = BroadBoard::new(Arc::clone(broad));
    for &(point, color) in stones {
        board.put(point.index(broad.size()), color);
    }
    board
}

/// Parameters of every kind, each unlike the default in something.
fn varieties() -> Vec<BroadParams> {
    let default = BroadParams::default;
    vec![
        default(),
        BroadParams {
            partition: Partition::Second,
            classes: Classes::Ring,
            ..default()
        },
        BroadParams {
            partition: Partition::Third,
            fold: Fold::Window,
            ..default()
        },
        BroadParams {
            partition: Partition::Middle,
            metric: Metric::Manhattan,
            ..default()
        },
        BroadParams {
            classes: Classes::None,
            threshold: 0.0,
            reach: 12,
            ..default()
        },
        BroadParams {
            blocked: true,
            stones: 2,
            ..default()
        },
        BroadParams {
            blocked: true,
            metric: Metric::Manhattan,
            reach: 12,
            ..default()
        },
        BroadParams {
            concentration: 0.25,
            ..default()
        },
        BroadParams {
            blocked: true,
            concentration: 1.5,
            crowd: 5,
            reach: 9,
            ..default()
        },
    ]
}
