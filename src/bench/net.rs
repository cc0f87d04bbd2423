//! How fast networks are: evaluations a second of one thread, by instruction set, board and batch.
//!
//! The positions are those of random stones, so that the first layer, which adds up bits, has its usual work.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use tengen_game::Rng;
use tengen_go::Size;
use tengen_net::train::Shape;
use tengen_net::{Evaluator, Features, Isa, Model, Network, Output, file};

use super::clock::time;
use super::measure::ROUNDS;
use super::seconds;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::size::size;

/// What to measure.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// A network of KataGo's or ours; its speed does not depend on its weights [default: 6 blocks of 64 and of 96
    /// channels that have learned nothing].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The sides of the boards.
    #[arg(long, value_name = "N,…", default_value = "9,19", value_delimiter = ',', value_parser = size)]
    size: Vec<Size>,
    /// The numbers of positions that are evaluated together.
    #[arg(long, value_name = "N,…", default_value = "1,8", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=32))]
    batch: Vec<u16>,
    /// How long to measure each.
    #[arg(long, value_name = "S", default_value = "1.5", value_parser = seconds)]
    seconds: f64,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// A rate: evaluations a second.
struct Rate {
    network: String,
    isa: Isa,
    size: Size,
    batch: u16,
    rate: f64,
    /// Thousand million multiplications with their additions a second, as many as direct convolutions would take.
    direct: f64,
}

/// Measures and reports.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let models = match &args.model {
        Some(path) => vec![file::read(path).map_err(|error| Failure::Failed(error.to_string()))?],
        None => [64, 96]
            .map(|channels| Shape::new(6, channels).fresh(&format!("b6c{channels}"), 1))
            .to_vec(),
    };
    let mut rates = Vec::new();
    for model in &models {
        for &size in &args.size {
            for isa in Isa::all().into_iter().chain(Isa::bfloat16()) {
                let network = Network::new(model, size, isa);
                let network = network.map_err(|error| Failure::Failed(error.to_string()))?;
                let network = Arc::new(network);
                for &batch in &args.batch {
                    rates.push(measure(model, &network, batch, args.seconds));
                }
            }
        }
    }
    if args.json {
        let rates = rates.iter().map(|rate| {
            json!({
                "network": rate.network, "instructions": rate.isa.to_string(), "size": rate.size.get(),
                "batch": rate.batch, "evaluations_a_second": rate.rate, "direct_gmac_a_second": rate.direct,
            })
        });
        let rates: Vec<_> = rates.collect();
        writeln!(screen, "{}", json!({ "networks": rates }))?;
        return Ok(());
    }
    writeln!(
        screen,
        "{:<34} {:>6} {:<12} {:>5} {:>14} {:>12}",
        "network", "board", "with", "batch", "evaluations/s", "direct GMAC/s"
    )?;
    for rate in rates {
        writeln!(
            screen,
            "{:<34} {:>6} {:<12} {:>5} {:>14.0} {:>12.1}",
            rate.network, rate.size, rate.isa, rate.batch, rate.rate, rate.direct
        )?;
    }
    Ok(())
}

fn measure(model: &Model, network: &Arc<Network>, batch: u16, seconds: f64) -> Rate {
    let (size, count) = (network.size(), usize::from(batch));
    let mut rng = Rng::new(1);
    let mut inputs = vec![Features::new(size); count];
    for features in &mut inputs {
        for bits in &mut features.planes[..size.area()] {
            // On the board; a stone of a colour with some liberties on two points of three.
            *bits = 1;
            if rng.below(3) > 0 {
                *bits |= 2 << rng.below(2) | 8 << rng.below(3);
            }
        }
    }
    let mut outputs = vec![Output::default(); count];
    let mut evaluator = Evaluator::new(Arc::clone(network), count);
    let mut often = |times: u64| {
        time(|| {
            for _ in 0..times {
                evaluator.evaluate(&inputs, &mut outputs);
            }
        })
        .0
    };
    // The first time warms up and says how often is long enough.
    often(1);
    let once = often(2) / 2.0;
    let times = (seconds / ROUNDS as f64 / once.max(1e-6)).ceil().max(1.0) as u64;
    let mut rates: Vec<f64> = (0..ROUNDS)
        .map(|_| (times * u64::from(batch)) as f64 / often(times))
        .collect();
    rates.sort_by(f64::total_cmp);
    let rate = rates[ROUNDS / 2];
    Rate {
        network: model.name.clone(),
        isa: network.isa(),
        size,
        batch,
        rate,
        direct: rate * model.multiplications(size) as f64 / 1e9,
    }
}
