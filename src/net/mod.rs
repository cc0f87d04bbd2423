//! `tengen net`: networks looked at.

mod show;

use crate::failure::Failure;
use crate::screen::Screen;

/// What to do with networks.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Say what is in the file of a network, and what an evaluation costs.
    Show(show::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Show(args) => show::run(args, screen),
    }
}
