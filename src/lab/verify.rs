//! `tengen lab verify`: whether results are what they say, and come out the same again.

use std::io::Write;

use tengen_game::Rng;
use tengen_lab::verify::{is_repeatable, repeat, verify};
use tengen_progress::Progress;

use super::place::{self, failed};
use crate::failure::{Failure, say};
use crate::screen::{Screen, count};

/// Which experiment, and how closely.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    /// How many units to do again, drawn at random among those that must come out the same: one
    /// thread, playouts as the budget.
    #[arg(long, value_name = "N", default_value_t = 0)]
    again: usize,
    /// Where the draw starts.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let place = args.place.place()?;
    let mut store = place.open_to_read()?;
    let results = store.results().map_err(failed)?;
    let manifests = store.manifests().map_err(failed)?;
    let mut faults = verify(&place.experiment, &results, &manifests);
    writeln!(screen, "{} checked.", count(results.len() as u64, "result"))?;
    let mut units: Vec<_> = results
        .iter()
        .filter_map(|kept| Some((place.experiment.unit_of(&kept.unit)?, kept)))
        .filter(|(unit, _)| is_repeatable(&place.experiment, unit))
        .collect();
    if args.again > 0 {
        let mut rng = Rng::new(args.seed);
        let mut drawn = Vec::new();
        while drawn.len() < args.again && !units.is_empty() {
            let n = rng.below(units.len() as u32);
            drawn.push(units.swap_remove(n as usize));
        }
        let mut progress = Progress::new(drawn.len() as u64, 0);
        for (done, (unit, kept)) in drawn.iter().enumerate() {
            faults.extend(repeat(&place.experiment, unit, kept).err());
            progress.done(done as u64 + 1, &unit.id);
        }
        progress.finish();
        match drawn.len() {
            0 => writeln!(
                screen,
                "No unit can be done again: that takes recipes with one thread and playouts as budget."
            )?,
            n => writeln!(screen, "{} done again.", count(n as u64, "unit"))?,
        }
    }
    if faults.is_empty() {
        writeln!(screen, "All is well.")?;
        return Ok(());
    }
    for fault in &faults {
        say(format!("error: {fault}"));
    }
    Err(Failure::Said)
}
