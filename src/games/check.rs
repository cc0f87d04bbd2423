//! `tengen games check`: all games of a file replayed.
//!
//! One worker at a time reads a batch of lines, all of them parse and replay what they have read,
//! and what they found is added up.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{ParallelBridge, ParallelIterator};
use tengen_go::{Game, Komi, Rules};
use tengen_record::tsv::{BadLine, Batch, GameRecord, Line, Lines};

use super::LENIENT;
use crate::failure::{Failure, say};
use crate::screen::{Screen, count, tame};
use crate::source::Source;

/// The number of lines that a worker takes at a time.
const BATCH: usize = 500;
/// The number of bad lines that are named.
const NAMED: usize = 20;

/// Which games.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of one game a line, plain or packed by gzip or zstd; - is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Replay by these rules [default: suicide and retaking a ko at once are refused, nothing else].
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
}

/// Replays what is in the files.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let rules = args.rules.unwrap_or(LENIENT);
    let mut all_well = true;
    for path in &args.files {
        let source = Source::new(path);
        match check(&source, rules) {
            Ok((found, _)) if found.is_empty() => {
                say(format!(
                    "error: {source} holds no games: each line should be one"
                ));
                all_well = false;
            }
            Ok((found, seconds)) => {
                found.tell(&source, seconds, screen)?;
                all_well &= found.bad == 0;
            }
            Err(sentence) => {
                say(format!("error: {sentence}"));
                all_well = false;
            }
        }
    }
    if all_well { Ok(()) } else { Err(Failure::Said) }
}

/// The findings in a file, or in a part of it.
#[derive(Default)]
struct Found {
    games: u64,
    moves: u64,
    bad: u64,
    /// The first bad lines, in the order of the file.
    named: Vec<BadLine>,
}

/// Replays a whole file; with the seconds that it took.
fn check(source: &Source, rules: Rules) -> Result<(Found, f64), String> {
    let (stream, length) = source.open()?;
    let bar = progress(length);
    let counted = Counted {
        stream,
        bar: bar.clone(),
    };
    let start = Instant::now();
    let done = AtomicU64::new(0);
    let lines = Lines::new(counted).map_err(|error| format!("{source} cannot be read: {error}"))?;
    let found = lines
        .batches(BATCH)
        .par_bridge()
        .map(|batch| Found::in_batch(batch, rules))
        .inspect(|found| {
            let games = found.games + done.fetch_add(found.games, Ordering::Relaxed);
            let rate = rate(games, start.elapsed().as_secs_f64());
            bar.set_message(format!("{}, {rate}", count(games, "game")));
        })
        .reduce(Found::default, Found::and);
    bar.finish_and_clear();
    Ok((found, start.elapsed().as_secs_f64()))
}

impl Found {
    fn in_batch(batch: Batch, rules: Rules) -> Self {
        let mut found = Self::default();
        for line in batch.lines() {
            match replay(line, rules) {
                Ok(moves) => {
                    found.games += 1;
                    found.moves += moves as u64;
                }
                Err(bad) => found.add(bad),
            }
        }
        batch.bad.into_iter().for_each(|bad| found.add(bad));
        found.named.sort_by_key(|bad| bad.line);
        found.named.truncate(NAMED);
        found
    }

    /// True if there was not even a bad line.
    const fn is_empty(&self) -> bool {
        self.games == 0 && self.bad == 0
    }

    fn add(&mut self, bad: BadLine) {
        self.bad += 1;
        self.named.push(bad);
    }

    /// Both parts together.
    fn and(mut self, other: Self) -> Self {
        self.games += other.games;
        self.moves += other.moves;
        self.bad += other.bad;
        self.named.extend(other.named);
        self.named.sort_by_key(|bad| bad.line);
        self.named.truncate(NAMED);
        self
    }

    fn tell(&self, source: &Source, seconds: f64, screen: &mut Screen) -> Result<(), Failure> {
        for bad in &self.named {
            writeln!(screen, "{source}:{}", tame(&bad.to_string()))?;
        }
        if self.bad > self.named.len() as u64 {
            let more = self.bad - self.named.len() as u64;
            writeln!(screen, "{source}: and {} more", count(more, "bad line"))?;
        }
        writeln!(
            screen,
            "{source}: {} with {} replayed legally, {}; {seconds:.1} s, {}.",
            count(self.games, "game"),
            count(self.moves, "move"),
            count(self.bad, "bad line"),
            rate(self.games, seconds),
        )?;
        Ok(())
    }
}

/// Parses and replays a line; returns the number of its moves.
fn replay(line: Line<'_>, rules: Rules) -> Result<usize, BadLine> {
    let record = line.parse()?;
    let mut game = Game::new(GameRecord::SIZE, rules, record.komi.unwrap_or(Komi::ZERO));
    for (n, (color, mv)) in record.played().enumerate() {
        game.play(color, mv).map_err(|illegal| BadLine {
            line: line.number,
            column: column_of_move(line.bytes, n),
            what: format!("move {} by {color} is illegal: {illegal}", n + 1),
        })?;
    }
    Ok(record.moves.len())
}

/// The byte, from 1, where move `n` from 0 stands: moves are pairs of letters after the last tab.
fn column_of_move(line: &[u8], n: usize) -> usize {
    let moves = line.iter().rposition(|&byte| byte == b'\t');
    moves.map_or(0, |tab| tab + 1) + 2 * n + 1
}

/// `60,000 games a second`.
fn rate(games: u64, seconds: f64) -> String {
    let rate = (games as f64 / seconds.max(1e-3)) as u64;
    format!("{} a second", count(rate, "game"))
}

/// A bar that shows how much of a file is read, on a terminal only.
fn progress(length: Option<u64>) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "{bar:30} {percent}% {msg}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}"),
    };
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}

/// A stream that moves the bar.
struct Counted {
    stream: Box<dyn Read + Send>,
    bar: ProgressBar,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.stream.read(buffer)?;
        self.bar.inc(n as u64);
        Ok(n)
    }
}
