//! The Monte-Carlo tree search of any game, as the session sees it.

use std::time::Duration;

use tengen_game::{Color, Game, Position};
use tengen_search::{Budget, Mcts, RootMove, Shape, Stage, View};

use crate::{Admission, Analysis, Candidate, Control, Kit, MoveOf, Stand, Task, Thinker};

/// A position that a search of a kit's game starts from.
pub trait Root<K: Kit>: Position<Move = MoveOf<K>> + Send + Sync {
    /// The position of a game, `turn` to move.
    fn root(game: &K::Game, turn: Color) -> Self;

    /// The stage of the game, for dynamic komi.
    fn stage(_game: &K::Game) -> Stage {
        Stage::default()
    }
}

/// The counts that a search of a game keeps beside its tree, filled by the observers of its playouts.
pub trait Counts<K: Kit>: Send {
    /// Forgets all counts: the tree has another root.
    fn clear(&self) {}

    /// Prepares for another search.
    fn begin(&self) {}

    /// The part of an analysis that is made of them, in the view of `turn`.
    fn findings(&self, view: &View<'_>, turn: Color) -> K::Findings;

    /// Distributions, by name: see [`Thinker::rows`].
    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        Vec::new()
    }
}

/// No counts, for games whose searches find nothing beside the tree.
impl<K: Kit<Findings = ()>> Counts<K> for () {
    fn findings(&self, _: &View<'_>, _: Color) {}
}

/// A tree search.
pub struct TreeSearch<K: Kit, P: Position, T> {
    /// The search itself.
    pub mcts: Mcts<P>,
    /// The counts beside it.
    pub counts: T,
    /// The place of the tree in the game, and its root; `None` if it is not to be kept.
    stand: Option<(Stand<MoveOf<K>>, P)>,
    reuse: bool,
}

impl<K: Kit, P: Root<K>, T: Counts<K>> TreeSearch<K, P, T> {
    /// A search whose observers fill these counts. With `reuse` it keeps its tree from move to move.
    pub const fn new(mcts: Mcts<P>, counts: T, reuse: bool) -> Self {
        Self {
            mcts,
            counts,
            stand: None,
            reuse,
        }
    }

    /// Brings the tree to the position of the task, and keeps what still holds.
    fn catch_up(&mut self, task: &Task<'_, K>, root: &P) {
        let stand = Stand::new(task.game, task.turn);
        // A tree grown without restrictions does not hold under them, nor the other way round.
        let free = task.restriction.is_empty();
        let old = self.stand.take().filter(|_| free);
        let path = old.and_then(|(old, root)| Some((old.path(&stand)?, root)));
        let line = recent(task.game, task.turn);
        let played = task.game.moves().len();
        match path {
            Some((path, _)) if path.is_empty() => {}
            Some((path, mut before)) => {
                // A code means a move in the position where it is played.
                let step = |mv| {
                    let code = code(&before, mv);
                    before.play(mv);
                    code
                };
                let codes: Vec<u16> = path.into_iter().map(step).collect();
                self.mcts.advance(&codes, root.clone(), &line, played);
                self.counts.clear();
            }
            None => {
                self.mcts.set_root(root.clone(), &line, played);
                self.counts.clear();
            }
        }
        self.mcts.set_stage(P::stage(task.game));
        self.stand = (self.reuse && free).then(|| (stand, root.clone()));
    }
}

impl<K: Kit, P: Root<K>, T: Counts<K>> Thinker<K> for TreeSearch<K, P, T> {
    fn think(&mut self, task: &Task<'_, K>, control: &mut dyn Control<K>) -> Analysis<K> {
        let root = P::root(task.game, task.turn);
        self.catch_up(task, &root);
        self.counts.begin();
        let admission = Admission::new(task, &root, Some);
        self.mcts
            .set_filter(admission.map(|admission| admission.filter(Some)));
        let reporter = Reporter {
            task,
            counts: &self.counts,
            root,
            of_game: Some,
        };
        reporter.search(&mut self.mcts, control)
    }

    fn shape(&self) -> Shape {
        self.mcts.shape()
    }

    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.counts.rows()
    }
}

/// The last two moves as far as the sides took turns and `turn` follows.
#[must_use]
pub fn recent<G: Game>(game: &G, turn: Color) -> Vec<G::Move> {
    let mut recent = Vec::new();
    let mut follows = turn;
    for (color, mv) in game.moves().rev().take(2) {
        if color == follows {
            break;
        }
        recent.insert(0, mv);
        follows = color;
    }
    recent
}

/// The code of a move in the tree.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no game has 65,536 codes of moves"
)]
#[must_use]
pub fn code<P: Position>(position: &P, mv: P::Move) -> u16 {
    position.code(mv) as u16
}

/// The reports of a search.
pub struct Reporter<'a, K: Kit, P: Position> {
    /// The question.
    pub task: &'a Task<'a, K>,
    /// The counts beside the tree.
    pub counts: &'a dyn Counts<K>,
    /// The root of the tree.
    pub root: P,
    /// The move of the game that a move of the position is, if it is one.
    pub of_game: fn(P::Move) -> Option<MoveOf<K>>,
}

impl<K: Kit, P: Position> Reporter<'_, K, P> {
    /// Searches until a limit is reached or the control interrupts, and says what came of it.
    pub fn search(&self, mcts: &mut Mcts<P>, control: &mut dyn Control<K>) -> Analysis<K>
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

    fn analysis(&self, view: &View<'_>) -> Analysis<K> {
        let turn = self.task.turn;
        let allowed = |&mv: &MoveOf<K>| {
            self.task.restriction.allows(turn, mv, 0) && self.task.game.check(turn, mv).is_ok()
        };
        let moves = view.moves();
        let real = view.balance().and_then(|balance| balance.plain);
        let candidates = moves.iter().filter_map(|m| {
            let mv = (self.of_game)(self.root.decode(usize::from(m.code))).filter(allowed)?;
            Some(self.candidate(mv, m, real))
        });
        Analysis {
            geometry: self.task.game.geometry(),
            turn,
            candidates: candidates.collect(),
            playouts: view.playouts,
            visits: view.visits(),
            winrate: real.unwrap_or_else(|| view.mean()),
            score: view.score() * f64::from(turn.sign()),
            counters: counters(view),
            elapsed: view.elapsed,
            full: view.is_full(),
            findings: self.counts.findings(view, turn),
        }
    }

    /// A move of the root. `real` is the win rate of the position if the values of the search are
    /// under dynamic komi.
    fn candidate(&self, mv: MoveOf<K>, m: &RootMove, real: Option<f64>) -> Candidate<K> {
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

/// The counters of a search, with the memory of its tree.
#[must_use]
pub fn counters(view: &View<'_>) -> Vec<(&'static str, u64)> {
    let mut counters = vec![("tree bytes", view.bytes() as u64)];
    counters.extend(view.counters());
    counters
}
