//! What a review has written into a record: said there, so that the next review can take it out again.
//!
//! A node that a review has touched has the private property `TGRV`, whose values name the properties of the node that
//! are the review's. In a comment they are paragraphs. What somebody has changed or added since is not the review's.

use std::collections::BTreeSet;

use tengen_record::sgf::{GameTree, Ident, Node, NodeId, Property, Value};

/// The property that names those of its node that are a review's.
const MARK: &str = "TGRV";

/// How the paragraph on a better line begins.
pub(super) const BETTER: &str = "Better: ";

/// Sets a property that is the review's.
pub(super) fn set(node: &mut Node, ident: Ident, value: Value) {
    let name = Value::from_raw(ident.as_str());
    node.set(ident, value);
    let mut properties = node.properties_mut().iter_mut();
    match properties.find(|property| property.ident().as_str() == MARK) {
        Some(mark) => mark.extend([name]),
        None => {
            let mark = Ident::read(MARK).map(|mark| Property::new(mark, name));
            node.properties_mut().extend(mark);
        }
    }
}

/// The record without the reviews that are in it.
pub(super) fn without(tree: &GameTree) -> GameTree {
    let main_line: BTreeSet<NodeId> = tree.main_line().collect();
    let ids: Vec<NodeId> = tree.ids().collect();
    let mut goes = vec![false; ids.len()];
    // Nodes come before those behind them.
    for &id in ids.iter().rev() {
        let is_own = is_own(tree.node(id)) && !main_line.contains(&id);
        goes[id.index()] = is_own && tree.children(id).all(|child| goes[child.index()]);
    }
    let mut left = GameTree::new();
    let mut places = vec![NodeId::ROOT; ids.len()];
    for id in ids.into_iter().filter(|id| !goes[id.index()]) {
        let node = tree.node(id);
        let place = match node.parent() {
            Some(parent) => left.add(places[parent.index()]),
            None => NodeId::ROOT,
        };
        places[id.index()] = place;
        *left.node_mut(place).properties_mut() = others(node);
    }
    left
}

/// The names of the properties of a node that are a review's.
fn owned(node: &Node) -> &[Value] {
    let mut properties = node.properties().iter();
    let mark = properties.find(|property| property.ident().as_str() == MARK);
    mark.map_or(&[], Property::values)
}

/// The properties of a node that are no review's. Moves stay.
fn others(node: &Node) -> Vec<Property> {
    let owned = owned(node);
    let is_owned = |ident: &Ident| owned.iter().any(|name| name.trimmed() == ident.as_str());
    let left = node.properties().iter().filter_map(|property| {
        let ident = property.ident();
        match ident.as_str() {
            MARK => None,
            "C" if is_owned(ident) => others_words(&property.value().text())
                .map(|text| Property::new(Ident::C, Value::from_text(&text))),
            "B" | "W" => Some(property.clone()),
            _ => (!is_owned(ident)).then(|| property.clone()),
        }
    });
    left.collect()
}

/// Tests if a node is of a variation that a review has added, and nothing else is in it.
fn is_own(node: &Node) -> bool {
    let adds_move = owned(node)
        .iter()
        .any(|name| ["B", "W"].contains(&name.trimmed()));
    let is_move = |property: &Property| property.ident().is_move();
    adds_move && others(node).iter().all(is_move)
}

/// A comment without the paragraphs of a review, if anything else is in it.
fn others_words(text: &str) -> Option<String> {
    let is_own = |paragraph: &&str| {
        let last = paragraph.lines().last().unwrap_or_default();
        let standing = last.starts_with("Black ") && last.contains(" %, White ");
        let ends = last.ends_with(" playouts.") || last.ends_with(" playout.");
        standing && ends || paragraph.starts_with(BETTER)
    };
    let others: Vec<&str> = text.split("\n\n").filter(|p| !is_own(p)).collect();
    (!others.is_empty()).then(|| others.join("\n\n"))
}
