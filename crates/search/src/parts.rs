//! The parts that know the game: what enters the tree, and how a leaf is judged.
//!
//! Each thread has its own, so they may keep what they learn without a lock; what threads share is
//! shared by the parts themselves.

use std::sync::Arc;

use tengen_game::{Color, Outcome, Position, Rng};

use crate::arena::NodeId;
use crate::counter::Counter;
use crate::edge::Seedling;
use crate::evaluation::{Evaluation, Judgement, Ticket};

/// Expansion: the moves that a node gets, and what is known about them.
pub trait Expand<P: Position>: Send {
    /// Adds the moves of a position that is not over. `line` are the moves that led here, the last
    /// ones of the game before the root included.
    fn expand(&mut self, position: &P, line: &[P::Move], moves: &mut Vec<Seedling>);

    /// The visits after which a node's moves are looked at again by [`review`](Self::review), if any are; with 0 a leaf gets
    /// its children, and has them looked at, when it is first visited.
    fn reviews(&self) -> Option<u32> {
        None
    }

    /// A second and closer look at a node that has its children: once in a tree where its visits reach
    /// [`reviews`](Self::reviews), and at once where it is the root. Adds moves as [`expand`](Self::expand)
    /// does; their priors and virtual playouts replace those that the children were given. No move is added to
    /// the tree or taken from it.
    fn review(&mut self, _position: &P, _line: &[P::Move], _moves: &mut Vec<Seedling>) {}

    /// The evaluation of the position that was expanded or reviewed last, where a network gave it together with the
    /// priors. It counts on the way to the root beside the visits, and is none itself.
    fn evaluation(&mut self) -> Option<Evaluation> {
        None
    }

    /// True if there may be such evaluations, whose sums take memory.
    fn uses_networks(&self) -> bool {
        false
    }

    /// The tree begins anew or has another root.
    fn rooted(&mut self) {}

    /// Its counters.
    fn counters(&self) -> Vec<Arc<Counter>> {
        Vec::new()
    }
}

/// All legal moves, and nothing known about them.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllMoves;

impl<P: Position> Expand<P> for AllMoves {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no game has 65,536 codes of moves"
    )]
    fn expand(&mut self, position: &P, _: &[P::Move], moves: &mut Vec<Seedling>) {
        position.moves(|mv| moves.push(Seedling::new(position.code(mv) as u16)));
    }
}

/// The place of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a, M> {
    /// The leaf; none if the position is judged apart from the tree.
    pub node: Option<NodeId>,
    /// The node above it, if there is one.
    pub parent: Option<NodeId>,
    /// The number of plies between the root and it.
    pub depth: usize,
    /// The number of moves of the game that led to the root.
    pub played: usize,
    /// Its playouts so far.
    pub visits: u32,
    /// True for one visit of each node but the root in searches that have networks: the one that may ask for the
    /// node's evaluation by a network.
    pub asks: bool,
    /// The moves that led here, the last ones of the game before the root included.
    pub line: &'a [M],
    /// The number by which an evaluation that comes later names the leaf.
    pub ticket: Ticket,
}

/// Judges leaves, by a playout or otherwise.
pub trait Leaf<P: Position>: Send {
    /// The tree begins anew or has another root: nodes that were known are others from here on.
    fn rooted(&mut self) {}

    /// Judges a position that is not over. The position may be played on; where `trace` wants moves
    /// it is told them. An evaluation that is not known at once comes by [`arrivals`](Self::arrivals)
    /// under the ticket of the visit; the position must not be played on then.
    fn judge(
        &mut self,
        position: &mut P,
        visit: Visit<'_, P::Move>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement;

    /// True if evaluations may come later.
    fn defers(&self) -> bool {
        false
    }

    /// True if evaluations may be those of networks, whose sums take memory.
    fn uses_networks(&self) -> bool {
        false
    }

    /// Adds the evaluations that have come since. With `wait`, all those of pending visits are waited
    /// for.
    fn arrivals(&mut self, _wait: bool, _arrived: &mut Vec<(Ticket, Evaluation)>) {}

    /// The end of a game in the tree: `outcome` by the position's own count. Where that takes more
    /// than counting, such as stones that nobody has to capture, the position may be played on.
    fn settle(&mut self, _position: &mut P, outcome: Outcome, _rng: &mut Rng) -> Outcome {
        outcome
    }

    /// True if the trace has to hold the moves of playouts, whoever else looks at it.
    fn wants_moves(&self) -> bool {
        false
    }

    /// Its counters.
    fn counters(&self) -> Vec<Arc<Counter>> {
        Vec::new()
    }
}

/// Sees the playouts of a search, for whatever may be learned from them.
pub trait Observer<P: Position>: Send {
    /// True if it looks at the moves of playouts.
    fn wants_moves(&self) -> bool {
        false
    }

    /// A playout has ended: `position` is as the judge left it.
    fn judged(&mut self, position: &P, trace: &Trace, outcome: &Outcome);

    /// Its counters.
    fn counters(&self) -> Vec<Arc<Counter>> {
        Vec::new()
    }
}

/// The code of a move that counts for nothing, such as a pass.
pub const NO_CODE: u16 = u16::MAX;

/// The moves of a playout from the root on, by their codes; sides take turns.
#[derive(Debug)]
pub struct Trace {
    codes: Vec<u16>,
    first: Color,
    wanted: bool,
}

impl Trace {
    pub(crate) fn new(wanted: bool) -> Self {
        Self {
            codes: Vec::with_capacity(2048),
            first: Color::Black,
            wanted,
        }
    }

    pub(crate) fn begin(&mut self, first: Color) {
        self.codes.clear();
        self.first = first;
    }

    /// True if anybody looks at the moves.
    #[must_use]
    pub const fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Adds moves; those that count for nothing are [`NO_CODE`].
    pub fn extend(&mut self, codes: impl IntoIterator<Item = u16>) {
        self.codes.extend(codes);
    }

    pub(crate) fn push(&mut self, code: u16) {
        self.codes.push(code);
    }

    /// The moves so far.
    #[must_use]
    pub fn codes(&self) -> &[u16] {
        &self.codes
    }

    /// The side that makes the move of this number.
    #[must_use]
    pub const fn color(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) {
            self.first
        } else {
            match self.first {
                Color::Black => Color::White,
                Color::White => Color::Black,
            }
        }
    }
}

/// The parts of one thread.
pub struct Parts<P: Position> {
    /// The part that makes the children of a node.
    pub expand: Box<dyn Expand<P>>,
    /// The part that judges a leaf.
    pub leaf: Box<dyn Leaf<P>>,
    /// The observers.
    pub observers: Vec<Box<dyn Observer<P>>>,
}
