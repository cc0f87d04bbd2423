#![allow(missing_docs)]
// duel NET MS GAMES SEED CMD [opt=val...]
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tengen_alphabeta::eval::*;
use tengen_alphabeta::search::*;
use tengen_game::{Color, Game as _, Rng};
use tengen_shogi::{Board, Game, Move, Rules};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let ms: u64 = args[2].parse().unwrap();
    let games: usize = args[3].parse().unwrap();
    let mut rng = Rng::new(args[4].parse().unwrap());
    let net = Arc::new(Network::read(&std::fs::read(&args[1]).unwrap()).unwrap());
    let starts: Vec<String> = std::fs::read_to_string("/work/shared/data/shogi/middlegame.sfen")
        .unwrap()
        .lines()
        .map(|s| s.to_string())
        .collect();
    let mut child = Command::new(&args[5])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    let mut wait = |from: &mut BufReader<_>, word: &str| -> String {
        loop {
            let mut l = String::new();
            if from.read_line(&mut l).unwrap() == 0 {
                panic!("eof waiting {word}")
            }
            if l.starts_with(word) {
                return l;
            }
        }
    };
    writeln!(to, "usi").unwrap();
    wait(&mut from, "usiok");
    for o in &args[6..] {
        let (n, v) = o.split_once('=').unwrap();
        writeln!(to, "setoption name {n} value {v}").unwrap();
    }
    writeln!(to, "isready").unwrap();
    wait(&mut from, "readyok");
    let table = Arc::new(Table::new(64));
    let mut s = Searcher::new(Accumulator::new(net), table);
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    let mut start = String::new();
    for g in 0..games {
        if g % 2 == 0 {
            start = starts[rng.below(starts.len() as u32) as usize].clone();
        }
        let ours = Color::BOTH[g % 2];
        let sfen = start.trim_start_matches("sfen ").to_string();
        let mut game = Game::new(
            Board::from_usi(&sfen).unwrap(),
            Rules {
                most: 320,
                ..Rules::default()
            },
        );
        writeln!(to, "usinewgame").unwrap();
        let mut depths = 0;
        let mut n = 0;
        let mut nodes = 0;
        let mut resigned = None;
        let mut line = String::new();
        while game.ending().is_none() {
            if game.turn() == ours {
                let watch = Watch::new(Limits::time(Duration::from_millis(ms)));
                s.table().grow_older();
                let a = s.think(&Request::new(game.board()), &watch, |_, _, _| {});
                depths += a.depth;
                n += 1;
                nodes += a.nodes;
                if a.value().unwrap_or(0) < -25000 {
                    resigned = Some(ours);
                    break;
                }
                let mv = a.best().unwrap();
                line.push_str(&format!(" {mv}"));
                if let Err(e) = game.play(ours, mv) {
                    println!("OUR ILLEGAL {e} {line}");
                    return;
                }
            } else {
                writeln!(to, "position sfen {} moves{}", sfen, line).unwrap();
                if args[5].contains("gps") {
                    writeln!(to, "go btime 0 wtime 0 byoyomi {ms}").unwrap();
                } else {
                    writeln!(to, "go movetime {ms}").unwrap();
                }
                let l = wait(&mut from, "bestmove");
                let word = l.split_whitespace().nth(1).unwrap().to_string();
                if word == "resign" || word == "(none)" {
                    resigned = Some(!ours);
                    break;
                }
                let mv = Move::parse(&word).unwrap();
                line.push_str(&format!(" {word}"));
                if let Err(e) = game.play(!ours, mv) {
                    println!("their illegal {word} {e}");
                    resigned = Some(!ours);
                    break;
                }
            }
        }
        let winner = match resigned {
            Some(c) => Some(!c),
            None => game.ending().unwrap().winner(),
        };
        match winner {
            Some(c) if c == ours => won += 1,
            Some(_) => lost += 1,
            None => drawn += 1,
        }
        println!(
            "{g} {ours} winner {winner:?} {:?} moves {} depth {:.1} nodes/move {} : +{won} ={drawn} -{lost}",
            game.ending(),
            game.moves().len(),
            depths as f32 / n.max(1) as f32,
            nodes / n.max(1) as u64
        );
    }
}
