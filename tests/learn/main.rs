//! `tengen learn` as its users meet it: models, cards, figures, and sentences where things fail.
//!
//! Read first: `lesson`, the games and the command that the others use.

#[path = "../binary/mod.rs"]
mod binary;
mod lesson;
mod minorisation;
mod mistakes;
mod models;
mod stopped;
