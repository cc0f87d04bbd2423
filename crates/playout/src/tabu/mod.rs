//! Tabu lists in the leaves: playouts from one leaf are kept from walking through the same first
//! positions again and again.
//!
//! The method is that of the paper on tabu lists of game states (`docs/methods/tabu.md` tells it
//! whole, with every reading of ours). A leaf owns M queues, one for each of the first M moves of its
//! playouts. Where a move would repeat what is in the queue it is refused, NIL is put into the queue,
//! and another move is drawn from the same position. What is admitted enters the queue at once
//! (*sequential*), or when the playout is over and has been lost by the side that began it (*lost*).
//! Either way an entry leaves after L_k updates.
//!
//! We deviate in nothing where the paper speaks. A pass is never refused and enters no queue, since a
//! policy passes only where it has no move; what comes behind it is another position than without it.
//! A draw is no loss.
//!
//! Read in this order: `params` (and how long lists are), this file (the gate), `lists` (the memory).

mod lists;
mod params;

use std::sync::Arc;

use tengen_go::board::Vertex;
use tengen_go::{Color, Size};

use crate::policy::{Gate, GateDecision};
use lists::{Leaf, Lists, NIL};

pub use params::{
    TabuClock, TabuEntries, TabuExpansion, TabuParams, TabuRedraw, TabuSchedule, TabuUpdate, bound,
};

/// The place of a leaf, and its time in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafPlace {
    /// Its number.
    pub node: usize,
    /// That of the node above.
    pub parent: Option<usize>,
    /// The number of moves played when the root was reached.
    pub played: usize,
    /// The number of plies between the root and the leaf.
    pub depth: usize,
    /// The side that moves first in its playouts.
    pub turn: Color,
}

/// The lists of all leaves of a search. Clones share them: each thread has one.
#[derive(Clone, Debug)]
pub struct Tabu {
    params: TabuParams,
    size: Size,
    lists: Arc<Lists>,
    /// Entries of the playout under way, for lists that are updated at its end; NIL where it
    /// has passed, or not come that far.
    done: Box<[u64]>,
}

impl Tabu {
    /// Lists on boards of this size; `None` if the parameters want none.
    #[must_use]
    pub fn new(params: &TabuParams, size: Size) -> Option<Self> {
        let (depth, room) = (params.depth as usize, params.size as usize);
        let bytes = (params.memory as usize) << 20;
        (room > 0).then(|| Self {
            params: params.clone(),
            size,
            lists: Arc::new(Lists::new(depth, room, bytes)),
            done: vec![NIL; depth].into(),
        })
    }

    /// The bytes that the lists of a leaf take.
    #[must_use]
    pub const fn bytes_of_leaf(params: &TabuParams) -> usize {
        Lists::bytes(params.depth as usize, params.size as usize)
    }

    /// Drops all lists: another search begins.
    pub fn clear(&self) {
        self.lists.clear();
    }

    /// The gate of a playout from this leaf; `None` if its lists have no entries, or there is no
    /// memory for them.
    pub fn at(&mut self, place: LeafPlace) -> Option<AtLeaf<'_>> {
        let leaf = match self.lists.find(place.node) {
            Some(leaf) => leaf,
            None => make(&self.lists, &self.params, self.size, place)?,
        };
        leaf.touch();
        self.done.fill(NIL);
        Some(AtLeaf {
            leaf,
            params: &self.params,
            first: place.turn,
            done: &mut self.done,
            refused: 0,
        })
    }
}

/// The lists of a leaf that has none yet, if they are to have entries.
fn make<'a>(
    lists: &'a Lists,
    params: &TabuParams,
    size: Size,
    place: LeafPlace,
) -> Option<Leaf<'a>> {
    let k = match params.clock {
        TabuClock::Leaf => place.played + place.depth,
        TabuClock::Root => place.played + 1,
    };
    let length = params.length(size, k);
    if length == 0 {
        return None;
    }
    let leaf = lists.make(place.node, length)?;
    let inherits = params.expansion == TabuExpansion::Inherit;
    let parent = place.parent.filter(|_| inherits);
    if let Some(parent) = parent.and_then(|parent| lists.find(parent)) {
        leaf.inherit(parent);
    }
    Some(leaf)
}

/// The gate of one playout.
#[derive(Debug)]
pub struct AtLeaf<'a> {
    leaf: Leaf<'a>,
    params: &'a TabuParams,
    first: Color,
    done: &'a mut [u64],
    refused: u32,
}

impl AtLeaf<'_> {
    /// The number of moves that have been refused.
    #[must_use]
    pub const fn refused(&self) -> u32 {
        self.refused
    }

    fn admits(&mut self, m: usize, entry: u64) -> GateDecision {
        if self.leaf.contains(m, entry) {
            self.leaf.push(m, NIL);
            self.refused += 1;
            return match self.params.redraw {
                TabuRedraw::Paper => GateDecision::Redraw,
                TabuRedraw::Exclude => GateDecision::Exclude,
            };
        }
        match self.params.update {
            TabuUpdate::Sequential => self.leaf.push(m, entry),
            TabuUpdate::Lost => self.done[m] = entry,
        }
        GateDecision::Admit
    }
}

impl<const W: usize> Gate<W> for AtLeaf<'_> {
    fn depth(&self) -> usize {
        self.params.depth as usize
    }

    #[inline]
    fn admit(&mut self, m: usize, mv: Vertex<W>, successor: impl FnOnce() -> u64) -> GateDecision {
        let entry = match self.params.entries {
            TabuEntries::Moves => mv.cell() as u64,
            TabuEntries::Positions => successor(),
        };
        self.admits(m, entry)
    }

    fn finished(&mut self, winner: Option<Color>) {
        if winner == Some(!self.first) {
            let done = self.done.iter().enumerate();
            for (m, &entry) in done.filter(|&(_, &entry)| entry != NIL) {
                self.leaf.push(m, entry);
            }
        }
    }
}
