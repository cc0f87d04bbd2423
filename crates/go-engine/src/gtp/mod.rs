//! GTP 2, the protocol by which programs and boards talk to Go engines, with what they really send
//! beyond it.
//!
//! One thread reads lines, another executes commands; a search runs within its command, and asks
//! now and then whether something has come in that ends it. Analysis ends at any input, a move that
//! is thought about only at `# interrupt` (GoGui), a move that is analysed also at `quit` and at the
//! end of the input. Whatever comes in, every command gets exactly one reply, in order.
//!
//! Read in this order: `line` and `reader` (what comes in), `port` (what goes out), `engine` (the
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
    /// The answer to `version`.
    pub version: String,
}

/// The beginnings of names by which Lizzie and its descendants know an engine. They read its version as two
/// numbers and end the program where the second is below 15.
const KNOWN_TO_LIZZIE: [&str; 2] = ["KataGo", "Leela Zero"];
/// A version that they take.
const VERSION_FOR_LIZZIE: &str = "1.20";

impl Options {
    /// The same under another name; who bears the name of an engine that Lizzie knows has a version that
    /// Lizzie takes.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let known = KNOWN_TO_LIZZIE.iter().any(|start| name.starts_with(start));
        Self {
            name: name.to_owned(),
            version: match known {
                true => VERSION_FOR_LIZZIE.to_owned(),
                false => self.version,
            },
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_lizzie_knows_have_another_version() {
        let version = |name: &str| Options::default().named(name).version;
        assert_eq!(version("Tengen"), env!("CARGO_PKG_VERSION"));
        assert_eq!(version("My KataGo"), env!("CARGO_PKG_VERSION"));
        for name in ["KataGo", "KataGo 1.15", "Leela Zero"] {
            assert_eq!(version(name), "1.20");
        }
    }
}
