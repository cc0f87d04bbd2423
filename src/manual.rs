//! `tengen man`: the manual, a page for every command, made of the declarations of commands and flags.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_mangen::{Man, generate_to};
use tengen_params::nearest;

use crate::Cli;
use crate::failure::Failure;
use crate::screen::Screen;

/// Which page.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The words of the command, such as `lab run` [default: the program itself].
    command: Vec<String>,
    /// Write the pages of all commands to this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

/// Prints a page, or writes all of them.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    if let Some(folder) = &args.dir {
        let written = fs::create_dir_all(folder).and_then(|()| generate_to(Cli::command(), folder));
        return written.map_err(|error| {
            Failure::Failed(format!("{} cannot be written: {error}", folder.display()))
        });
    }
    let mut all = Cli::command().disable_help_subcommand(true);
    all.build();
    let mut page = Vec::new();
    Man::new(found(&all, &args.command)?.clone()).render(&mut page)?;
    screen.write_all(&page)?;
    Ok(())
}

/// The command of these words.
fn found<'a>(all: &'a Command, words: &[String]) -> Result<&'a Command, Failure> {
    let mut command = all;
    for word in words {
        command = command.find_subcommand(word).ok_or_else(|| {
            let names = command.get_subcommands().map(Command::get_name);
            let hint = match nearest(word, names).first() {
                Some(name) => format!("; did you mean {name}?"),
                None => String::new(),
            };
            let whole = command.get_bin_name().unwrap_or("tengen");
            Failure::Usage(format!("{whole} has no command {word:?}{hint}"))
        })?;
    }
    Ok(command)
}
