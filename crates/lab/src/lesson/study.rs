//! Learning a model, or taking one that is there.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use tengen_document::cell::grouped;
use tengen_pattern::corpus::Corpus;
use tengen_pattern::learn::{Ascent, Collected, collect};
use tengen_pattern::model::Model;
use tengen_pattern::scene::SceneExtract;
use tengen_progress::StopFlag;
use tengen_progress::span;

use super::files::Course;
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
    pub(super) fn model(&self) -> Result<Option<(Model, Course)>, LessonError> {
        if let Some(found) = self.supplies.model(self.lesson, self.task) {
            return Ok(Some(found));
        }
        let start = Instant::now();
        let Some((collected, mut ascent, before)) = self.begin()? else {
            return Ok(None);
        };
        if collected.positions == 0 {
            let range = self.corpus.range();
            return Err(LessonError::NoGames {
                first: range.start,
                last: range.end - 1,
            });
        }
        let spent = |start: Instant| before + start.elapsed();
        let flow = self.climb(&collected, &mut ascent, &|| spent(start))?;
        if flow.is_break() {
            return Ok(None);
        }
        let course = Course {
            task: hash::hex(self.task.as_bytes()),
            games: collected.games,
            positions: collected.positions,
            passes: ascent
                .passes()
                .iter()
                .map(|pass| PassRow {
                    positions: pass.positions,
                    log_likelihood: pass.mean(),
                })
                .collect(),
            seconds: spent(start).as_secs_f64(),
        };
        let model = Model::new(collected.vocabulary, ascent.weights).with_origin(self.task);
        self.supplies.keep(self.lesson, &model, &course)?;
        // What is left of it harms nobody.
        let _ = fs::remove_file(self.supplies.path(self.lesson, "part"));
        Ok(Some((model, course)))
    }

    /// What was collected and how far its weights are, from a checkpoint if there is
    /// one, and the time that it took.
    fn begin(&self) -> Result<Option<(Collected, Ascent, Duration)>, LessonError> {
        if let Some(found) = self.half_finished() {
            return Ok(Some(found));
        }
        let total = self.corpus.range().end - self.corpus.range().start;
        let collected = collect(
            &self.lesson.params,
            &self.corpus,
            &self.moves,
            &mut |done, pass| {
                let share = share(done, total);
                self.say(&format!(
                    "patterns are collected, pass {pass} of 2, {share} %"
                ));
                self.flow()
            },
        );
        let Some(collected) = collected else {
            return Ok(None);
        };
        let ascent = Ascent::new(collected.vocabulary.len());
        Ok(Some((collected, ascent, Duration::ZERO)))
    }

    fn half_finished(&self) -> Option<(Collected, Ascent, Duration)> {
        let bytes = fs::read(self.supplies.path(self.lesson, "part")).ok()?;
        let (seconds, rest) = bytes.split_first_chunk::<8>()?;
        let (collected, ascent) = Collected::load(rest, self.task).ok()?;
        let seconds = f64::from_le_bytes(*seconds);
        let spent = Duration::try_from_secs_f64(seconds).ok()?;
        Some((collected, ascent, spent))
    }

    /// Goes on to the end of all passes, and writes down now and then how far it is.
    fn climb(
        &self,
        collected: &Collected,
        ascent: &mut Ascent,
        spent: &dyn Fn() -> Duration,
    ) -> Result<ControlFlow<()>, LessonError> {
        let learn = &self.lesson.params.learn;
        let mut saved = Instant::now();
        let mut failed = None;
        let begun = Instant::now();
        let mut first = None;
        let flow = ascent.climb(
            learn,
            &self.corpus,
            collected.games,
            &self.moves,
            || SceneExtract::new(collected.vocabulary.clone()),
            &mut |ascent, course| {
                let all = collected.games * u64::from(learn.passes);
                let done = collected.games * (course.passes as u64 - 1) + course.games;
                let since = *first.get_or_insert(done);
                let left = (done > since).then(|| {
                    let rest = all.saturating_sub(done) as f64 / (done - since) as f64;
                    format!(", {} left", span(begun.elapsed().mul_f64(rest)))
                });
                self.say(&format!(
                    "pass {} of {}, {} %, log-likelihood {:.4}{}",
                    course.passes,
                    learn.passes,
                    share(course.games, collected.games),
                    course.pass.mean(),
                    left.unwrap_or_default()
                ));
                let halted = self.halt.is_now();
                // The end of a pass is told before it is counted as one, so it is no place to stop.
                if !course.ended && (halted || saved.elapsed() >= self.supplies.pace) {
                    let mut bytes = spent().as_secs_f64().to_le_bytes().to_vec();
                    bytes.extend(collected.save(ascent, self.task));
                    let path = self.supplies.path(self.lesson, "part");
                    if let Err(error) = self.supplies.write(&path, &bytes) {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                    saved = Instant::now();
                }
                match halted && !course.ended {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        );
        failed.map_or(Ok(flow), Err)
    }

    fn say(&self, what: &str) {
        let (name, games) = (&self.lesson.name, grouped(self.lesson.games));
        let line = format!("{name} ({games} games): {what}");
        self.supplies.news.say(line);
    }

    fn flow(&self) -> ControlFlow<()> {
        match self.halt.is_now() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn share(done: u64, total: u64) -> u64 {
    (100 * done).checked_div(total).unwrap_or(100).min(100)
}
