//! `tengen train`: networks from games, step by step.
//!
//! Read in this order: `records` (real games into memory), `teacher` (the network that judges), `label` (positions
//! judged by it), `games` (its games against itself), `stock` (what is learned from), `course` (a training as it runs),
//! `curve` and `card` (what is kept of it), `sl` (a network learned from all this). The work itself is in [`tengen_net::data`] and [`tengen_net::train`].

mod amount;
mod card;
mod course;
mod curve;
mod games;
mod label;
mod records;
mod sl;
mod stock;
mod teacher;

use crate::failure::Failure;
use crate::screen::Screen;

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Have a network judge positions of games, for others to learn from.
    Label(label::Args),
    /// Have a network play games against itself by its policy, and judge their positions.
    Games(games::Args),
    /// Train a network on the moves of games and a teacher's judgements.
    Sl(sl::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Label(args) => label::run(args, screen),
        Command::Games(args) => games::run(args, screen),
        Command::Sl(args) => sl::run(args, screen),
    }
}
