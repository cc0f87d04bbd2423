//! The alpha-beta search as a session sees it: it runs on threads of its own, while the caller's asks now and then whether
//! it is to stop.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tengen_alphabeta::eval::Evaluate;
use tengen_alphabeta::search::{Bound, Crew, INFINITE, Limits, Line, Request, Table, Watch};
use tengen_engine::{Control, Shape, Thinker};
use tengen_shogi::Move;

use crate::kit::may_declare;
use crate::parameters::AlphaBetaParams;
use crate::proof::{Proof, Prover};
use crate::{Analysis, Candidate, Findings, Found, Parameters, Shogi, ShogiThinker, Task, odds};

/// The time between two looks at what the caller wants.
const POLL: Duration = Duration::from_millis(3);
/// The part of the time after which no other iteration begins, where a search may end early: it would seldom be finished.
const ENOUGH: f64 = 0.6;
/// The depth that is enough for the only move there is.
const ONLY: i32 = 6;
/// The stack of the thread that searches.
const STACK: usize = 16 << 20;

/// See the module's head.
pub(crate) struct AlphaBeta<E: Evaluate> {
    crew: Crew<E>,
    table: Arc<Table>,
    prover: Prover,
    params: AlphaBetaParams,
    /// Hundredths of a pawn that go with odds of e to 1.
    scale: i32,
    /// The depth that the caller wants.
    depth: Option<u32>,
}

impl<E: Evaluate> AlphaBeta<E> {
    pub(crate) fn new(parameters: &Parameters, eval: &E) -> Self {
        let params = parameters.alphabeta.clone();
        let table = Arc::new(Table::new(params.hash as usize));
        Self {
            crew: Crew::new(parameters.budget.threads as usize, eval, &table),
            table,
            prover: Prover::default(),
            params,
            scale: parameters.eval.judge.scale(),
            depth: None,
        }
    }

    fn limits(&self, task: &Task<'_>, moves: usize) -> Limits {
        let depth = self
            .depth
            .unwrap_or(self.params.depth)
            .min(self.params.depth);
        let most = depth.cast_signed();
        let wanted = &task.limits;
        let decides = wanted.time.is_some() || wanted.playouts.is_some();
        let depth = match () {
            () if decides && may_declare(task.game, task.turn, task.restriction) => 1,
            () if wanted.early_stop && wanted.time.is_some() && moves == 1 => most.min(ONLY),
            () => most,
        };
        let enough = |time: Duration| match wanted.early_stop {
            true => (time.mul_f64(ENOUGH), time),
            false => (time, time),
        };
        Limits {
            depth,
            nodes: wanted.playouts.unwrap_or(u64::MAX),
            time: wanted.time.map(enough),
        }
    }
}

impl<E: Evaluate> Thinker<Shogi> for AlphaBeta<E> {
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control<Shogi>) -> Analysis {
        let board = task.game.board();
        let (allowed, excluded) = moves(task);
        let watch = Watch::new(self.limits(task, allowed.len()));
        let request = Request {
            lines: self.params.lines as usize,
            excluded: &excluded,
            ..Request::new(board)
        };
        for searcher in self.crew.searchers_mut() {
            searcher.set_declaration(task.game.rules().declaration);
        }
        // Ends a proof, which does not look at the watch.
        let halt = AtomicBool::new(false);
        let (sender, lines) = mpsc::channel();
        let crew = &mut self.crew;
        let mut proof = Proof::new(&mut self.prover, board, &allowed, self.params.proof, &halt);
        let search = || {
            let tell = |line: &Line, n: usize| {
                let proved = n == 0 && proof.holds(line);
                // Nobody stops listening before the search is over.
                let _unheard = sender.send((n, line.clone(), proved));
            };
            let mut answer = crew.think(&request, &watch, tell);
            let best = answer.lines.first_mut();
            let proved = best.is_some_and(|best| proof.settle(best));
            drop(sender);
            (answer, proved)
        };
        let reporter = Reporter {
            task,
            table: &self.table,
            watch: &watch,
            scale: self.scale,
        };
        let (mut answer, proved, told) = thread::scope(|scope| {
            let builder = thread::Builder::new().stack_size(STACK);
            let search = builder
                .spawn_scoped(scope, search)
                .unwrap_or_else(|error| panic!("no thread can be started: {error}"));
            let told = reporter.follow(&lines, control, &halt);
            let (answer, proved) = search.join().unwrap_or_else(|panic| resume_unwind(panic));
            (answer, proved, told)
        });
        answer.lines = whole(answer.lines, told);
        reporter.analysis(&answer.lines, answer.nodes, proved)
    }

    fn shape(&self) -> Shape {
        Shape::default()
    }
}

