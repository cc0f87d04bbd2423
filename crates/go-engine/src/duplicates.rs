//! Counts of the positions that the first moves of playouts repeat.
//!
//! Playouts from one leaf tend to walk through the same few positions first, and what they find is
//! then less than their number promises. The leaf is wrapped where this is to be measured
//! (`measure.duplicates`): the first moves of each playout are played again beside it, and the
//! positions counted by their hash, so that the search itself goes as it would unwatched. A position
//! is the stones and the side to move; a pass makes another one of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{Outcome, Position, Rng};
use tengen_go::board::{Features, turn_key};
use tengen_go::{Move, Situation};
use tengen_search::parts::NO_CODE;
use tengen_search::{Counter, Evaluation, Judgement, Leaf, Ticket, Trace, Visit};

/// The most positions that are told apart; later ones that are new count as seen once.
const MOST: usize = 1 << 22;

/// The number of largest counts that are reported.
const TOLD: usize = 50;

/// The number of times that each position has come up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    counts: HashMap<u64, u32>,
}

impl Positions {
    /// Counts a position; returns true if it has come up before.
    fn see(&mut self, hash: u64) -> bool {
        if let Some(count) = self.counts.get_mut(&hash) {
            *count = count.saturating_add(1);
            return true;
        }
        if self.counts.len() < MOST {
            self.counts.insert(hash, 1);
        }
        false
    }

    /// The largest counts, in descending order.
    pub(crate) fn largest(&self) -> Vec<u64> {
        let mut counts: Vec<u32> = self.counts.values().copied().collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.into_iter().take(TOLD).map(u64::from).collect()
    }
}

/// The positions of a search, shared by its threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Arc<Mutex<Positions>>);

impl Seen {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Positions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A leaf whose playouts are watched.
pub(crate) struct Watched<L: ?Sized> {
    leaf: Box<L>,
    /// The number of first moves that are looked at.
    depth: usize,
    seen: Seen,
    positions: Arc<Counter>,
    repeated: Arc<Counter>,
}

impl<L: ?Sized> Watched<L> {
    /// Looks at so many first moves of the playouts of a leaf.
    pub(crate) fn new(leaf: Box<L>, depth: usize, seen: Seen) -> Self {
        Self {
            leaf,
            depth,
            seen,
            positions: Counter::new("playout positions"),
            repeated: Counter::new("repeated playout positions"),
        }
    }
}

impl<const W: usize, const V: usize, F, L> Leaf<Situation<W, V, F>> for Watched<L>
where
    F: Features,
    L: Leaf<Situation<W, V, F>> + ?Sized,
{
    fn judge(
        &mut self,
        position: &mut Situation<W, V, F>,
        visit: Visit<'_, Move>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        let mut again = position.clone();
        let before = trace.codes().len();
        let judgement = self.leaf.judge(position, visit, trace, rng);
        let mut seen = self.seen.lock();
        for &code in trace.codes()[before..].iter().take(self.depth) {
            again.play(match code {
                NO_CODE => Move::Pass,
                code => again.decode(code.into()),
            });
            let hash = again.board.hash() ^ turn_key(again.turn);
            self.positions.add(1);
            self.repeated.add(u64::from(seen.see(hash)));
        }
        judgement
    }

    fn defers(&self) -> bool {
        self.leaf.defers()
    }

    fn uses_networks(&self) -> bool {
        self.leaf.uses_networks()
    }

    fn arrivals(&mut self, wait: bool, arrived: &mut Vec<(Ticket, Evaluation)>) {
        self.leaf.arrivals(wait, arrived);
    }

    fn settle(
        &mut self,
        position: &mut Situation<W, V, F>,
        outcome: Outcome,
        rng: &mut Rng,
    ) -> Outcome {
        self.leaf.settle(position, outcome, rng)
    }

    fn rooted(&mut self) {
        self.leaf.rooted();
    }

    fn wants_moves(&self) -> bool {
        true
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        let mut counters = self.leaf.counters();
        counters.extend([self.positions.clone(), self.repeated.clone()]);
        counters
    }
}

#[cfg(test)]
mod tests {
    use tengen_go::board::{Board9, Hashed};
    use tengen_go::{Color, Komi, Size};
    use tengen_search::{AllMoves, Mcts, Parts, SearchParams};

    use super::*;

    /// Plays these moves, by their codes: a list for each playout.
    struct Fixed(Vec<Vec<u16>>);

    impl<P: Position> Leaf<P> for Fixed {
        fn judge(
            &mut self,
            _: &mut P,
            _: Visit<'_, P::Move>,
            trace: &mut Trace,
            _: &mut Rng,
        ) -> Judgement {
            trace.extend(self.0.remove(0));
            let draw = Outcome {
                winner: None,
                score: 0.0,
            };
            draw.into()
        }
    }

    #[test]
    fn positions_are_counted_by_stones_and_turn() {
        let board = Board9::<Hashed>::new(Size::new(3).unwrap());
        let root = Situation::new(board, Color::Black, Komi::ZERO);
        let playouts = vec![
            vec![0, 4, 8],
            // The same three stones in another order, and a fourth move that is not looked at.
            vec![8, 4, 0, 1],
            vec![0, 4, 8, 5],
            // After a pass nothing is as before, though the stone stands where one stood.
            vec![NO_CODE, 0],
        ];
        let seen = Seen::default();
        let parts = Parts {
            expand: Box::new(AllMoves),
            leaf: Box::new(Watched::new(Box::new(Fixed(playouts)), 3, seen.clone())),
            observers: Vec::new(),
        };
        let params = SearchParams::default();
        let mut mcts = Mcts::new(&params, root.clone(), Some(9), vec![parts], 1);
        mcts.judge(&root, 4, 1);
        let counters = mcts.view().counters();
        assert!(counters.contains(&("playout positions", 11)));
        assert!(counters.contains(&("repeated playout positions", 4)));
        assert_eq!(seen.lock().largest(), [3, 2, 2, 1, 1, 1, 1]);
    }
}
