//! Judging a model.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tengen_pattern::catalogue::Catalogue;
use tengen_pattern::corpus::Corpus;
use tengen_pattern::evaluate::{Resampling, evaluate_while};
use tengen_pattern::model::Model;
use tengen_pattern::scene::{SceneExtract, Vocabulary};
use tengen_progress::StopFlag;

use super::{LessonError, Supplies};
use crate::experiment::Lesson;
use crate::record::{GameTable, LearningRecord, MoveRow};

/// Judges a model by these moves of these games; `None` if it was halted.
pub(super) fn sit(
    lesson: &Lesson,
    model: &Model,
    corpus: &Corpus,
    moves: &Range<usize>,
    supplies: &Supplies,
    halt: &StopFlag,
) -> Result<Option<LearningRecord>, LessonError> {
    let name = &lesson.name;
    supplies.news.say(format!("{name}: it is judged"));
    let evaluation = evaluate_while(
        corpus,
        moves.clone(),
        model.weights(),
        || SceneExtract::new(Arc::clone(model.vocabulary())),
        |progress| {
            let (done, all) = (progress.records(), progress.expected());
            let line = format!("{name}: it is judged, {done} of about {all} games");
            supplies.news.say(line);
            match halt.is_now() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        },
    )?;
    let Some(evaluation) = evaluation else {
        return Ok(None);
    };
    let figures = Resampling::default()
        .figures(&evaluation)
        .ok_or(LessonError::NoExam)?;
    Ok(Some(LearningRecord {
        model: lesson.name.clone(),
        task: String::new(),
        data: String::new(),
        games: 0,
        positions: 0,
        on: lesson.on,
        bad: evaluation.tally.bad,
        figures: figures.into(),
        sums: GameTable::new(&evaluation.games),
        top: evaluation.top_rates().map(|rate| rate as f32).to_vec(),
        by_move: MoveRow::all(&evaluation),
        features: features(model.vocabulary()),
        passes: Vec::new(),
        learned_in: 0.0,
        judged_in: 0.0,
    }))
}

/// The number of features, by group.
fn features(vocabulary: &Vocabulary) -> BTreeMap<String, u64> {
    let groups = Catalogue::new(vocabulary).groups().into_iter();
    groups
        .map(|group| (group.name, group.count as u64))
        .collect()
}
