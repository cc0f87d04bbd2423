//! `tengen lab check`: whether an experiment can run, what it can show, and how long it takes.

use std::io::Write;
use std::thread;
use std::time::Duration;

use tengen_lab::experiment::Experiment;
use tengen_lab::findings::{Facts, Findings};
use tengen_lab::outline::Kind;
use tengen_lab::run::{Halt, check_player, estimate};

use super::data;
use super::place::{self, short};
use super::run::halt_on_signals;
use crate::failure::{Failure, say};
use crate::screen::{Screen, count};
use tengen_lab::progress::span;

/// Which experiment.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    #[command(flatten)]
    data: data::Args,
    /// How many units at a time the estimate is for [default: one for each core; one model].
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Read the file only: start no programs and estimate nothing.
    #[arg(long)]
    dry: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut place = args.place.place()?;
    // A file can be checked without its games, which the estimate alone needs.
    let learns = place.experiment.kind() == Kind::Learn;
    if args.data.is_given() || !learns {
        args.data.supply(&mut place)?;
    }
    let experiment = place.experiment;
    let outline = experiment.outline();
    writeln!(screen, "{}  {}", outline.title, short(&outline.hash))?;
    for (name, value) in &outline.settings {
        writeln!(screen, "  {name:<10} {value}")?;
    }
    writeln!(screen)?;
    let width = outline.players.iter().map(|p| p.name.chars().count()).max();
    for player in &outline.players {
        let pad = width.unwrap_or(0) - player.name.chars().count();
        writeln!(
            screen,
            "  {}{}  {} ({})",
            player.name,
            " ".repeat(pad),
            player.what,
            player.budget
        )?;
    }
    writeln!(screen)?;
    for line in prospects(&experiment) {
        writeln!(screen, "{line}")?;
    }
    screen.flush()?;
    if args.dry {
        return Ok(());
    }
    place::all_there(&experiment)?;
    let halt = halt_on_signals(Halt::now)?;
    let stopped = || Failure::Failed("stopped before everything was checked".to_owned());
    let mut all_well = true;
    for player in &experiment.players {
        let problems = check_player(&experiment, player, &halt);
        if halt.is_now() {
            return Err(stopped());
        }
        for problem in problems {
            say(format!("error: player {}: {problem}", player.name));
            all_well = false;
        }
    }
    if !all_well {
        return Err(Failure::Said);
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    // Learning uses all cores by itself.
    let usual = if learns { 1 } else { cores };
    let workers = args.workers.map_or(usual, usize::from);
    let estimated = estimate(&experiment, &halt);
    if halt.is_now() {
        return Err(stopped());
    }
    match estimated {
        Ok(None) => {
            writeln!(
                screen,
                "With --data PATH… it is tried how long learning takes."
            )?;
            Ok(())
        }
        Ok(Some(work)) => {
            let wall = Duration::from_secs_f64(work.as_secs_f64() / workers as f64);
            let at_a_time = count(workers as u64, "worker");
            let long = match wall.as_secs() {
                0 => "Less than a second".to_owned(),
                _ => format!("About {}", span(wall)),
            };
            writeln!(screen, "{long} with {at_a_time} here.")?;
            Ok(())
        }
        Err(sentence) => Err(Failure::Failed(sentence)),
    }
}

/// How many units there are, and what they can show.
pub(crate) fn prospects(experiment: &Experiment) -> Vec<String> {
    let series = experiment.series();
    let planned: u64 = series.iter().map(|series| series.planned).sum();
    let noun = match experiment.kind() {
        Kind::Match => "game",
        Kind::Problems => "answer",
        Kind::Measure => "measurement",
        Kind::Learn => "model",
    };
    let mut lines = vec![format!(
        "{} series of {}: {} in all.",
        series.len(),
        series
            .first()
            .map_or_else(String::new, |first| count(first.planned, noun)),
        count(planned, noun)
    )];
    let findings = Findings::new(&experiment.outline(), &[], &[], &Facts::default());
    lines.extend(findings.power);
    lines
}
