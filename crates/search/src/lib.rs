//! Monte-Carlo tree search in parts that combine. It knows no game.
//!
//! Read in this order: `worker` (a playout through the tree: descend, judge, back up), `select`
//! (which move it takes; one file a method), [`parts`] (what knows the game), `tree`, `arena` and
//! `edge` (where the numbers are), `mcts` (the search as a whole), `choice` (its answer), `dynamic_komi`
//! (what a playout is worth where the game is far from even), `recall` (what earlier playouts say of a new
//! node), [`service`] (requests to networks and their answers), `shape` (how its tree has grown). [`history`] is another way to a move: a game tree out of playouts
//! that were kept.
//!
//! Code that runs for every move of a playout is not here at all; code that runs once a playout or
//! once a node (tree policy, expansion, leaf) is chosen at run time, since its cost vanishes there.

mod arena;
mod backup;
mod choice;
mod counter;
mod dynamic_komi;
mod edge;
mod evaluation;
pub mod history;
mod mcts;
mod network_sums;
mod objective;
pub mod params;
pub mod parts;
mod pending;
pub mod portable;
mod random_playout;
mod recall;
mod select;
pub mod service;
mod shape;
mod tree;
mod widening;
mod worker;

pub use arena::NodeId;
pub use choice::{Apart, Plain, RootMove, lower_bound};
pub use counter::Counter;
pub use dynamic_komi::{Balance, Stage};
pub use edge::Seedling;
pub use evaluation::{Evaluation, Judgement, Source, Ticket};
pub use mcts::{Budget, Mcts, View};
pub use network_sums::Mean;
pub use objective::Objective;
pub use params::SearchParams;
pub use parts::{AllMoves, Expand, Leaf, Observer, Parts, Trace, Visit};
pub use random_playout::RandomPlayout;
pub use service::{Client, Evaluate, Service};
pub use shape::Shape;
pub use worker::Filter;
