//! `tengen recipes`: the players there are, and everything that one of them is made of.

use std::io::Write;

use tengen_engine::{Groups, Kit, Recipe};
use tengen_go_engine::Go;
use tengen_shogi_engine::Shogi;

use crate::failure::Failure;
use crate::params::wrapped;
use crate::player::recipe;
use crate::screen::Screen;

/// The games whose players there are.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Players {
    /// Go.
    Go,
    /// Shogi.
    Shogi,
}

/// What to show.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print this recipe, built in or from a file, as TOML with every parameter; --recipe FILE
    /// reads it back.
    #[arg(value_name = "NAME|FILE")]
    recipe: Option<String>,
    /// Whose players.
    #[arg(long, value_name = "GAME", default_value = "go")]
    game: Players,
}

/// The width of the list.
const WIDTH: usize = 90;

/// Lists all built-in recipes, or prints one.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    match args.game {
        Players::Go => show::<Go>(args, screen),
        Players::Shogi => show::<Shogi>(args, screen),
    }
}

fn show<K: Kit>(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    if let Some(name) = &args.recipe {
        write!(screen, "{}", recipe::<K>(name)?.to_toml())?;
        return Ok(());
    }
    let recipes = Recipe::<K>::built_in();
    let widths = recipes.iter().map(|recipe| recipe.name.chars().count());
    let indent = widths.max().unwrap_or(0) + 2;
    for recipe in &recipes {
        let lines = wrapped(&recipe.parameters.recipe().about, WIDTH - indent);
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
