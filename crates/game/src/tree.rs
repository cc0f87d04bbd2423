//! A game that is nothing but its tree, so that a test can state every move and every result.
//!
//! ```
//! use tengen_game::{Color, Position, tree::{Tree, leaf, node}};
//!
//! // Black moves, then White; `1` is a win for Black.
//! let tree = Tree::new(node([node([leaf(1), leaf(-1)]), leaf(0)]));
//! let mut position = tree.root();
//! position.play(0);
//! assert_eq!(position.turn(), Color::White);
//! position.play(1);
//! assert_eq!(position.outcome().unwrap().winner, Some(Color::White));
//! ```

use std::sync::Arc;

use crate::{Color, Outcome, Position};

/// A node of the tree, built by [`node`] and [`leaf`].
#[derive(Clone, Debug)]
pub enum Shape {
    /// A finished game; the score is in Black's view and its sign decides the winner.
    Leaf(i32),
    /// A position with at least one move.
    Node(Vec<Self>),
}

/// A finished game with this score in Black's view.
#[must_use]
pub const fn leaf(score: i32) -> Shape {
    Shape::Leaf(score)
}

/// A position whose moves lead to `children`, in this order.
#[must_use]
pub fn node<const N: usize>(children: [Shape; N]) -> Shape {
    const { assert!(N > 0, "an inner node needs a move") }
    Shape::Node(children.into())
}

#[derive(Debug)]
enum Flat {
    Leaf(i32),
    Node { first: u32, count: u16 },
}

/// A whole game, to be started with [`Tree::root`].
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Arc<[Flat]>,
    widest: u16,
}

impl Tree {
    /// Lays the shape out.
    ///
    /// # Panics
    /// If a node has more than 65,535 moves.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let mut nodes = vec![Flat::Leaf(0)];
        let mut widest = 0;
        let mut open = vec![(0, shape)];
        while let Some((at, shape)) = open.pop() {
            nodes[at] = match shape {
                Shape::Leaf(score) => Flat::Leaf(score),
                Shape::Node(children) => {
                    let count = u16::try_from(children.len()).expect("at most 65,535 moves");
                    let first = u32::try_from(nodes.len()).expect("a tree of fewer than 2³² nodes");
                    widest = widest.max(count);
                    for (i, child) in children.into_iter().enumerate() {
                        nodes.push(Flat::Leaf(0));
                        open.push((first as usize + i, child));
                    }
                    Flat::Node { first, count }
                }
            };
        }
        Self {
            nodes: nodes.into(),
            widest,
        }
    }

    /// The start of the game, Black to move.
    #[must_use]
    pub fn root(&self) -> At {
        At {
            tree: self.clone(),
            node: 0,
            turn: Color::Black,
        }
    }
}

/// A position of a [`Tree`].
#[derive(Clone, Debug)]
pub struct At {
    tree: Tree,
    node: u32,
    turn: Color,
}

impl At {
    fn here(&self) -> &Flat {
        &self.tree.nodes[self.node as usize]
    }
}

impl Position for At {
    type Move = u16;

    fn codes(&self) -> usize {
        self.tree.widest as usize
    }

    fn code(&self, mv: u16) -> usize {
        mv as usize
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "codes are those of moves, which have 16 bits"
    )]
    fn decode(&self, code: usize) -> u16 {
        code as u16
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn moves(&self, each: impl FnMut(u16)) {
        if let Flat::Node { count, .. } = *self.here() {
            (0..count).for_each(each);
        }
    }

    fn play(&mut self, mv: u16) {
        match *self.here() {
            Flat::Node { first, count } if mv < count => {
                self.node = first + u32::from(mv);
                self.turn = !self.turn;
            }
            _ => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Flat::Leaf(score) = *self.here() else {
            return None;
        };
        let winner = match score {
            1.. => Some(Color::Black),
            0 => None,
            ..0 => Some(Color::White),
        };
        Some(Outcome {
            winner,
            score: score as f32,
        })
    }

    fn hash(&self) -> u64 {
        u64::from(self.node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_game_conforms() {
        let tree = Tree::new(node([
            node([leaf(1), node([leaf(-3), leaf(2)])]),
            leaf(0),
            node([leaf(5), leaf(-1), leaf(-1)]),
        ]));
        let report = crate::conformance::check(&tree.root(), 50, 1);
        assert_eq!(report.games, 50);
        assert!(report.positions > 100);
    }
}
