//! `tengen play`: a game in the terminal against the engine.
//!
//! Read in this order: this file (whose turn it is), `command` (what a person types), `table` (the
//! game and what can be done to it), `ending` and `keeping` (how it ends, and files), `alarm` (Ctrl-C), then
//! `input`, `draft` and `record`, which know no game.

mod alarm;
mod command;
mod draft;
mod ending;
mod input;
mod keeping;
mod record;
mod table;

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::failure::Failure;
use crate::player;
use crate::screen::Screen;
use command::Command;
use input::{Input, Typed};
use table::Table;

/// The side that a person plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You play Black, and first.
    Black,
    /// You play White.
    White,
    /// Chance decides.
    Random,
    /// People play both sides; the engine gives hints and counts.
    Both,
    /// The engine plays itself.
    None,
}

/// The end of the long help.
const KEEPING: &str = "\
A game that is not saved is kept as it goes on, in the folder tengen/games of XDG_STATE_HOME, which is usually
~/.local/state; what takes it off the table says where it is. There the last 50 games stay, and one that is loaded from there
goes when it is saved elsewhere. Ctrl-C makes the engine move at once, and leaves
at the prompt.";

/// The game to be played.
#[derive(clap::Args)]
#[command(after_long_help = KEEPING)]
pub(crate) struct Args {
    /// Your colour.
    #[arg(long, value_enum, default_value = "black")]
    color: Side,
    /// Handicap stones for Black, on their usual points.
    #[arg(long, value_name = "N", default_value_t = 0)]
    handicap: usize,
    /// Go on with the game in this file.
    #[arg(long, value_name = "FILE.sgf")]
    load: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) player: player::Args,
}

/// Plays until the person leaves or the input ends.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut input = Input::stdin(screen);
    let mut table = Table::new(args, input.is_terminal())?;
    table.greet(screen)?;
    if let Some(file) = &args.load {
        table.open(file, screen)?;
    }
    loop {
        if table.is_the_engines_turn() {
            table.answer(screen)?;
            table.keep(screen)?;
            // Where nobody else plays, no prompt comes at which one could leave.
            if table.is_interrupted_alone() && table.leave(&mut input, screen)? {
                break;
            }
            continue;
        }
        let line = match input.ask(&table.prompt(), screen)? {
            Typed::Line(line) => line,
            Typed::Interrupt | Typed::End => "quit".to_owned(),
        };
        match Command::parse(&line, table.size()) {
            Ok(Command::Quit) if table.leave(&mut input, screen)? => break,
            Ok(command) => table.obey(command, screen)?,
            Err(sentence) => writeln!(screen, "{sentence}")?,
        }
        table.keep(screen)?;
    }
    writeln!(screen, "Goodbye.")?;
    Ok(())
}
