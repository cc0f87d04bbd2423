//! `tengen games`: files of one game a line, hundreds of thousands of them.

mod check;
mod sgf;

use tengen_go::{Ko, Rules};

use crate::failure::Failure;
use crate::screen::Screen;

/// What to do with games.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Replay all games and name the lines that are not legal games.
    Check(check::Args),
    /// Write some of the games as one SGF collection.
    Sgf(sgf::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Check(args) => check::run(args, screen),
        Command::Sgf(args) => sgf::run(args, screen),
    }
}

/// Rules that refuse no more than all rules do: suicide, and retaking a ko at once.
const LENIENT: Rules = Rules {
    ko: Ko::Simple,
    ..Rules::CHINESE
};
