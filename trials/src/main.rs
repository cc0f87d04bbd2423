//! Engines put to the test over GTP: hours of random commands.
//!
//! `cargo xtask soak` builds and runs this; matches and problems are `tengen lab run`. The engines are
//! other processes, Tengen or not, and none is trusted: every wait has an end.
//!
//! Read in this order:
//! 1. [`tengen_process`]: how an engine is started and talked to.
//! 2. [`soak`]: whether an engine survives anything.
//!
//! Exit codes: 0 success, 1 failure, 2 wrong usage.

mod soak;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The reason why a chore did not succeed, as a sentence.
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
    /// See whether an engine survives random commands, or many games in one process.
    Soak(soak::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
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
