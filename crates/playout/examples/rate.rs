//! Compares the speed of policies.
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
    for _ in 0..repeats() {
        let t = cpu();
        (moves, score, capped) = (0, 0, 0);
        for _ in 0..n {
            board.clone_from(&empty);
            let e = play_out(&mut board, Start::NEW_GAME, &mut p, &mut (), &mut rng);
            moves += e.moves as u64;
            score += e.score as i64;
            capped += e.capped as u64;
        }
        best = best.max(n as f64 / (cpu() - t));
    }
    println!(
        "{name:8} {size:2} {best:8.0}/s  {:.1} moves {:.1} ns/move score {:.2} capped {capped}",
        moves as f64 / n as f64,
        1e9 / best / (moves as f64 / n as f64),
        score as f64 / n as f64
    );
}

fn repeats() -> u32 {
    std::env::args()
        .nth(3)
        .and_then(|s| s.parse().ok())
        .unwrap_or(20)
}

fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9
}

fn main() {
    let scale: u64 = std::env::args()
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let which = std::env::args().nth(2).unwrap_or_default();
    let model = LocalModel::by_hand();
    let g = GammaParams::default();
    for _ in 0..1 {
        if which == "parts" {
            let shallow = GammaParams { tactics: 0.0, ..g };
            run::<20, 424, _>(
                "shallow",
                19,
                Gamma::<20, Full>::new(&shallow, &model),
                100 * scale,
            );
            let vital = GammaParams {
                nakade: 0.0,
                nakade_own: 0.0,
                ..shallow
            };
            run::<20, 424, _>(
                "novital",
                19,
                Gamma::<20, Full>::new(&vital, &model),
                100 * scale,
            );
            let sane = GammaParams { sane: 0.0, ..vital };
            run::<20, 424, _>(
                "nosane",
                19,
                Gamma::<20, Full>::new(&sane, &model),
                100 * scale,
            );
        }
        if which != "gamma" {
            run::<10, 112, _>(
                "cascade",
                9,
                Cascade::<10, Full>::new(&CascadeParams::default()),
                400 * scale,
            );
            run::<20, 424, _>(
                "cascade",
                19,
                Cascade::<20, Full>::new(&CascadeParams::default()),
                100 * scale,
            );
        }
        run::<10, 112, _>("gamma", 9, Gamma::<10, Full>::new(&g, &model), 400 * scale);
        run::<20, 424, _>("gamma", 19, Gamma::<20, Full>::new(&g, &model), 100 * scale);
    }
}
