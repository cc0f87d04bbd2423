//! The cost of the features of all candidates of a position, in microseconds.
//!
//! The positions come from random games on 19×19 whose moves lie near the last one half of the time
//! and avoid own eyes and self-atari, so that chains meet as they do in games.
//!
//! `cargo run --release -p tengen-pattern --example feature_cost`

use std::hint::black_box;
use std::time::Instant;

use tengen_game::Rng;
use tengen_go::board::{Black, Board, Board19, Full, Side, Vertex, White};
use tengen_go::{Color, Size};
use tengen_pattern::feature::{FeatureParams, FeatureSet, LibertyReading, View};

type Grid = Board19<Full>;

/// A position and the moves that led to it.
struct Position {
    board: Grid,
    last: Vertex<20>,
    before: Vertex<20>,
    turn: Color,
}

fn play<S: Side>(board: &mut Grid, last: Option<Vertex<20>>, rng: &mut Rng) -> Option<Vertex<20>> {
    for _ in 0..200 {
        let near = last.filter(|_| rng.below(2) == 0);
        let v = match near {
            Some(last) => board.towards(last, rng.below(8))?,
            None => board.empty(rng.below(board.empty_count()))?,
        };
        if board.is_empty(v)
            && !board.around(v).is_eye::<S>()
            && !board.is_self_atari::<S>(v)
            && board.try_play::<S>(v)
        {
            return Some(v);
        }
    }
    None
}

fn position(seed: u64, moves: usize) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let mut board = Grid::new(Size::NINETEEN);
    let (mut last, mut before) = (None, None);
    for number in 0..moves {
        let played = if number % 2 == 0 {
            play::<Black>(&mut board, last, &mut rng)
        } else {
            play::<White>(&mut board, last, &mut rng)
        };
        if played.is_some() {
            (before, last) = (last, played);
        }
    }
    Some(Position {
        board,
        last: last?,
        before: before?,
        turn: Color::BOTH[moves % 2],
    })
}

fn rate<S: Side>(set: &mut FeatureSet, position: &Position, ids: &mut [u32]) -> usize {
    let view = View {
        board: &position.board,
        last: Some(position.last.point()),
        before: Some(position.before.point()),
    };
    set.begin::<S, 20, 424, Full>(&view);
    let mut sum = 0;
    for i in 0..position.board.empty_count() {
        if let Some(v) = Board::empty(&position.board, i) {
            set.team::<S, 20, 424, Full>(&view, v, ids);
            sum += ids.iter().map(|&id| id as usize).sum::<usize>();
        }
    }
    sum
}

/// Microseconds a position. Short stretches are timed many times and the best of each counts, which
/// leaves out what other programs take.
fn measure(params: &FeatureParams, positions: &[Position]) -> f64 {
    let mut set = FeatureSet::new(params, Size::NINETEEN);
    let mut ids = vec![0; set.columns()];
    let mut total = 0.0;
    for stretch in positions.chunks(25) {
        let mut best = f64::INFINITY;
        for _ in 0..30 {
            let start = Instant::now();
            for position in stretch {
                black_box(match position.turn {
                    Color::Black => rate::<Black>(&mut set, position, &mut ids),
                    Color::White => rate::<White>(&mut set, position, &mut ids),
                });
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        total += best;
    }
    total * 1e6 / positions.len().max(1) as f64
}

fn main() {
    let default = FeatureParams::default();
    let all = FeatureParams {
        liberties: LibertyReading::BeforeAfter,
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
        ..default.clone()
    };
    let unread = FeatureParams {
        ladder_nodes: 0,
        ..all.clone()
    };
    println!("moves  empty  default  all without ladders  all");
    for moves in [20, 60, 120, 180, 240] {
        let positions: Vec<Position> = (0..500).filter_map(|seed| position(seed, moves)).collect();
        let empty: u32 = positions.iter().map(|p| p.board.empty_count()).sum();
        println!(
            "{moves:5}  {:5}  {:7.1}  {:19.1}  {:3.1}",
            empty as usize / positions.len().max(1),
            measure(&default, &positions),
            measure(&unread, &positions),
            measure(&all, &positions),
        );
    }
}
