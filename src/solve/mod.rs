//! `tengen solve`: late endgames and problems of life and death with proved answers.
//!
//! Read in this order: `effort` (how much work a question may cost), `position` (what of a record is
//! solved), `report` (all that is found out, for people), which `endgame` puts together; then `problems` (positions drawn by chance or by name, with `line` and
//! `tree` as what is written of each), and `check` (their answers proved again, with `scores` as what
//! is known of a problem). Life and death is `tsumego`; `draw` draws problems of it by chance.

mod check;
mod draw;
mod effort;
mod endgame;
mod line;

mod problems;
mod report;
mod scores;
mod tree;
mod tsumego;

use crate::failure::Failure;
use crate::screen::Screen;

/// What to solve.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Say what every move of a late endgame is worth, exactly.
    Endgame(endgame::Args),
    /// Draw endgame problems with one right move each, or take those that have names, and prove it.
    Problems(problems::Args),
    /// Prove the answers of a file of endgame problems again.
    Check(check::Args),
    /// Prove problems of life and death, or have a recipe answer them.
    Tsumego(Box<tsumego::Args>),
    /// Draw problems of life and death with one right move each, and prove it.
    Draw(draw::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Endgame(args) => endgame::run(args, screen),
        Command::Problems(args) => problems::run(args, screen),
        Command::Check(args) => check::run(args, screen),
        Command::Tsumego(args) => tsumego::run(args, screen),
        Command::Draw(args) => draw::run(args, screen),
    }
}
