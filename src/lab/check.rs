//! `tengen lab check`: whether an experiment can run, what it can show, and how long it takes.

use std::io::Write;
use std::thread;
use std::time::Duration;

use tengen_lab::experiment::Experiment;
use tengen_lab::findings::{Facts, Findings};
use tengen_lab::outline::Kind;
use tengen_lab::run::{check_player, estimate};
use tengen_progress::{StopFlag, span};

use super::data;
use super::place::{self, short};
use crate::failure::{Failure, say};
use crate::screen::{Screen, count};
use crate::signals::stop_on_signals;

/// Which experiment.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: place::Args,
    #[command(flatten)]
    data: data::Args,
    /// How many units at a time the estimate is for [default: as many as there are cores for their threads]. Models are learned
    /// one after the other.
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
    let halt = stop_on_signals(StopFlag::now)?;
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
    let workers = args
        .workers
        .map_or_else(|| workers(&experiment), usize::from);
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
            writeln!(screen, "{}", foretold(work, workers, learns))?;
            Ok(())
        }
        Err(sentence) => Err(Failure::Failed(sentence)),
    }
}

/// As many units at a time as there are cores for their threads.
pub(crate) fn workers(experiment: &Experiment) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (cores / experiment.threads()).max(1)
}

/// The time that work takes here. Learning uses all cores by itself, so more workers bring nothing.
fn foretold(work: Duration, workers: usize, learns: bool) -> String {
    let (wall, by) = match learns {
        true => (work, "on all cores".to_owned()),
        false => (
            Duration::from_secs_f64(work.as_secs_f64() / workers.max(1) as f64),
            format!("with {}", count(workers as u64, "worker")),
        ),
    };
    match wall.as_secs() {
        0 => format!("Less than a second {by} here."),
        _ => format!("About {} {by} here.", span(wall)),
    }
}

/// Says how many units there are, and what they can show.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_share_games_but_not_learning() {
        let work = Duration::from_secs(120);
        assert_eq!(
            foretold(work, 2, false),
            format!("About {} with 2 workers here.", span(work / 2))
        );
        assert_eq!(
            foretold(work, 2, true),
            format!("About {} on all cores here.", span(work))
        );
        let moment = Duration::from_millis(20);
        assert_eq!(
            foretold(moment, 1, false),
            "Less than a second with 1 worker here."
        );
    }
}
