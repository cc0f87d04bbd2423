//! `tengen learn` as its users meet it: models, cards, figures, and sentences where things fail.
//!
//! Read first: `lesson`, the games and the command that the others use.

mod lesson;
mod minorisation;
mod mistakes;
mod models;
mod stopped;
