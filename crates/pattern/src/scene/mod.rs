//! A position seen through all features.
//!
//! A [`Vocabulary`] is what a model knows by name: which patterns, which broad patterns, which values of
//! the other features, each with its number. A [`Scene`] follows a game and gives the teams of all
//! candidates ([`SceneExtract`] does so for learning); a [`Rater`] rates the candidates of a single
//! position, for the tree. The columns of a team are the stone pattern, the broad pattern, and one for
//! each of the other features, as far as they are on.

mod extract;
mod memory;
mod position;
mod rater;
mod vocabulary;

pub use extract::SceneExtract;
pub use position::Scene;
pub use rater::Rater;
pub use vocabulary::{PatternParams, Vocabulary};
