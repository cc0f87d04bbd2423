//! `tengen recipes`: the players there are, and everything that one of them is made of.

use std::io::Write;

use tengen_go_engine::Recipe;

use crate::failure::Failure;
use crate::params::wrapped;
use crate::player::recipe;
use crate::screen::Screen;

/// What to show.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print this recipe, built in or from a file, as TOML with every parameter; --recipe FILE
    /// reads it back.
    #[arg(value_name = "NAME|FILE")]
    recipe: Option<String>,
}

/// The width of the list.
const WIDTH: usize = 90;

/// Lists all built-in recipes, or prints one.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    if let Some(name) = &args.recipe {
        write!(screen, "{}", recipe(name)?.to_toml())?;
        return Ok(());
    }
    let recipes = Recipe::built_in();
    let widths = recipes.iter().map(|recipe| recipe.name.chars().count());
    let indent = widths.max().unwrap_or(0) + 2;
    for recipe in &recipes {
        let lines = wrapped(&recipe.parameters.recipe.about, WIDTH - indent);
        let mut name = recipe.name.as_str();
        for line in &lines {
            writeln!(screen, "{name:indent$}{line}")?;
            name = "";
        }
        if lines.is_empty() {
            writeln!(screen, "{name}")?;
        }
    }
    Ok(())
}
