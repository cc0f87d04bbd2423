#![allow(missing_docs)]
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tengen_alphabeta::mate::*;
use tengen_shogi::Board;
fn main() {
    let mut solver = Solver::new(64);
    let stop = AtomicBool::new(false);
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let (mut found, mut none, mut open, mut bad) = (0, 0, 0, 0);
        let mut worst = 0.0f64;
        let mut nodes = 0;
        let t0 = Instant::now();
        for line in text.lines() {
            let cols: Vec<&str> = line.split('\t').collect();
            let sfen = if cols.len() > 1 { cols[1] } else { cols[0] };
            if sfen.is_empty() || sfen.starts_with('#') {
                continue;
            }
            let board = match Board::from_sfen(sfen) {
                Ok(b) => b,
                Err(e) => {
                    println!("{e}");
                    bad += 1;
                    continue;
                }
            };
            let t = Instant::now();
            match solver.solve(&board, 300_000, &stop) {
                Mate::Found(line) => {
                    found += 1;
                    let mut b = board.clone();
                    for mv in &line {
                        let m = b.recall(*mv).expect("legal");
                        b.play(m);
                    }
                    if !b.is_mated() {
                        bad += 1;
                        println!("not mated {sfen} {line:?}");
                    } else if cols.len() > 1
                        && line.len() != cols[0].parse::<usize>().unwrap()
                        && false
                    {
                        println!("{} {:?}", cols[0], line);
                    }
                }
                Mate::None => {
                    none += 1;
                    if none < 3 {
                        println!("none {line}");
                    }
                }
                Mate::Open => {
                    open += 1;
                    if open < 10 {
                        println!("open {line} {}", solver.nodes());
                    }
                }
            }
            nodes += solver.nodes();
            worst = worst.max(t.elapsed().as_secs_f64());
        }
        println!(
            "{file}: found {found} none {none} open {open} bad {bad} worst {worst:.2} s total {:?} nodes {nodes}",
            t0.elapsed()
        );
    }
}
