//! `cargo xtask soak`: whether an engine survives.
//!
//! [`stream`] sends random commands, right ones and wrong ones, for some minutes; [`games`] plays
//! many games in one process and watches its memory. [`vocabulary`] is what is sent,
//! [`watch`] what is due for it.

mod files;
mod games;
mod memory;
mod stream;
mod vocabulary;
mod watch;

use std::path::PathBuf;

use clap::Args;
use tengen_process::CommandLine;

use crate::{Failure, Outcome};

/// The settings of a soak test.
#[derive(Args)]
pub(crate) struct Options {
    /// The engine
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// Send random commands for so many minutes
    #[arg(
        long,
        value_name = "M",
        required_unless_present = "games",
        conflicts_with = "games"
    )]
    minutes: Option<f64>,
    /// Play so many whole games in one process instead
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// From this all that is random follows
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The board of whole games
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// More resident memory than so many megabytes is a failure
    #[arg(long, default_value_t = 2048)]
    memory: u32,
    /// How many seconds the engine may take to answer
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Where everything that is sent goes, to find out what a failure was about
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Does one of the two.
pub(crate) fn run(options: &Options) -> Outcome {
    let line = CommandLine::parse(&options.engine)
        .map_err(|error| Failure(format!("--engine: {error}")))?;
    match (options.minutes, options.games) {
        (_, Some(games)) => games::run(&line, games, options),
        (Some(minutes), None) if (0.001..=100_000.0).contains(&minutes) => {
            stream::run(&line, minutes, options)
        }
        _ => Err(Failure(
            "--minutes takes a number from 0.001 to 100000".to_owned(),
        )),
    }
}
