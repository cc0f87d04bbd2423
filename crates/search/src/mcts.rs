//! The search: playouts through a shared tree until a limit is reached.
//!
//! It lives for a game: [`Mcts::advance`] keeps what is below the move played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use tengen_game::{Position, Rng};

use crate::choice::{self, RootMove};
use crate::counter::{Counter, sums};
use crate::dynamic_komi::{Balance, DynamicKomi, Stage};
use crate::objective::Objective;
use crate::params::{ChoiceParams, SearchParams};
use crate::parts::Parts;
use crate::recall::Recall;
use crate::select::Selection;
use crate::shape::Shape;
use crate::tree::Tree;
use crate::widening::Widening;
use crate::worker::{Filter, Shared, Worker};

/// The limits at which a search ends by itself; whichever comes first counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The number of playouts.
    pub playouts: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
    /// True to end as soon as the most visited move cannot be caught any more.
    pub early_stop: bool,
}

/// The state of a search.
pub struct View<'a> {
    tree: &'a Tree,
    choice: &'a ChoiceParams,
    counters: &'a [Arc<Counter>],
    komi: Option<&'a DynamicKomi>,
    lambda: f32,
    /// Playouts of this search, those under way included.
    pub playouts: u64,
    /// The time that it has run.
    pub elapsed: Duration,
}

impl View<'_> {
    /// The moves of the root that have playouts, best first.
    #[must_use]
    pub fn moves(&self) -> Vec<RootMove> {
        choice::moves(self.tree, self.choice, self.komi, self.lambda)
    }

    /// All playouts behind the root, those kept from earlier searches included.
    #[must_use]
    pub fn visits(&self) -> u64 {
        u64::from(self.tree.edge(Tree::ROOT).visits())
    }

    /// The mean value in the view of the side to move; where there are networks, that of playouts and
    /// networks mixed.
    #[must_use]
    pub fn mean(&self) -> f64 {
        1.0 - self.tree.mean(Tree::ROOT, self.lambda)
    }

    /// The mean score in Black's view, mixed likewise.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.tree.mean_score(Tree::ROOT, self.lambda)
    }

    /// λ at the stage of the game, the share of playouts beside networks.
    #[must_use]
    pub const fn lambda(&self) -> f32 {
        self.lambda
    }

    /// The effect of dynamic komi on the search, if there is any: values are under it then.
    #[must_use]
    pub fn balance(&self) -> Option<Balance> {
        self.komi.map(DynamicKomi::balance)
    }

    /// The counters of the parts in this search, by name.
    #[must_use]
    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        sums(self.counters)
    }

    /// True if the memory of the tree is used up.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.tree.is_full()
    }

    /// The bytes that the tree takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

/// See the module's head.
pub struct Mcts<P: Position> {
    shared: Shared<P>,
    workers: Vec<Worker<P>>,
    choice: ChoiceParams,
    counters: Vec<Arc<Counter>>,
    /// The playouts and the time of the last search.
    done: (u64, Duration),
}

/// The time that threads go on between two looks at the caller.
const PULSE: Duration = Duration::from_millis(2);
/// The number of playouts between two looks at the clock.
const GLANCE: u64 = 8;
/// The number of playouts between two looks at who leads.
const COMPARE: u64 = 64;

