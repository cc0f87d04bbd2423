//! `tengen train label`: positions of real games judged by a network.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use tengen_net::data::labelling::Labelling;
use tengen_net::data::labels::{Matter, Origin, end_of_piece, open};
use tengen_progress::Progress;

use super::records::gather;
use super::teacher::Teacher;
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::data::{self, unread};
use crate::learn::output;
use crate::screen::{Screen, count};
use crate::size::size;

/// Which positions, by whom, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    data: data::Args,
    /// The network that judges, in KataGo's format.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Where the judged positions go. If the file is there from the same command, it is gone on with.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// How many positions of each game are judged.
    #[arg(long, value_name = "K", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    per_game: u64,
    /// How many positions are judged at most [default: all that --per-game asks for].
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// The side of the board; games on others are left out.
    #[arg(long, value_name = "SIDE", default_value = "19", value_parser = size)]
    size: tengen_go::Size,
    /// The seed of the choice of positions.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let corpus = args.data.corpus()?;
    let teacher = Teacher::read(&args.net)?;
    let network = teacher.network(args.size)?;
    output::check(&args.out)?;
    let (_, hash) = corpus.hashes().map_err(unread)?;
    let halt = halt()?;
    let (games, _) = gather(&corpus, Some(args.size))?;
    let origin = Origin {
        net: teacher.name,
        matter: Matter::Records {
            data: hash,
            games: corpus.range(),
        },
        size: args.size,
        seed: args.seed,
    };
    let mut before = 0;
    let mut journal = open(&args.out, &origin, |piece| {
        before = end_of_piece(piece).unwrap_or(before);
    })
    .map_err(|error| Failure::Failed(error.to_string()))?;
    let all = args.per_game.saturating_mul(games.len() as u64);
    let all = args.positions.map_or(all, |n| n.min(all));
    if before > 0 {
        let there = count(before, "position");
        say(format!("Going on with {}: {there}", args.out.display()));
    }
    let labelling = Labelling {
        games: &games,
        network,
        seed: args.seed,
        threads: args.data.threads(),
    };
    let mut progress = Progress::new(all, before);
    let done = labelling.run(&mut journal, before, all, |done| {
        progress.done(done, "positions judged");
        match halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    progress.finish();
    let done = done.map_err(|error| Failure::Failed(error.to_string()))?;
    if done < all {
        let sentence = format!(
            "stopped; {} are in {}, and the same command goes on",
            count(done, "position"),
            args.out.display()
        );
        return Err(Failure::Failed(sentence));
    }
    let done = count(done.max(before), "position");
    writeln!(screen, "{done} in {}", args.out.display())?;
    Ok(())
}
