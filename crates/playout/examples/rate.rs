//! Compares the speed of policies.
use std::time::Instant;
use tengen_game::Rng;
use tengen_go::Size;
use tengen_go::board::{Board, Full};
use tengen_pattern::local::LocalModel;
use tengen_playout::*;

fn run<const W: usize, const V: usize, P: Policy<W, V>>(name: &str, size: usize, mut p: P, n: u64) {
    let empty = Board::<W, V, P::Features>::new(Size::new(size).unwrap());
    let mut board = empty.clone();
    let mut rng = Rng::new(1);
    let mut best = 0f64;
    let (mut moves, mut score, mut capped) = (0u64, 0i64, 0);
    for _ in 0..5 {
        let t = Instant::now();
        (moves, score, capped) = (0, 0, 0);
        for _ in 0..n {
            board.clone_from(&empty);
            let e = play_out(&mut board, Start::NEW_GAME, &mut p, &mut (), &mut rng);
            moves += e.moves as u64;
            score += e.score as i64;
            capped += e.capped as u64;
        }
        best = best.max(n as f64 / t.elapsed().as_secs_f64());
    }
    println!(
        "{name:8} {size:2} {best:8.0}/s  {:.1} moves {:.1} ns/move score {:.2} capped {capped}",
        moves as f64 / n as f64,
        1e9 / best / (moves as f64 / n as f64),
        score as f64 / n as f64
    );
}

fn main() {
    let scale: u64 = std::env::args()
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let which = std::env::args().nth(2).unwrap_or_default();
    let model = LocalModel::by_hand();
    let g = GammaParams::default();
    for _ in 0..2 {
        if which != "gamma" {
            run::<10, 112, _>(
                "cascade",
                9,
                Cascade::<10, Full>::new(&CascadeParams::default()),
                4000 * scale,
            );
            run::<20, 424, _>(
                "cascade",
                19,
                Cascade::<20, Full>::new(&CascadeParams::default()),
                1000 * scale,
            );
        }
        run::<10, 112, _>("gamma", 9, Gamma::<10, Full>::new(&g, &model), 4000 * scale);
        run::<20, 424, _>(
            "gamma",
            19,
            Gamma::<20, Full>::new(&g, &model),
            1000 * scale,
        );
    }
}
