//! A game tree out of the playout history.
//!
//! A search throws its playouts away as soon as they are counted. The report that describes this method (the final
//! report of a research project on Go from the playout history and from deep learning, in Japanese, of the time after AlphaGo;
//! its methods 1 and 2; our copy names no author) keeps the last 40,000 of them, with their colours, points, order and winner, and makes the game tree of them instead
//! of growing one by UCT: sequences that begin alike share their nodes, and each node knows how often it was
//! generated and how often it was won. Nodes for which both numbers pass a threshold are *feature points*. The
//! one of the highest win rate is taken, and the way from there back to the root ends at the move that is played.
//!
//! Read in this order: [`memory`] (playouts, packed), [`recorder`] (the observer that fills it), [`tree`] (merging),
//! [`feature`] (which point, and the way back). None of them knows the game.
//!
//! The report leaves much open. Our readings are said where they are made, and together in
//! `docs/methods/playout-history.md`.

pub mod feature;
pub mod memory;
pub mod recorder;
pub mod tree;

pub use feature::{Choice, Step, Thresholds};
pub use memory::Memory;
pub use recorder::Recorder;
pub use tree::{Census, GameTree, Merging, NodeNumber};
