//! A game while it is read.

use std::collections::HashMap;

use super::{GameTree, Ident, NodeId, Property};
use crate::{Diagnostics, TextPosition};

/// The last thing that was read inside a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Node,
    Open,
    Close,
}

/// A game half read.
pub(super) struct Growth {
    pub(super) tree: GameTree,
    pub(super) current: NodeId,
    /// The nodes at which the open variations branched off.
    pub(super) branches: Vec<NodeId>,
    pub(super) last: Last,
    pub(super) finder: Finder,
    /// True if a property of the current node may have more values than it should.
    pub(super) crowded: bool,
}

impl Growth {
    /// A game of which the first node begins.
    pub(super) fn new(place: TextPosition) -> Self {
        Self {
            tree: GameTree::read_at(place),
            current: NodeId::ROOT,
            branches: Vec::new(),
            last: Last::Node,
            finder: Finder::default(),
            crowded: false,
        }
    }

    /// Ends the current node: a property that may have one value only is left with one.
    pub(super) fn leave_node(&mut self, found: &mut Diagnostics) {
        if self.last != Last::Node {
            return;
        }
        self.finder = Finder::default();
        if !std::mem::take(&mut self.crowded) {
            return;
        }
        for property in self.tree.node_mut(self.current).properties_mut() {
            let lost = property.reduce();
            if lost > 0 {
                found.error(property.place(), || {
                    let name = property.ident();
                    format!("{name} has one value only: the first is kept, {lost} left out")
                });
            }
        }
    }
}

/// Finds a property by name without walking through thousands of them each time.
#[derive(Default)]
pub(super) struct Finder {
    index: HashMap<Ident, usize>,
}

impl Finder {
    /// The index of the property in the list. The list may only have grown since the last question.
    pub(super) fn find(&mut self, properties: &[Property], ident: &Ident) -> Option<usize> {
        const FEW: usize = 16;
        if properties.len() <= FEW {
            return properties.iter().position(|p| p.ident() == ident);
        }
        for (at, property) in properties.iter().enumerate().skip(self.index.len()) {
            self.index.insert(property.ident().clone(), at);
        }
        self.index.get(ident).copied()
    }
}
