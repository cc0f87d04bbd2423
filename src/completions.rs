//! `tengen completions`: what a shell needs to complete commands, flags, and names of recipes, models and parameters.
//!
//! All of it comes from the declarations of the flags, with the names that flags take beside files added here.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::{Shell, generate};
use tengen_go_engine::{Parameters, Recipe};
use tengen_params::list;

use crate::Cli;
use crate::failure::Failure;
use crate::screen::Screen;

/// Which shell.
#[derive(clap::Args)]
#[command(after_long_help = INSTALLATION)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// The end of the long help.
const INSTALLATION: &str = "\
Where shells look for it:
  bash  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  zsh   tengen completions zsh > ~/.zfunc/_tengen   (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  fish  tengen completions fish > ~/.config/fish/completions/tengen.fish";

/// What bash alone does not know: a name that ends in `=` waits for its value.
const BASH: &str = "
_tengen_open() {
    _tengen \"$@\"
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace
    fi
}
complete -F _tengen_open -o bashdefault -o default tengen
";

/// Prints the completions.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut named(Cli::command()), "tengen", &mut text);
    screen.write_all(&text)?;
    if args.shell == Shell::Bash {
        screen.write_all(BASH.as_bytes())?;
    }
    Ok(())
}

/// The command with the names that its flags take; they take files and values, too, which completions leave open.
fn named(command: Command) -> Command {
    let command = command.mut_args(|arg| match names(&arg) {
        Some(names) => arg.value_parser(PossibleValuesParser::new(names)),
        None => arg,
    });
    command.mut_subcommands(named)
}

/// The names that a flag or an argument takes.
fn names(arg: &Arg) -> Option<Vec<String>> {
    let parameters = || list(&Parameters::default()).into_iter();
    match arg.get_id().as_str() {
        "recipe" => Some(Recipe::names().map(str::to_owned).collect()),
        "set" => Some(
            parameters()
                .map(|entry| format!("{}=", entry.spec.name))
                .collect(),
        ),
        _ => None,
    }
}
