//! Move prediction by patterns: what strong players do, learned from their games.
//!
//! A move is a *team* of features, its strength the product of theirs, and the move that was played
//! beats all other legal moves of its position with the chance of its share of the total strength
//! (the Bradley-Terry model; R. Coulom, "Computing Elo ratings of move patterns in the game of Go",
//! 2007). The features are nested stone patterns ([`shape`]), the broad patterns of a shrunken board
//! ([`broad`]; T. Honda, S. Viennot and K. Ikeda, "Broad pattern matching for the opening moves in
//! Go"), and facts of tactics and place ([`feature`]).
//!
//! Read in this order: [`distance`] (how far a point is), [`shape`], [`broad`], [`feature`], [`scene`]
//! (a position seen through all of them), [`team`] (what learning is given), [`learn`] (how strengths
//! are found), [`evaluate`] (how good they are), [`model`] (what is kept in a file), [`catalogue`]
//! (what its features are called), [`corpus`] (where games come from), [`mod@file`] (how files
//! are written).

pub mod broad;
pub mod catalogue;
pub mod corpus;
pub mod distance;
pub mod evaluate;
pub mod feature;
pub mod file;
pub mod learn;
pub mod local;
pub mod model;
pub mod portable;
pub mod scene;
pub mod shape;
pub mod team;
