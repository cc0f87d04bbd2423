//! Completing a leaf: its evaluation goes up the path.

use tengen_game::{Color, Position};

use crate::dynamic_komi::DynamicKomi;
use crate::edge::{RAVE_MOST, rave_units, units};
use crate::evaluation::{Evaluation, Source};
use crate::pending::Pending;
use crate::recall::Recall;
use crate::worker::Shared;

/// The memory that completing leaves takes, one a thread.
pub(crate) struct Backup {
    /// Playouts that are remembered, if any are.
    pub(crate) recall: Option<Recall>,
    /// The side that played first on the point of each code; as long as codes can be, so that no
    /// index has to be checked.
    owner: Box<[u8; 1 << 16]>,
}

impl Backup {
    pub(crate) fn new(recall: Option<Recall>) -> Self {
        Self {
            recall,
            owner: Box::new([0; 1 << 16]),
        }
    }

    /// Completes a leaf. False if it belongs to an earlier tree; nothing is counted then.
    #[inline]
    pub(crate) fn complete<P: Position>(
        &mut self,
        shared: &Shared<P>,
        leaf: &Pending<P>,
        evaluation: &Evaluation,
    ) -> bool {
        if leaf.generation != shared.tree.generation() {
            return false;
        }
        if evaluation.source == Source::Network {
            add_network(shared, leaf, evaluation, !leaf.visited);
        }
        if !leaf.visited {
            self.add_visit(shared, leaf, evaluation);
        }
        true
    }

    fn add_visit<P: Position>(
        &mut self,
        shared: &Shared<P>,
        leaf: &Pending<P>,
        evaluation: &Evaluation,
    ) {
        let value = match &shared.komi {
            None => shared.objective.value(evaluation),
            Some(komi) => value_under(komi, shared, leaf, evaluation),
        };
        if shared.selection.uses_rave() {
            self.credit_first_plays(shared, leaf, value);
            self.remember(shared, value);
        }
        let mut mover = !leaf.first();
        for (depth, &node) in leaf.path.iter().enumerate() {
            let units = units(of(mover, value));
            let edge = shared.tree.edge(node);
            if shared.alone {
                edge.add_alone(units);
                shared.tree.link(node).add_score_alone(evaluation.score);
            } else {
                edge.add(units);
                shared.tree.link(node).add_score(evaluation.score);
                if depth > 0 {
                    edge.leave();
                }
            }
            mover = !mover;
        }
    }

    /// Keeps what `owner` says after [`Self::credit_first_plays`]: who was first on each point from the root on.
    fn remember<P: Position>(&mut self, shared: &Shared<P>, value: f32) {
        if let Some(recall) = &mut self.recall {
            let owner = &self.owner[..shared.root.codes()];
            recall.keep(owner.iter().map(|&tag| tagged(tag)), value);
        }
    }

    /// Walks back from the end of the playout, so that at each node of the path `owner` says who
    /// was first on each point from there on.
    fn credit_first_plays<P: Position>(
        &mut self,
        shared: &Shared<P>,
        leaf: &Pending<P>,
        value: f32,
    ) {
        let owner = &mut self.owner;
        let (path, trace) = (&leaf.path, &leaf.trace);
        owner[..shared.root.codes()].fill(0);
        let depth = leaf.depth();
        let codes = trace.codes();
        for (ply, &code) in codes.iter().enumerate().skip(depth).rev() {
            owner[usize::from(code)] = tag(trace.color(ply));
        }
        for (ply, &code) in codes[..depth].iter().enumerate().rev() {
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

/// Adds an evaluation to the sums of networks along the path of a leaf, as a visit or beside them.
#[cold]
pub(crate) fn add_network<P: Position>(
    shared: &Shared<P>,
    leaf: &Pending<P>,
    evaluation: &Evaluation,
    is_visit: bool,
) {
    let value = shared.objective.value(evaluation);
    let mut mover = !leaf.first();
    for &node in &leaf.path {
        if let Some(sums) = shared.tree.networks(node) {
            sums.add(units(of(mover, value)), evaluation.score, is_visit);
        }
        mover = !mover;
    }
    let own = leaf
        .path
        .last()
        .and_then(|&leaf| shared.tree.networks(leaf));
    if let Some(sums) = own {
        sums.answered();
    }
}

/// Counts the result of a game that ended in the tree as an evaluation of networks, too, wherever they have said something on its
/// path. Dynamic komi does not change it.
#[cold]
pub(crate) fn add_ending<P: Position>(
    shared: &Shared<P>,
    leaf: &Pending<P>,
    evaluation: &Evaluation,
) {
    let value = shared.objective.value(evaluation);
    let mut mover = !leaf.first();
    for &node in &leaf.path {
        if let Some(sums) = shared.tree.networks(node)
            && sums.networks().count > 0
        {
            sums.add(units(of(mover, value)), evaluation.score, false);
        }
        mover = !mover;
    }
}

/// The value of an evaluation under dynamic komi, which is told of it. Extra points change who won a
/// playout; a guess stays what it is.
fn value_under<P: Position>(
    komi: &DynamicKomi,
    shared: &Shared<P>,
    leaf: &Pending<P>,
    evaluation: &Evaluation,
) -> f32 {
    let plain = shared.objective.value(evaluation);
    let value = evaluation.outcome().map_or(plain, |outcome| {
        let shifted = komi.shifted(&outcome, leaf.depth());
        shared.objective.value(&shifted.into())
    });
    let child = leaf.path.get(1);
    let code = child.map(|&child| shared.tree.edge(child).code());
    komi.record(code, plain, value, evaluation.score);
    value
}

/// The worth to a side of a value in Black's view.
#[inline]
pub(crate) const fn of(color: Color, value: f32) -> f32 {
    match color {
        Color::Black => value,
        Color::White => 1.0 - value,
    }
}

/// The side of a tag.
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
