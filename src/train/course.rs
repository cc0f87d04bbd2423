//! A training as it runs: samples made ahead, steps, checkpoints, curves.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tengen_net::data::{Desk, Mixture};
use tengen_net::train::{Losses, Sample, TrainError, Trainer};
use tengen_pattern::model::Model;
use tengen_progress::{Progress, StopFlag};

use super::curve::{Curves, figures};
use super::stock::Trial;
use crate::failure::{Failure, say};
use crate::screen::thousands;

/// The time between checkpoints.
const PACE: Duration = Duration::from_secs(300);
/// The batches that are made ahead.
const AHEAD: usize = 4;

/// A training: what is learned, from what, and what is kept of it.
pub(crate) struct Course<'a> {
    pub(crate) trainer: Trainer,
    pub(crate) mixture: &'a Mixture,
    /// The patterns whose logits are added, if any are.
    pub(crate) patterns: Option<Arc<Model>>,
    pub(crate) trials: &'a [Trial],
    /// The positions to learn from in all.
    pub(crate) positions: u64,
    pub(crate) batch: u64,
    /// The positions between two points of the curves.
    pub(crate) report: u64,
    /// The file of the model, which is written at every such point.
    pub(crate) out: PathBuf,
    pub(crate) checkpoint: PathBuf,
    pub(crate) curves: Curves,
    pub(crate) halt: StopFlag,
}

impl Course<'_> {
    /// Learns until all positions are seen, or it is told to stop. True if all are seen.
    ///
    /// # Errors
    /// If files cannot be written.
    pub(crate) fn run(&mut self) -> Result<bool, Failure> {
        let begun = self.trainer.seen();
        let (mixture, patterns) = (self.mixture, self.patterns.clone());
        let batch = self.batch;
        let done = usize::try_from((begun + batch / 2) / batch).unwrap_or(usize::MAX);
        thread::scope(|scope| {
            let (send, batches) = mpsc::sync_channel::<Vec<Sample>>(AHEAD);
            scope.spawn(move || {
                let mut desk = Desk::new(patterns);
                for turn in mixture.turns().skip(done) {
                    let samples = (0..batch).filter_map(|i| mixture.sample(turn, i, &mut desk));
                    if send.send(samples.collect()).is_err() {
                        return;
                    }
                }
            });
            self.learn(&batches)
        })
    }

    fn learn(&mut self, batches: &mpsc::Receiver<Vec<Sample>>) -> Result<bool, Failure> {
        let mut progress = Progress::new(self.positions, self.trainer.seen());
        let (start, before) = (Instant::now(), self.curves.seconds());
        let mut saved = Instant::now();
        let mut recent = Losses::default();
        let mut words = String::new();
        let mut due = (self.trainer.seen() / self.report + 1) * self.report;
        while self.trainer.seen() < self.positions && !self.halt.is_asked() {
            let Ok(samples) = batches.recv() else { break };
            recent.add(&self.trainer.step(&samples));
            // So a resumed training begins with the batch that comes next, whatever the last ones lacked.
            self.trainer.pass_over(self.batch - samples.len() as u64);
            let seen = self.trainer.seen();
            progress.done(seen, &words);
            if seen >= due || seen >= self.positions {
                due = (seen / self.report + 1) * self.report;
                let seconds = before + start.elapsed().as_secs_f64();
                words = self.point(seconds, &recent)?;
                recent = Losses::default();
                self.save()?;
                saved = Instant::now();
            } else if saved.elapsed() >= PACE {
                self.save()?;
                saved = Instant::now();
            }
        }
        progress.finish();
        self.save()?;
        Ok(self.trainer.seen() >= self.positions)
    }

    /// A point of the curves: the network is judged and written.
    fn point(&mut self, seconds: f64, recent: &Losses) -> Result<String, Failure> {
        let mut line = Map::new();
        line.insert("positions".to_owned(), json!(self.trainer.seen()));
        line.insert("seconds".to_owned(), json!(seconds.round()));
        line.insert("rate".to_owned(), json!(self.trainer.rate()));
        line.insert("skipped".to_owned(), json!(recent.skipped));
        line.insert("training".to_owned(), Value::Object(figures(recent)));
        for trial in self.trials {
            let losses = self.trainer.evaluate(&trial.samples);
            line.insert(trial.name.clone(), Value::Object(figures(&losses)));
        }
        let words = words(&line, self.trials.first().map(|trial| trial.name.as_str()));
        say(format!(
            "{} positions: {words}",
            thousands(self.trainer.seen())
        ));
        self.curves.add(line)?;
        write(&self.trainer, &self.out)?;
        Ok(words)
    }

    fn save(&self) -> Result<(), Failure> {
        self.trainer.checkpoint(&self.checkpoint).map_err(failure)
    }
}

/// Writes the network of a trainer to a file.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(trainer: &Trainer, out: &Path) -> Result<(), Failure> {
    tengen_net::file::save(&trainer.export(), out)
        .map_err(|error| Failure::Failed(error.to_string()))
}

/// The failure of a training.
pub(crate) fn failure(error: TrainError) -> Failure {
    Failure::Failed(error.to_string())
}

/// A few figures of a point in words.
fn words(line: &Map<String, Value>, trial: Option<&str>) -> String {
    let figure = |group: &str, name: &str| line.get(group)?.get(name)?.as_f64();
    let mut words = Vec::new();
    for group in ["training"].into_iter().chain(trial) {
        let mut own = Vec::new();
        if let Some(accuracy) = figure(group, "accuracy") {
            own.push(format!("accuracy {:.1} %", 100.0 * accuracy));
        }
        if let Some(policy) = figure(group, "policy").or_else(|| figure(group, "soft")) {
            own.push(format!("cross-entropy {policy:.3}"));
        }
        if let Some(brier) = figure(group, "brier") {
            own.push(format!("Brier {brier:.4}"));
        }
        words.push(format!("{group} {}", own.join(", ")));
    }
    words.join("; ")
}
