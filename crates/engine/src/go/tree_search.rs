//! The tree search of Go, as the session sees it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_game::Position;
use tengen_go::board::Features;
use tengen_go::{Color, Game, Komi, Move, Rules, Situation};
use tengen_search::{Budget, Filter, Mcts, RootMove, Shape, View};

use super::duplicates::{Positions, Seen};
use super::root::{komi, recent, situation};
use super::tally::Tally;
use crate::{Analysis, Candidate, Control, Task, Thinker};

/// A tree search on one kind of board.
pub(super) struct TreeSearch<const W: usize, const V: usize, F: Features> {
    mcts: Mcts<Situation<W, V, F>>,
    tallies: Vec<Arc<Mutex<Tally>>>,
    /// The positions of playouts, if they are looked at.
    seen: Option<Seen>,
    /// Where the tree stands; `None` if it is not to be kept.
    stand: Option<Stand>,
    reuse: bool,
    /// Where the random numbers start that questions about ownership are answered with.
    seed: u64,
}

/// The game that a tree belongs to, as far as the tree can tell.
struct Stand {
    start: u64,
    rules: Rules,
    /// By which playouts were decided.
    komi: Komi,
    moves: Vec<(Color, Move)>,
    turn: Color,
}

impl Stand {
    fn new(game: &Game, turn: Color) -> Self {
        Self {
            start: game.start().hash(),
            rules: game.rules(),
            komi: komi(game),
            moves: game.moves().collect(),
            turn,
        }
    }

    /// The moves that lead from here to there, if taking turns does.
    fn path(&self, later: &Self) -> Option<Vec<Move>> {
        let same =
            self.start == later.start && self.rules == later.rules && self.komi == later.komi;
        let new = later.moves.strip_prefix(self.moves.as_slice())?;
        let mut turn = self.turn;
        for &(color, _) in new {
            if color != turn {
                return None;
            }
            turn = !turn;
        }
        (same && turn == later.turn).then(|| new.iter().map(|&(_, mv)| mv).collect())
    }
}

impl<const W: usize, const V: usize, F: Features> TreeSearch<W, V, F>
where
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    /// A search whose threads fill these tallies.
    pub(super) fn new(
        mcts: Mcts<Situation<W, V, F>>,
        tallies: Vec<Arc<Mutex<Tally>>>,
        reuse: bool,
        seed: u64,
    ) -> Self {
        Self {
            mcts,
            tallies,
            seen: None,
            stand: None,
            reuse,
            seed,
        }
    }

    /// Knows the positions that its threads count.
    pub(super) fn watching(self, seen: Option<Seen>) -> Self {
        Self { seen, ..self }
    }

    /// Brings the tree to the position of the task, and keeps what still holds.
    fn catch_up(&mut self, task: &Task<'_>) {
        let stand = Stand::new(task.game, task.turn);
        // A tree grown without restrictions is no good under them, and the other way round.
        let free = task.restriction.is_empty();
        let old = self.stand.take().filter(|_| free);
        let path = old.and_then(|old| old.path(&stand));
        let root = situation::<W, V, F>(task.game, task.turn);
        let line = recent(task.game, task.turn);
        let played = task.game.moves().len();
        match path {
            Some(path) if path.is_empty() => {}
            Some(path) => {
                for mv in path {
                    let code = code(&root, mv);
                    self.mcts.advance(code, root.clone(), &line, played);
                }
                self.clear_tallies();
            }
            None => {
                self.mcts.set_root(root, &line, played);
                self.clear_tallies();
            }
        }
        self.stand = (self.reuse && free).then_some(stand);
    }

    fn clear_tallies(&self) {
        for tally in &self.tallies {
            lock(tally).clear();
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most 626 codes"
)]
fn code<P: Position<Move = Move>>(position: &P, mv: Move) -> u16 {
    position.code(mv) as u16
}

fn lock(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the root to what the rules of the game allow beyond those of the position (ko, superko),
/// and the first plies to what the restriction allows.
fn filter<P: Position<Move = Move>>(task: &Task<'_>, root: &P) -> Option<(usize, Filter)> {
    let mut banned = vec![false; root.codes()];
    root.moves(|mv| banned[root.code(mv)] = task.game.check(task.turn, mv).is_err());
    let some_banned = banned.contains(&true);
    if !some_banned && task.restriction.is_empty() {
        return None;
    }
    let deepest = task.restriction.bans.iter().map(|ban| ban.plies).max();
    let plies = deepest.unwrap_or(0).max(usize::from(some_banned));
    let restriction = task.restriction.clone();
    let moves: Vec<Move> = (0..root.codes()).map(|code| root.decode(code)).collect();
    let allows = move |color, code: u16, ply| {
        let code = usize::from(code);
        !(ply == 0 && banned[code]) && restriction.allows(color, moves[code], ply)
    };
    Some((plies, Box::new(allows)))
}

/// Makes a report of a view.
struct Reporter<'a> {
    task: &'a Task<'a>,
    tallies: &'a [Arc<Mutex<Tally>>],
    /// The move of each code.
    moves: Vec<Move>,
}

