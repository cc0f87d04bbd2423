//! Judging a model.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tengen_net::data::prediction::Predictor;
use tengen_pattern::catalogue::Catalogue;
use tengen_pattern::corpus::{Corpus, Game, Progress};
use tengen_pattern::evaluate::{
    Evaluation, Placing, Predict, Resampling, evaluate_by, evaluate_while,
};
use tengen_pattern::model::Model;
use tengen_pattern::scene::{SceneExtract, Vocabulary};
use tengen_progress::StopFlag;

use super::{LessonError, Supplies};
use crate::experiment::{Learn, Lesson};
use crate::record::{GameTable, LearningRecord, MoveRow};

/// The games that a model is judged by.
pub(super) struct Exam<'a> {
    pub(super) lesson: &'a Lesson,
    pub(super) corpus: Corpus,
    pub(super) moves: &'a Range<usize>,
    pub(super) supplies: &'a Supplies,
    pub(super) halt: &'a StopFlag,
}

impl<'a> Exam<'a> {
    /// The games of a model.
    pub(super) fn new(
        learn: &'a Learn,
        lesson: &'a Lesson,
        supplies: &'a Supplies,
        halt: &'a StopFlag,
    ) -> Result<Self, LessonError> {
        let range = learn.records(lesson.on).ok_or(LessonError::NoExam)?;
        Ok(Self {
            lesson,
            corpus: supplies.corpus.within(range)?,
            moves: &learn.moves,
            supplies,
            halt,
        })
    }

    /// Judges patterns; `None` if it was halted.
    pub(super) fn patterns(&self, model: &Model) -> Result<Option<LearningRecord>, LessonError> {
        let evaluation = evaluate_while(
            &self.corpus,
            self.moves.clone(),
            model.weights(),
            || SceneExtract::new(Arc::clone(model.vocabulary())),
            |progress| self.watch(progress),
        )?;
        let features = || features(model.vocabulary());
        evaluation
            .map(|found| self.record(&found, features()))
            .transpose()
    }

    /// Judges a network, blended or not; `None` if it was halted.
    pub(super) fn network(
        &self,
        make: impl Fn() -> Predictor + Sync,
    ) -> Result<Option<LearningRecord>, LessonError> {
        let make = || Haltable {
            predictor: make(),
            halt: self.halt,
        };
        let watch = |progress: &Progress| self.watch(progress);
        let evaluation = evaluate_by(&self.corpus, self.moves.clone(), make, watch)?;
        evaluation
            .map(|found| self.record(&found, BTreeMap::new()))
            .transpose()
    }

    fn watch(&self, progress: &Progress) -> ControlFlow<()> {
        let (done, all) = (progress.records(), progress.expected());
        let name = &self.lesson.name;
        let line = format!("{name}: it is judged, {done} of about {all} games");
        self.supplies.news.say(line);
        match self.halt.is_now() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn record(
        &self,
        evaluation: &Evaluation,
        features: BTreeMap<String, u64>,
    ) -> Result<LearningRecord, LessonError> {
        let figures = Resampling::default()
            .figures(evaluation)
            .ok_or(LessonError::NoExam)?;
        Ok(LearningRecord {
            model: self.lesson.name.clone(),
            task: String::new(),
            data: self.supplies.hash.clone(),
            given: None,
            games: 0,
            positions: 0,
            on: self.lesson.on,
            bad: evaluation.tally.bad,
            figures: figures.into(),
            sums: GameTable::new(&evaluation.games),
            top: evaluation.top_rates().map(|rate| rate as f32).to_vec(),
            by_move: MoveRow::all(evaluation),
            features,
            passes: Vec::new(),
            learned_in: 0.0,
            judged_in: 0.0,
        })
    }
}

/// A network that looks at no further game once it is told to stop: a batch of games takes it long.
struct Haltable<'a> {
    predictor: Predictor,
    halt: &'a StopFlag,
}

impl Predict for Haltable<'_> {
    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Placing)) {
        if !self.halt.is_now() {
            self.predictor.replay(game, moves, sink);
        }
    }

    fn knows(&self, game: &Game) -> bool {
        self.predictor.knows(game)
    }
}

/// The number of features, by group.
fn features(vocabulary: &Vocabulary) -> BTreeMap<String, u64> {
    let groups = Catalogue::new(vocabulary).groups().into_iter();
    groups
        .map(|group| (group.name, group.count as u64))
        .collect()
}
