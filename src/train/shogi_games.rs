//! `tengen train shogi-games`: games of an evaluation against itself, with what it thought of each position.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_alphabeta::eval::{Accumulator, Linear, Network, NetworkError, Weights};
use tengen_alphabeta::train::{SelfPlay, Series};
use tengen_pattern::file;
use tengen_progress::{Progress, StopFlag};
use tengen_shogi::Board;

use super::amount::amount;
use super::shogi_stock::{hash, lines};
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::output;
use crate::screen::{Screen, count};

/// Who plays, how, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The evaluation that plays and judges: a network, or a linear one [default: the linear one that is built in].
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Where the games go, one a line. If the file is there from the same command, it is gone on with.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// How many games are played.
    #[arg(long, value_name = "N", value_parser = amount)]
    games: u64,
    /// How many positions are looked at for a move.
    #[arg(long, value_name = "N", default_value_t = SelfPlay::default().nodes)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions to begin with, one a line as USI names them; `startpos` is the usual one [default: that one].
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// Each game begins with up to so many moves by chance.
    #[arg(long, value_name = "N", default_value_t = SelfPlay::default().random)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=200))]
    random: u32,
    /// The seed of the games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Who plays.
enum Player {
    Network(Box<Accumulator>),
    Linear(Linear),
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let (player, evaluation) = player(args.eval.as_deref())?;
    let (starts, begun) = starts(args.starts.as_deref())?;
    output::check(&args.out)?;
    let halt = halt()?;
    let remark = format!(
        "# tengen train shogi-games: seed {}, {} positions a move, up to {} moves by chance, starts {begun}, \
         evaluation {evaluation}",
        args.seed, args.nodes, args.random
    );
    let (mut out, before) = open(&args.out, &remark)?;
    if before > 0 {
        let there = count(before, "game");
        say(format!("Going on with {}: {there}", args.out.display()));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let series = Series {
        play: SelfPlay {
            nodes: args.nodes,
            random: args.random,
            ..SelfPlay::default()
        },
        starts,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let done = args.play(&series, &player, before, &mut out, &halt)?;
    if done < args.games {
        let sentence = format!(
            "stopped; {} are in {}, and the same command goes on",
            count(done, "game"),
            args.out.display()
        );
        return Err(Failure::Failed(sentence));
    }
    writeln!(screen, "{} in {}", count(done, "game"), args.out.display())?;
    Ok(())
}

impl Args {
    /// Plays what is left to play; returns how many games there are.
    fn play(
        &self,
        series: &Series,
        player: &Player,
        before: u64,
        out: &mut File,
        halt: &StopFlag,
    ) -> Result<u64, Failure> {
        let mut progress = Progress::new(self.games, before);
        let (mut done, mut wrong) = (before, None);
        let take = |number: u64, line: &str| {
            if let Err(error) = out.write_all(format!("{line}\n").as_bytes()) {
                wrong = Some(failed(&self.out, "written", &error));
                return ControlFlow::Break(());
            }
            done = number + 1;
            progress.done(done, "games");
            match halt.is_asked() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let numbers = before..self.games.max(before);
        match player {
            Player::Network(eval) => series.run(&**eval, numbers, take),
            Player::Linear(eval) => series.run(eval, numbers, take),
        }
        progress.finish();
        wrong.map_or(Ok(done), Err)
    }
}

fn failed(path: &Path, verb: &str, reason: &dyn std::fmt::Display) -> Failure {
    Failure::Failed(format!("{} cannot be {verb}: {reason}", path.display()))
}

/// The evaluation of a file, with what it is known by.
fn player(path: Option<&Path>) -> Result<(Player, String), Failure> {
    let Some(path) = path else {
        let weights = Weights::built_in();
        let hash = hash(&weights.write());
        return Ok((Player::Linear(Linear::new(weights)), hash));
    };
    let bytes = file::read(path)?.ok_or_else(|| failed(path, "read", &"it does not exist"))?;
    let player = match Weights::read(&bytes) {
        Ok(weights) => Ok(Player::Linear(Linear::new(Arc::new(weights)))),
        Err(NetworkError::Foreign(_)) => Network::read(&bytes)
            .map(|network| Player::Network(Box::new(Accumulator::new(Arc::new(network))))),
        Err(error) => Err(error),
    };
    let player = player.map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
    Ok((player, hash(&bytes)))
}

/// The positions of a file, with the hash of their names.
fn starts(path: Option<&Path>) -> Result<(Vec<Board>, String), Failure> {
    let Some(path) = path else {
        return Ok((vec![Board::start()], "startpos".to_owned()));
    };
    let (mut starts, mut all) = (Vec::new(), String::new());
    lines(path, |line| {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let board = Board::from_usi(line.trim()).map_err(|error| error.to_string())?;
        if board.is_mated() {
            return Err(format!("{:?} is mated: no game begins there", board.turn()));
        }
        all += line;
        all.push('\n');
        starts.push(board);
        Ok(())
    })?;
    if starts.is_empty() {
        let sentence = format!("{} has no position to begin with", path.display());
        return Err(Failure::Failed(sentence));
    }
    Ok((starts, hash(all.as_bytes())))
}

/// Opens the file of games at its end, with the number of games in it: what a kill left of a line is taken away.
fn open(path: &Path, remark: &str) -> Result<(File, u64), Failure> {
    let failed = |error: std::io::Error| failed(path, "opened", &error);
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(failed)?;
    let (mut whole, mut lines) = (0, 0);
    let mut reader = BufReader::new(&file);
    loop {
        let mut line = Vec::new();
        // A line of another file may be anything.
        let most = if lines == 0 { 1 << 16 } else { 1 << 24 };
        let bytes = reader.by_ref().take(most).read_until(b'\n', &mut line);
        let bytes = bytes.map_err(failed)?;
        if line.last() != Some(&b'\n') {
            if lines > 0 || bytes == 0 || remark.as_bytes().starts_with(&line) {
                break;
            }
            line.push(b'\n');
        }
        if lines == 0 && line != format!("{remark}\n").as_bytes() {
            let found = String::from_utf8_lossy(&line);
            let found: String = found.trim_end().chars().take(300).collect();
            let sentence = format!(
                "{} is of another command: it begins with {found:?}, not with {remark:?}; name another file",
                path.display()
            );
            return Err(Failure::Failed(sentence));
        }
        whole += bytes as u64;
        lines += 1;
    }
    file.set_len(whole).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    if lines == 0 {
        file.write_all(format!("{remark}\n").as_bytes())
            .map_err(failed)?;
        lines = 1;
    }
    Ok((file, lines - 1))
}
