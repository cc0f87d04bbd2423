//! `tengen gtp`: the engine for boards and tournaments, over GTP on standard input and output.

use std::io::{self, BufReader};

use tengen_go_engine::gtp::{self, Options};

use crate::failure::Failure;
use crate::player;
use crate::provenance;
use crate::screen::Screen;

/// Who plays, and under which name.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to answer to the command `name`; some front ends turn on what they know of an engine by
    /// its name, such as KataGo or Leela Zero, and want a version to suit, which they get.
    #[arg(long, value_name = "NAME")]
    gtp_name: Option<String>,
    #[command(flatten)]
    pub(crate) player: player::Args,
}

/// Executes the commands on standard input until `quit` or its end.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let session = args.player.session()?;
    let mut options = Options {
        version: provenance::BUILD.to_owned(),
        ..Options::default()
    };
    if let Some(name) = &args.gtp_name {
        options = options.named(name);
    }
    gtp::run(session, &options, BufReader::new(io::stdin()), screen)?;
    Ok(())
}
