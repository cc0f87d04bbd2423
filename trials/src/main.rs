//! Engines put to the test over GTP: problems, and hours of random commands.
//!
//! `cargo xtask problems` and `soak` build and run this; matches are played by `tengen lab run`. The
//! engines are other processes, Tengen or not, and none is trusted: every wait has an end, and a
//! result is kept on disk as soon as it is there.
//!
//! Read in this order:
//! 1. [`tengen_lab::process`]: how an engine is started and talked to.
//! 2. [`seeds`], [`interval`], [`ledger`], [`progress`]: what the chores share.
//! 3. [`problems`]: life and death, and the frame around it. [`soak`]: whether an engine survives
//!    anything.
//!
//! Exit codes: 0 success, 1 failure, 2 wrong usage.

mod interval;
mod ledger;
mod problems;
mod progress;
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
/// In every command of an engine, {seed} stands for a number that follows from --seed and the game
/// or problem. Quotes and backslashes in it mean what they mean to a shell.
#[derive(Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Have an engine solve problems of life and death.
    Problems(problems::Options),
    /// See whether an engine survives random commands, or many games in one process.
    Soak(soak::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Problems(options) => problems::run(&options),
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
