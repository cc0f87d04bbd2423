//! `tengen train`: networks from games, step by step.
//!
//! Read in this order: `records` (real games into memory), `teacher` (the network that judges), `label` (positions
//! judged by it). The work itself is in [`tengen_net::data`] and [`tengen_net::train`].

mod label;
mod records;
mod teacher;

use crate::failure::Failure;
use crate::screen::Screen;

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Have a network judge positions of games, for others to learn from.
    Label(label::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Label(args) => label::run(args, screen),
    }
}
