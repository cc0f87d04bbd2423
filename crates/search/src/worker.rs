//! A playout through the tree: descend, judge, back up.

use std::sync::Arc;

use tengen_game::{Color, Outcome, Position, Rng};

use crate::arena::{Block, NodeId};
use crate::choice;
use crate::counter::Counter;
use crate::dynamic_komi::DynamicKomi;
use crate::edge::{Edge, RAVE_MOST, Seedling, rave_units, units};
use crate::objective::Objective;
use crate::parts::{NO_CODE, Parts, Trace, Visit};
use crate::recall::Recall;
use crate::select::Selection;
use crate::tree::Tree;
use crate::widening::Widening;

/// Says which moves may be tried: side, code and plies below the root.
pub type Filter = Box<dyn Fn(Color, u16, usize) -> bool + Send + Sync>;

/// What all threads of a search share.
pub(crate) struct Shared<P: Position> {
    pub(crate) tree: Tree,
    pub(crate) root: P,
    /// The last moves of the game before the root.
    pub(crate) line: Vec<P::Move>,
    /// How many moves of the game there were before the root.
    pub(crate) played: usize,
    pub(crate) selection: Selection,
    pub(crate) widening: Widening,
    pub(crate) objective: Objective,
    /// Dynamic komi, if there is any.
    pub(crate) komi: Option<DynamicKomi>,
    pub(crate) threshold: u32,
    /// The code of the move that is no play, such as a pass.
    pub(crate) null: Option<u16>,
    /// Down to which ply moves are filtered, and by what.
    pub(crate) filter: Option<(usize, Filter)>,
    /// Whether only one thread is at work.
    pub(crate) alone: bool,
}

/// Statistics are kept in 32 bits and read as signed numbers; a root of so many playouts takes no
/// more.
pub(crate) const MOST_VISITS: u32 = 1 << 30;

impl<P: Position> Shared<P> {
    /// How many playouts the statistics can still take.
    pub(crate) fn room(&self) -> u64 {
        u64::from(MOST_VISITS.saturating_sub(self.tree.edge(Tree::ROOT).visits()))
    }

    /// By how many playouts the first of the moves that may be played leads.
    pub(crate) fn lead(&self) -> u32 {
        let turn = self.root.turn();
        choice::lead(&self.tree, |code| match &self.filter {
            Some((plies, filter)) if *plies > 0 => filter(turn, code, 0),
            _ => true,
        })
    }

    /// The filter of moves so many plies below the root.
    fn filter(&self, ply: usize) -> Option<&Filter> {
        let filter = self.filter.as_ref().filter(|(plies, _)| ply < *plies);
        filter.map(|(_, filter)| filter)
    }
}

/// What one thread has to itself.
pub(crate) struct Worker<P: Position> {
    parts: Parts<P>,
    /// Playouts that are remembered, if any are.
    recall: Option<Recall>,
    /// Leaves that became inner nodes.
    expansions: Arc<Counter>,
    /// Playouts that ended in the tree.
    endings: Arc<Counter>,
    rng: Rng,
    position: P,
    line: Vec<P::Move>,
    path: Vec<NodeId>,
    trace: Trace,
    /// Who played first on the point of each code; as long as codes can be, so that no index has to
    /// be checked.
    owner: Box<[u8; 1 << 16]>,
    moves: Vec<Seedling>,
}

impl<P: Position> Worker<P> {
    pub(crate) fn new(
        parts: Parts<P>,
        recall: Option<Recall>,
        shared: &Shared<P>,
        rng: Rng,
    ) -> Self {
        let observed = parts.leaf.wants_moves() || parts.observers.iter().any(|o| o.wants_moves());
        Self {
            parts,
            recall: recall.filter(|_| shared.selection.uses_rave()),
            expansions: Counter::new("expansions"),
            endings: Counter::new("endings in the tree"),
            rng,
            position: shared.root.clone(),
            line: Vec::with_capacity(1024),
            path: Vec::with_capacity(1024),
            trace: Trace::new(shared.selection.uses_rave() || observed),
            owner: Box::new([0; 1 << 16]),
            moves: Vec::with_capacity(shared.root.codes()),
        }
    }

