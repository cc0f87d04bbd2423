//! `tengen bench`: how fast playouts and searches are, and a signature that says whether they are the
//! same.
//!
//! Read in this order: `work` (playouts of one kind, counted), `search` (whole searches, counted),
//! `prior` (what a model costs a node), `tabu` and `relay` (what lists cost a playout), `solver` (late endgames), `net` (networks), `history` (trees out of
//! playouts), `threads` (what
//! more of them bring), `signature` (a digest of fixed work), `clock` and `calibration` (time, and how
//! fast the machine is), `measure` (rates with their spread), `report` (the table and the JSON).

mod calibration;
mod clock;
mod history;
mod measure;
mod net;
mod prior;
mod relay;
mod report;
mod search;
mod signature;
mod solver;
mod tabu;
mod threads;
mod work;

use std::io::Write;

use tengen_go::Size;
use tengen_go_engine::Models;

use crate::failure::Failure;
use crate::params::Settings;
use crate::screen::Screen;
use crate::size::size;
use work::{Kind, Makings, Work};

/// What to measure.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    of: Option<Of>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// How long to measure each kind on each size.
    #[arg(long, value_name = "S", default_value = "1.5", value_parser = seconds)]
    seconds: f64,
    /// The sides of the boards.
    #[arg(long, value_name = "N,…", default_value = "9,13,19", value_delimiter = ',', value_parser = size)]
    size: Vec<Size>,
    /// The model whose priors are measured: the name of a built-in one, or a file.
    #[arg(long, value_name = "MODEL", conflicts_with = "signature")]
    model: Option<String>,
    /// Print only the signature: the same on every machine, another if playouts change.
    #[arg(long, conflicts_with = "json")]
    signature: bool,
    /// Play this kind alone, a fixed number of playouts, and print the moves: work for profilers.
    #[arg(long, value_name = "KIND", hide = true, conflicts_with_all = ["json", "signature"])]
    work: Option<Kind>,
    /// How many playouts are the work.
    #[arg(
        long,
        value_name = "N",
        hide = true,
        default_value_t = 1000,
        requires = "work"
    )]
    playouts: u64,
    #[command(flatten)]
    settings: Settings,
}

/// What else can be measured.
#[derive(clap::Subcommand)]
enum Of {
    /// What tabu lists in the leaves cost a playout
    Tabu(tabu::Args),
    /// How fast late endgames are solved
    Solver(solver::Args),
    /// How fast networks are, by instruction set
    Net(net::Args),
    /// How fast game trees are made of kept playouts, and what merges in them
    History(history::Args),
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s| (0.001..=3600.0).contains(s));
    seconds.ok_or_else(|| "it takes a number of seconds from 0.001 to 3600".to_owned())
}

/// Measures and reports.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    match &args.of {
        Some(Of::Tabu(args)) => return tabu::run(args, screen),
        Some(Of::Solver(args)) => return solver::run(args, screen),
        Some(Of::History(args)) => return history::run(args, screen),
        Some(Of::Net(args)) => return net::run(args, screen),
        None => {}
    }
    let mut parameters = args.settings.read()?;
    if let Some(model) = &args.model {
        parameters.prior.model.clone_from(model);
    }
    let makings = Makings::new(parameters)?;
    if args.signature {
        writeln!(screen, "{}", signature::signature(&makings))?;
        return Ok(());
    }
    if let Some(kind) = args.work {
        let moves: u64 = args
            .size
            .iter()
            .map(|&size| Work::new(kind, size, args.playouts, &makings).count().moves)
            .sum();
        writeln!(screen, "{moves}")?;
        return Ok(());
    }
    let parameters = &makings.parameters;
    let model = Models::load(parameters)?.moves(parameters)?;
    let report = measure::measure(&args.size, args.seconds, &makings, &model);
    if args.json {
        writeln!(screen, "{}", report.json())?;
    } else {
        write!(screen, "{report}")?;
    }
    Ok(())
}