impl Reporter<'_> {
    fn analysis(&self, view: &View<'_>) -> Analysis {
        let turn = self.task.turn;
        let mut tally = Tally::new(self.task.game.size());
        for part in self.tallies {
            tally.add(&lock(part));
        }
        let allowed = |m: &RootMove| {
            let mv = self.moves[usize::from(m.code)];
            self.task.restriction.allows(turn, mv, 0) && self.task.game.check(turn, mv).is_ok()
        };
        let moves = view.moves();
        let candidates = moves.iter().filter(|m| allowed(m));
        Analysis {
            turn,
            candidates: candidates.map(|m| self.candidate(m)).collect(),
            playouts: view.playouts,
            visits: view.visits(),
            winrate: view.mean(),
            score: view.score() * f64::from(turn.sign()),
            score_stdev: tally.score_stdev(),
            ownership: tally.ownership(),
            criticality: tally.criticality(),
            counters: counters(view),
            elapsed: view.elapsed,
            full: view.is_full(),
        }
    }

    fn candidate(&self, m: &RootMove) -> Candidate {
        let mv = |code: u16| self.moves[usize::from(code)];
        Candidate {
            mv: mv(m.code),
            visits: m.visits,
            winrate: m.mean,
            score: m.score * f64::from(self.task.turn.sign()),
            lcb: m.lcb,
            prior: m.prior,
            rave: (m.rave_visits, m.rave_mean),
            pv: m.line.iter().map(|&(code, _)| mv(code)).collect(),
            pv_visits: m.line.iter().map(|&(_, visits)| visits).collect(),
        }
    }
}

fn counters(view: &View<'_>) -> Vec<(&'static str, u64)> {
    let mut counters = vec![("tree bytes", view.bytes() as u64)];
    counters.extend(view.counters());
    counters
}

impl<const W: usize, const V: usize, F: Features> Thinker for TreeSearch<W, V, F>
where
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control) -> Analysis {
        self.catch_up(task);
        if let Some(seen) = &self.seen {
            *seen.lock() = Positions::default();
        }
        let root = situation::<W, V, F>(task.game, task.turn);
        self.mcts.set_filter(filter(task, &root));
        let reporter = Reporter {
            task,
            tallies: &self.tallies,
            moves: (0..root.codes()).map(|code| root.decode(code)).collect(),
        };
        let budget = Budget {
            playouts: task.limits.playouts,
            time: task.limits.time,
            early_stop: task.limits.early_stop,
        };
        let mut reported = Duration::ZERO;
        self.mcts.think(&budget, &mut |view| {
            if let Some(interval) = control.interval()
                && view.elapsed >= reported + interval
            {
                reported = view.elapsed;
                control.report(&reporter.analysis(view));
            }
            !control.interrupted()
        });
        reporter.analysis(&self.mcts.view())
    }

    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32> {
        // What was counted so far is of the search, and is put back.
        let kept: Vec<Tally> = self.tallies.iter().map(|t| lock(t).clone()).collect();
        let seen = self
            .seen
            .as_ref()
            .map(|seen| std::mem::take(&mut *seen.lock()));
        self.clear_tallies();
        for turn in Color::BOTH {
            // Not whose turn it is decides what is dead, so both begin equally often, and neither
            // by a pass that ends the game.
            let mut position = situation::<W, V, F>(game, turn);
            if position.passes() > 0 {
                position = Situation::new(position.board, turn, position.komi);
            }
            let seed = self.seed ^ position.hash();
            self.mcts.judge(&position, playouts.div_ceil(2), seed);
        }
        let ownership = lock(&self.tallies[0]).ownership();
        for (tally, kept) in self.tallies.iter().zip(kept) {
            *lock(tally) = kept;
        }
        if let (Some(place), Some(seen)) = (&self.seen, seen) {
            *place.lock() = seen;
        }
        ownership
    }

    fn shape(&self) -> Shape {
        self.mcts.shape()
    }

    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        let seen = self.seen.iter();
        seen.map(|seen| ("playout positions", seen.lock().largest()))
            .collect()
    }
}
