//! Files of models and of learning, written so that nobody ever finds half of one.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tengen_pattern::file::{self, FileError};
use tengen_pattern::model::Model;

use super::{LessonError, Supplies};
use crate::experiment::Lesson;
use crate::hash;
use crate::record::PassRow;

/// At most so many files are looked at for a model that is there under another name.
const MOST: usize = 200;

/// A log of a model's learning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct LearningLog {
    /// The SHA-256 of the text of the task.
    pub(super) task: String,
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) passes: Vec<PassRow>,
    pub(super) seconds: f64,
}

impl Supplies {
    /// A file of a model.
    pub(super) fn path(&self, lesson: &Lesson, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", lesson.stem()))
    }

    /// The model of a task, if it is there: under its own name, or under another one.
    pub(super) fn model(&self, lesson: &Lesson, task: &str) -> Option<(Model, LearningLog)> {
        let own = self.path(lesson, "tpm");
        let mut others: Vec<PathBuf> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "tpm") && *path != own)
            .collect();
        others.sort();
        others.truncate(MOST);
        let mut paths = std::iter::once(own).chain(others);
        paths.find_map(|path| {
            let model = Model::read(&fs::read(&path).ok()?).ok()?;
            (model.origin() == task).then(|| (model, LearningLog::read(&path, task)))
        })
    }

    /// Keeps a model and how its learning went; the latter first, so that it is there with the
    /// model.
    pub(super) fn keep(
        &self,
        lesson: &Lesson,
        model: &Model,
        log: &LearningLog,
    ) -> Result<(), LessonError> {
        let text = serde_json::json!(log).to_string();
        file::replace(&self.path(lesson, "json"), text.as_bytes())?;
        file::replace(&self.path(lesson, "tpm"), &model.write())?;
        Ok(())
    }

    /// Makes the folder of the files, if it is not there.
    pub(super) fn prepare(&self) -> Result<(), LessonError> {
        fs::create_dir_all(&self.folder).map_err(|source| {
            LessonError::File(FileError {
                path: self.folder.clone(),
                verb: "made",
                source,
            })
        })
    }
}

impl LearningLog {
    /// Reads the log of a model's learning, where there is one.
    fn read(model: &Path, task: &str) -> Self {
        let text = fs::read_to_string(model.with_extension("json")).ok();
        let log = text.and_then(|text| serde_json::from_str::<Self>(&text).ok());
        log.filter(|log| log.task == hash::hex(task.as_bytes()))
            .unwrap_or_default()
    }
}
