//! `tengen net`: networks looked at.

mod compare;
mod eval;
mod show;

use crate::failure::Failure;
use crate::screen::Screen;

/// What to do with networks.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Say what is in the file of a network, and what an evaluation costs.
    Show(show::Args),
    /// Say what a network thinks of a position of a game: moves, value, lead, ownership.
    Eval(eval::Args),
    /// Compare what a network says here with what KataGo says with it.
    Compare(compare::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Show(args) => show::run(args, screen),
        Command::Eval(args) => eval::run(args, screen),
        Command::Compare(args) => compare::run(args, screen),
    }
}
