//! Concepts that all two-player games of Tengen share, and nothing of any one game.
//!
//! Read in this order: [`Color`], [`GameResult`] (who won and how), [`Position`] (what a search may ask of
//! a game), [`Game`] (what a session and a referee may), [`Rng`] (the one source of chance), [`tree`] (a game
//! written down as an explicit tree, for tests by hand) and [`conformance`] (the suites that every implementation of [`Position`] and [`Game`] must pass).

mod color;
pub mod conformance;
mod game;
mod position;
mod result;
mod rng;
pub mod tree;

pub use color::{Color, PerColor};
pub use game::{Game, Progress, Status};
pub use position::{Outcome, Position};
pub use result::{GameResult, Margin, ResultError};
pub use rng::Rng;
