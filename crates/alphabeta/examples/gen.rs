#![allow(missing_docs)]
// gen NET STARTS NODES SEED OUT
use std::io::Write;
use std::sync::Arc;
use tengen_alphabeta::eval::*;
use tengen_alphabeta::search::*;
use tengen_alphabeta::train::*;
use tengen_game::Rng;
use tengen_shogi::Board;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let net = Arc::new(Network::read(&std::fs::read(&args[1]).unwrap()).unwrap());
    let starts: Vec<Board> = std::fs::read_to_string(&args[2])
        .unwrap()
        .lines()
        .filter_map(|l| Board::from_usi(l.trim_start_matches("sfen ")).ok())
        .collect();
    eprintln!("{} starts", starts.len());
    let play = SelfPlay {
        nodes: args[3].parse().unwrap(),
        ..SelfPlay::default()
    };
    let mut rng = Rng::new(args[4].parse().unwrap());
    let mut out = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(&args[5])
        .unwrap();
    let mut s = Searcher::new(Accumulator::new(net), Arc::new(Table::new(16)));
    let t = std::time::Instant::now();
    for n in 1.. {
        let start = &starts[rng.below(starts.len() as u32) as usize];
        s.table().grow_older();
        let line = play.game(&mut s, start, &mut rng);
        writeln!(out, "{line}").unwrap();
        if n % 100 == 0 {
            eprintln!("{n} games {:?}", t.elapsed());
        }
    }
}
