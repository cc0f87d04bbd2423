//! Players of Shogi, made of their parts.
//!
//! [`Shogi`] is the kit of the game: [`tengen_engine`] has the session, recipes, clocks and reviews that it shares with
//! every other game, under the names that are re-exported here for Shogi.
//!
//! Read in this order: [`parameters`] (what can be chosen), [`models`] (the network), [`findings`] (what only these
//! searches say), `alphabeta` (the search of the library as a session sees it), `proof` (whether a mate is one), `uct`
//! (the Monte-Carlo search), `thinker` (which of them a player has), then [`usi`].

mod alphabeta;
pub mod findings;
mod kit;
pub mod models;
pub mod parameters;
mod proof;
mod recipes;
mod thinker;
mod uct;
pub mod usi;

pub use findings::{Findings, Found, Worth, odds};
pub use kit::Shogi;
pub use models::{ModelFault, Models};
pub use parameters::Parameters;
pub use thinker::ShogiThinker;

use tengen_shogi::Move;

/// The findings of a search.
pub type Analysis = tengen_engine::Analysis<Shogi>;
/// A move at the root of a search.
pub type Candidate = tengen_engine::Candidate<Shogi>;
/// Moves that a search must leave out, or keep to.
pub type Restriction = tengen_engine::Restriction<Move>;
/// A player of Shogi as data.
pub type Recipe = tengen_engine::Recipe<Shogi>;
/// A game of Shogi and its player.
pub type Session = tengen_engine::Session<Shogi>;
/// A verdict and the search behind it.
pub type Decision = tengen_engine::Decision<Shogi>;
/// The action of a player on a turn.
pub type Verdict = tengen_engine::Verdict<Move>;
/// A question to a search.
pub type Task<'a> = tengen_engine::Task<'a, Shogi>;
