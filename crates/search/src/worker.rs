//! A playout through the tree: descend to a leaf, have it evaluated, complete it.
//!
//! The evaluation may come later: the leaf is pending then, and the thread goes on to the next.

use std::sync::Arc;

use tengen_game::{Color, Position, Rng};

use crate::arena::{Block, NodeId};
use crate::backup::{Backup, add_ending, add_network};
use crate::choice;
use crate::counter::Counter;
use crate::dynamic_komi::DynamicKomi;
use crate::edge::{Edge, Seedling};
use crate::evaluation::{Evaluation, Judgement, Ticket};
use crate::network_sums::NetworkSums;
use crate::objective::Objective;
use crate::parts::{Parts, Visit};
use crate::pending::Pending;
use crate::recall::Recall;
use crate::select::Selection;
use crate::tree::Tree;
use crate::widening::Widening;

/// The moves that may be tried: by the position, the code of the move there, and the plies below the
/// root.
pub type Filter<P> = Box<dyn Fn(&P, u16, usize) -> bool + Send + Sync>;

/// The data that all threads of a search share.
pub(crate) struct Shared<P: Position> {
    pub(crate) tree: Tree,
    pub(crate) root: P,
    /// The last moves of the game before the root.
    pub(crate) line: Vec<P::Move>,
    /// The number of moves of the game before the root.
    pub(crate) played: usize,
    pub(crate) selection: Selection,
    pub(crate) widening: Widening,
    pub(crate) objective: Objective,
    /// Dynamic komi, if there is any.
    pub(crate) komi: Option<DynamicKomi>,
    pub(crate) threshold: u32,
    /// The visits after which nodes are reviewed, if they are.
    pub(crate) reviews: Option<u32>,
    /// The code of the move that is no play, such as a pass.
    pub(crate) null: Option<u16>,
    /// Down to which ply moves are filtered, and by what.
    pub(crate) filter: Option<(usize, Filter<P>)>,
    /// True if one thread is at work, and no leaf is ever pending.
    pub(crate) alone: bool,
}

/// Statistics are kept in 32 bits and read as signed numbers; a root of so many playouts takes no
/// more.
pub(crate) const MOST_VISITS: u32 = 1 << 30;

impl<P: Position> Shared<P> {
    /// The number of playouts that the statistics can still take.
    pub(crate) fn room(&self) -> u64 {
        u64::from(MOST_VISITS.saturating_sub(self.tree.edge(Tree::ROOT).visits()))
    }

    /// By how many playouts the first of the moves that may be played leads.
    pub(crate) fn lead(&self) -> u32 {
        choice::lead(&self.tree, |code| match &self.filter {
            Some((plies, filter)) if *plies > 0 => filter(&self.root, code, 0),
            _ => true,
        })
    }

    /// The filter of moves so many plies below the root.
    fn filter(&self, ply: usize) -> Option<&Filter<P>> {
        let filter = self.filter.as_ref().filter(|(plies, _)| ply < *plies);
        filter.map(|(_, filter)| filter)
    }
}

/// The state of one thread.
pub(crate) struct Worker<P: Position> {
    parts: Parts<P>,
    backup: Backup,
    /// True if the leaf may ask networks for evaluations.
    asks: bool,
    /// Leaves that became inner nodes.
    expansions: Arc<Counter>,
    /// Inner nodes that were looked at again.
    reviews: Arc<Counter>,
    /// Playouts that ended in the tree.
    endings: Arc<Counter>,
    /// Evaluations that came when their leaf was gone.
    late: Arc<Counter>,
    rng: Rng,
    /// The leaf at hand.
    at: Pending<P>,
    line: Vec<P::Move>,
    moves: Vec<Seedling>,
    /// Leaves whose evaluation is to come.
    waiting: Vec<Pending<P>>,
    /// Memory of leaves that have been completed.
    spare: Vec<Pending<P>>,
    arrived: Vec<(Ticket, Evaluation)>,
    tickets: u64,
}

/// A thread with so many leaves pending goes no further without their evaluations.
const MOST_PENDING: usize = 256;

