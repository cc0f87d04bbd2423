//! USI, the protocol by which programs talk to engines for Shogi.
//!
//! One thread reads lines, another executes commands; a search runs within its `go`, and asks now and then whether
//! something has come in that ends it: `stop`, `gameover` and `quit` end any, and what has no end of its own (`go
//! infinite`, `go ponder`) also ends when the game goes on or the input ends. Its answer waits until it is asked for.
//! Whatever comes in, every `go` gets exactly one `bestmove`, or one `checkmate`.
//!
//! Read in this order: `reader` (what comes in), `port` (what goes out), `engine` (the loop), `options`, `position`,
//! `request` (what `go` asks for), `thinking` (the search of one), `watch` (what it hears), `info` (what it says), `mate`.

mod engine;
mod info;
mod mate;
mod options;
mod port;
mod position;
mod reader;
mod request;
mod thinking;
mod watch;

use std::io::{self, BufRead, Write};

use crate::Session;

/// The name and version that the engine tells front ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The name, without the version.
    pub name: String,
    /// The version.
    pub version: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "Tengen".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Executes commands until `quit` or the end of the input.
///
/// # Errors
/// If the output cannot be written any more, or no thread can be started.
pub fn run(
    session: Session,
    options: &Options,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let inbox = reader::Inbox::open(input)?;
    engine::Engine::new(session, options, inbox, &mut output).serve()
}
