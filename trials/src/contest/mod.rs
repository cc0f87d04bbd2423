//! `cargo xtask match`: two engines against each other, with us as the referee.
//!
//! Colours alternate. Every game has its own processes, so nothing is carried from one to the next
//! and a game can be played again by its number. Moves are checked by our own rules; who counts is
//! in [`game`]. Two games in a row, colours swapped, share a random opening if one is asked for.

mod game;
mod record;
mod table;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use tengen_go::{Komi, Rules, Size};

use crate::command_line::CommandLine;
use crate::ledger::Ledger;
use crate::progress::Progress;
use crate::{Failure, Outcome};
use record::Record;
use table::Table;

/// What a match is about.
#[derive(Args, Clone)]
pub(crate) struct Options {
    /// The first engine
    #[arg(long, value_name = "CMD")]
    a: String,
    /// The second engine
    #[arg(long, value_name = "CMD")]
    b: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The side of the board
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// White's points for moving second
    #[arg(long, default_value = "7.5", allow_negative_numbers = true)]
    komi: Komi,
    /// The rules of the referee; engines that know kata-set-rules are told them
    #[arg(long, default_value = "chinese")]
    rules: Rules,
    /// How many games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Where games go, one JSON object a line; a second run goes on after what is there
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Play the games again that were void in an earlier run
    #[arg(long, requires = "out")]
    replay_void: bool,
    /// How many random legal moves each pair of games begins with
    #[arg(long, default_value_t = 0, value_name = "K")]
    opening_moves: usize,
    /// From this all seeds follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A third engine that counts; without it the players have to agree on the winner
    #[arg(long, value_name = "CMD")]
    scorer: Option<String>,
    /// How many seconds an engine may take to answer
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

/// What the games of a match have in common.
pub(crate) struct Match {
    engines: [CommandLine; 2],
    scorer: Option<CommandLine>,
    size: Size,
    komi: Komi,
    rules: Rules,
    opening_moves: usize,
    seed: u64,
    timeout: Duration,
}

/// Plays what is left to play and prints the table.
pub(crate) fn run(options: Options) -> Outcome {
    let set_up = Match::new(&options)?;
    let mut ledger = Ledger::open(options.out.as_deref())?;
    ledger.must_agree(&options.fingerprint())?;
    let before = played(ledger.entries(), options.replay_void);
    let wanted = options.games as usize;
    let left: Vec<usize> = (1..=wanted)
        .filter(|number| before.iter().all(|record| record.number != *number))
        .collect();
    let mut table = Table::new(before);
    let mut progress = Progress::new(wanted as u64, (wanted - left.len()) as u64);
    progress.done((wanted - left.len()) as u64, &table.line());
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::channel();
    let outcome = thread::scope(|scope| {
        for _ in 0..usize::from(options.jobs).min(left.len()) {
            let (sender, next, left, set_up) = (sender.clone(), &next, &left, &set_up);
            scope.spawn(move || {
                while let Some(&number) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(game::play(set_up, number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut done = wanted - left.len();
        for record in finished {
            ledger.append(record.write(&options.fingerprint()))?;
            table.add(record);
            done += 1;
            progress.done(done as u64, &table.line());
        }
        Ok(())
    });
    progress.finish();
    print!("{}", table.draw(&options.a, &options.b));
    outcome
}

/// The games of earlier runs; of a game that was played again, only the last time counts.
fn played(entries: &[Value], replay_void: bool) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for record in entries.iter().filter_map(Record::read) {
        records.retain(|earlier| earlier.number != record.number);
        records.push(record);
    }
    records.retain(|record| !(replay_void && record.is_void()));
    records
}

impl Options {
    /// What has to be the same for games to belong to one match.
    fn fingerprint(&self) -> Value {
        json!({
            "a": self.a,
            "b": self.b,
            "size": self.size,
            "komi": self.komi.points(),
            "rules": self.rules.name,
            "seed": self.seed,
            "opening_moves": self.opening_moves,
            "scorer": self.scorer,
        })
    }
}

impl Match {
    fn new(options: &Options) -> Result<Self, Failure> {
        let parse = |name: &str, text: &str| {
            CommandLine::parse(text).map_err(|error| Failure(format!("--{name}: {error}")))
        };
        let size = Size::new(options.size).map_err(|error| Failure(error.to_string()))?;
        if options.opening_moves > size.area() / 2 {
            return Err(Failure(format!(
                "an opening has at most {} moves on {size}, not {}",
                size.area() / 2,
                options.opening_moves
            )));
        }
        Ok(Self {
            engines: [parse("a", &options.a)?, parse("b", &options.b)?],
            scorer: match &options.scorer {
                Some(text) => Some(parse("scorer", text)?),
                None => None,
            },
            size,
            komi: options.komi,
            rules: options.rules,
            opening_moves: options.opening_moves,
            seed: options.seed,
            timeout: Duration::from_secs(options.timeout),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: usize, result: &str) -> Value {
        json!({
            "game": number, "result": result, "moves": [], "wall": 1.0,
            "seconds_a": 1.0, "seconds_b": 1.0, "seed_a": 1, "seed_b": 2, "seed_opening": 3,
        })
    }

    #[test]
    fn a_run_goes_on_after_what_is_there_and_replays_void_games_if_told_to() {
        let entries = [
            entry(1, "B+R"),
            entry(2, "Void"),
            entry(4, "Void"),
            entry(4, "W+1.5"),
        ];
        let numbers = |replay_void| -> Vec<usize> {
            let records = played(&entries, replay_void);
            records.iter().map(|record| record.number).collect()
        };
        assert_eq!(numbers(false), [1, 2, 4]);
        assert_eq!(numbers(true), [1, 4]);
        assert!(played(&entries, false)[2].winner().is_some());
    }
}
