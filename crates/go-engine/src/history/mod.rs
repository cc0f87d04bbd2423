//! A player that makes its game tree of the playouts it has kept.
//!
//! The method and its parts are in [`tengen_search::history`], which also names where it comes from. A decision plays the
//! position out so many times (8,000 in the report) by the playout policy of the recipe, without a tree; all of
//! these playouts enter the history (40,000), and those that are there from earlier decisions count too where they began with the
//! moves of the game. Then the tree is made, and the feature point of the highest win rate says the move.
//!
//! The playouts decide nothing by themselves, so that the parameters of the tree search (`tree.*`, `ucb.*`, `prior.*`, …)
//! are of no account here. One thread fills the history: the order of playouts is a part of it. What is asked about dead
//! stones and owners is answered by the playouts of the ordinary search, which do not enter it.
//!
//! Playouts whose first moves are forbidden in the game (superko) or by the caller do not enter the tree.

mod report;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tengen_engine::tree_search::{code, recent};
use tengen_engine::{Admission, Control, Stand, Thinker};
use tengen_game::Position;
use tengen_go::board::{Board, Features};
use tengen_go::{Color, Game, Komi, Move, Situation};
use tengen_params::params;
use tengen_search::history::{GameTree, Memory, Recorder};
use tengen_search::{Budget, Leaf, Mcts, Parts, SearchParams, Shape};

use crate::build::Expansion;
use crate::ownership::{OwnershipCounts, OwnershipObserver};
use crate::root::situation;
use crate::tree_search::lock;
use crate::{Analysis, Go, GoThinker, Task};
use report::Reporter;

params! {
    /// The game tree out of the playout history.
    pub struct HistoryParams as history {
        /// Whether moves are found in a game tree that is made of playouts instead of grown. Parameters
        /// of the tree search are of no account then.
        on: bool = false;
        /// How many playouts are kept.
        size: u32 = 40_000, 1..=1_000_000, Log;
        /// How often a node has to be generated to be a feature point.
        generated: u32 = 50, 2..=1_000_000;
        /// How often it has to be won.
        won: u32 = 25, 0..=1_000_000;
        /// Whether the same moves in another order lead to the same node.
        transpositions: bool = false;
    }
}

/// The player. See the module's head.
pub(crate) struct HistorySearch<const W: usize, const V: usize, F: Features> {
    params: HistoryParams,
    /// Plays the position out; its tree stays empty.
    mcts: Mcts<Situation<W, V, F>>,
    counts: Arc<Mutex<OwnershipCounts>>,
    memory: Arc<Mutex<Memory>>,
    tree: GameTree,
    /// The position that the history is of; none at first.
    stand: Option<Stand<Move>>,
    /// The time it took to make the last tree, which a decision has to leave.
    making: Duration,
    /// The ordinary search of the same parameters.
    plain: Box<dyn GoThinker>,
}

impl<const W: usize, const V: usize, F> HistorySearch<W, V, F>
where
    F: Features + Send + Sync + 'static,
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    /// A player on boards like this one, whose random numbers start at `seed`.
    pub(crate) fn new(
        params: &HistoryParams,
        search: &SearchParams,
        board: Board<W, V, F>,
        expand: Expansion<W, V, F>,
        leaf: Box<dyn Leaf<Situation<W, V, F>>>,
        plain: Box<dyn GoThinker>,
        seed: u64,
    ) -> Self {
        let size = board.size();
        let counts = Arc::new(Mutex::new(OwnershipCounts::new(size)));
        let observer = OwnershipObserver::new(&board, counts.clone());
        let root = Situation::new(board, Color::Black, Komi::ZERO);
        let (codes, pass) = (root.codes(), code(&root, Move::Pass));
        // A playout is cut off at twice the points of the board.
        let memory = Memory::new(params.size as usize, codes, 2 * size.area());
        let memory = Arc::new(Mutex::new(memory));
        let parts = Parts {
            expand,
            leaf,
            observers: vec![
                Box::new(observer),
                Box::new(Recorder::new(memory.clone(), pass)),
            ],
        };
        Self {
            params: params.clone(),
            mcts: Mcts::new(search, root, Some(pass), vec![parts], seed),
            counts,
            memory,
            tree: GameTree::new(codes),
            stand: None,
            making: Duration::ZERO,
            plain,
        }
    }

    /// Brings the history to the position of the task: playouts that no longer match are left out, and all of them
    /// where it is another game.
    fn catch_up(&mut self, task: &Task<'_>, root: &Situation<W, V, F>) {
        let stand = Stand::new(task.game, task.turn);
        let path = self.stand.take().and_then(|old| old.path(&stand));
        if path.as_ref().is_none_or(|path| !path.is_empty()) {
            lock(&self.counts).clear();
        }
        {
            let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
            match path {
                Some(path) => path.iter().for_each(|&mv| memory.follow(code(root, mv))),
                None => memory.reset(),
            }
        }
        let line = recent(task.game, task.turn);
        let played = task.game.moves().len();
        self.mcts.set_root(root.clone(), &line, played);
        self.stand = Some(stand);
    }
}

impl<const W: usize, const V: usize, F> Thinker<Go> for HistorySearch<W, V, F>
where
    F: Features + Send + Sync + 'static,
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control<Go>) -> Analysis {
        let root = situation::<W, V, F>(task.game, task.turn);
        self.catch_up(task, &root);
        let Self {
            params,
            mcts,
            tree,
            making,
            ..
        } = self;
        let mut reporter = Reporter {
            params,
            task,
            counts: &self.counts,
            memory: &self.memory,
            admission: Admission::new(task, &root, Some),
            moves: (0..root.codes()).map(|code| root.decode(code)).collect(),
            tree,
        };
        let budget = Budget {
            playouts: task.limits.playouts,
            time: task.limits.time.map(|time| time.saturating_sub(*making)),
            early_stop: false,
        };
        let mut reported = Duration::ZERO;
        mcts.sample(&budget, &mut |view| {
            if let Some(interval) = control.interval()
                && view.elapsed >= reported + interval
            {
                reported = view.elapsed;
                control.report(&reporter.analysis(view));
            }
            !control.interrupted()
        });
        let start = Instant::now();
        let mut analysis = reporter.analysis(&mcts.view());
        *making = start.elapsed();
        analysis.elapsed += *making;
        analysis
    }

    fn shape(&self) -> Shape {
        report::shape(&self.tree)
    }
}

impl<const W: usize, const V: usize, F> GoThinker for HistorySearch<W, V, F>
where
    F: Features + Send + Sync + 'static,
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32> {
        self.plain.ownership(game, playouts)
    }
}
