//! `tengen net show`: what is in the file of a network.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use tengen_go::Size;
use tengen_net::{Model, file};

use crate::failure::Failure;
use crate::screen::{Screen, count, thousands};

/// The boards whose cost is told.
const BOARDS: [Size; 2] = [Size::NINETEEN, Size::NINE];

/// Which network.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A network of KataGo's or ours: .bin.gz or .txt.gz, or the same unpacked.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write an object of JSON.
    #[arg(long)]
    json: bool,
}

/// Shows the network.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let model = file::read(&args.file).map_err(|error| Failure::Failed(error.to_string()))?;
    // It was just read, so the system knows how large it is; if it does not, that is no reason to fail.
    let bytes = fs::metadata(&args.file).map_or(0, |about| about.len());
    if args.json {
        writeln!(screen, "{}", object(&model, bytes))?;
        return Ok(());
    }
    for (name, text) in rows(&model, bytes) {
        writeln!(screen, "{name:<10}  {text}")?;
    }
    Ok(())
}

/// The network for people.
fn rows(model: &Model, bytes: u64) -> Vec<(String, String)> {
    let policies = match model.policies() {
        1 => "one",
        2 => "two, the second optimistic",
        _ => "four, the second optimistic, two with values of moves",
    };
    let facts = [
        ("Name", model.name.clone()),
        ("Version", model.version.to_string()),
        (
            "Blocks",
            format!("{}: {}", model.blocks.len(), model.kinds()),
        ),
        ("Channels", thousands(model.channels() as u64)),
        ("Activation", model.activation().to_string()),
        ("Policies", policies.to_owned()),
        ("Weights", thousands(model.weights() as u64)),
        ("File", count(bytes, "byte")),
        ("Boards", format!("{} to {}", Size::MIN, Model::LARGEST)),
    ];
    let facts = facts.map(|(name, text)| (name.to_owned(), text));
    let costs = BOARDS.map(|size| {
        let millions = model.multiplications(size) as f64 / 1e6;
        let text = format!("{millions:.1} million multiplications and additions an evaluation");
        (format!("Cost {size}"), text)
    });
    facts.into_iter().chain(costs).collect()
}

/// The network for programs.
fn object(model: &Model, bytes: u64) -> serde_json::Value {
    let kinds = model.kinds();
    let cost = BOARDS.map(|size| (size.get().to_string(), json!(model.multiplications(size))));
    json!({
        "name": model.name,
        "version": model.version,
        "blocks": {
            "ordinary": kinds.ordinary,
            "pooling": kinds.pooling,
            "nested": kinds.nested,
            "inner_ordinary": kinds.inner_ordinary,
            "inner_pooling": kinds.inner_pooling,
        },
        "channels": model.channels(),
        "activation": model.activation().to_string().to_lowercase(),
        "policies": model.policies(),
        "scores": model.scores(),
        "reach": model.reach(),
        "weights": model.weights(),
        "bytes": bytes,
        "sizes": [Size::MIN.get(), Model::LARGEST.get()],
        "multiplications": serde_json::Map::from_iter(cost),
    })
}
