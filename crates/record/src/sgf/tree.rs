//! Game trees as flat arenas.
//!
//! Nodes know each other by number. Nothing here follows a tree by recursion, neither reading nor
//! comparing nor dropping, so depth costs no stack.

use super::{Ident, Property, Value};
use crate::TextPosition;

/// The number of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// The place of the node in the order in which nodes were added.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: properties in their order, and links to its relatives.
#[derive(Clone, Debug, Default)]
pub struct Node {
    properties: Vec<Property>,
    place: TextPosition,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl Node {
    /// The properties in their order.
    #[must_use]
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The properties, to be changed.
    pub fn properties_mut(&mut self) -> &mut Vec<Property> {
        &mut self.properties
    }

    /// The first property of this name.
    #[must_use]
    pub fn get(&self, ident: &Ident) -> Option<&Property> {
        self.properties.iter().find(|p| p.ident() == ident)
    }

    /// Gives the property this one value, in its place if it is there, else at the end.
    pub fn set(&mut self, ident: Ident, value: Value) {
        match self.properties.iter_mut().find(|p| *p.ident() == ident) {
            Some(property) => property.set(value),
            None => self.properties.push(Property::new(ident, value)),
        }
    }

    /// The position at which the node was read.
    #[must_use]
    pub fn place(&self) -> TextPosition {
        self.place
    }

    /// The node before this one; the root has none.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The first node after this one, which continues the main line.
    #[must_use]
    pub fn first_child(&self) -> Option<NodeId> {
        self.first_child
    }

    /// The next variation beside this one.
    #[must_use]
    pub fn next_sibling(&self) -> Option<NodeId> {
        self.next_sibling
    }
}

/// One game with its variations. It always has a root.
///
/// Equal are trees of the same shape with equal properties, wherever they were read and in
/// whatever order their nodes were added.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<Node>,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A tree of one empty node.
    #[must_use]
    pub fn new() -> Self {
        Self::read_at(TextPosition::default())
    }

    pub(super) fn read_at(place: TextPosition) -> Self {
        Self {
            nodes: vec![Node {
                place,
                ..Node::default()
            }],
        }
    }

    /// The number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The root, to be changed.
    pub fn root_mut(&mut self) -> &mut Node {
        &mut self.nodes[0]
    }

    /// A node of this tree.
    ///
    /// # Panics
    /// If the number comes from another, larger tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node of this tree, to be changed.
    ///
    /// # Panics
    /// If the number comes from another, larger tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds an empty node as the last variation after `parent`.
    ///
    /// # Panics
    /// If `parent` comes from another, larger tree, or at four thousand million nodes.
    pub fn add(&mut self, parent: NodeId) -> NodeId {
        self.add_at(parent, TextPosition::default())
    }

    pub(super) fn add_at(&mut self, parent: NodeId, place: TextPosition) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("the nodes fit in memory"));
        let elder = self.node_mut(parent).last_child.replace(id);
        match elder {
            Some(elder) => self.node_mut(elder).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.nodes.push(Node {
            place,
            parent: Some(parent),
            ..Node::default()
        });
        id
    }

    /// The nodes right after this one, the main line first.
    #[must_use]
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children {
            tree: self,
            next: self.node(id).first_child,
        }
    }

    /// The root, its first child, the first child of that, and so on.
    #[must_use]
    pub fn main_line(&self) -> MainLine<'_> {
        MainLine {
            tree: self,
            next: Some(NodeId::ROOT),
        }
    }

    /// All nodes, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((a, b)) = pending.pop() {
            if self.node(a).properties != other.node(b).properties {
                return false;
            }
            let (mut ours, mut theirs) = (self.children(a), other.children(b));
            loop {
                match (ours.next(), theirs.next()) {
                    (Some(a), Some(b)) => pending.push((a, b)),
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        true
    }
}

impl Eq for GameTree {}

/// Iterator of [`GameTree::children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a GameTree,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.tree.node(id).next_sibling;
        Some(id)
    }
}

/// Iterator of [`GameTree::main_line`].
#[derive(Clone, Debug)]
pub struct MainLine<'a> {
    tree: &'a GameTree,
    next: Option<NodeId>,
}

impl Iterator for MainLine<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.tree.node(id).first_child;
        Some(id)
    }
}

/// The games of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The games in their order.
    pub games: Vec<GameTree>,
}
