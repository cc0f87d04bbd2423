//! Passes over the games: shown, with a checkpoint now and then and at Ctrl-C, and resumed.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::time::{Duration, Instant};

use tengen_pattern::learn::{Ascent, CheckpointError, LearnParams};
use tengen_pattern::team::Extract;
use tengen_progress::StopFlag;

use super::data::Games;
use super::meter::Meter;
use super::output;
use crate::failure::{Failure, say};
use crate::signals::stop_on_signals;

/// How often what has been learned is saved.
const PACE: Duration = Duration::from_secs(60);

/// A stop flag that is set at Ctrl-C: once to end after saving, twice to end at once.
///
/// # Errors
/// If signals cannot be heard.
pub(crate) fn halt() -> Result<StopFlag, Failure> {
    stop_on_signals(|halt| match halt.ask() {
        true => std::process::exit(130),
        false => say("\nStopping as soon as all is saved. Again to stop at once."),
    })
}

/// How weights are learned.
pub(crate) struct Course<'a> {
    pub(crate) params: &'a LearnParams,
    pub(crate) games: &'a Games,
    /// How many games there are.
    pub(crate) total: u64,
    pub(crate) moves: Range<usize>,
    pub(crate) halt: &'a StopFlag,
    /// The file of the checkpoint.
    pub(crate) part: &'a Path,
}

impl Course<'_> {
    /// Goes through all passes that are left; `save` makes the file of how far they are.
    ///
    /// # Errors
    /// If it was stopped, or could not be saved.
    pub(crate) fn run<E: Extract>(
        &self,
        ascent: &mut Ascent,
        extract: impl Fn() -> E,
        save: impl Fn(&Ascent) -> Vec<u8>,
    ) -> Result<(), Failure> {
        let passes = u64::from(self.params.passes);
        let before = ascent.passes().len() as u64 * self.total + ascent.games();
        let meter = Meter::new("learning", before);
        let mut saved = Instant::now();
        let mut lines = Vec::new();
        let mut outcome = Ok(());
        let flow = ascent.climb(
            self.params,
            self.games,
            self.total,
            &self.moves,
            extract,
            &mut |ascent, course| {
                let mean = format!("{:.4}", course.pass.mean());
                if course.ended {
                    lines.push(format!(
                        "pass {} of {passes}: mean log-likelihood {mean}",
                        course.passes
                    ));
                    return ControlFlow::Continue(());
                }
                let done = (course.passes as u64 - 1) * self.total + course.games;
                let message = format!(
                    "pass {} of {passes}, mean log-likelihood {mean}",
                    course.passes
                );
                meter.done(done, passes * self.total, &message);
                let asked = self.halt.is_asked();
                if asked || saved.elapsed() >= PACE {
                    saved = Instant::now();
                    outcome = output::replace(self.part, &save(ascent));
                }
                match asked || outcome.is_err() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        );
        meter.finish();
        lines.iter().for_each(say);
        outcome?;
        match flow {
            // What follows, judging, may be stopped too, and none of this is to be done again then.
            ControlFlow::Continue(()) => output::replace(self.part, &save(ascent)),
            ControlFlow::Break(()) => Err(Failure::Failed(format!(
                "stopped; what was learned is in {}, and the same command goes on",
                self.part.display()
            ))),
        }
    }
}

/// The checkpoint to resume from, if there is one.
///
/// # Errors
/// If there is one that does not fit.
pub(crate) fn resume<T>(
    part: &Path,
    fresh: bool,
    load: impl FnOnce(&[u8]) -> Result<T, CheckpointError>,
) -> Result<Option<T>, Failure> {
    if fresh {
        forget(part)?;
        return Ok(None);
    }
    let Some(bytes) = output::read(part)? else {
        return Ok(None);
    };
    match load(&bytes) {
        Ok(found) => {
            say(format!("Going on with {}.", part.display()));
            Ok(Some(found))
        }
        Err(error) => Err(Failure::Failed(format!(
            "{} cannot be resumed: {error}; --fresh begins anew",
            part.display()
        ))),
    }
}

/// Removes a checkpoint.
///
/// # Errors
/// If it is there and cannot be removed.
pub(crate) fn forget(part: &Path) -> Result<(), Failure> {
    match fs::remove_file(part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::Failed(
            format!("{} cannot be removed: {error}", part.display()),
        )),
        _ => Ok(()),
    }
}
