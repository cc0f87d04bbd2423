//! `go mate`: a mate is proved, or that there is none by checks alone.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tengen_alphabeta::mate::{Mate, Solver};
use tengen_shogi::Board;

/// The time between two looks at what has come in.
const POLL: Duration = Duration::from_millis(3);
/// The stack of the thread that searches.
const STACK: usize = 64 << 20;

/// The answer to `go mate`, found with a table of so many MiB, in this time if there is a limit.
pub(super) fn answer(
    board: &Board,
    mebibytes: usize,
    time: Option<Duration>,
    mut interrupted: impl FnMut() -> bool,
) -> String {
    let start = Instant::now();
    let stop = AtomicBool::new(false);
    let found = thread::scope(|scope| {
        let search = || Solver::new(mebibytes).solve(board, u64::MAX, &stop);
        let solver = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, search)
            .unwrap_or_else(|error| panic!("no thread can be started: {error}"));
        while !solver.is_finished() {
            thread::park_timeout(POLL);
            if interrupted() || time.is_some_and(|time| start.elapsed() >= time) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        solver.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    match found {
        Mate::Found(line) => {
            let moves = line.iter().map(|mv| format!(" {mv}"));
            format!("checkmate{}", moves.collect::<String>())
        }
        Mate::None => "checkmate nomate".to_owned(),
        Mate::Open => "checkmate timeout".to_owned(),
    }
}
