//! GTP 2, the protocol by which programs and boards talk to Go engines, with what they really send
//! beyond it.
//!
//! One thread reads lines, another executes commands; a search runs within its command, and asks
//! now and then whether something has come in that ends it. Analysis ends at any input, a move that
//! is thought about only at `# interrupt` (GoGui), a move that is analysed also at `quit` and at the
//! end of the input. Whatever comes in, every command gets exactly one reply, in order.
//!
//! Read in this order: `line`, `queue` and `reader` (what comes in), `port` (what goes out), `engine` (the
//! loop), `table` (all commands there are), `arguments`, then the commands by topic: `admin`,
//! `board`, `inspect`, `handicap`, `time`, `rules`, `settings`, `genmove`, `analysis_request`, `info` and
//! `analyze`, `score`, `record`, `gogui`.

mod admin;
mod analysis_request;
mod analyze;
mod arguments;
mod board;
mod engine;
mod genmove;
mod gogui;
mod handicap;
mod info;
mod inspect;
mod line;
mod pattern;
mod port;
mod queue;
mod reader;
mod record;
mod rules;
mod score;
mod settings;
mod table;
mod time;

use std::io::{self, BufRead, Write};

use crate::Session;

/// The name and version that the engine tells front ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The answer to `name`. Some front ends turn on what they know of an engine by its name.
    pub name: String,
    /// The answer to `version`. Lizzie reads it as two numbers and wants at least 15 as the second.
    pub version: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "Tengen".to_owned(),
            version: "1.20".to_owned(),
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
