//! The one binary: every command reads its arguments, asks the libraries, and says what came of it.
//!
//! Read in this order: this file (the commands and their exit codes), `failure` (what can go wrong
//! and how it is said), `screen` (where output goes), then one module a command.
//!
//! Exit codes: 0 success, 1 failure, 2 wrong usage.

mod bench;
mod board;
mod failure;
mod games;
mod params;
mod play;
mod screen;
mod sgf;
mod size;
mod source;

use std::panic;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;
use screen::Screen;

/// A Monte-Carlo search engine and laboratory for Go and Shogi.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play one playout on a drawn board.
    Play(play::Args),
    /// Check, show or score SGF records.
    #[command(subcommand)]
    Sgf(sgf::Command),
    /// Work with files of one game a line.
    #[command(subcommand)]
    Games(games::Command),
    /// Measure how fast playouts are.
    Bench(bench::Args),
    /// List the parameters, or print them as TOML.
    Params(params::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    panic::set_hook(Box::new(|info| failure::say(failure::bug(info))));
    let outcome = panic::catch_unwind(|| run(&cli.command, &mut Screen::stdout()));
    match outcome {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => {
            if let Some(sentence) = failure.sentence() {
                failure::say(sentence);
            }
            ExitCode::from(failure.code())
        }
        // The hook has said what there is to say.
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Play(args) => play::run(args, screen),
        Command::Sgf(command) => sgf::run(command, screen),
        Command::Games(command) => games::run(command, screen),
        Command::Bench(args) => bench::run(args, screen),
        Command::Params(args) => params::run(args, screen),
    }
}