impl<P: Position> Worker<P> {
    pub(crate) fn new(
        parts: Parts<P>,
        recall: Option<Recall>,
        shared: &Shared<P>,
        rng: Rng,
    ) -> Self {
        let observed = parts.leaf.wants_moves() || parts.observers.iter().any(|o| o.wants_moves());
        let wanted = shared.selection.uses_rave() || observed;
        Self {
            asks: parts.leaf.uses_networks(),
            parts,
            reviews: Counter::new("reviews"),
            backup: Backup::new(recall.filter(|_| shared.selection.uses_rave())),
            expansions: Counter::new("expansions"),
            endings: Counter::new("endings in the tree"),
            late: Counter::new("late evaluations"),
            rng,
            at: Pending::new(shared.root.clone(), wanted),
            line: Vec::with_capacity(1024),
            moves: Vec::with_capacity(shared.root.codes()),
            waiting: Vec::new(),
            spare: Vec::new(),
            arrived: Vec::new(),
            tickets: 0,
        }
    }

    /// Its counters and those of its parts.
    pub(crate) fn counters(&self) -> Vec<Arc<Counter>> {
        let mut counters = vec![self.expansions.clone(), self.endings.clone()];
        if self.parts.expand.reviews().is_some() {
            counters.push(self.reviews.clone());
        }
        counters.extend(self.parts.expand.counters());
        if self.parts.leaf.defers() {
            counters.push(self.late.clone());
        }
        counters.extend(self.parts.leaf.counters());
        let observers = &self.parts.observers;
        counters.extend(observers.iter().flat_map(|o| o.counters()));
        counters
    }

    /// The tree begins anew or has another root.
    pub(crate) fn rooted(&mut self) {
        self.parts.leaf.rooted();
        self.parts.expand.rooted();
    }

    /// Nothing of what was remembered has to do with the game any more.
    pub(crate) fn forget(&mut self) {
        if let Some(recall) = &mut self.backup.recall {
            recall.clear();
        }
    }

    /// The game goes on by this move.
    pub(crate) fn follow(&mut self, mover: Color, code: u16) {
        if let Some(recall) = &mut self.backup.recall {
            recall.follow(mover, code);
        }
    }

    /// One playout: descends to a leaf, asks for its evaluation, and completes it, now or when the
    /// evaluation is there.
    pub(crate) fn simulate(&mut self, shared: &Shared<P>) {
        if self.waiting.len() >= MOST_PENDING {
            self.finish(shared);
        } else if !self.waiting.is_empty() {
            self.collect(shared, false);
        }
        let leaf = self.descend(shared);
        match self.judge(shared, leaf) {
            Judgement::Known(evaluation) => {
                self.backup.complete(shared, &self.at, &evaluation);
            }
            Judgement::Followed(evaluation) => {
                self.backup.complete(shared, &self.at, &evaluation);
                self.at.visited = true;
                self.put_off(shared);
            }
            Judgement::Pending => self.put_off(shared),
        }
    }

    /// Lays the leaf at hand aside until its evaluation is there.
    #[cold]
    fn put_off(&mut self, shared: &Shared<P>) {
        self.at.ticket = Ticket(self.tickets);
        self.tickets += 1;
        let wanted = self.at.trace.is_wanted();
        let spare = self.spare.pop();
        let next = spare.unwrap_or_else(|| Pending::new(shared.root.clone(), wanted));
        self.waiting.push(std::mem::replace(&mut self.at, next));
    }

    /// Completes the leaves whose evaluations have arrived.
    #[cold]
    fn collect(&mut self, shared: &Shared<P>, wait: bool) {
        self.parts.leaf.arrivals(wait, &mut self.arrived);
        for (ticket, evaluation) in self.arrived.drain(..) {
            let mut waiting = self.waiting.iter();
            let Some(i) = waiting.position(|leaf| leaf.ticket == ticket) else {
                self.late.add(1);
                continue;
            };
            let leaf = self.waiting.remove(i);
            let counted = self.backup.complete(shared, &leaf, &evaluation);
            self.late.add(u64::from(!counted));
            self.spare.push(leaf);
        }
    }

    /// Ends a search: no visit of the tree stays pending. One whose evaluation does not come even
    /// when it is waited for never was.
    pub(crate) fn finish(&mut self, shared: &Shared<P>) {
        if self.waiting.is_empty() {
            return;
        }
        self.collect(shared, true);
        for leaf in self.waiting.drain(..) {
            if !leaf.visited {
                for &node in &leaf.path[1..] {
                    shared.tree.edge(node).leave();
                }
            }
            self.spare.push(leaf);
        }
    }

