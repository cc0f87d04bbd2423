//! `tengen completions`: what a shell needs to complete commands, flags, and names of recipes, levels, models, experiments and parameters.
//!
//! All of it comes from the declarations of the flags, with the names that flags take beside files added here.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::{Shell, generate};
use tengen_go_engine::level::Rank;
use tengen_go_engine::{Models, Parameters, Recipe};
use tengen_net::train::TrainParams;
use tengen_params::{Entry, list};
use tengen_pattern::scene::PatternParams;

use crate::Cli;
use crate::configuration::RuleSet;
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
    let mut command = Cli::command().mut_subcommands(|command| {
        let parameters = match command.get_name() {
            "learn" => list(&PatternParams::default()),
            "train" => list(&TrainParams::default()),
            _ => list(&Parameters::default()),
        };
        named(command, &parameters)
    });
    let mut text = Vec::new();
    generate(args.shell, &mut command, "tengen", &mut text);
    screen.write_all(&text)?;
    if args.shell == Shell::Bash {
        screen.write_all(BASH.as_bytes())?;
    }
    Ok(())
}

/// The command with the names that its flags take. Most take files and values, too, which completions leave open.
fn named(command: Command, parameters: &[Entry]) -> Command {
    let command = command.mut_args(|arg| match names(&arg, parameters) {
        Some(names) => arg.value_parser(PossibleValuesParser::new(names)),
        None => arg,
    });
    command.mut_subcommands(|command| named(command, parameters))
}

/// The names that a flag or an argument takes.
fn names(arg: &Arg, parameters: &[Entry]) -> Option<Vec<String>> {
    let settings = parameters.iter();
    let settings = settings.map(|entry| format!("{}=", entry.spec.name));
    let rules = RuleSet::VARIANTS.iter();
    let takes = arg.get_value_names().unwrap_or_default();
    let takes_name = takes.iter().any(|name| name.as_str() == "NAME|FILE");
    let built_in = |parameter| {
        let mut all = Models::built_in().into_iter();
        let (_, names) = all.find(|(name, _)| *name == parameter)?;
        Some(names.into_iter().map(str::to_owned).collect())
    };
    match arg.get_id().as_str() {
        "level" => Some(Rank::ALL.map(|rank| rank.name().to_owned()).into()),
        #[cfg(feature = "lab")]
        "id" => Some(tengen_lab::reproduce::names().map(str::to_owned).collect()),
        "model" if takes_name => built_in("prior.model"),
        "net" if takes_name => built_in("net.file"),
        "recipe" => Some(Recipe::names().map(str::to_owned).collect()),
        "rules" => Some(rules.map(|rules| rules.name.to_owned()).collect()),
        "set" => Some(settings.collect()),
        _ => None,
    }
}
