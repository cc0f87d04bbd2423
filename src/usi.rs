//! `tengen usi`: the engine for Shogi boards and matches, over USI on standard input and output.

use std::io::{self, BufReader};

use tengen_params::set;
use tengen_shogi::Game;
use tengen_shogi_engine::usi::{self, Options};
use tengen_shogi_engine::{Models, Parameters, Session, Shogi};

use crate::failure::Failure;
use crate::params::put;
use crate::player::recipe;
use crate::provenance;
use crate::screen::Screen;

/// Who plays.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The player: a name that `tengen recipes --game shogi` lists, or a TOML file.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    recipe: String,
    /// Positions for a move where no clock runs, or playouts; without --time nothing else limits it.
    #[arg(long, value_name = "N")]
    playouts: Option<String>,
    /// Seconds for a move where no clock runs; without --playouts nothing else limits it.
    #[arg(long, value_name = "S")]
    time: Option<String>,
    /// How many threads search.
    #[arg(long, value_name = "T")]
    threads: Option<String>,
    /// Set a parameter of the recipe, as `tengen recipes --game shogi NAME` lists them; may be given several times.
    #[arg(long, value_name = "PART.NAME=VALUE")]
    set: Vec<String>,
}

impl Args {
    fn parameters(&self) -> Result<Parameters, Failure> {
        let mut parameters = recipe::<Shogi>(&self.recipe)?.parameters;
        put(&mut parameters, &self.set)?;
        // A limit that is asked for alone is the only one.
        match (&self.playouts, &self.time) {
            (Some(_), None) => parameters.budget.seconds = 0.0,
            (None, Some(_)) => parameters.budget.playouts = 0,
            _ => {}
        }
        for (flag, name, value) in [
            ("--playouts", "budget.playouts", &self.playouts),
            ("--time", "budget.seconds", &self.time),
            ("--threads", "budget.threads", &self.threads),
        ] {
            if let Some(value) = value {
                let wrong = |error| Failure::Usage(format!("{flag}: {error}"));
                set(&mut parameters, name, value).map_err(wrong)?;
            }
        }
        Ok(parameters)
    }
}

/// Executes the commands on standard input until `quit` or its end.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let parameters = args.parameters()?;
    let missing = |fault: tengen_shogi_engine::ModelFault| Failure::Failed(fault.to_string());
    let models = Models::load(&parameters).map_err(missing)?;
    let session = Session::with_models(parameters, models, Game::default());
    let options = Options {
        version: provenance::BUILD.to_owned(),
        ..Options::default()
    };
    usi::run(session, &options, BufReader::new(io::stdin()), screen)?;
    Ok(())
}