    /// Goes down to a leaf, which may have to be made.
    fn descend(&mut self, shared: &Shared<P>) -> NodeId {
        self.line.clear();
        self.line.extend_from_slice(&shared.line);
        self.at.begin(&shared.root, shared.tree.generation());
        let mut at = Tree::ROOT;
        while let Some(block) = self.children(shared, at) {
            let visits = shared.tree.edge(at).visits();
            let due = |least| visits >= least || at == Tree::ROOT;
            if shared.reviews.is_some_and(due) {
                self.review(shared, at, block);
                // It was a leaf a moment ago.
                if visits == 0 && at != Tree::ROOT {
                    break;
                }
            }
            let mut open = shared.widening.open(usize::from(block.count), visits);
            if shared.filter(self.at.depth()).is_some() {
                // What is open may all be forbidden.
                open = usize::from(block.count);
            }
            let edges = &shared.tree.edges(block)[..open];
            let sums = shared.tree.network_sums(block);
            let sums = sums.zip(shared.tree.networks(at));
            let Some(i) = self.select(shared, edges, sums, visits) else {
                break;
            };
            at = block.child(i);
            if !shared.alone {
                edges[i].enter();
            }
            let mv = self.at.go(at, edges[i].code(), shared.null);
            self.line.push(mv);
        }
        at
    }

    fn select(
        &self,
        shared: &Shared<P>,
        edges: &[Edge],
        sums: Option<(&[NetworkSums], &NetworkSums)>,
        visits: u32,
    ) -> Option<usize> {
        let selection = &shared.selection;
        let ply = self.at.depth();
        match shared.filter(ply) {
            Some(filter) => {
                let admits = |code| filter(&self.at.position, code, ply);
                selection.select(edges, sums, visits, Some(&admits))
            }
            None => selection.select(edges, sums, visits, None),
        }
    }

    /// The children of a node. A leaf gets them when its playouts exceed the threshold, the root, and whatever is looked
    /// at closely when it is new, at once.
    #[inline]
    fn children(&mut self, shared: &Shared<P>, at: NodeId) -> Option<Block> {
        let children = shared.tree.children(at);
        if children.is_some() {
            return children;
        }
        let at_once = at == Tree::ROOT || shared.reviews == Some(0);
        let due = at_once || shared.tree.edge(at).visits() > shared.threshold;
        if !due || self.at.position.outcome().is_some() {
            return None;
        }
        shared.tree.expand(at, || {
            self.moves.clear();
            self.expansions.add(1);
            self.parts
                .expand
                .expand(&self.at.position, &self.line, &mut self.moves);
            if let Some(recall) = &mut self.backup.recall {
                let (trace, turn) = (&self.at.trace, self.at.position.turn());
                let path = trace.codes().iter().enumerate();
                let path = path.map(|(ply, &code)| (trace.color(ply), code));
                recall.tell(path, turn, &mut self.moves);
            }
            let first = shared.widening.sorted(self.moves.len());
            order(&mut self.moves, &mut self.rng, first);
            if let Some(evaluation) = self.parts.expand.evaluation() {
                add_network(shared, &self.at, &evaluation, false);
            }
            &self.moves
        })
    }

    /// Has the moves of a node looked at again, unless that has been done or is being done.
    #[cold]
    fn review(&mut self, shared: &Shared<P>, at: NodeId, block: Block) {
        if !shared.tree.networks(at).is_some_and(NetworkSums::claim) {
            return;
        }
        self.moves.clear();
        let expand = &mut self.parts.expand;
        expand.review(&self.at.position, &self.line, &mut self.moves);
        if let Some(evaluation) = expand.evaluation() {
            add_network(shared, &self.at, &evaluation, false);
        }
        self.reviews.add(1);
        self.moves.sort_unstable_by_key(|m| m.code);
        for edge in shared.tree.edges(block) {
            let code = edge.code();
            if let Ok(i) = self.moves.binary_search_by_key(&code, |m| m.code) {
                edge.revise(&self.moves[i]);
            }
        }
    }

    fn judge(&mut self, shared: &Shared<P>, leaf: NodeId) -> Judgement {
        if let Some(outcome) = self.at.position.outcome() {
            self.endings.add(1);
            let leaf = &mut self.parts.leaf;
            let settled = leaf.settle(&mut self.at.position, outcome, &mut self.rng);
            let judgement = settled.into();
            if shared.selection.counts_endings()
                && let Judgement::Known(evaluation) = &judgement
            {
                add_ending(shared, &self.at, evaluation);
            }
            return judgement;
        }
        let depth = self.at.depth();
        self.judge_leaf(Visit {
            node: Some(leaf),
            parent: depth.checked_sub(1).map(|above| self.at.path[above]),
            depth,
            played: shared.played,
            visits: shared.tree.edge(leaf).visits(),
            asks: self.asks
                && depth > 0
                && shared.tree.networks(leaf).is_some_and(NetworkSums::claim),
            line: &[],
            ticket: Ticket(self.tickets),
        })
    }

