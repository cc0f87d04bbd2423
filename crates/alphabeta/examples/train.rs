#![allow(missing_docs)]
use std::io::{BufRead, BufReader};
use std::time::Instant;
use tengen_alphabeta::eval::Network;
use tengen_alphabeta::train::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let out = &args[1];
    let epochs: usize = args[2].parse().unwrap();
    let rate: f32 = args[3].parse().unwrap();
    let result: f32 = args[4].parse().unwrap();
    let from = args
        .get(5)
        .filter(|a| !a.is_empty())
        .map(|p| Network::read(&std::fs::read(p).unwrap()).unwrap());
    let t = Instant::now();
    let (mut samples, mut apart) = (Vec::new(), Vec::new());
    for (n, line) in BufReader::new(std::io::stdin()).lines().enumerate() {
        let line = line.unwrap();
        let list = if n % 32 == 5 {
            &mut apart
        } else {
            &mut samples
        };
        if let Err(e) = read_line(&line, list) {
            eprintln!("line {n}: {e}");
        }
    }
    eprintln!(
        "{} samples, {} apart, {:?}",
        samples.len(),
        apart.len(),
        t.elapsed()
    );
    let settings = Settings {
        epochs,
        rate,
        result,
        ..Settings::default()
    };
    let net = train(&samples, &apart, &settings, from.as_ref(), |r, net| {
        eprintln!("{:?} {:?}", r, t.elapsed());
        std::fs::write(out, net.write()).unwrap();
        true
    });
    std::fs::write(out, net.write()).unwrap();
}