impl<P: Position + Send + Sync> Mcts<P>
where
    P::Move: Send + Sync,
{
    /// A search with a thread for each of `parts`, at least one. `null` is the code of the move that
    /// is no play, such as a pass: it is no first play.
    ///
    /// # Panics
    /// If there are no parts.
    #[must_use]
    pub fn new(
        params: &SearchParams,
        root: P,
        null: Option<u16>,
        parts: Vec<Parts<P>>,
        seed: u64,
    ) -> Self {
        assert!(!parts.is_empty(), "a search needs at least one thread");
        let bytes = (params.tree.memory as usize) << 20;
        let komi = DynamicKomi::new(&params.dynamic_komi, root.codes());
        let networks =
            |parts: &Parts<P>| parts.leaf.uses_networks() || parts.expand.uses_networks();
        let networks = parts.iter().any(networks);
        let defers = parts.iter().any(|parts| parts.leaf.defers());
        let shared = Shared {
            tree: Tree::new(bytes, params.tree.reuse, networks),
            root,
            line: Vec::new(),
            played: 0,
            selection: Selection::new(params),
            widening: Widening::new(&params.widening),
            objective: Objective::new(&params.objective),
            komi,
            threshold: params.tree.threshold,
            reviews: parts[0].expand.reviews(),
            null,
            filter: None,
            // Leaves that are pending keep others away as threads do.
            alone: parts.len() == 1 && !defers,
        };
        let workers = parts.into_iter().zip(0..);
        let workers: Vec<Worker<P>> = workers
            .map(|(parts, number)| {
                let recall = Recall::new(&params.recall, shared.root.codes());
                Worker::new(parts, recall, &shared, Rng::new(seed ^ (number << 32)))
            })
            .collect();
        let mut counters: Vec<_> = workers.iter().flat_map(Worker::counters).collect();
        counters.extend(shared.komi.as_ref().map(DynamicKomi::counter));
        let mut search = Self {
            shared,
            choice: params.choice.clone(),
            counters,
            workers,
            done: (0, Duration::ZERO),
        };
        search.begin_komi();
        search
    }

    /// Forgets the tree and starts from a position; `line` are the last of the `played` moves that
    /// led to it.
    pub fn set_root(&mut self, root: P, line: &[P::Move], played: usize) {
        self.shared.tree.reset();
        self.workers.iter_mut().for_each(Worker::forget);
        self.place(root, line, played);
        self.begin_komi();
    }

    /// Nothing is known about dynamic komi.
    fn begin_komi(&mut self) {
        let Shared {
            komi, root, played, ..
        } = &mut self.shared;
        if let Some(komi) = komi {
            komi.restart(root.turn(), *played);
        }
    }

    /// Sets how far the game has come, for dynamic komi and the mixture of playouts and networks; without
    /// them, that is of no interest.
    pub fn set_stage(&mut self, stage: Stage) {
        self.shared.selection.set_phase(stage.phase);
        if let Some(komi) = &mut self.shared.komi {
            komi.set_stage(stage);
        }
    }

    /// Moves were played, sides taking turns: `root` is the position after them, `line` and `played` as
    /// in [`set_root`](Self::set_root). What is below them is kept if trees are, and so are the dynamic
    /// komi and what is remembered of playouts in any case. Says whether the tree was.
    pub fn advance(&mut self, codes: &[u16], root: P, line: &[P::Move], played: usize) -> bool {
        let mut kept = true;
        let mut mover = self.shared.root.turn();
        for &code in codes {
            kept &= self.shared.tree.advance(code);
            // A pass is no first play, so every playout goes on behind it.
            if self.shared.null != Some(code) {
                for worker in &mut self.workers {
                    worker.follow(mover, code);
                }
            }
            mover = !mover;
        }
        self.place(root, line, played);
        kept
    }

    fn place(&mut self, root: P, line: &[P::Move], played: usize) {
        self.workers.iter_mut().for_each(Worker::rooted);
        self.shared.root = root;
        self.shared.played = played;
        self.shared.line.clear();
        self.shared.line.extend_from_slice(line);
        self.done = (0, Duration::ZERO);
        if let Some(komi) = &mut self.shared.komi {
            komi.follow(self.shared.root.turn(), played);
        }
    }

    /// Filters the moves of the first so many plies; the tree so far stays.
    pub fn set_filter(&mut self, filter: Option<(usize, Filter<P>)>) {
        self.shared.filter = filter;
    }

    /// Judges a position so many times as if it were a leaf, without the tree: observers see what
    /// comes of it. The random numbers are those of `seed`, so that the search goes on as if nothing
    /// had been asked.
    pub fn judge(&mut self, position: &P, times: u64, seed: u64) {
        self.workers[0].judge_apart(position, times, Rng::new(seed));
    }

    /// Judges the root until a limit is reached, without a tree: observers see what comes of it. It is done by
    /// the first thread alone. `pulse` is called every few milliseconds, as in [`think`](Self::think). Nothing
    /// is judged where the game is over.
    pub fn sample(&mut self, budget: &Budget, pulse: &mut dyn FnMut(&View<'_>) -> bool) {
        self.counters.iter().for_each(|counter| counter.reset());
        self.done = (0, Duration::ZERO);
        if self.shared.root.outcome().is_some() {
            return;
        }
        let start = Instant::now();
        let most = budget.playouts.unwrap_or(u64::MAX);
        let mut last_pulse = Duration::ZERO;
        let mut played = 0;
        while played < most {
            let times = GLANCE.min(most - played);
            self.workers[0].judge_root(&self.shared, times);
            played += times;
            let elapsed = start.elapsed();
            self.done = (played, elapsed);
            if budget.time.is_some_and(|time| elapsed >= time) {
                break;
            }
            if elapsed - last_pulse >= PULSE {
                last_pulse = elapsed;
                if !pulse(&self.view()) {
                    break;
                }
            }
        }
    }

    /// The state of the search.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let (playouts, elapsed) = self.done;
        View {
            tree: &self.shared.tree,
            choice: &self.choice,
            counters: &self.counters,
            komi: self.shared.komi.as_ref(),
            lambda: self.shared.selection.lambda(),
            playouts,
            elapsed,
        }
    }

    /// The shape of the tree as it has grown in this search and those whose tree it took over.
    #[must_use]
    pub fn shape(&self) -> Shape {
        Shape::of(&self.shared.tree)
    }

    /// Searches. `pulse` is called every few milliseconds and ends the search by returning false.
    pub fn think(&mut self, budget: &Budget, pulse: &mut dyn FnMut(&View<'_>) -> bool) {
        let Self {
            shared,
            workers,
            choice,
            counters,
            done,
        } = self;
        let (shared, choice, counters) = (&*shared, &*choice, &**counters);
        counters.iter().for_each(|counter| counter.reset());
        let run = Run {
            started: AtomicU64::new(0),
            playouts: budget.playouts.unwrap_or(u64::MAX).min(shared.room()),
            stop: AtomicBool::new(false),
            start: Instant::now(),
        };
        let (first, others) = workers
            .split_first_mut()
            .expect("a search has at least one thread");
        thread::scope(|scope| {
            for other in others {
                scope.spawn(|| {
                    while run.claim() {
                        other.simulate(shared);
                    }
                    other.finish(shared);
                });
            }
            let mut last_pulse = Duration::ZERO;
            let mut own = 0;
            while run.claim() {
                first.simulate(shared);
                own += 1;
                if own % GLANCE == 0 {
                    let elapsed = run.start.elapsed();
                    let over = budget.time.is_some_and(|time| elapsed >= time);
                    let decided = budget.early_stop
                        && own % COMPARE == 0
                        && run.rest(budget, elapsed) < f64::from(shared.lead());
                    let mut bored = false;
                    if elapsed - last_pulse >= PULSE {
                        last_pulse = elapsed;
                        bored = !pulse(&View {
                            tree: &shared.tree,
                            choice,
                            counters,
                            komi: shared.komi.as_ref(),
                            lambda: shared.selection.lambda(),
                            playouts: run.played(),
                            elapsed,
                        });
                    }
                    if over || decided || bored {
                        run.stop.store(true, Relaxed);
                    }
                }
            }
            first.finish(shared);
        });
        *done = (run.played(), run.start.elapsed());
    }
}

/// The state that the threads of one search share.
struct Run {
    started: AtomicU64,
    playouts: u64,
    stop: AtomicBool,
    start: Instant,
}

impl Run {
    /// Takes a playout off the budget; false if none is left or the search is stopped.
    #[inline]
    fn claim(&self) -> bool {
        !self.stop.load(Relaxed) && self.started.fetch_add(1, Relaxed) < self.playouts
    }

    fn played(&self) -> u64 {
        self.started.load(Relaxed).min(self.playouts)
    }

    /// The number of playouts still to come, by what there were so far.
    fn rest(&self, budget: &Budget, elapsed: Duration) -> f64 {
        let played = self.played();
        let by_count = (self.playouts - played) as f64;
        let by_time = budget.time.map_or(f64::INFINITY, |time| {
            let rate = played as f64 / elapsed.as_secs_f64().max(1e-6);
            rate * time.saturating_sub(elapsed).as_secs_f64()
        });
        by_count.min(by_time)
    }
}
