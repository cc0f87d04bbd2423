//! `tengen train games`: games of a network against itself by its policy, each position judged on the way.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use tengen_go::Size;
use tengen_net::data::labels::{Matter, Origin, open};
use tengen_net::data::selfplay::{Kept, SelfPlay};
use tengen_net::data::table::Manner;
use tengen_progress::Progress;

use super::amount::amount;
use super::teacher::Teacher;
use crate::failure::{Failure, say};
use crate::learn::assignment::halt;
use crate::learn::output;
use crate::screen::{Screen, count};
use crate::size::size;

/// Who plays, how, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The network that plays and judges, in KataGo's format.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// The side of the board.
    #[arg(long, value_name = "SIDE", default_value = "9", value_parser = size)]
    size: Size,
    /// How many games are played.
    #[arg(long, value_name = "N", value_parser = amount)]
    games: u64,
    /// Where the games and judgements go. If the file is there from the same command, it is gone on with.
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Logits are divided by this before a move is drawn.
    #[arg(long, value_name = "T", default_value_t = Manner::default().temperature)]
    temperature: f32,
    /// Each game begins with up to so many moves drawn from all legal points alike.
    #[arg(long, value_name = "N", default_value_t = Manner::default().opening)]
    opening: u32,
    /// The part of the later moves that are drawn so.
    #[arg(long, value_name = "PART", default_value_t = Manner::default().stray)]
    stray: f64,
    /// The seed of the games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many threads play [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let manner = args.manner()?;
    let teacher = Teacher::read(&args.net)?;
    let network = teacher.network(args.size)?;
    output::check(&args.out)?;
    let halt = halt()?;
    let origin = Origin {
        net: teacher.name,
        matter: Matter::SelfPlay {
            play: format!(
                "temperature {}, up to {} moves of the opening and {} of the others by chance",
                manner.temperature, manner.opening, manner.stray
            ),
        },
        size: args.size,
        seed: args.seed,
    };
    let mut before = 0;
    let mut journal = open(&args.out, &origin, |_| before += 1)
        .map_err(|error| Failure::Failed(error.to_string()))?;
    if before > 0 {
        let there = count(before, "game");
        say(format!("Going on with {}: {there}", args.out.display()));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let play = SelfPlay {
        network,
        kept: Kept::Judgements,
        manner,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let mut progress = Progress::new(args.games, before);
    let done = play.run(&mut journal, before, args.games, |done| {
        progress.done(done, "games");
        match halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    progress.finish();
    let done = done.map_err(|error| Failure::Failed(error.to_string()))?;
    if done < args.games {
        let sentence = format!(
            "stopped; {} are in {}, and the same command goes on",
            count(done, "game"),
            args.out.display()
        );
        return Err(Failure::Failed(sentence));
    }
    writeln!(screen, "{} in {}", count(done, "game"), args.out.display())?;
    Ok(())
}

impl Args {
    fn manner(&self) -> Result<Manner, Failure> {
        if !(0.01..=100.0).contains(&self.temperature) {
            let sentence = format!(
                "--temperature is from 0.01 to 100, not {}",
                self.temperature
            );
            return Err(Failure::Usage(sentence));
        }
        if !(0.0..=1.0).contains(&self.stray) {
            let sentence = format!("--stray is a part from 0 to 1, not {}", self.stray);
            return Err(Failure::Usage(sentence));
        }
        Ok(Manner {
            temperature: self.temperature,
            opening: self.opening.min(1000),
            stray: self.stray,
            ..Manner::default()
        })
    }
}