impl<E: Evaluate> ShogiThinker for AlphaBeta<E> {
    fn limit_depth(&mut self, depth: Option<u32>) {
        self.depth = depth;
    }
}

/// The moves of the board that may be searched, and those that are left out.
fn moves(task: &Task<'_>) -> (Vec<Move>, Vec<Move>) {
    let board = task.game.board();
    let mut moves = tengen_shogi::Moves::default();
    board.legal(&mut moves);
    let turn = board.turn() == task.turn;
    moves
        .iter()
        .map(tengen_shogi::PieceMove::bare)
        .partition(|&mv| turn && task.restriction.allows(task.turn, mv, 0))
}

/// The lines of an answer and, where the search was stopped before it came to them again, what was told of others. A move
/// that nothing is known of is left out unless there is no other.
fn whole(mut answer: Vec<Line>, told: Vec<Line>) -> Vec<Line> {
    let wanted = answer.len();
    let unknown = answer.first().cloned().map(|line| Line {
        value: 0,
        bound: Bound::Lower,
        ..line
    });
    answer.retain(|line| line.value > -INFINITE);
    answer.extend(told);
    let mut lines = deduplicated(answer);
    lines.truncate(wanted);
    match lines.is_empty() {
        true => unknown.into_iter().collect(),
        false => lines,
    }
}

/// Lines of which no two begin with the same move; the first one counts.
fn deduplicated(lines: Vec<Line>) -> Vec<Line> {
    let mut left: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        let first = line.moves.first();
        if left.iter().all(|other| other.moves.first() != first) {
            left.push(line);
        }
    }
    left
}

/// The reports of a search.
struct Reporter<'a> {
    task: &'a Task<'a>,
    table: &'a Table,
    watch: &'a Watch,
    scale: i32,
}

impl Reporter<'_> {
    /// Follows a search until it is over, and returns the last lines that it told of.
    fn follow(
        &self,
        news: &mpsc::Receiver<(usize, Line, bool)>,
        control: &mut dyn Control<Shogi>,
        halt: &AtomicBool,
    ) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut proved = false;
        let mut reported = Duration::ZERO;
        loop {
            match news.recv_timeout(POLL) {
                Ok((n, line, mate)) => {
                    proved = if n == 0 { mate } else { proved };
                    match lines.get_mut(n) {
                        Some(place) => *place = line,
                        None => lines.push(line),
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return lines,
            }
            let elapsed = self.watch.elapsed();
            let late = self.task.limits.time.is_some_and(|time| elapsed >= time);
            let interrupted = control.interrupted();
            if interrupted {
                self.watch.stop();
            }
            if interrupted || late {
                halt.store(true, Ordering::Relaxed);
            }
            if let Some(interval) = control.interval()
                && elapsed >= reported + interval
                && !lines.is_empty()
            {
                reported = elapsed;
                let lines = deduplicated(lines.clone());
                control.report(&self.analysis(&lines, self.watch.nodes(), proved));
            }
        }
    }

    fn analysis(&self, lines: &[Line], nodes: u64, proved: bool) -> Analysis {
        let nodes = nodes.max(1);
        let mut found: Vec<Found> = lines.iter().map(Found::of).collect();
        if let Some(best) = found.first_mut() {
            best.proved = proved;
        }
        let candidates: Vec<Candidate> = lines
            .iter()
            .filter_map(|line| candidate(line, nodes, self.scale))
            .collect();
        let best = found.first();
        let hash = self.table.fullness();
        let counters = vec![
            ("depth", best.map_or(0, |best| u64::from(best.depth))),
            ("deepest", best.map_or(0, |best| u64::from(best.deepest))),
            ("hash", u64::from(hash)),
        ];
        Analysis {
            geometry: (),
            turn: self.task.turn,
            playouts: nodes,
            visits: nodes,
            winrate: candidates.first().map_or(0.0, |best| best.winrate),
            score: candidates.first().map_or(0.0, |best| best.score),
            candidates,
            counters,
            elapsed: self.watch.elapsed(),
            full: false,
            findings: Findings {
                lines: found,
                nodes,
                hash,
            },
        }
    }
}

fn candidate(line: &Line, nodes: u64, scale: i32) -> Option<Candidate> {
    let winrate = odds(line.value, scale);
    Some(Candidate {
        mv: *line.moves.first()?,
        visits: nodes,
        winrate,
        score: f64::from(line.value) / 100.0,
        lcb: winrate,
        prior: 0.0,
        rave: (0, 0.0),
        pv: line.moves.clone(),
        pv_visits: vec![0; line.moves.len()],
    })
}