    /// What it and its parts count.
    pub(crate) fn counters(&self) -> Vec<Arc<Counter>> {
        let mut counters = vec![self.expansions.clone(), self.endings.clone()];
        counters.extend(self.parts.expand.counters());
        counters.extend(self.parts.leaf.counters());
        let observers = &self.parts.observers;
        counters.extend(observers.iter().flat_map(|o| o.counters()));
        counters
    }

    /// The tree begins anew or has another root.
    pub(crate) fn rooted(&mut self) {
        self.parts.leaf.rooted();
    }

    /// Nothing of what was remembered has to do with the game any more.
    pub(crate) fn forget(&mut self) {
        if let Some(recall) = &mut self.recall {
            recall.clear();
        }
    }

    /// The game goes on by this move.
    pub(crate) fn follow(&mut self, mover: Color, code: u16) {
        if let Some(recall) = &mut self.recall {
            recall.follow(mover, code);
        }
    }

    /// One playout.
    pub(crate) fn simulate(&mut self, shared: &Shared<P>) {
        let leaf = self.descend(shared);
        let outcome = self.judge(shared, leaf);
        self.back_up(shared, &outcome);
    }

    /// Goes down to a leaf, which may have to be made.
    fn descend(&mut self, shared: &Shared<P>) -> NodeId {
        self.position.clone_from(&shared.root);
        self.line.clear();
        self.line.extend_from_slice(&shared.line);
        self.trace.begin(shared.root.turn());
        self.path.clear();
        let mut at = Tree::ROOT;
        self.path.push(at);
        while let Some(block) = self.children(shared, at) {
            let visits = shared.tree.edge(at).visits();
            let mut open = shared.widening.open(usize::from(block.count), visits);
            if shared.filter(self.path.len() - 1).is_some() {
                // What is open may all be forbidden.
                open = usize::from(block.count);
            }
            let edges = &shared.tree.edges(block)[..open];
            let Some(i) = self.select(shared, edges, visits) else {
                break;
            };
            at = block.child(i);
            if !shared.alone {
                edges[i].enter();
            }
            self.go(shared, at, edges[i].code());
        }
        at
    }

    fn go(&mut self, shared: &Shared<P>, child: NodeId, code: u16) {
        let mv = self.position.decode(usize::from(code));
        self.position.play(mv);
        self.line.push(mv);
        self.path.push(child);
        let counts = shared.null != Some(code);
        self.trace.push(if counts { code } else { NO_CODE });
    }

    fn select(&self, shared: &Shared<P>, edges: &[Edge], visits: u32) -> Option<usize> {
        let ply = self.path.len() - 1;
        match shared.filter(ply) {
            Some(filter) => {
                let turn = self.position.turn();
                let admits = |code| filter(turn, code, ply);
                shared.selection.select(edges, visits, Some(&admits))
            }
            None => shared.selection.select(edges, visits, None),
        }
    }

    /// The children of a node. A leaf gets them when its playouts exceed the threshold, the root at
    /// once.
    #[inline]
    fn children(&mut self, shared: &Shared<P>, at: NodeId) -> Option<Block> {
        let children = shared.tree.children(at);
        if children.is_some() {
            return children;
        }
        let due = shared.tree.edge(at).visits() > shared.threshold || at == Tree::ROOT;
        if !due || self.position.outcome().is_some() {
            return None;
        }
        shared.tree.expand(at, || {
            self.moves.clear();
            self.expansions.add(1);
            self.parts
                .expand
                .expand(&self.position, &self.line, &mut self.moves);
            if let Some(recall) = &mut self.recall {
                let (trace, turn) = (&self.trace, self.position.turn());
                let path = trace.codes().iter().enumerate();
                let path = path.map(|(ply, &code)| (trace.color(ply), code));
                recall.tell(path, turn, &mut self.moves);
            }
            let first = shared.widening.sorted(self.moves.len());
            order(&mut self.moves, &mut self.rng, first);
            &self.moves
        })
    }

    fn judge(&mut self, shared: &Shared<P>, leaf: NodeId) -> Outcome {
        if let Some(outcome) = self.position.outcome() {
            self.endings.add(1);
            let leaf = &mut self.parts.leaf;
            return leaf.settle(&mut self.position, outcome, &mut self.rng);
        }
        let depth = self.path.len() - 1;
        self.judge_leaf(Visit {
            node: Some(leaf),
            parent: depth.checked_sub(1).map(|above| self.path[above]),
            depth,
            played: shared.played,
            visits: shared.tree.edge(leaf).visits(),
            line: &[],
        })
    }

