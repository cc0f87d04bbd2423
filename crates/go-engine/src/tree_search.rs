//! The tree search on one kind of board.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_engine::tree_search::{self, Counts, Root};
use tengen_engine::{Control, Shape, Task, Thinker};
use tengen_game::Position;
use tengen_go::board::Features;
use tengen_go::{Color, Game, Move, Situation};
use tengen_search::{Mcts, View};

use crate::duplicates::{Positions, Seen};
use crate::network::Observed;
use crate::ownership::OwnershipCounts;
use crate::{Analysis, DynamicKomi, Findings, Go, GoThinker};

/// The counts of a search of Go.
#[derive(Clone)]
pub(crate) struct GoCounts {
    /// The counts of each thread's playouts.
    pub(crate) threads: Vec<Arc<Mutex<OwnershipCounts>>>,
    /// The positions of playouts, if they are looked at.
    pub(crate) seen: Option<Seen>,
    /// The networks, if they take part.
    pub(crate) networks: Option<Observed>,
}

impl Counts<Go> for GoCounts {
    fn clear(&self) {
        self.threads.iter().for_each(|counts| lock(counts).clear());
    }

    fn begin(&self) {
        if let Some(seen) = &self.seen {
            *seen.lock() = Positions::default();
        }
    }

    fn findings(&self, view: &View<'_>, turn: Color) -> Findings {
        let mut threads = self.threads.iter().map(|counts| lock(counts));
        let Some(mut sum) = threads.next().map(|counts| counts.clone()) else {
            return Findings::default();
        };
        threads.for_each(|counts| sum.add(&counts));
        let mut findings = sum.findings();
        if let Some(networks) = &self.networks {
            networks.share(&mut findings.ownership, view.lambda());
            findings.opinion = networks.opinion();
        }
        Findings {
            dynamic_komi: view.balance().map(|balance| DynamicKomi {
                points: balance.komi * f64::from(turn.sign()),
                winrate: balance.mean,
            }),
            ..findings
        }
    }

    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        let seen = self.seen.iter();
        seen.map(|seen| ("playout positions", seen.lock().largest()))
            .collect()
    }
}

/// The lock on counts, which no panic of another thread can spoil.
pub(crate) fn lock(counts: &Mutex<OwnershipCounts>) -> std::sync::MutexGuard<'_, OwnershipCounts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A tree search on one kind of board.
pub(crate) struct TreeSearch<const W: usize, const V: usize, F: Features> {
    search: tree_search::TreeSearch<Go, Situation<W, V, F>, GoCounts>,
    /// The start of the random numbers that questions about ownership are answered with.
    seed: u64,
}

impl<const W: usize, const V: usize, F: Features> TreeSearch<W, V, F>
where
    Situation<W, V, F>: Root<Go>,
{
    /// A search whose threads fill these counts.
    pub(crate) const fn new(
        mcts: Mcts<Situation<W, V, F>>,
        counts: GoCounts,
        reuse: bool,
        seed: u64,
    ) -> Self {
        Self {
            search: tree_search::TreeSearch::new(mcts, counts, reuse),
            seed,
        }
    }
}

impl<const W: usize, const V: usize, F: Features> Thinker<Go> for TreeSearch<W, V, F>
where
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    fn think(&mut self, task: &Task<'_, Go>, control: &mut dyn Control<Go>) -> Analysis {
        if let Some(networks) = &self.search.counts.networks {
            networks.stand(task.game, task.turn);
        }
        self.search.think(task, control)
    }

    fn shape(&self) -> Shape {
        self.search.shape()
    }

    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.search.rows()
    }
}

impl<const W: usize, const V: usize, F: Features> GoThinker for TreeSearch<W, V, F>
where
    Situation<W, V, F>: Position<Move = Move> + Send + Sync,
{
    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32> {
        let GoCounts {
            threads,
            seen,
            networks,
        } = self.search.counts.clone();
        // The counts so far are those of the search, and are restored.
        let kept: Vec<OwnershipCounts> =
            threads.iter().map(|counts| lock(counts).clone()).collect();
        let kept_positions = seen.as_ref().map(|seen| std::mem::take(&mut *seen.lock()));
        self.search.counts.clear();
        for turn in Color::BOTH {
            // The side to move does not decide what is dead, so both begin equally often, and neither
            // by a pass that ends the game.
            let mut position = Situation::<W, V, F>::root(game, turn);
            if position.passes() > 0 {
                position =
                    Situation::new(position.board, turn, position.komi).taxed(game.rules().scoring);
            }
            let seed = self.seed ^ position.hash();
            self.search
                .mcts
                .judge(&position, playouts.div_ceil(2), seed);
        }
        let mut ownership = lock(&threads[0]).ownership();
        if let Some(networks) = networks {
            let lambda = self.search.mcts.view().lambda();
            networks.share_of(game, &mut ownership, lambda);
        }
        for (counts, kept) in threads.iter().zip(kept) {
            *lock(counts) = kept;
        }
        if let (Some(place), Some(positions)) = (&seen, kept_positions) {
            *place.lock() = positions;
        }
        ownership
    }
}
