//! A leaf that waits for its evaluation: the way to it, and the tree that it is a leaf of.

use tengen_game::{Color, Position};

use crate::arena::NodeId;
use crate::evaluation::Ticket;
use crate::parts::{NO_CODE, Trace};
use crate::tree::Tree;

/// See the module's head.
pub(crate) struct Pending<P: Position> {
    /// The generation of the tree that `path` belongs to.
    pub(crate) generation: u64,
    pub(crate) ticket: Ticket,
    /// True if its visit has been counted, so that what is to come counts beside it.
    pub(crate) visited: bool,
    pub(crate) position: P,
    /// The nodes from the root to the leaf.
    pub(crate) path: Vec<NodeId>,
    /// The moves between them, and behind them those of a playout.
    pub(crate) trace: Trace,
}

impl<P: Position> Pending<P> {
    pub(crate) fn new(position: P, wanted: bool) -> Self {
        Self {
            generation: 0,
            ticket: Ticket(0),
            visited: false,
            position,
            path: Vec::with_capacity(1024),
            trace: Trace::new(wanted),
        }
    }

    /// Goes back to the root.
    pub(crate) fn begin(&mut self, root: &P, generation: u64) {
        self.generation = generation;
        self.visited = false;
        self.position.clone_from(root);
        self.trace.begin(root.turn());
        self.path.clear();
        self.path.push(Tree::ROOT);
    }

    /// Goes down to a child by this move, and returns it.
    pub(crate) fn go(&mut self, child: NodeId, code: u16, null: Option<u16>) -> P::Move {
        let mv = self.position.decode(usize::from(code));
        self.position.play(mv);
        self.path.push(child);
        let counts = null != Some(code);
        self.trace.push(if counts { code } else { NO_CODE });
        mv
    }

    /// The plies below the root.
    pub(crate) const fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// The side to move at the root.
    pub(crate) const fn first(&self) -> Color {
        self.trace.color(0)
    }
}