    /// Judges the position at hand, and lets the observers see playouts. The line is the one that
    /// led here.
    fn judge_leaf(&mut self, visit: Visit<'_, P::Move>) -> Judgement {
        let visit = Visit {
            line: &self.line,
            ..visit
        };
        let (parts, at) = (&mut self.parts, &mut self.at);
        let judgement = parts
            .leaf
            .judge(&mut at.position, visit, &mut at.trace, &mut self.rng);
        if let Judgement::Known(evaluation) | Judgement::Followed(evaluation) = &judgement
            && let Some(outcome) = evaluation.outcome()
        {
            for observer in &mut parts.observers {
                observer.judged(&at.position, &at.trace, &outcome);
            }
        }
        judgement
    }

    /// Judges a position that is no part of the tree so many times, with random numbers of its own.
    pub(crate) fn judge_apart(&mut self, position: &P, times: u64, rng: Rng) {
        let own = std::mem::replace(&mut self.rng, rng);
        self.line.clear();
        self.judge_often(position, 0, times);
        self.rng = own;
    }

    /// Judges the root so many times as if the tree had nothing else, with the random numbers of the search.
    pub(crate) fn judge_root(&mut self, shared: &Shared<P>, times: u64) {
        self.line.clear();
        self.line.extend_from_slice(&shared.line);
        self.judge_often(&shared.root, shared.played, times);
    }

    /// Judges a position behind the moves of `line`; one that is over is left alone.
    fn judge_often(&mut self, position: &P, played: usize, times: u64) {
        if position.outcome().is_some() {
            return;
        }
        for _ in 0..times {
            self.at.position.clone_from(position);
            self.at.trace.begin(position.turn());
            self.judge_leaf(Visit {
                node: None,
                parent: None,
                depth: 0,
                played,
                visits: 0,
                asks: false,
                line: &[],
                ticket: Ticket(u64::MAX),
            });
        }
    }
}

/// Puts moves in random order, so that ties favour none, and the likeliest `first` of them in
/// front, the likeliest first.
fn order(moves: &mut [Seedling], rng: &mut Rng, first: usize) {
    for i in (1..moves.len()).rev() {
        let j = rng.below(i as u32 + 1) as usize;
        moves.swap(i, j);
    }
    if first == 0 {
        return;
    }
    for i in 1..moves.len() {
        // The front is in order; the move goes to its place there, and the last of the front, if
        // that is full, to where the move was. Equals keep their random order, whatever sorts.
        let front = i.min(first);
        let prior = moves[i].prior;
        if front < i && moves[front - 1].prior >= prior {
            continue;
        }
        let place = moves[..front].partition_point(|other| other.prior >= prior);
        if front < i {
            moves.swap(front - 1, i);
            moves[place..front].rotate_right(1);
        } else {
            moves[place..=i].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_moves_come_first_and_ties_are_random() {
        let priors = |i: u16| f32::from(i * 7 % 20) / 20.0;
        let all: Vec<Seedling> = (0..100)
            .map(|code| Seedling {
                prior: priors(code),
                ..Seedling::new(code)
            })
            .collect();
        let mut sorted: Vec<f32> = all.iter().map(|m| m.prior).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let mut leaders = std::collections::BTreeSet::new();
        for seed in 0..40 {
            for first in [0, 1, 7, 99, 100] {
                let mut moves = all.clone();
                order(&mut moves, &mut Rng::new(seed), first);
                let front: Vec<f32> = moves[..first].iter().map(|m| m.prior).collect();
                assert_eq!(front, sorted[..first], "{seed} {first}");
                let mut codes: Vec<u16> = moves.iter().map(|m| m.code).collect();
                codes.sort_unstable();
                assert!(codes.into_iter().eq(0..100), "{seed} {first}");
                if first == 7 {
                    leaders.insert(moves[0].code);
                }
            }
        }
        // Five moves share the largest prior.
        assert_eq!(leaders.len(), 5);
    }
}
