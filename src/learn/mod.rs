//! `tengen learn`: strengths of patterns from game records, and how good they are.
//!
//! Read in this order: `data` (which games), `meter` (how far things are), `assignment` (what all
//! learning is told), `training` (learning as it is shown), `patterns` and `playout` (what is learned),
//! `learned` (what is done with a model then), `card` (what is written about it), `evaluate` and `tables`
//! (its figures), `output` (files that can be written). Learning itself is
//! [`tengen_pattern::learn::Training`].

pub(crate) mod assignment;
pub(crate) mod card;
pub(crate) mod data;
mod evaluate;
mod learned;
mod meter;
pub(crate) mod output;
mod patterns;
mod playout;
mod tables;
mod training;

use crate::failure::Failure;
use crate::screen::Screen;

/// What to learn.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Learn the strengths of patterns and other features of moves, for the tree.
    Patterns(assignment::Args),
    /// Learn the strengths of local features, for playouts.
    Playout(assignment::Args),
    /// Say how well models predict the moves of games.
    Evaluate(evaluate::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Patterns(args) => patterns::run(args, screen),
        Command::Playout(args) => playout::run(args, screen),
        Command::Evaluate(args) => evaluate::run(args, screen),
    }
}
