//! Engines put to the test over GTP: matches, and hours of random commands.
//!
//! `cargo xtask match` and `soak` build and run this. The engines are other processes,
//! Tengen or not, and none is trusted: every wait has an end, moves are checked by our own rules,
//! and a game is kept on disk as soon as it is over.
//!
//! Read in this order:
//! 1. [`command_line`], [`reply`], [`engine`]: how an engine is started and talked to.
//! 2. [`seeds`], [`interval`], [`ledger`], [`progress`], [`process`]: what the chores share.
//! 3. [`contest`]: engine against engine. [`soak`]: whether an engine survives anything.
//!
//! Exit codes: 0 success, 1 failure, 2 wrong usage.

mod command_line;
mod contest;
mod engine;
mod interval;
mod ledger;
mod process;
mod progress;
mod reply;
mod seeds;
mod soak;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Why a chore did not succeed, as a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Failure(String);

type Outcome = Result<(), Failure>;

/// Engines put to the test over GTP.
///
/// In every command of an engine, {seed} stands for a number that follows from --seed and the game.
/// Quotes and backslashes in it mean what they mean to a shell.
#[derive(Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Play two engines against each other.
    Match(contest::Options),
    /// See whether an engine survives random commands, or many games in one process.
    Soak(soak::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Match(options) => contest::run(options),
        Chore::Soak(options) => soak::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(sentence)) => {
            eprintln!("trials: {sentence}");
            ExitCode::FAILURE
        }
    }
}
