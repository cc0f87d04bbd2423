#![allow(missing_docs)]
use std::sync::Arc;
use std::time::Instant;
use tengen_alphabeta::eval::*;
use tengen_alphabeta::search::*;
use tengen_shogi::Board;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let nodes: u64 = args[2].parse().unwrap();
    let net = Arc::new(Network::read(&std::fs::read(&args[1]).unwrap()).unwrap());
    let table = Arc::new(Table::new(64));
    let mut s = Searcher::new(Accumulator::new(net), table);
    let only: usize = args.get(3).and_then(|a| a.parse().ok()).unwrap_or(3);
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "ln1g2snl/2s1k1gb1/p2ppp1pp/1rp3p2/9/2P5P/PP1PPPP2/1BGK2SR1/LNS2G1NL b Pp 25",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ]
    .into_iter()
    .take(only)
    {
        let board = Board::from_sfen(sfen).unwrap();
        let watch = Watch::new(Limits::nodes(nodes));
        let t = Instant::now();
        let a = s.think(&Request::new(&board), &watch, |l, _, n| {
            eprintln!(
                "depth {} sel {} value {} nodes {} {:?}",
                l.depth, l.deepest, l.value, n, l.moves
            );
        });
        let e = t.elapsed();
        println!(
            "{} nodes {:?} {:.0} nps best {:?} value {:?}",
            a.nodes,
            e,
            a.nodes as f64 / e.as_secs_f64(),
            a.best(),
            a.value()
        );
    }
}
