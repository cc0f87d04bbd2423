//! Learning a model, or taking one that is there.

use std::ops::{ControlFlow, Range};
use std::time::Instant;

use tengen_document::cell::grouped;
use tengen_pattern::corpus::Corpus;
use tengen_pattern::file;
use tengen_pattern::learn::{Event, Subject, Trained, Training, TrainingError};
use tengen_pattern::model::Model;
use tengen_progress::StopFlag;
use tengen_progress::span;

use super::files::LearningLog;
use super::{LessonError, Supplies};
use crate::experiment::Lesson;
use crate::hash;
use crate::record::PassRow;

/// A model to be learned.
pub(super) struct Study<'a> {
    pub(super) lesson: &'a Lesson,
    pub(super) supplies: &'a Supplies,
    /// The games to learn from.
    pub(super) corpus: Corpus,
    pub(super) moves: Range<usize>,
    pub(super) task: &'a str,
    pub(super) halt: &'a StopFlag,
}

impl Study<'_> {
    /// The model, and how its learning went; `None` if it was halted.
    pub(super) fn model(&self) -> Result<Option<(Model, LearningLog)>, LessonError> {
        if let Some(found) = self.supplies.model(self.lesson, self.task) {
            return Ok(Some(found));
        }
        self.supplies.prepare()?;
        let checkpoint = self.supplies.path(self.lesson, "part");
        let subject = Subject::Patterns(&self.lesson.params);
        let (corpus, moves) = (&self.corpus, self.moves.clone());
        let mut training = Training::new(subject, corpus, moves, self.task, &checkpoint);
        training.pace = self.supplies.pace;
        let trained = match training.run(&mut self.watch()) {
            Err(TrainingError::Checkpoint { .. }) => {
                training.fresh = true;
                training.run(&mut self.watch())
            }
            ended => ended,
        };
        let trained = match trained {
            Ok(trained) => trained,
            Err(TrainingError::Stopped(_)) => return Ok(None),
            Err(TrainingError::NoPositions) => {
                let range = self.corpus.range();
                return Err(LessonError::NoGames {
                    first: range.start,
                    last: range.end - 1,
                });
            }
            Err(error) => return Err(error.into()),
        };
        let (model, log) = (trained.model(self.task)?, self.log(&trained));
        self.supplies.keep(self.lesson, &model, &log)?;
        // What is left of it harms nobody.
        let _ = file::remove(&checkpoint);
        Ok(Some((model, log)))
    }

    fn log(&self, trained: &Trained) -> LearningLog {
        let passes = trained.passes.iter().map(|pass| PassRow {
            positions: pass.positions,
            log_likelihood: pass.mean(),
        });
        LearningLog {
            task: hash::hex(self.task.as_bytes()),
            games: trained.basis.games,
            positions: trained.basis.positions,
            passes: passes.collect(),
            seconds: trained.spent.as_secs_f64(),
        }
    }

    /// An observer that puts each event into a line, and stops the training at the stop flag.
    fn watch(&self) -> impl FnMut(Event<'_>) -> ControlFlow<()> {
        let total = self.corpus.range().end - self.corpus.range().start;
        let mut first = None;
        move |event| {
            match event {
                Event::Games {
                    games,
                    pass,
                    passes,
                    ..
                } => {
                    let share = share(games, total);
                    self.say(&format!(
                        "patterns are collected, pass {pass} of {passes}, {share} %"
                    ));
                }
                Event::Step { step, done, all } => {
                    let (begun, since) = *first.get_or_insert_with(|| (Instant::now(), done));
                    let left = (done > since).then(|| {
                        let rest = all.saturating_sub(done) as f64 / (done - since) as f64;
                        format!(", {} left", span(begun.elapsed().mul_f64(rest)))
                    });
                    let passes = self.lesson.params.learn.passes;
                    self.say(&format!(
                        "pass {} of {passes}, {} %, log-likelihood {:.4}{}",
                        step.passes,
                        share(step.games, all / u64::from(passes)),
                        step.pass.mean(),
                        left.unwrap_or_default()
                    ));
                }
                Event::Begun { .. } | Event::Pass { .. } => {}
            }
            match self.halt.is_now() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }

    fn say(&self, what: &str) {
        let (name, games) = (&self.lesson.name, grouped(self.lesson.games));
        let line = format!("{name} ({games} games): {what}");
        self.supplies.news.say(line);
    }
}

fn share(done: u64, total: u64) -> u64 {
    (100 * done).checked_div(total).unwrap_or(100).min(100)
}
