//! The tree search of Go, as the session sees it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_game::Position;
use tengen_go::board::Features;
use tengen_go::{Color, Game, Move, Situation};
use tengen_search::{Budget, Filter, Mcts, RootMove, Shape, View};

use super::duplicates::{Positions, Seen};
use super::root::{recent, situation, stage};
use super::stand::Stand;
use super::tally::Tally;
use crate::{Analysis, Candidate, Control, DynamicKomi, Restriction, Task, Thinker};

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
                let codes: Vec<u16> = path.into_iter().map(|mv| code(&root, mv)).collect();
                self.mcts.advance(&codes, root, &line, played);
                self.clear_tallies();
            }
            None => {
                self.mcts.set_root(root, &line, played);
                self.clear_tallies();
            }
        }
        self.mcts.set_stage(stage(task.game));
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
pub(super) fn code<P: Position<Move = Move>>(position: &P, mv: Move) -> u16 {
    position.code(mv) as u16
}

pub(super) fn lock(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The moves that a search may try: at the root those that the rules of the game allow beyond those
/// of the position (ko, superko), in the first plies those that the restriction allows.
pub(super) struct Admission {
    /// Moves of the root that the game forbids, by code.
    banned: Vec<bool>,
    restriction: Restriction,
    pub(super) plies: usize,
}

impl Admission {
    /// The admission to a search from this root, if anything is kept out. `of_game` is the move of the
    /// game that a move of the position is, if it is one.
    pub(super) fn new<P: Position>(
        task: &Task<'_>,
        root: &P,
        of_game: fn(P::Move) -> Option<Move>,
    ) -> Option<Self> {
        let mut banned = vec![false; root.codes()];
        root.moves(|mv| {
            let illegal = |mv| task.game.check(task.turn, mv).is_err();
            banned[root.code(mv)] = of_game(mv).is_some_and(illegal);
        });
        let some_banned = banned.contains(&true);
        if !some_banned && task.restriction.is_empty() {
            return None;
        }
        let deepest = task.restriction.bans.iter().map(|ban| ban.plies).max();
        Some(Self {
            banned,
            restriction: task.restriction.clone(),
            plies: deepest.unwrap_or(0).max(usize::from(some_banned)),
        })
    }

    /// Whether a move, by its code and as one of the game, may be tried so many plies below the root.
    pub(super) fn admits(&self, color: Color, code: u16, mv: Option<Move>, ply: usize) -> bool {
        !(ply == 0 && self.banned[usize::from(code)])
            && mv.is_none_or(|mv| self.restriction.allows(color, mv, ply))
    }

    /// The same as the filter of a search. A code is decoded where it is met: it may mean another move
    /// elsewhere.
    pub(super) fn filter<P: Position>(
        self,
        of_game: fn(P::Move) -> Option<Move>,
    ) -> (usize, Filter<P>)
    where
        P::Move: 'static,
    {
        let plies = self.plies;
        let admits = move |position: &P, code: u16, ply| {
            let mv = of_game(position.decode(usize::from(code)));
            self.admits(position.turn(), code, mv, ply)
        };
        (plies, Box::new(admits))
    }
}

/// Makes a report of a view.
pub(super) struct Reporter<'a, P: Position> {
    pub(super) task: &'a Task<'a>,
    pub(super) tallies: &'a [Arc<Mutex<Tally>>],
    pub(super) root: P,
    /// The move of the game that a move of the position is, if it is one.
    pub(super) of_game: fn(P::Move) -> Option<Move>,
}

impl<P: Position> Reporter<'_, P> {
    /// Searches until a limit is reached or the control interrupts, and says what came of it.
    pub(super) fn search(&self, mcts: &mut Mcts<P>, control: &mut dyn Control) -> Analysis
    where
        P: Send + Sync,
        P::Move: Send + Sync,
    {
        let limits = &self.task.limits;
        let budget = Budget {
            playouts: limits.playouts,
            time: limits.time,
            early_stop: limits.early_stop,
        };
        let mut reported = Duration::ZERO;
        mcts.think(&budget, &mut |view| {
            if let Some(interval) = control.interval()
                && view.elapsed >= reported + interval
            {
                reported = view.elapsed;
                control.report(&self.analysis(view));
            }
            !control.interrupted()
        });
        self.analysis(&mcts.view())
    }

    fn analysis(&self, view: &View<'_>) -> Analysis {
        let turn = self.task.turn;
        let mut tally = Tally::new(self.task.game.size());
        for part in self.tallies {
            tally.add(&lock(part));
        }
        let allowed = |&mv: &Move| {
            self.task.restriction.allows(turn, mv, 0) && self.task.game.check(turn, mv).is_ok()
        };
        let moves = view.moves();
        let balance = view.balance();
        let real = balance.and_then(|balance| balance.plain);
        let candidates = moves.iter().filter_map(|m| {
            let mv = (self.of_game)(self.root.decode(usize::from(m.code))).filter(allowed)?;
            Some(self.candidate(mv, m, real))
        });
        Analysis {
            size: self.task.game.size(),
            turn,
            candidates: candidates.collect(),
            playouts: view.playouts,
            visits: view.visits(),
            winrate: real.unwrap_or_else(|| view.mean()),
            dynamic_komi: balance.map(|balance| DynamicKomi {
                points: balance.komi * f64::from(turn.sign()),
                winrate: balance.mean,
            }),
            exact: None,
            score: view.score() * f64::from(turn.sign()),
            score_stdev: tally.score_stdev(),
            ownership: tally.ownership(),
            criticality: tally.criticality(),
            counters: counters(view),
            elapsed: view.elapsed,
            full: view.is_full(),
        }
    }

    /// A move of the root. `real` is the win rate of the position if the values of the search are
    /// under dynamic komi.
    fn candidate(&self, mv: Move, m: &RootMove, real: Option<f64>) -> Candidate {
        let (winrate, lcb) = match (m.plain, real) {
            (Some(plain), _) => (plain.mean, plain.lcb),
            (None, Some(real)) => (real, 0.0),
            (None, None) => (m.mean, m.lcb),
        };
        // What is no move of the game ends the line that can be shown.
        let mut position = self.root.clone();
        let line = m.line.iter().map_while(|&(code, visits)| {
            let mv = position.decode(usize::from(code));
            position.play(mv);
            Some(((self.of_game)(mv)?, visits))
        });
        let (pv, pv_visits) = line.unzip();
        Candidate {
            mv,
            visits: m.visits,
            winrate,
            score: m.score * f64::from(self.task.turn.sign()),
            lcb,
            prior: m.prior,
            rave: (m.rave_visits, m.rave_mean),
            pv,
            pv_visits,
        }
    }
}

pub(super) fn counters(view: &View<'_>) -> Vec<(&'static str, u64)> {
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
        let admission = Admission::new(task, &root, Some);
        self.mcts
            .set_filter(admission.map(|admission| admission.filter(Some)));
        let reporter = Reporter {
            task,
            tallies: &self.tallies,
            root,
            of_game: Some,
        };
        reporter.search(&mut self.mcts, control)
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
                position =
                    Situation::new(position.board, turn, position.komi).taxed(game.rules().scoring);
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
