//! Players of Go, made of their parts.
//!
//! [`Go`] is the kit of the game: [`tengen_engine`] has the session, recipes, clocks and reviews that it
//! shares with every other game, under the names that are re-exported here for Go.
//!
//! Read in this order: [`parameters`] (what can be chosen), [`models`] (what was learned beforehand),
//! `build` (which types a recipe becomes), `tree_search` (the search on one kind of board), `leaf` (a playout
//! judges a leaf), `expand`, [`knowledge`] and [`prior`] (what enters the tree), [`network`] (what policy and value networks say of it), `ownership` (what the ends of
//! playouts say), `duplicates` (what their first moves repeat), `root` (from a game to a position), [`difference`]
//! (the same on two boards at once), [`endgame`] (late positions, solved or searched at several komis), [`history`]
//! (a game tree out of playouts instead), [`passing`], [`dead`] and [`counting`] (the end of a game),
//! [`instinct`] (moves drawn by how likely they look), [`level`] (weaker players), [`forecast`], [`review`], `adviser` (who gives hints), then [`gtp`] and [`analysis_json`].

mod adviser;
pub mod analysis_json;
mod build;
pub mod counting;
pub mod dead;
pub mod difference;
mod duplicates;
pub mod endgame;
mod expand;
pub mod findings;
pub mod forecast;
pub mod gtp;
pub mod history;
mod input;
pub mod instinct;
mod kata_rules;
mod kit;
pub mod knowledge;
mod leaf;
pub mod level;
pub mod models;
pub mod network;
mod ownership;
pub mod parameters;
pub mod passing;
pub mod prior;
mod recipes;
pub mod review;
mod root;
mod thinker;
mod tree_search;

pub use adviser::adviser;
pub use build::thinker;
pub use counting::Counting;
pub use findings::{DynamicKomi, Exact, Findings};
pub use kit::Go;
pub use models::{ModelFault, Models};
pub use parameters::Parameters;
pub use tengen_engine::{Clock, Control, Limits, RecipeError, Shape, Thinker, TimeSystem};
pub use thinker::GoThinker;

use tengen_go::Move;

/// The findings of a search.
pub type Analysis = tengen_engine::Analysis<Go>;
/// A move at the root of a search.
pub type Candidate = tengen_engine::Candidate<Go>;
/// Moves that one side must not play.
pub type Ban = tengen_engine::Ban<Move>;
/// Moves that a search must leave out, or keep to.
pub type Restriction = tengen_engine::Restriction<Move>;
/// A player of Go as data.
pub type Recipe = tengen_engine::Recipe<Go>;
/// A game of Go and its player.
pub type Session = tengen_engine::Session<Go>;
/// A verdict and the search behind it.
pub type Decision = tengen_engine::Decision<Go>;
/// The action of a player on a turn.
pub type Verdict = tengen_engine::Verdict<Move>;
/// A question to a search.
pub type Task<'a> = tengen_engine::Task<'a, Go>;
/// A parameter cannot be set so.
pub type SettingError = tengen_engine::SettingError<ModelFault>;
