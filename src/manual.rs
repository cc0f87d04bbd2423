//! `tengen man`: the manual, a page for every command, made of the declarations of commands and flags.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use tengen_params::nearest;

use crate::Cli;
use crate::failure::Failure;
use crate::provenance::VERSION;
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
    let mut all = Cli::command().disable_help_subcommand(true);
    all.build();
    if let Some(folder) = &args.dir {
        let written = fs::create_dir_all(folder).and_then(|()| write(&all, folder));
        return written.map_err(|error| {
            Failure::Failed(format!("{} cannot be written: {error}", folder.display()))
        });
    }
    let mut text = Vec::new();
    page(found(&all, &args.command)?).render(&mut text)?;
    screen.write_all(&text)?;
    Ok(())
}

/// Writes the pages of a command and of those below it.
fn write(command: &Command, folder: &Path) -> io::Result<()> {
    let shown = |command: &&Command| !command.is_hide_set();
    for command in command.get_subcommands().filter(shown) {
        write(command, folder)?;
    }
    page(command).generate_to(folder)?;
    Ok(())
}

fn page(command: &Command) -> Man {
    // A date that is empty would be taken for none, and the next field for the date.
    let page = Man::new(command.clone()).date(" ");
    page.source(format!("tengen {VERSION}")).manual("Tengen")
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