    /// Judges the position at hand, and lets the observers know. The line is the one that led here.
    fn judge_leaf(&mut self, visit: Visit<'_, P::Move>) -> Outcome {
        let visit = Visit {
            line: &self.line,
            ..visit
        };
        let parts = &mut self.parts;
        let outcome = parts
            .leaf
            .judge(&mut self.position, visit, &mut self.trace, &mut self.rng);
        for observer in &mut parts.observers {
            observer.judged(&self.position, &self.trace, &outcome);
        }
        outcome
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
            self.position.clone_from(position);
            self.trace.begin(position.turn());
            self.judge_leaf(Visit {
                node: None,
                parent: None,
                depth: 0,
                played,
                visits: 0,
                line: &[],
            });
        }
    }

    fn back_up(&mut self, shared: &Shared<P>, outcome: &Outcome) {
        let value = match &shared.komi {
            None => shared.objective.value(outcome),
            Some(komi) => self.value_under(komi, shared, outcome),
        };
        if shared.selection.uses_rave() {
            self.credit_first_plays(shared, value);
            self.remember(shared, value);
        }
        let mut mover = !shared.root.turn();
        for (depth, &node) in self.path.iter().enumerate() {
            let units = units(of(mover, value));
            let edge = shared.tree.edge(node);
            if shared.alone {
                edge.add_alone(units);
                shared.tree.link(node).add_score_alone(outcome.score);
            } else {
                edge.add(units);
                shared.tree.link(node).add_score(outcome.score);
                if depth > 0 {
                    edge.leave();
                }
            }
            mover = !mover;
        }
    }

    /// What the end of the playout is worth under dynamic komi, which is told of it.
    fn value_under(&self, komi: &DynamicKomi, shared: &Shared<P>, outcome: &Outcome) -> f32 {
        let shifted = komi.shifted(outcome, self.path.len() - 1);
        let value = shared.objective.value(&shifted);
        let code = self
            .path
            .get(1)
            .map(|&child| shared.tree.edge(child).code());
        komi.record(code, shared.objective.value(outcome), value, outcome.score);
        value
    }

    /// Keeps what `owner` says after [`Self::credit_first_plays`]: who was first on each point from the root on.
    fn remember(&mut self, shared: &Shared<P>, value: f32) {
        if let Some(recall) = &mut self.recall {
            let owner = &self.owner[..shared.root.codes()];
            recall.keep(owner.iter().map(|&tag| tagged(tag)), value);
        }
    }

    /// Walks back from the end of the playout, so that at each node of the path `owner` says who
    /// was first on each point from there on.
    fn credit_first_plays(&mut self, shared: &Shared<P>, value: f32) {
        let Self {
            owner, trace, path, ..
        } = self;
        owner[..shared.root.codes()].fill(0);
        let leaf = path.len() - 1;
        let codes = trace.codes();
        for (ply, &code) in codes.iter().enumerate().skip(leaf).rev() {
            owner[usize::from(code)] = tag(trace.color(ply));
        }
        for (ply, &code) in codes[..leaf].iter().enumerate().rev() {
            let mover = tag(trace.color(ply));
            owner[usize::from(code)] = mover;
            let node = path[ply];
            let Some(block) = shared.tree.children(node) else {
                continue;
            };
            if shared.tree.edge(node).visits() >= RAVE_MOST {
                continue;
            }
            let units = rave_units(of(trace.color(ply), value));
            for edge in shared.tree.edges(block) {
                edge.add_rave(owner[usize::from(edge.code())] == mover, units);
            }
        }
    }
}

/// What a value in Black's view is worth to a side.
#[inline]
pub(crate) fn of(color: Color, value: f32) -> f32 {
    match color {
        Color::Black => value,
        Color::White => 1.0 - value,
    }
}

/// Whom a tag stands for.
#[inline]
const fn tagged(tag: u8) -> Option<Color> {
    match tag {
        0 => None,
        1 => Some(Color::Black),
        _ => Some(Color::White),
    }
}

#[inline]
const fn tag(color: Color) -> u8 {
    color as u8 + 1
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
