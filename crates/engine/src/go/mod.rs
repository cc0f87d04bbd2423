//! How the parts of a player of Go are put together.
//!
//! Read in this order: `build` (which types a recipe becomes), `tree_search` (a search as the
//! session sees it), `leaf` (a playout judges a leaf), `expand`, `knowledge` and `prior` (what
//! enters the tree), `tally` (what the ends of playouts say), `duplicates` (what their first moves repeat), `root`
//! (from a game to a position), `stand` (how far a game has come since), [`difference`] (the same on two boards at
//! once), [`endgame`] (late positions, solved or searched at several komis), [`history`] (a game tree out of
//! playouts instead), [`dead`], [`forecast`].

mod build;
pub mod dead;
pub mod difference;
mod duplicates;
pub mod endgame;
mod expand;
pub mod forecast;
pub mod history;
pub mod knowledge;
mod leaf;
pub mod prior;
mod root;
mod stand;
mod tally;
mod tree_search;

pub use build::thinker;
