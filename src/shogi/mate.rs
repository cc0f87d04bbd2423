//! `tengen shogi mate`: mates by checks alone, found and proved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tengen_alphabeta::mate::{Mate, Solver};
use tengen_shogi::Board;

use super::problems::{Problem, problems};
use super::success_if;
use super::told::{Answer, Totals};
use crate::failure::{Failure, say};
use crate::screen::{Screen, tame};

/// The end of the long help.
const MEANING: &str = "\
A problem is a position whose side to move shall mate by giving check with every move; it may do without a king of its
own. Files have a problem on each line: an SFEN, or the number of plies, an SFEN and whatever else, with tabs between. Of
files that end in .kif, .ki2 or .csa the positions are taken that their records begin from.

The line is one that was proved: the other side cannot avoid mate. It need not be the shortest. It is played over on a
board of its own, and its length is compared with the plies that the file names.

Fields of --json, one object a problem: place, sfen, verdict (mate, none: there is no mate by checks alone, open: not found
out), line, complete (false: a mate is proved, but its line broke off when time was over), plies, wanted, positions,
seconds. The last object is the summary: problems, mates, none, open, unread, as_wanted, shorter, longer, positions, seconds, slowest.

Exit codes: 0 if all problems have a mate, 1 if not, 2 for wrong usage.";

/// What to look for, and how long.
#[derive(clap::Args)]
#[command(after_long_help = MEANING)]
pub(crate) struct Args {
    /// Files of problems, - for standard input, or positions.
    #[arg(value_name = "FILE|SFEN", required = true)]
    given: Vec<String>,
    /// Give a problem up after so many seconds.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    time: f64,
    /// Give a problem up after so many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The memory of the solver, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Print one JSON object a problem.
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|s| (0.001..=1_000_000.0).contains(s));
    seconds.ok_or_else(|| "it takes a number of seconds from 0.001 to 1000000".to_owned())
}

/// Answers every problem, then sums up.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut solver = Solver::new(args.memory as usize);
    let mut totals = Totals::default();
    for text in &args.given {
        let read = problems(text, |problem| match problem {
            Ok(problem) => {
                let answer = answer(&mut solver, problem, args);
                totals.add(&answer);
                answer.tell(args.json, screen)
            }
            Err(fault) => {
                totals.unread += 1;
                say(format!("error: {}", tame(&fault)));
                Ok(())
            }
        });
        match read {
            Ok(told) => told?,
            Err(fault) => {
                totals.unread += 1;
                say(format!("error: {fault}"));
            }
        }
    }
    totals.tell(args.json, screen)?;
    success_if(totals.all_mates())
}

fn answer(solver: &mut Solver, problem: Problem, args: &Args) -> Answer {
    let begun = Instant::now();
    let limit = Duration::from_secs_f64(args.time);
    let nodes = args.nodes.unwrap_or(u64::MAX);
    let mate = within(limit, |stop| solver.solve(&problem.board, nodes, stop));
    let seconds = begun.elapsed().as_secs_f64();
    let complete = matches!(&mate, Mate::Found(line) if mates(&problem.board, line));
    Answer {
        problem,
        mate,
        complete,
        positions: solver.nodes(),
        seconds,
    }
}

/// Works with a flag that is set when the time is over.
fn within<T>(limit: Duration, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        let flag = &stop;
        scope.spawn(move || {
            if wait.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let result = work(&stop);
        drop(done);
        result
    })
}

/// Plays a line over: legal moves, checks by the side that mates, and a mate in the end.
fn mates(board: &Board, line: &[tengen_shogi::Move]) -> bool {
    let mut board = board.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let Some(mv) = board.recall(mv) else {
            return false;
        };
        if ply.is_multiple_of(2) && !board.gives_check(mv) {
            return false;
        }
        board.play(mv);
    }
    !line.len().is_multiple_of(2) && board.is_mated()
}
