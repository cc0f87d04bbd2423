//! `tengen train`: networks from games, step by step.
//!
//! Read in this order: `records` (real games into memory), `teacher` (the network that judges), `label` (positions
//! judged by it), `games` (its games against itself), `start` (what a training begins with), `stock` (what is learned from), `course` (a training as it runs),
//! `curve` and `card` (what is kept of it), `sl` (a network learned from all this), `rl` (a policy that plays earlier
//! states of itself), `value` (a network that judges, from games of both); and for Shogi, `shogi` (an evaluation learned from
//! games with values), `shogi_stock` (these games in memory), `shogi_card` (what is kept of it) and `shogi_games` (such games). The work itself is in [`tengen_net::data`] and [`tengen_net::train`].

mod amount;
mod card;
mod course;
mod curve;
mod games;
mod label;
mod records;
mod rl;
mod shogi;
mod shogi_card;
mod shogi_games;
mod shogi_stock;
mod sl;
mod start;
mod stock;
mod teacher;
mod value;

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
    /// Make a network's policy stronger by games against earlier states of itself (policy gradient).
    Rl(rl::Args),
    /// Train a value network on one position of each of many games of two policies.
    Value(value::Args),
    /// Train an evaluation of Shogi on games with values.
    Shogi(shogi::Args),
    /// Have an evaluation of Shogi play games against itself, with the value of each position, to learn from.
    ShogiGames(shogi_games::Args),
}

/// Runs the command.
pub(crate) fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Label(args) => label::run(args, screen),
        Command::Games(args) => games::run(args, screen),
        Command::Sl(args) => sl::run(args, screen),
        Command::Rl(args) => rl::run(args, screen),
        Command::Value(args) => value::run(args, screen),
        Command::Shogi(args) => shogi::run(args, screen),
        Command::ShogiGames(args) => shogi_games::run(args, screen),
    }
}
